/* One dimension, rows from a macro that the global index uses too. */
#define TILE 32

static __device__ __forceinline__ int swizzle_tile(int i)
{
	return i ^ (i >> 5 & 31);
}

__global__ void transpose(const float *in, float *out)
{
	__shared__ float tile[TILE * TILE];
	static_assert((TILE * TILE) % 32 == 0, "the swizzle of 'tile' needs multiples of 32 elements");
	int x = threadIdx.x, y = threadIdx.y;
	tile[swizzle_tile(y * TILE + x)] = in[y * TILE + x];
	__syncthreads();
	out[y * TILE + x] = tile[swizzle_tile(x * TILE + y)];
}

void launch(const int *in, int *out, int n)
{
	transpose<<<1, dim3(TILE, TILE)>>>((const float *)in, (float *)out);
}
