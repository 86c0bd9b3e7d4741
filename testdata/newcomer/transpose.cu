// B = transpose(A), 32 rows by a block of 32x8 threads.
#define TILE 32
#define ROWS 8

__global__ void transpose(const float *in, float *out, int width, int height)
{
	__shared__ float tile[TILE][TILE];
	int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
	for (int i = 0; i < TILE; i += ROWS)
		tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * width + x];
	__syncthreads();
	x = blockIdx.y * TILE + threadIdx.x;
	y = blockIdx.x * TILE + threadIdx.y;
	for (int i = 0; i < TILE; i += ROWS)
		out[(y + i) * height + x] = tile[threadIdx.x][threadIdx.y + i];
}

int main()
{
	const int n = 1024;
	float *in, *out;
	cudaMalloc(&in, n * n * sizeof(float));
	cudaMalloc(&out, n * n * sizeof(float));
	transpose<<<dim3(n / TILE, n / TILE), dim3(TILE, ROWS)>>>(in, out, n, n);
	return cudaDeviceSynchronize();
}
