/* A swizzle would free the store, and take an instruction at every access of the loop. */
__global__ void products(const float *in, float *out)
{
	__shared__ float tile[32][33];
	int x = threadIdx.x, y = threadIdx.y;
	tile[x][y] = in[y * 32 + x];
	__syncthreads();
	float sum = 0;
	for (int round = 0; round < 100; round++)
		for (int i = 0; i < 32; i++)
			sum += tile[i][x] * tile[i][y];
	out[y * 32 + x] = sum;
}

void launch(const float *in, float *out)
{
	products<<<1, dim3(32, 32)>>>(in, out);
}
