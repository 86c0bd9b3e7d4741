/* Values that are not known for several reasons: data decide as soon as they are one of them. */

/* How many of the first `diagonal` of two sorted lists are a's. */
__device__ int split(const int *a, int of_a, const int *b, int of_b, int diagonal)
{
	int begin = max(0, diagonal - of_b), end = min(diagonal, of_a);
	while (begin < end) {
		int middle = (begin + end) / 2;
		if (a[middle] <= b[diagonal - 1 - middle]) // fact: load * data-dependent (the search compares loaded values)
			begin = middle + 1;
		else
			end = middle;
	}
	return begin;
}

/* Warps below an argument merge shorter lists. */
__global__ void merge(const int *in, int *out, int n)
{
	__shared__ int s[512];
	int t = threadIdx.x, lane = t % 32, half = t / 32 < n ? 64 : 128;
	s[t] = in[t]; // fact: store 8/8 exact
	s[t + 256] = in[t + 256]; // fact: store 8/8 exact
	__syncthreads();
	out[t] = s[split(s, half, s + half, 128, 4 * lane)]; // fact: load * data-dependent (where the search ends)
}

/* The states of a machine, whose input chooses which of them is looked up and changed.  Of a word's four lanes each may
 * access another row. */
__global__ void machine(const unsigned char *in, int *out, int n)
{
	__shared__ unsigned char next[64 * 256];
	unsigned char states[8] = { 0 };
	int t = threadIdx.x;
	for (int i = 0; i < 16; i++)
		next[t + 256 * i] = in[t + 256 * i]; // fact: store 128/128 exact
	__syncthreads();
	for (int i = 0; i < n; i++) {
		int at = in[i] % 8;
		states[at] = next[states[at] * 256 + t]; // fact: load 32/8 bound
	}
	out[t] = states[t % 8];
}

void launch(const int *in, const unsigned char *bytes, int *out, int n)
{
	merge<<<1, 256>>>(in, out, n);
	machine<<<1, 256>>>(bytes, out, n);
}
