/* One dimension, rows from a constant, the factor first. */
__global__ void transpose(const float *in, float *out)
{
	const int width = 32;
	__shared__ float tile[(width + 4) * 8];
	int x = threadIdx.x, y = threadIdx.y;
	tile[(width + 4) * y + x] = in[y * width + x];
	__syncthreads();
	int i = y * width + x;
	out[i] = tile[(width + 4) * (i % 8) + i / 8];
}

void launch(const int *in, int *out, int n)
{
	transpose<<<1, dim3(32, 8)>>>((const float *)in, (float *)out);
}
