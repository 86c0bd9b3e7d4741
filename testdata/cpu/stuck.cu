/* Half of the threads wait at a barrier, the other half in a function of the warp that needs all of its lanes. */
#include <stdlib.h>

__global__ void stuck(int *out)
{
	__shared__ int tile[32];
	tile[threadIdx.x] = out[threadIdx.x];
	if (threadIdx.x < 16)
		__syncthreads();
	else
		__syncwarp();
	out[threadIdx.x] = tile[31 - threadIdx.x];
}

int main()
{
	int *out;
	cudaMalloc((void **)&out, 128);
	stuck<<<1, 32>>>(out);
	return cudaDeviceSynchronize() == cudaSuccess && cudaGetLastError() == cudaSuccess;
}
