/* One array that a function takes by a template of its size. */
template <int R, int C>
__device__ __forceinline__ float column(const float (&tile)[R][C], int x, int y) { return tile[x][y ^ x]; }

__global__ void transpose(const float *in, float *out)
{
	__shared__ float tile[32][32];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x ^ y] = in[y * 32 + x];
	__syncthreads();
	out[y * 32 + x] = column(tile, x, y);
}

void launch(const int *in, int *out, int n)
{
	transpose<<<1, dim3(32, 32)>>>((const float *)in, (float *)out);
}
