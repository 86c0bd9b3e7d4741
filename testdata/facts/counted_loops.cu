// Loops beyond what is run one by one, whose test says how many iterations remain: what they access is counted in full, and the
// values behind them are those of that number.  64 threads are two warps.

// 4096 / 8 - 1 = 511 iterations.
__global__ void counted_down(const int *in, int *out, int k)
{
	__shared__ int s[128], work[64];
	const int t = threadIdx.x;
	for (int tiles = (k + 7) / 8 - 1; tiles > 0; --tiles) {
		for (int i = 0; i < 1000; i++) {
			work[t] = i; // fact: store 1022000/1022000 exact
			__syncthreads();
		}
		s[t * 2] = in[tiles * 64 + t]; // fact: store 2044/1022 exact
		__syncthreads();
	}
	out[t] = s[t] + work[t]; // fact: load 4/4 exact
}

// 301 iterations; the stride alternates, and is the second one behind an odd number of them.
__global__ void alternating(const int *in, int *out, int n)
{
	__shared__ int s[64 * 33], work[64];
	const int t = threadIdx.x;
	int step = 1;
	for (int tile = 0; tile < n; tile++) {
		for (int i = 0; i < 1000; i++) {
			work[t] = i; // fact: store 602000/602000 exact
			__syncthreads();
		}
		step = 33 - step;
	}
	s[t * step] = in[t]; // fact: store 64/2 exact
	__syncthreads();
	out[t] = s[t] + work[t]; // fact: load 4/4 exact
}

// Data decide when it ends: how often is not known.
__global__ void left_early(const int *in, int *out, int n)
{
	__shared__ int s[128], work[64];
	const int t = threadIdx.x;
	for (int tile = 0; tile < n; tile++) {
		for (int i = 0; i < 1000; i++) {
			work[t] = i; // fact: store * exact (how often it runs)
			__syncthreads();
		}
		if (in[tile] == 7)
			break;
		s[t * 2] = tile; // fact: store * exact (how often it runs)
		__syncthreads();
	}
	out[t] = s[t] + work[t]; // fact: load 4/4 exact
}

void launch(const int *in, int *out)
{
	counted_down<<<1, 64>>>(in, out, 4096);
	alternating<<<1, 64>>>(in, out, 301);
	left_early<<<1, 64>>>(in, out, 500);
}
