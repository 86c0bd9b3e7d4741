#include <app/run.h>

#ifndef NAME
#error the definitions of the project are missing
#endif

__global__ void transpose_tile(float *out, const float *in, int pitch)
{
	__shared__ float tile[TILE][TILE];
	tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * pitch + threadIdx.x];
	__syncthreads();
	out[threadIdx.y * pitch + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

void transpose(float *out, const float *in, int pitch)
{
	transpose_tile<<<1, dim3(TILE, TILE)>>>(out, in, pitch);
}

/* Reads with the stride that main.cpp gives. */
__global__ void strided(int *out, int stride)
{
	__shared__ int data[1024];
	data[threadIdx.x] = out[threadIdx.x];
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x * stride];
}

void run_strided(int *out, int stride)
{
	strided<<<1, 32>>>(out, stride);
}
