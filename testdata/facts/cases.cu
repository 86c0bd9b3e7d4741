/* Loops that double or halve a stride up to a runtime value: no formula gives their cost, but each value of it does.
 * The worst of the tried values is reported; the sums here are counted by hand, iteration by iteration. */

/* The tree of a scan.  n = 512 is the greatest that fits: 16, 16, 16, 16, 16, 8, 4, 2, 1 for 8, 4, 2, 1, 1 … warps. */
__global__ void scan_tree(const float *in, float *out, int n)
{
	extern __shared__ float data[];
	int t = threadIdx.x, step = 1;
	data[t] = in[t]; // fact: store 8/8 exact
	data[t + 256] = in[t + 256]; // fact: store 8/8 exact
	for (int d = n >> 1; d > 0; d >>= 1) {
		__syncthreads();
		if (t < d) {
			int a = step * (2 * t + 1) - 1, b = step * (2 * t + 2) - 1;
			float left = data[a]; // fact: load 95/20 symbolic
			data[b] += left; // fact: load 95/20 symbolic | store 95/20 symbolic
		}
		step *= 2;
	}
	if (t == 0)
		data[n - 1] = 0; // fact: store 1/1 exact
	for (int d = 1; d < n; d *= 2) {
		step >>= 1;
		__syncthreads();
		if (t < d) {
			int a = step * (2 * t + 1) - 1, b = step * (2 * t + 2) - 1;
			float left = data[a]; // fact: load 95/20 symbolic
			data[a] = data[b]; // fact: load 95/20 symbolic | store 95/20 symbolic
			data[b] += left; // fact: load 95/20 symbolic | store 95/20 symbolic
		}
	}
	__syncthreads();
	out[t] = data[t]; // fact: load 8/8 exact
	out[t + 256] = data[t + 256]; // fact: load 8/8 exact
}

/* The same up to a number that stands in shared memory, over an array of short: half as many words. */
__global__ void tree_of_shorts(const unsigned short *in, unsigned short *out, const int *size)
{
	__shared__ unsigned short data[513];
	__shared__ int count;
	int t = threadIdx.x, step = 1;
	unsigned short *list = data + 1;
	list[t] = in[t]; // fact: store 8/8 exact
	list[t + 256] = in[t + 256]; // fact: store 8/8 exact
	if (t == 0)
		count = *size; // fact: store 1/1 exact
	__syncthreads();
	int n = count; // fact: load 8/8 exact
	for (int d = n >> 1; d > 0; d >>= 1) {
		__syncthreads();
		if (t < d) {
			int a = step * (2 * t + 1) - 1, b = step * (2 * t + 2) - 1;
			list[b] += list[a]; // fact: load 110/40 symbolic | store 55/20 symbolic
		}
		step <<= 1;
	}
	__syncthreads();
	out[t] = list[t]; // fact: load 8/8 exact
}

__global__ void strided_reduction(const float *in, float *out, int n)
{
	__shared__ float data[256];
	int t = threadIdx.x;
	data[t] = in[t]; // fact: store 8/8 exact
	__syncthreads();
	for (int s = 1; s < n; s *= 2) {
		int i = 2 * s * t;
		if (i < n)
			data[i] += in[i + s]; // fact: load 47/12 symbolic | store 47/12 symbolic
		__syncthreads();
	}
	if (t == 0)
		out[0] = data[0]; // fact: load 1/1 exact
}

/* An exclusive or with a power of two only changes places: free whatever n is. */
__global__ void sort_pairs(float *keys, int n)
{
	__shared__ float data[256];
	int t = threadIdx.x;
	data[t] = keys[t]; // fact: store 8/8 exact
	for (int k = 2; k <= n; k <<= 1)
		for (int j = k >> 1; j > 0; j >>= 1) {
			__syncthreads();
			int other = t ^ j;
			if (other > t) {
				float a = data[t]; // fact: load 8/8
				float b = data[other]; // fact: load 264/264 symbolic
				if ((a > b) == ((t & k) == 0)) {
					data[t] = b; // fact: store 8/8
					data[other] = a; // fact: store * symbolic (trip count not known)
				}
			}
		}
	__syncthreads();
	keys[t] = data[t]; // fact: load 8/8 exact
}

/* Two words of a bank while the halves are less than a warp apart; from then on none. */
__global__ void butterflies(const float *in, float *out, int log2n)
{
	__shared__ float data[256];
	int t = threadIdx.x;
	data[t] = in[t]; // fact: store 4/4 exact
	data[t + 128] = in[t + 128]; // fact: store 4/4 exact
	for (int s = (1 << log2n) / 2; s > 0; s >>= 1) {
		__syncthreads();
		int i = (t / s) * 2 * s + t % s;
		float a = data[i]; // fact: load 40/20 symbolic
		float b = data[i + s]; // fact: load 40/20 symbolic
		data[i] = a + b; // fact: store 40/20 symbolic
		data[i + s] = a - b; // fact: store 40/20 symbolic
	}
	__syncthreads();
	out[t] = data[t]; // fact: load 4/4 exact
}

/* 1, 2, 4, 8, 16, 32, 16, 8 … : most in each iteration after seven of them. */
__global__ void levels(const float *in, float *out, int n_levels)
{
	__shared__ float data[1024];
	int t = threadIdx.x, step = 1;
	for (int level = 0; level < n_levels; level++) {
		data[t * step & 1023] = in[t]; // fact: store 79/7 symbolic
		step *= 2;
		__syncthreads();
	}
	out[t] = data[t]; // fact: load 1/1 exact
}

/* Rows of a width that the caller chooses, 33 words apart.  8 is too narrow for 31 rows; the first that fits, 9, lets
 * four rows of a warp begin in neighbouring banks. */
__global__ void rows(const float *in, float *out, int width)
{
	__shared__ float data[1024];
	int t = threadIdx.x;
	int at = (t / width) * 33 + t % width;
	data[at] = in[t]; // fact: store 32/8 symbolic
	__syncthreads();
	out[t] = data[at]; // fact: load 32/8 symbolic
}

/* A plain stride is reported by residues, all of them. */
__global__ void plain_stride(const float *in, float *out, int n)
{
	extern __shared__ float data[];
	int t = threadIdx.x;
	data[t * n] = in[t]; // fact: store 32/1 symbolic
	out[t] = data[0]; // fact: load 1/1 exact
}

void launch(float *in, float *out, int n)
{
	scan_tree<<<1, 256, 512 * sizeof(float)>>>(in, out, n);
	tree_of_shorts<<<1, 256>>>((unsigned short *)in, (unsigned short *)out, (int *)in);
	strided_reduction<<<1, 256>>>(in, out, n);
	sort_pairs<<<1, 256>>>(in, n);
	butterflies<<<1, 128>>>(in, out, n);
	levels<<<1, 32>>>(in, out, n);
	rows<<<1, 256>>>(in, out, n);
	plain_stride<<<1, 32, 32 * n * sizeof(float)>>>(in, out, n);
}
