/* Two tiles of 16 x 16 in one-dimensional arrays: no distance between rows suits rows and columns alike. */
#define N 16

namespace tiles {

__device__ float swizzle_right(float x) { return x + 1; }

/* Reads both by columns. */
__global__ void products(const float *in, float *out)
{
	__shared__ float left[N * N], right[N * N];
	int x = threadIdx.x, y = threadIdx.y;
	left[y * N + x] = in[y * N + x];
	right[y * N + x] = swizzle_right(in[N * N + y * N + x]);
	__syncthreads();
	out[y * N + x] = left[x * N + y] * right[x * N + y];
}

}

void launch(const int *in, int *out, int n)
{
	tiles::products<<<1, dim3(N, N)>>>((const float *)in, (float *)out);
}
