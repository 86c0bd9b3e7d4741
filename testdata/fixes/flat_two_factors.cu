/* A second factor that is as long as a row, and an element without a sum. */
template <int WIDTH, int PART>
__global__ void parts(const float *in, float *out)
{
	__shared__ float tile[WIDTH * 32];
	int t = threadIdx.x;
	for (int i = 0; i < 32; i++)
		tile[i * WIDTH + t] = in[i * WIDTH + t];
	__syncthreads();
	float sum = tile[0];
	for (int part = 0; part < WIDTH / PART; part++)
		for (int i = 0; i < 8; i++)
			sum += tile[t * WIDTH + part * PART + i * 3] * (i + 1);
	out[t] = sum;
}

void launch(const int *in, int *out, int n)
{
	parts<32, 32><<<1, 32>>>((const float *)in, (float *)out);
}
