/* Rows and columns of different lengths, the row from a macro with arithmetic. */
#define COLS (8 * 8)
#define ROWS 16

__global__ void transpose(const float *in, float *out)
{
	__shared__ float tile[ROWS][COLS];
	static_assert(COLS % 32 == 0, "the swizzle of 'tile' needs rows of multiples of 32 elements");
	for (int i = threadIdx.x; i < ROWS * COLS; i += blockDim.x)
		tile[i / COLS][(i % COLS) ^ (((i / COLS) & 15) << 1)] = in[i];
	__syncthreads();
	for (int i = threadIdx.x; i < ROWS * COLS; i += blockDim.x)
		out[i] = tile[i % ROWS][(i / ROWS) ^ (((i % ROWS) & 15) << 1)];
}

void launch(const int *in, int *out, int n)
{
	transpose<<<1, 256>>>((const float *)in, (float *)out);
}
