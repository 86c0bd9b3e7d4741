/* Eight bytes an element: half a warp a phase. */
#define SIDE 32

__global__ void transpose(const double *in, double *out)
{
	__shared__ double tile[SIDE][SIDE];
	static_assert(SIDE % 16 == 0, "the swizzle of 'tile' needs rows of multiples of 16 elements");
	int x = threadIdx.x;
	for (int y = threadIdx.y; y < SIDE; y += 8)
		tile[y][x ^ (y & 15)] = in[y * SIDE + x];
	__syncthreads();
	for (int y = threadIdx.y; y < SIDE; y += 8)
		out[y * SIDE + x] = tile[x][y ^ (x & 15)];
}

void launch(const int *in, int *out, int n)
{
	transpose<<<1, dim3(SIDE, 8)>>>((const double *)in, (double *)out);
}
