/* Three dimensions: the innermost but one is walked. */
__global__ void planes(const float *in, float *out)
{
	__shared__ float cube[4][32][33];
	int x = threadIdx.x, y = threadIdx.y;
	for (int z = 0; z < 4; z++)
		cube[z][y][x] = in[(z * 32 + y) * 32 + x];
	__syncthreads();
	for (int z = 0; z < 4; z++)
		out[(z * 32 + y) * 32 + x] = cube[z][x][y];
}

void launch(const int *in, int *out, int n)
{
	planes<<<1, dim3(32, 32)>>>((const float *)in, (float *)out);
}
