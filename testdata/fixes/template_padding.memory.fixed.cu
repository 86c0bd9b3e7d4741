/* The padding is a parameter, and the launch gives 0. */
template <int PAD>
__global__ void transpose(const float *in, float *out)
{
	__shared__ float tile[32][32 + PAD];
	static_assert((32 + PAD) % 32 == 0, "the swizzle of 'tile' needs rows of multiples of 32 elements");
	int x = threadIdx.x, y = threadIdx.y;
	tile[y][x ^ y] = in[y * 32 + x];
	__syncthreads();
	out[y * 32 + x] = tile[x][y ^ x];
}

void launch(const int *in, int *out, int n)
{
	transpose<0><<<1, dim3(32, 32)>>>((const float *)in, (float *)out);
}
