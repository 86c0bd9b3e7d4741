// exit: 3
// A loop over whole tiles, up to a length that is rounded down to them, goes round as often in every thread; a second one does what is
// left.  Each lane is one word from the next in both, whatever the length is: a wavefront for each warp.
__global__ void __launch_bounds__(256) whole_tiles(const float *in, float *out, int n)
{
	extern __shared__ float s[];
	const int limit = n / 1024 * 1024;
	int i = threadIdx.x;
	for (; i < limit; i += 1024) {
		float values[4];
#pragma unroll
		for (int j = 0; j < 4; j++)
			values[j] = in[i + 256 * j];
#pragma unroll
		for (int j = 0; j < 4; j++)
			s[i + 256 * j] = values[j]; // fact: store 32/32 exact
	}
	for (; i < n; i += 256)
		s[i] = in[i]; // fact: store 8/8 bound
	__syncthreads();
	out[threadIdx.x] = s[threadIdx.x]; // fact: load 8/8 exact
}

// A tile need not be a power of two.
__global__ void __launch_bounds__(256) odd_tiles(const float *in, float *out, int n)
{
	extern __shared__ float s[];
	const int limit = n / 272 * 272;
	int i = threadIdx.x;
	for (; i < limit; i += 272)
		s[i] = in[i]; // fact: store 8/8 exact
	s[i] = 0; // fact: store 8/8 exact
	__syncthreads();
	out[threadIdx.x] = s[threadIdx.x]; // fact: load 8/8 exact
}

// Some threads go round once more: in their warp lanes 0 and 16 may then use one bank.
__global__ void __launch_bounds__(256) parts_of_tiles(const float *in, float *out, int n)
{
	extern __shared__ float s[];
	const int limit = n / 16 * 16;
	int i = threadIdx.x;
	for (; i < limit; i += 272)
		s[i] = in[i]; // fact: store 8/8 bound
	s[i] = 0; // fact: store 16/8 unknown
	__syncthreads();
	out[threadIdx.x] = s[threadIdx.x]; // fact: load 8/8 exact
}

// Up to and with the length: lane 0 of the first warp goes round once more, unless the length is negative, and meets lane 16.
__global__ void __launch_bounds__(256) with_the_last(const float *in, float *out, int n)
{
	extern __shared__ float s[];
	const int limit = n / 272 * 272;
	int i = threadIdx.x;
	for (; i <= limit; i += 272)
		s[i] = in[i]; // fact: store 8/8 bound
	s[i] = 0; // fact: store 9/8 symbolic
	__syncthreads();
	out[threadIdx.x] = s[threadIdx.x]; // fact: load 8/8 exact
}
