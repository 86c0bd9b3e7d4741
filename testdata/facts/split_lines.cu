/* The lower half of a scan, unrolled: at a distance of 2, words 1 and 3 of 16 bytes are loaded together and split again.  Here each
 * is counted at its own line (an H200), in levels() of behind_branches.cu at the first one's. */
template <int N> __global__ void spread(const float *in, float *out)
{
	__shared__ float sums[N];
	const int t = threadIdx.x;
	sums[t] = in[t];	     // fact: store 8/8 exact
	sums[t + N / 2] = in[t + N / 2]; // fact: store 8/8 exact
	int apart = N;
	for (int n = 1; n < N; n *= 2) {
		apart >>= 1;
		__syncthreads();
		if (t < n) {
			const int low = apart * (2 * t + 1) - 1, high = low + apart;
			const float left = sums[low]; // fact: load 111/32 bound // measured: load 95/28
			sums[low] = sums[high]; // fact: load 63/8 bound | store 79/12 exact // measured: load 79/12 | store 79/12
			sums[high] += left; // fact: load 0/0 exact | store 95/28 exact
		}
	}
	__syncthreads();
	out[t] = sums[t];		 // fact: load 8/8 exact
	out[t + N / 2] = sums[t + N / 2]; // fact: load 8/8 exact
}

void launch(const int *in, int *out, int n)
{
	spread<512><<<1, 256>>>((const float *)in, (float *)out);
}
