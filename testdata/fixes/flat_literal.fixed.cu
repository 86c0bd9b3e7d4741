/* One dimension, rows of 32 in the index. */
__global__ void transpose(const float *in, float *out)
{
	__shared__ float tile[1056];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y * 33 + x] = in[y * 32 + x];
	__syncthreads();
	out[y * 32 + x] = tile[x * 33 + y];
}

void launch(const int *in, int *out, int n)
{
	transpose<<<1, dim3(32, 32)>>>((const float *)in, (float *)out);
}
