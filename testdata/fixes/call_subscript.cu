/* A call in a subscript: a swizzle would make it twice, but the rows can be longer. */
__device__ __forceinline__ int turned(int i, int n) { return n - 1 - i; }

__global__ void transpose(const float *in, float *out)
{
	__shared__ float tile[32][32];
	int x = threadIdx.x, y = threadIdx.y;
	tile[turned(y, 32)][x] = in[y * 32 + x];
	__syncthreads();
	out[y * 32 + x] = tile[turned(x, 32)][y];
}

void launch(const int *in, int *out, int n)
{
	transpose<<<1, dim3(32, 32)>>>((const float *)in, (float *)out);
}
