#pragma once
__device__ inline void inner(int *bins, int i)
{
	atomicAdd(&bins[i & 31], 2);
	__threadfence_block();
	bins[(3 * i + 1) & 63] = i;
}
__device__ __noinline__ int apart(int *bins, int i)
{
	return bins[4 * i & 127];
}
