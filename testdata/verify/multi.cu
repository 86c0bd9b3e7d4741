#include "multi.h"
#include <cooperative_groups.h>
#include <cstdio>
__global__ void twice(const float *in, float *out)
{
	__shared__ float tile[32 * 33];
	for (int i = threadIdx.x + blockDim.x * threadIdx.y; i < 32 * 33; i += blockDim.x * blockDim.y)
		put(tile, i, in[i]);
	__syncthreads();
	out[threadIdx.x] = fetch<32>(tile, threadIdx.x) + fetch<33>(tile, threadIdx.x);
	tile[threadIdx.x * 2] += tile[threadIdx.x * 4] *
		tile[threadIdx.x * 8];
	__syncthreads();
	if (out[5] > 1e30f)
		out[threadIdx.x] = tile[0];
}
template <typename T> __global__ void counts(const T *in, int *out)
{
	__shared__ int bins[64];
	extern __shared__ char raw[];
	T *dyn = (T *)raw;
	auto g = cooperative_groups::this_thread_block();
	bins[threadIdx.x] = 0;
	g.sync();
	atomicAdd(&bins[(int)in[threadIdx.x] & 63], 1);
	dyn[threadIdx.x * 2] = in[threadIdx.x];
	g.sync();
	out[threadIdx.x] = bins[threadIdx.x] + (int)dyn[threadIdx.x ^ 1];
}
int main(int argc, char **argv)
{
	float *a, *b;
	cudaMalloc(&a, 1 << 20); cudaMalloc(&b, 1 << 20);
	cudaMemset(a, 0, 1 << 20);
	twice<<<1, 32>>>(a, b);
	twice<<<3, dim3(16, 2)>>>(a, b);
	twice<<<1, dim3(16, 2)>>>(a, b);
	counts<float><<<1, 64, 4096>>>(a, (int *)b);
	counts<int><<<2, 32, 4096>>>((int *)a, (int *)b);
	cudaError_t e = cudaDeviceSynchronize();
	printf("%s\n", cudaGetErrorString(e));
	return e != cudaSuccess;
}
