/* Asynchronous copies of 16 bytes to elements. */
#include <cuda_pipeline.h>

__global__ void columns(const int *in, int *out, int n)
{
	__shared__ __align__(16) int tile[2][32][32];
	int t = threadIdx.x, sum = 0;
	for (int i = 0; i < 2; i++)
		for (int r = t / 8; r < 32; r += 4)
			__pipeline_memcpy_async(&tile[i][r][t % 8 * 4], &in[i * 1024 + r * 32 + t % 8 * 4], 16);
	__pipeline_commit();
	__pipeline_wait_prior(0);
	__syncwarp();
	for (int i = 0; i < 2; i++)
		for (int k = 0; k < 32; k++)
			sum = sum * 3 + tile[i][t][k];
	out[t] = sum;
}

void launch(const int *in, int *out, int n)
{
	columns<<<1, 32>>>(in, out, n);
}
