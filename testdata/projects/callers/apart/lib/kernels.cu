#include "kernels.h"

__global__ void strided(int *out, int stride)
{
	__shared__ int data[4096];
	out[threadIdx.x] = data[threadIdx.x * stride % 4096];
}

void run_strided(int *out, int stride)
{
	strided<<<1, BLOCK_THREADS>>>(out, stride);
}
