#include "middle.cuh"

__global__ void top(float *out)
{
	__shared__ float row[64];
	row[threadIdx.x] = out[threadIdx.x];
	__syncthreads();
	out[threadIdx.x] = leaf(row);
}

void run_top(float *out)
{
	top<<<1, 32>>>(out);
}
