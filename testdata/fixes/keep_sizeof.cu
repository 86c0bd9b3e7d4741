/* Its size is taken: something else may rest on it.
 * not fixed: tile: sizeof is taken of it */
__global__ void transpose(const float *in, float *out)
{
	__shared__ float tile[32][32];
	int x = threadIdx.x, y = threadIdx.y;
	int row = sizeof(tile[0]) / sizeof(float);
	tile[y][x] = in[y * row + x];
	__syncthreads();
	out[y * 32 + x] = tile[x][y];
}

void launch(const int *in, int *out, int n)
{
	transpose<<<1, dim3(32, 32)>>>((const float *)in, (float *)out);
}
