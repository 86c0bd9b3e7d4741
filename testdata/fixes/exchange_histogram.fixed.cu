/* A histogram for each thread: bins that data choose, and bins that are the same in all threads. */
#define THREADS 64
#define BINS 32

__device__ int bin_of(int value)
{
	return value >> 1 & (BINS - 1);
}

__global__ void histograms(const int *in, int *out, int n)
{
	__shared__ int bins[BINS][THREADS];
	int t = threadIdx.x;
#pragma unroll 1
	for (int bin = 0; bin < BINS; bin++)
		bins[bin][t] = 0;
	for (int i = t; i < n * 8; i += THREADS)
		bins[bin_of(in[i])][t]++;
	bins[n & (BINS - 1)][t] += n;
	int sum = 0;
#pragma unroll 1
	for (int bin = 0; bin < BINS; bin++)
		sum += bins[bin][t] * (bin + 1);
	out[t] = sum;
}

void launch(const int *in, int *out, int n)
{
	histograms<<<1, THREADS>>>(in, out, n);
}
