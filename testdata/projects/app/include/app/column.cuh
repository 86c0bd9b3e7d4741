#pragma once
#include <scale.h>

/* Every lane of a warp reads one bank. */
template <typename T, int Rows>
__device__ T column(const T *in)
{
	__shared__ T tile[Rows][32];
	tile[threadIdx.x / 32][threadIdx.x % 32] = in[threadIdx.x] * SCALE;
	__syncthreads();
	return tile[threadIdx.x % Rows][0];
}
