/* Subscripts that are sums: they get parentheses where a swizzle needs them. */
__global__ void shift(const float *in, float *out)
{
	__shared__ float tile[16][16];
	int x = threadIdx.x, y = threadIdx.y;
	tile[15 - y][(x + 0) ^ (15 - y)] = in[y * 16 + x];
	__syncthreads();
	out[y * 16 + x] = tile[x][(15 - y) ^ x];
}

void launch(const int *in, int *out, int n)
{
	shift<<<1, dim3(16, 16)>>>((const float *)in, (float *)out);
}
