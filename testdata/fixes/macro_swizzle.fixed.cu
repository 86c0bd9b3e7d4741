/* A swizzle in a macro, whose parameters may be sums; and a subscript in a macro's argument. */
#define AT(row, column) tile[row][(column) ^ (row)]
#define TWICE(value) ((value) + (value))

__global__ void transpose(const float *in, float *out)
{
	__shared__ float tile[16][16];
	int x = threadIdx.x, y = threadIdx.y;
	AT(y, x) = in[y * 16 + x];
	__syncthreads();
	out[y * 16 + x] = TWICE(tile[x][y ^ x]) + AT(x, y | 0);
}

void launch(const int *in, int *out, int n)
{
	transpose<<<1, dim3(16, 16)>>>((const float *)in, (float *)out);
}
