/* Rows whose length is a template's parameter: each instance has its own. */
template <int WIDTH, int ROWS>
__global__ void columns(const float *in, float *out)
{
	__shared__ float tile[(WIDTH + 4) * ROWS];
	int t = threadIdx.x;
	for (int i = t; i < WIDTH * ROWS; i += 32)
		tile[i / WIDTH * (WIDTH + 4) + i % WIDTH] = in[i];
	__syncthreads();
	float sum = 0;
	for (int c = 0; c < WIDTH; c++)
		sum += tile[t % ROWS * (WIDTH + 4) + c] * (c + 1);
	out[t] = sum;
}

void launch(const int *in, int *out, int n)
{
	columns<32, 32><<<1, 32>>>((const float *)in, (float *)out);
	columns<16, 64><<<1, 32>>>((const float *)in, (float *)out + 32);
}
