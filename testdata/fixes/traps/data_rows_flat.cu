/* The same of an array with one dimension: neither longer rows, nor a function of the index, nor a swizzle. */
__global__ void histograms(const int *in, int *out, int n)
{
	__shared__ int h[32 * 128]; // not fixed: h: the banks of an access would depend on data
	int t = threadIdx.x;
	for (int bin = 0; bin < 32; bin++)
		h[bin * 128 + t] = 0;
	for (int i = t; i < n; i += 128)
		atomicAdd(&h[(in[i] & 31) * 128 + t], 1);
	__syncthreads();
	if (t < 32) {
		int sum = 0;
		for (int k = 0; k < 128; k++)
			sum += h[t * 128 + k];
		out[t] = sum;
	}
}

void launch(const int *in, int *out, int n)
{
	histograms<<<1, 128>>>(in, out, n);
}
