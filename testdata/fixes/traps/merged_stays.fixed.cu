/* The loads of the loop are merged by fours, and stay so: no swizzle, and no odd row. */
__global__ void product(const float *in, float *out)
{
	__shared__ __align__(16) float tile[64][68];
	int t = threadIdx.x;
	for (int i = 0; i < 16; i++)
		tile[t % 64][i * 4 + t / 64] = in[i * 256 + t];
	__syncthreads();
	float sum = 0;
	for (int k = 0; k < 64; k++)
		for (int j = 0; j < 4; j++)
			sum += tile[k][t % 16 * 4 + j] * tile[k][t / 16 * 4 + j];
	out[t] = sum;
}

void launch(const float *in, float *out)
{
	product<<<1, 256>>>(in, out);
}
