/* Each lane has a bank of its own, whatever row data choose: longer rows would free the sum, and make the banks of the update
 * depend on data. */
__global__ void histograms(const int *in, int *out, int n)
{
	__shared__ int h[32][128]; // not fixed: h: the banks of an access would depend on data
	int t = threadIdx.x;
	for (int bin = 0; bin < 32; bin++)
		h[bin][t] = 0;
	for (int i = t; i < n; i += 128)
		h[in[i] & 31][t]++;
	__syncthreads();
	if (t < 32) {
		int sum = 0;
		for (int k = 0; k < 128; k++)
			sum += h[t][k];
		out[t] = sum;
	}
}

void launch(const int *in, int *out, int n)
{
	histograms<<<1, 128>>>(in, out, n);
}
