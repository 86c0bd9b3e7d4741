/* Elements that data choose are updated in place: their address is computed once, which is no pointer that is kept. */
__global__ void histograms(const int *in, int *out, int n)
{
	__shared__ int h[128][36];
	int t = threadIdx.x;
	for (int bin = 0; bin < 32; bin++)
		h[t][bin] = 0;
	for (int i = t; i < n; i += 128)
		h[t][in[i] & 31]++;
	h[t][in[t] >> 4 & 31] += 2;
	int last = --h[t][in[t] >> 8 & 31];
	__syncthreads();
	if (t < 32) {
		int sum = last;
		for (int k = 0; k < 128; k++)
			sum += h[k][t];
		out[t] = sum;
	}
}

void launch(const int *in, int *out, int n)
{
	histograms<<<1, 128>>>(in, out, n);
}
