#include "transpose.h"

__global__ void transpose(const float *in, float *out, int n)
{
	extern __shared__ float tile[];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y * (T + 1) + x] = in[(blockIdx.y * T + y) * n + blockIdx.x * T + x];
	__syncthreads();
	out[(blockIdx.x * T + y) * n + blockIdx.y * T + x] = tile[x * (T + 1) + y];
}
