/* Dynamic shared memory, divided by hand. */

__global__ void two_arrays(const int *in, int *out)
{
	extern __shared__ float pool[];
	float *tile = pool;
	float *sums = &pool[32 * 33];
	int lane = threadIdx.x;
	for (int i = 0; i < 32; i++)
		tile[i * 33 + lane] = in[i]; // fact: store 32/32 exact
	__syncthreads();
	sums[lane * 16] = tile[lane]; // fact: load 1/1 exact | store 16/1 exact
	__syncthreads();
	out[lane] = (int)sums[lane]; // fact: load 1/1 exact
}

__global__ void by_types(const int *in, int *out)
{
	extern __shared__ __align__(16) unsigned char bytes[];
	int *keys = (int *)bytes;
	double *values = reinterpret_cast<double *>(bytes + 64 * sizeof(int));
	short *ranks = (short *)(values + 64);
	int tid = threadIdx.x;
	keys[tid] = in[tid]; // fact: store 2/2 exact
	values[tid] = in[tid]; // fact: store 4/4 exact
	ranks[tid * 2] = (short)in[tid]; // fact: store 2/2 exact
	__syncthreads();
	int got = keys[tid / 2 * 2]; // fact: load 2/2 exact
	got += (int)values[63 - tid]; // fact: load 4/4 exact
	got += ranks[tid * 2 % 64 * 2]; // fact: load 4/2 exact
	out[tid] = got;
}

/* The second array begins where the first ends: a distance that is known at run time, and equal for all
 * lanes. */
__global__ void runtime_division(const int *in, int *out, int n)
{
	extern __shared__ int words[];
	int *second = words + n;
	int lane = threadIdx.x;
	words[lane] = in[lane]; // fact: store 1/1 exact
	second[lane * 4] = in[lane]; // fact: store 4/1 exact
	__syncthreads();
	out[lane] = second[lane] + in[n]; // fact: load 1/1 exact
}

void launch(const int *in, int *out, int n)
{
	two_arrays<<<1, 32, (32 * 33 + 32 * 16) * sizeof(float)>>>(in, out);
	by_types<<<1, 64, 64 * (sizeof(int) + sizeof(double) + 2 * sizeof(short))>>>(in, out);
	runtime_division<<<1, 32, (n + 128) * sizeof(int)>>>(in, out, n);
}
