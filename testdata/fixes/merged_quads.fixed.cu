/* Four neighbours of a row, which nvcc takes at once; freed, each goes by itself. */
__global__ void quads(const float *in, float *out)
{
	__shared__ __align__(16) float tile[32][68];
	int t = threadIdx.x;
	for (int i = t; i < 32 * 64; i += 128)
		tile[i / 64][i % 64] = in[i];
	__syncthreads();
	int r = t % 32, c = t / 32 * 16;
	float sum = 0;
#pragma unroll
	for (int k = 0; k < 4; k++)
		sum += tile[r][c + k] * (k + 1);
	out[t] = sum;
}

void launch(const int *in, int *out, int n)
{
	quads<<<1, 128>>>((const float *)in, (float *)out);
}
