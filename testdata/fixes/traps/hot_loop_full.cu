/* The same where there is no room for a padding. */
__global__ void products(const float *in, float *out)
{
	__shared__ float tile[32][32]; // not fixed: tile: what saves wavefronts adds more instructions
	__shared__ float rest[11264];
	int x = threadIdx.x, y = threadIdx.y;
	tile[x][y] = in[y * 32 + x];
	for (int i = 0; i < 11; i++)
		rest[i * 1024 + y * 32 + x] = in[i];
	__syncthreads();
	float sum = 0;
	for (int round = 0; round < 100; round++)
		for (int i = 0; i < 32; i++)
			sum += tile[i][x] * tile[i][y];
	out[y * 32 + x] = sum + rest[11263 - y * 32 - x];
}

void launch(const float *in, float *out)
{
	products<<<1, dim3(32, 32)>>>(in, out);
}
