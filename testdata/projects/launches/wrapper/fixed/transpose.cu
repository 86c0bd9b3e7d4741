#include "transpose.h"
enum { T = 32 };

__global__ void transpose(const float *in, float *out, int n)
{
	extern __shared__ float tile[];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y * (T + 1) + x] = in[(blockIdx.y * T + y) * n + blockIdx.x * T + x];
	__syncthreads();
	out[(blockIdx.x * T + y) * n + blockIdx.y * T + x] = tile[x * (T + 1) + y];
}

void run_transpose(const float *in, float *out, int n)
{
	transpose<<<dim3(n / T, n / T), dim3(T, T), T * (T + 1) * sizeof(float)>>>(in, out, n);
}
