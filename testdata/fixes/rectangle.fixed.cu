/* Rows and columns of different lengths, the row from a macro with arithmetic. */
#define COLS (8 * 8)
#define ROWS 16

__global__ void transpose(const float *in, float *out)
{
	__shared__ float tile[ROWS][COLS + 2];
	for (int i = threadIdx.x; i < ROWS * COLS; i += blockDim.x)
		tile[i / COLS][i % COLS] = in[i];
	__syncthreads();
	for (int i = threadIdx.x; i < ROWS * COLS; i += blockDim.x)
		out[i] = tile[i % ROWS][i / ROWS];
}

void launch(const int *in, int *out, int n)
{
	transpose<<<1, 256>>>((const float *)in, (float *)out);
}
