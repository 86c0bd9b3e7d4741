/* A template that nothing instantiates launches the kernel with a size of its own. */
static __global__ void transpose(const int *in, int *out)
{
	extern __shared__ int tile[]; // not fixed: tile: a launch that is not analysed would have to allocate as much
	tile[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
	__syncthreads();
	out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x * 32 + threadIdx.y];
}

template <int N> void launch_rows(const int *in, int *out)
{
	transpose<<<1, dim3(32, N), N * 32 * sizeof(int)>>>(in, out);
}

void launch(const int *in, int *out, int n)
{
	transpose<<<1, dim3(32, 32), 32 * 32 * sizeof(int)>>>(in, out);
}
