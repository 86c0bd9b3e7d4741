/* Atomics of a whole warp to one integer: nvcc adds up, or finds the least …, and one lane does it. */
__global__ void for_nobody(const int *in, int *out)
{
	__shared__ int s, a[32];
	int v = in[threadIdx.x + 32 * threadIdx.y];
	a[threadIdx.x] = 0; // fact: store 2/2 exact
	s = 0; // fact: store 2/2 exact
	__syncthreads();
	atomicAdd(&s, v); // fact: atomic 2/2 exact
	atomicSub(&s, 5); // fact: atomic 2/2 exact
	atomicMax(&a[3], v); // fact: atomic 2/2 exact
	atomicAnd_block(&a[4], v); // fact: atomic 2/2 exact
	atomicExch(&a[5], v); // fact: atomic 64/2 exact
	atomicInc((unsigned *)&a[6], v); // fact: atomic 64/2 exact
	atomicAdd(&a[threadIdx.y], v); // fact: atomic 64/2 exact
	__syncthreads();
	atomicAdd(&a[(threadIdx.x + 32 * threadIdx.y) / 32], v); // fact: atomic 64/2 exact
	if (threadIdx.x % 32 < 16)
		atomicOr(&a[8], v); // fact: atomic 2/2 exact
	__syncthreads();
	out[threadIdx.x + 32 * threadIdx.y] = s + a[threadIdx.x]; // fact: load 4/4 exact
}

/* Whoever wants the sum as it was gets it only where all add the same, or where all lanes are known to be there. */
__global__ void for_everybody(const int *in, int *out)
{
	__shared__ int s;
	int i = threadIdx.x + 32 * threadIdx.y, v = in[i];
	s = 0; // fact: store 2/2 exact
	__syncthreads();
	out[i] = atomicAdd(&s, 3); // fact: atomic 2/2 exact
	if (threadIdx.x % 32 < 16)
		out[i + 64] = atomicSub(&s, 1); // fact: atomic 2/2 exact
	if (threadIdx.x % 32 < 16)
		out[i + 128] = atomicAdd(&s, v); // fact: atomic 32/2 exact
	out[i + 192] = atomicMin(&s, v); // fact: atomic 64/2 exact
	out[i + 256] = atomicAdd(&s, v); // fact: atomic 64/2 bound // measured: atomic 2/2
}

/* What is one place for this launch is none for the compiler if threadIdx goes into it. */
__global__ void places(const int *in, int *out, int n)
{
	__shared__ int a[32];
	a[threadIdx.x] = 0; // fact: store 1/1 exact
	__syncthreads();
	atomicAdd(&a[threadIdx.y], in[threadIdx.x]); // fact: atomic 32/1 exact
	__syncthreads();
	atomicAdd(&a[n], in[threadIdx.x]); // fact: atomic 1/1 exact
	__syncthreads();
	atomicAdd(&a[threadIdx.y], 1); // fact: atomic 1/1 exact
	if (threadIdx.x == 0)
		atomicMax(&a[n], n); // fact: atomic 1/1 exact
	__syncthreads();
	out[threadIdx.x] = a[threadIdx.x]; // fact: load 1/1 exact
}

/* The same instructions, written by hand. */
__global__ void by_hand(const int *in, int *out)
{
	__shared__ int s;
	s = 0; // fact: store 1/1 exact
	__syncthreads();
	unsigned at = (unsigned)__cvta_generic_to_shared(&s);
	int was;
	asm volatile("red.shared.add.s32 [%0], %1;" : : "r"(at), "r"(in[threadIdx.x]) : "memory"); // fact: atomic 1/1 exact
	asm volatile("atom.shared.max.s32 %0, [%1], %2;" : "=r"(was) : "r"(at), "r"(in[threadIdx.x]) : "memory"); // fact: atomic 32/1 exact
	out[threadIdx.x] = was;
}

void launch(const int *in, int *out, int n)
{
	for_nobody<<<1, dim3(32, 2)>>>(in, out);
	for_everybody<<<1, dim3(32, 2)>>>(in, out);
	places<<<1, 32>>>(in, out, n / 16);
	by_hand<<<1, 32>>>(in, out);
}
// libclang: 16
