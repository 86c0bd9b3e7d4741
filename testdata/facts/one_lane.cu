/* Which thread it is, is not known, but it is one of a warp at most: whatever it accesses costs it one wavefront. */
struct Row {
	float words[4];
};

__global__ void chosen(float *out, const int *best, int n)
{
	__shared__ float s[32 * 33];
	__shared__ int count;
	int t = threadIdx.x;
	s[t * 33] = t; // fact: store 1/1 exact
	__syncthreads();
	if (best[blockIdx.x] == t)
		out[0] = s[t * 32]; // fact: load 1/1 bound
	if (t == n) {
		s[t * 32] = 1; // fact: store 1/1 bound
		for (int i = 0; i < 4; i++)
			out[i] = s[t * 32 + 2 * i]; /* the first is what was stored */ // fact: load 3/3 bound
	}
	if (t + n == best[0] && out[t] > 0)
		atomicAdd(&count, n); // fact: atomic 1/1 bound
	if (t != n)
		s[t * 32] = 2; // fact: store 32/1 bound // expect: smem-bank-conflict-store up to 32-way
}

/* Two threads of a warp have one threadIdx.x, or may have one value. */
__global__ void not_alone(float *out, const int *best, int n)
{
	__shared__ float s[64 * 32];
	int t = threadIdx.x + 16 * threadIdx.y;
	if (threadIdx.x == n)
		out[0] = s[t * 32]; // fact: load 32/1 bound // expect: smem-bank-conflict-load up to 32-way
	if (best[t] == t)
		out[1] = s[t * 32]; // fact: load 32/1 bound // expect: smem-bank-conflict-load up to 32-way
	if (t / 2 == n)
		out[2] = s[t * 32]; // fact: load 32/1 bound // expect: smem-bank-conflict-load up to 32-way
}

void launch(float *out, const int *best, int n)
{
	chosen<<<1, 32>>>(out, best, n);
	not_alone<<<1, dim3(16, 2)>>>(out, best, n);
}
