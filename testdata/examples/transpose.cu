// A matrix transpose through a tile in shared memory, the way it is written first: coalesced in global
// memory on both sides, and a 32-way bank conflict where the tile is read by columns.
const int TILE = 32; // width and height are multiples of it

__global__ void transpose(float *out, const float *in, int width, int height)
{
	__shared__ float tile[TILE][TILE];

	int x = blockIdx.x * TILE + threadIdx.x;
	int y = blockIdx.y * TILE + threadIdx.y;
	tile[threadIdx.y][threadIdx.x] = in[y * width + x];
	__syncthreads();

	x = blockIdx.y * TILE + threadIdx.x;
	y = blockIdx.x * TILE + threadIdx.y;
	out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

void launch_transpose(float *out, const float *in, int width, int height)
{
	dim3 block(TILE, TILE);
	dim3 grid(width / TILE, height / TILE);
	transpose<<<grid, block>>>(out, in, width, height);
}
