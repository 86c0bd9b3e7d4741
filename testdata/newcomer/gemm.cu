// C = A * B with tiles of 32x32 in shared memory; the tile of A is kept transposed, "for locality".
const int TILE = 32; // n is a multiple of it

__global__ void gemm(const float *a, const float *b, float *c, int n)
{
	__shared__ float as[TILE][TILE], bs[TILE][TILE];
	int tx = threadIdx.x, ty = threadIdx.y;
	int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
	float sum = 0;
	for (int k = 0; k < n; k += TILE) {
		as[tx][ty] = a[row * n + k + tx];
		bs[ty][tx] = b[(k + ty) * n + col];
		__syncthreads();
		for (int i = 0; i < TILE; i++)
			sum += as[i][ty] * bs[i][tx];
		__syncthreads();
	}
	c[row * n + col] = sum;
}

void launch(const float *a, const float *b, float *c, int n)
{
	gemm<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(a, b, c, n);
}
