/* The subscripts of a flat tile stand in a macro: its definition changes. */
#define WIDTH 32
#define AT(row, column) tile[(row) * WIDTH + (column)]

__global__ void transpose(const float *in, float *out)
{
	__shared__ float tile[WIDTH * WIDTH];
	int x = threadIdx.x, y = threadIdx.y;
	AT(y, x) = in[y * WIDTH + x];
	__syncthreads();
	out[y * WIDTH + x] = AT(x, y);
}

void launch(const int *in, int *out, int n)
{
	transpose<<<1, dim3(WIDTH, WIDTH)>>>((const float *)in, (float *)out);
}
