/* nvcc clears and sums four bins at once: exchanged, each would be a request of its own. */
__global__ void histograms(const int *in, int *out, int n)
{
	__shared__ int h[128][64];
	int t = threadIdx.x;
	for (int bin = 0; bin < 64; bin++)
		h[t][bin] = 0;
	for (int i = t; i < n * 16; i += 128)
		h[t][in[i] & 63]++;
	int sum = 0;
	for (int bin = 0; bin < 64; bin++)
		sum += h[t][bin] * bin;
	out[t] = sum;
}

void launch(const int *in, int *out, int n)
{
	histograms<<<1, 128>>>(in, out, n);
}
