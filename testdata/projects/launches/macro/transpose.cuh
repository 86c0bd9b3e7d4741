/* A launch by a macro. */
#pragma once
enum { T = 32 };
#define LAUNCH(kernel, grid, block, bytes, ...) kernel<<<grid, block, bytes>>>(__VA_ARGS__)

__global__ void transpose(const float *in, float *out, int n)
{
	extern __shared__ float tile[];
	int x = threadIdx.x, y = threadIdx.y;
	tile[y * T + x] = in[(blockIdx.y * T + y) * n + blockIdx.x * T + x];
	__syncthreads();
	out[(blockIdx.x * T + y) * n + blockIdx.y * T + x] = tile[x * T + y];
}
