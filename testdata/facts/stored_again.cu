/* A store to one place in each iteration, with loads of elsewhere in its array between: LLVM compares what one thread accesses, finds
 * that no thread loads what it stores, and keeps the value in a register (an H200: one store for 32). */
__global__ void of_one_array(const int *in, int *out)
{
	__shared__ int s[1056];
	int lane = threadIdx.x;
	for (int i = 0; i < 32; i++)
		s[lane * 32 + i] = in[lane * 32 + i]; // fact: store 256/32 exact
	__syncthreads();
	s[1024 + lane] = 0; // fact: store 1/1 exact
	for (int i = 0; i < 32; i++)
		s[1024 + lane] += s[i * 32 + lane] + s[lane * 32 + (i ^ 1)]; // fact: load 1056/64 bound | store 32/32 exact // measured: load 288/64 | store 1/1
	__syncthreads();
	out[lane] = s[1024 + 31 - lane]; // fact: load 1/1 exact
}

/* Here a thread does load what it has stored, in one iteration: each store stays, and each load but that of what was just stored. */
__global__ void that_meet(const int *in, int *out)
{
	__shared__ int s[1056];
	int lane = threadIdx.x;
	for (int i = 0; i < 33; i++)
		s[i * 32 + lane] = in[i * 32 + lane]; // fact: store 33/33 exact
	__syncthreads();
	for (int i = 0; i < 32; i++)
		s[33 * lane] += s[i * 32 + lane]; // fact: load 33/33 exact | store 32/32 exact
	__syncthreads();
	out[lane] = s[33 * (31 - lane)]; // fact: load 1/1 exact
}

void launch(const int *in, int *out, int n)
{
	of_one_array<<<1, 32>>>(in, out);
	that_meet<<<1, 32>>>(in, out);
}
