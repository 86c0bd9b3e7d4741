/* A swizzle of dynamic shared memory takes no more of it.  No kernel of this name is elsewhere. */
static __global__ void transpose(const float *in, float *out)
{
	extern __shared__ float tile[];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y * 16 + x] = in[y * 16 + x];
	__syncthreads();
	out[y * 16 + x] = tile[x * 16 + y];
}

void launch(const int *in, int *out, int n)
{
	transpose<<<1, dim3(16, 16), 16 * 16 * sizeof(float)>>>((const float *)in, (float *)out);
}
