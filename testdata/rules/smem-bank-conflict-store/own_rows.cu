/* Arrays with one dimension of which each thread uses a row of its own: a note says how to interleave them.  The dashes: one that
 * must not say it. */

__global__ void rows(const float *in, float *out, int k)
{
	__shared__ float s[128 * 24];
	const int t = threadIdx.x;
	for (int i = 0; i < 24; i += 3)
		s[t * 24 + i] = in[i * 128 + t]; // expect: smem-bank-conflict-store at s[k * 128 + t] instead of s[t * 24 + k]
	out[t] = s[t * 24 + k]; // expect: smem-bank-conflict-load each thread uses 24 elements of its own
}

/* What the note says. */
__global__ void interleaved(const float *in, float *out, int k)
{
	__shared__ float s[128 * 24];
	const int t = threadIdx.x;
	for (int i = 0; i < 24; i += 3)
		s[i * 128 + t] = in[i * 128 + t]; // fact: store 32/32 exact
	out[t] = s[k * 128 + t]; // fact: load 4/4 exact
}

/* By a pointer, which layouts cannot be written for. */
__global__ void pointers(const float *in, float *out, int k)
{
	extern __shared__ float d[];
	float *mine = d + threadIdx.x * 32;
	for (int i = 0; i < 32; i += 3)
		mine[i] = in[i * 64 + threadIdx.x]; // expect: smem-bank-conflict-store at d[k * 64 + t] instead of d[t * 32 + k]
	out[threadIdx.x] = mine[k]; // expect: smem-bank-conflict-load each thread uses 32 elements of its own
}

/* - The last row is read by all. */
__global__ void last_row(const float *in, float *out, int k)
{
	__shared__ float s[128 * 24];
	const int t = threadIdx.x;
	for (int i = 0; i < 24; i += 3)
		s[t * 24 + i] = in[i * 128 + t]; // expect: smem-bank-conflict-store !of its own
	__syncthreads();
	out[t] = s[127 * 24 + k];
}

/* - Two warps use the same rows. */
__global__ void two_warps(float *out, int k)
{
	__shared__ float s[32 * 24];
	const int t = threadIdx.x % 32;
	for (int i = 0; i < 24; i += 3)
		s[t * 24 + i] = i; // expect: smem-bank-conflict-store !of its own
	out[t] = s[t * 24 + k]; // expect: smem-bank-conflict-load !of its own
}

/* - A neighbour's row. */
__global__ void neighbours(const float *in, float *out, int k)
{
	__shared__ float s[129 * 24];
	const int t = threadIdx.x;
	for (int i = 0; i < 24; i += 3)
		s[t * 24 + i] = in[i * 128 + t]; // expect: smem-bank-conflict-store !of its own
	__syncthreads();
	out[t] = s[(t + 1) * 24 + k]; // expect: smem-bank-conflict-load !of its own
}

/* - Data choose the row. */
__global__ void chosen(const float *in, const int *row, float *out, int k)
{
	__shared__ float s[128 * 24];
	const int t = threadIdx.x;
	for (int i = 0; i < 24; i += 3)
		s[t * 24 + i] = in[i * 128 + t]; // expect: smem-bank-conflict-store !of its own
	__syncthreads();
	out[t] = s[row[t] * 24 + k]; // expect: smem-data-dependent
}

void launch(const float *in, const int *row, float *out)
{
	rows<<<1, 128>>>(in, out, 5);
	interleaved<<<1, 128>>>(in, out, 5);
	pointers<<<1, 64, 64 * 32 * sizeof(float)>>>(in, out, 5);
	last_row<<<1, 128>>>(in, out, 5);
	two_warps<<<1, 64>>>(out, 5);
	neighbours<<<1, 128>>>(in, out, 5);
	chosen<<<1, 128>>>(in, row, out, 5);
}
