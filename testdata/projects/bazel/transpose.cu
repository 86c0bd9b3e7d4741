#include <tile.cuh>
__global__ void transpose(float *out, const float *in) {
	__shared__ Tile tile;
	tile.rows[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
	__syncthreads();
	out[threadIdx.y * 32 + threadIdx.x] = tile.rows[threadIdx.x][threadIdx.y];
}
