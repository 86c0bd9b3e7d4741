#include "deep.h"
#include <cstdio>
namespace {
__global__ void nameless(int *out)
{
	__shared__ int bins[128];
	for (int i = threadIdx.x; i < 128; i += 32)
		bins[i] = i;
	__syncthreads();
	outer(bins, threadIdx.x);
	__syncthreads();
	auto read = [&](int i) { return bins[i * 2 & 127]; };
	out[threadIdx.x] = read(threadIdx.x) + apart(bins, threadIdx.x);
}
}
int main()
{
	int *out;
	cudaMalloc(&out, 4096);
	for (int i = 0; i < 3; i++)
		nameless<<<1, 32>>>(out);
	return cudaDeviceSynchronize() != cudaSuccess;
}
