/* A device function reads the columns of a flat tile: it, too, has to know where they are. */
__device__ float column_sum(const float *tile, int x)
{
	float sum = 0;
	for (int r = 0; r < 32; r++)
		sum += tile[x * 36 + r];
	return sum;
}
__global__ void sums(const float *in, float *out)
{
	__shared__ float tile[32 * 32 + 128];
	int x = threadIdx.x, y = threadIdx.y;
	for (int r = y; r < 32; r += 16)
		tile[r * 36 + x] = in[r * 32 + x];
	__syncthreads();
	if (y == 0)
		out[x] = column_sum(tile, x);
}
void launch(const int *in, int *out, int n)
{
	sums<<<1, dim3(32, 16)>>>((const float *)in, (float *)out);
}
