// Many products of 8x8 matrices: each thread has a matrix of its own in shared memory.
#define N 8
#define THREADS 32

__global__ void batched(const float *a, const float *b, float *c)
{
	__shared__ float as[THREADS][N][N], bs[THREADS][N][N];
	int t = threadIdx.x, first = blockIdx.x * THREADS * N * N;
	for (int i = t; i < THREADS * N * N; i += THREADS) {
		as[i / (N * N)][i / N % N][i % N] = a[first + i];
		bs[i / (N * N)][i / N % N][i % N] = b[first + i];
	}
	__syncthreads();
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			float sum = 0;
			for (int k = 0; k < N; k++)
				sum += as[t][i][k] * bs[t][k][j];
			c[first + t * N * N + i * N + j] = sum;
		}
}

void launch(const float *a, const float *b, float *c, int n)
{
	batched<<<n / THREADS, THREADS>>>(a, b, c);
}
