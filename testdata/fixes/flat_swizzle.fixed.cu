/* Two tiles of 16 x 16 in one-dimensional arrays: no distance between rows suits rows and columns alike. */
#define N 16

namespace tiles {

__device__ float swizzle_right(float x) { return x + 1; }

static __device__ __forceinline__ int swizzle_left(int i)
{
	return i ^ (i >> 4 & 15);
}

static __device__ __forceinline__ int swizzle_right2(int i)
{
	return i ^ (i >> 4 & 15);
}

/* Reads both by columns. */
__global__ void products(const float *in, float *out)
{
	__shared__ float left[N * N], right[N * N];
	static_assert((N * N) % 16 == 0, "the swizzle of 'left' needs multiples of 16 elements");
	static_assert((N * N) % 16 == 0, "the swizzle of 'right' needs multiples of 16 elements");
	int x = threadIdx.x, y = threadIdx.y;
	left[swizzle_left(y * N + x)] = in[y * N + x];
	right[swizzle_right2(y * N + x)] = swizzle_right(in[N * N + y * N + x]);
	__syncthreads();
	out[y * N + x] = left[swizzle_left(x * N + y)] * right[swizzle_right2(x * N + y)];
}

}

void launch(const int *in, int *out, int n)
{
	tiles::products<<<1, dim3(N, N)>>>((const float *)in, (float *)out);
}
