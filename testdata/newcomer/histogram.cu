// Counts bytes: a histogram for each block, added to the whole one at the end.
__global__ void histogram(const unsigned char *data, unsigned *bins, int n)
{
	__shared__ unsigned local[256];
	local[threadIdx.x] = 0;
	__syncthreads();
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		atomicAdd(&local[data[i]], 1);
	__syncthreads();
	atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

void launch(const unsigned char *data, unsigned *bins, int n)
{
	histogram<<<128, 256>>>(data, bins, n);
}
