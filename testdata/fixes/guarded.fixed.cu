/* A guard that leaves lanes out. */
__global__ void transpose(const float *in, float *out, int n)
{
	__shared__ float tile[32][33];
	int x = threadIdx.x, y = threadIdx.y;
	if (x < n && y < n)
		tile[y][x] = in[y * n + x];
	__syncthreads();
	if (x < n && y < n)
		out[y * n + x] = tile[x][y];
}

void launch(const int *in, int *out, int n)
{
	transpose<<<1, dim3(32, 32)>>>((const float *)in, (float *)out, n / 2);
}
