/* One array that two device functions read through its own type. */
__device__ __forceinline__ float column(const float (&tile)[32][32], int x, int y) { return tile[x][y ^ x]; }

template <int N>
__device__ __forceinline__ float sum(const float (&tile)[32][N], int x, int y)
{
	return tile[x][((y + 1) % 32) ^ x] + tile[x][((y + 2) % 32) ^ x];
}

__global__ void transpose(const float *in, float *out)
{
	__shared__ float tile[32][32];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x ^ y] = in[y * 32 + x];
	__syncthreads();
	out[y * 32 + x] = column(tile, x, y) + sum(tile, x, y);
}

void launch(const int *in, int *out, int n)
{
	transpose<<<1, dim3(32, 32)>>>((const float *)in, (float *)out);
}
