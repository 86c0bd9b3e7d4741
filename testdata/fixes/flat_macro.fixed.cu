/* One dimension, rows from a macro that the global index uses too. */
#define TILE 32

__global__ void transpose(const float *in, float *out)
{
	__shared__ float tile[TILE * (TILE + 1)];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y * (TILE + 1) + x] = in[y * TILE + x];
	__syncthreads();
	out[y * TILE + x] = tile[x * (TILE + 1) + y];
}

void launch(const int *in, int *out, int n)
{
	transpose<<<1, dim3(TILE, TILE)>>>((const float *)in, (float *)out);
}
