/* More iterations than are run one by one: the same ones are compared in both texts.  nvcc loads four words of a row at a time (LDS.128, by
 * its machine code for sm_90): in rows that are longer by one it could not any more, in rows that are longer by four it does. */
#define PAIRS 2000
#define LENGTH 64

__global__ void products(const int *a, const int *b, int *out)
{
	__shared__ int left[16 * (LENGTH + 4)];
	__shared__ int right[16 * (LENGTH + 16)];
	int tx = threadIdx.x, ty = threadIdx.y, sum = 0;
	for (int d = tx; d < LENGTH; d += 16)
		left[ty * (LENGTH + 4) + d] = a[ty * LENGTH + d];
	for (int p = 0; p < PAIRS; p++) {
		for (int d = tx; d < LENGTH; d += 16)
			right[ty * (LENGTH + 16) + d] = b[(p * 16 + ty) % 64 * LENGTH + d];
		__syncthreads();
		for (int d = 0; d < LENGTH; d++)
			sum += left[tx * (LENGTH + 4) + d] * right[ty * (LENGTH + 16) + (d ^ tx)];
		__syncthreads();
	}
	out[ty * 16 + tx] = sum;
}

void launch(const int *in, int *out, int n)
{
	products<<<1, dim3(16, 16)>>>(in, in + 1024, out);
}
