/* A load that does not change in a loop is done before it, at no line (0 in nvcc's PTX), and so counted in that of the instruction
 * before: with what else that line loads.  Seen by nvcc 13.0 for sm_90 in behind_a_copy: `ld.shared` of s[y] follows the access in the
 * line before the loop (PTX: the loop is unrolled, and has one load for all iterations).  In behind_an_atomic the loads stand at the
 * loop's own line; that they may be counted before is by random kernels measured on an H200, in which such a line had more than its
 * own. */
struct Pair {
	int a;
	float b;
};

/* The line before copies a record: it loads, and then stores. */
__global__ void behind_a_copy(const int *in, int *out)
{
	__shared__ Pair s[256];
	const int x = threadIdx.x, y = threadIdx.y;
	float sum = 0;
	s[x + y * 32].a = in[x]; // fact: store 0/0 exact
	s[x + y * 32].b = in[y]; // fact: store 4/4 exact
	__syncthreads();
	if (x < 16) {
		s[x] = s[x + 32]; // fact: load 2/2 bound | store 2/2 exact
		for (unsigned i = 2; i < 64; i *= 2)
			sum += s[y].b; // fact: load 2/2 bound
	}
	out[x + y * 32] = (int)sum;
}

/* The line before has an atomic that loads, and then tries. */
__global__ void behind_an_atomic(const int *in, int *out)
{
	__shared__ float s[64];
	const int x = threadIdx.x;
	float sum = 0;
	s[x] = in[x]; // fact: store 1/1 exact
	s[x + 32] = in[x]; // fact: store 1/1 exact
	__syncthreads();
	if (x & 3) {
		atomicAdd(&s[5], 1.0f); // fact: load 24/24 bound | atomic 48/48 exact
		for (unsigned i = 2; i < 32; i *= 2)
			sum += s[x / 8] + s[x / 8 + (i > in[0])]; // fact: load * (what is merged of the two is not known)
	}
	out[x] = (int)sum;
}

int main()
{
	int *p = nullptr;
	behind_a_copy<<<1, dim3(32, 2)>>>(p, p);
	behind_an_atomic<<<1, 32>>>(p, p);
}
