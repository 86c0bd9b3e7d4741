/* A macro names an array of each kernel, also of one that nothing launches here: they change together. */
#define WIDTH 32
#define AT(r, c) tile[swizzle_tile((r) * WIDTH + (c))]

static __device__ __forceinline__ int swizzle_tile(int i)
{
	return i ^ (i >> 5 & 31);
}

__global__ void transpose(const float *in, float *out)
{
	__shared__ float tile[WIDTH * WIDTH];
	static_assert((WIDTH * WIDTH) % 32 == 0, "the swizzle of 'tile' needs multiples of 32 elements");
	int x = threadIdx.x, y = threadIdx.y;
	AT(y, x) = in[y * WIDTH + x];
	__syncthreads();
	out[y * WIDTH + x] = AT(x, y);
}

__global__ void transpose_twice(const float *in, float *out)
{
	__shared__ float tile[WIDTH * WIDTH];
	static_assert((WIDTH * WIDTH) % 32 == 0, "the swizzle of 'tile' needs multiples of 32 elements");
	int x = threadIdx.x, y = threadIdx.y;
	AT(x, y) = in[y * WIDTH + x];
	__syncthreads();
	out[1024 + y * WIDTH + x] = AT(y, x) + 1;
}

// smemlint: block(256)
__global__ void rows(const float *in, float *out)
{
	__shared__ float tile[WIDTH * WIDTH];
	static_assert((WIDTH * WIDTH) % 32 == 0, "the swizzle of 'tile' needs multiples of 32 elements");
	AT(threadIdx.y, threadIdx.x) = in[threadIdx.x];
	__syncthreads();
	out[threadIdx.x] = AT(31 - threadIdx.y, threadIdx.x);
}

void launch(const int *in, int *out, int n)
{
	transpose<<<1, dim3(32, 32)>>>((const float *)in, (float *)out);
	transpose_twice<<<1, dim3(32, 32)>>>((const float *)in, (float *)out);
}
