static __device__ __forceinline__ int swizzle_tile(int i)
{
	return i ^ (i >> 5 & 31);
}

/* One dimension, rows of 32 in the index. */
__global__ void transpose(const float *in, float *out)
{
	__shared__ float tile[1024];
	int x = threadIdx.x, y = threadIdx.y;
	tile[swizzle_tile(y * 32 + x)] = in[y * 32 + x];
	__syncthreads();
	out[y * 32 + x] = tile[swizzle_tile(x * 32 + y)];
}

void launch(const int *in, int *out, int n)
{
	transpose<<<1, dim3(32, 32)>>>((const float *)in, (float *)out);
}
