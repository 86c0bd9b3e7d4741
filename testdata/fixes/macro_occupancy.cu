/* Seven blocks of the second kernel fit on an SM.  Longer rows, which the first kernel has room for, would leave six of them: a swizzle
 * of both, which share the macro. */
#define AT(row, column) tile[(row) * 32 + (column)]

__global__ void transpose(const float *in, float *out)
{
	__shared__ float tile[32 * 32];
	int x = threadIdx.x, y = threadIdx.y;
	AT(y, x) = in[y * 32 + x];
	__syncthreads();
	out[y * 32 + x] = AT(x, y);
}

__global__ void copy(const float *in, float *out)
{
	__shared__ float tile[246 * 32];
	int x = threadIdx.x, y = threadIdx.y;
	for (int r = y; r < 246; r += 32)
		AT(r, x) = in[r * 32 + x];
	__syncthreads();
	out[1024 + y * 32 + x] = AT(y + 214, x ^ 1);
}

void launch(const int *in, int *out, int n)
{
	transpose<<<1, dim3(32, 32)>>>((const float *)in, (float *)out);
	copy<<<1, dim3(32, 8)>>>((const float *)in, (float *)out);
}
