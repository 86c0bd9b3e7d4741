/* Records whose fields differ in size, or with gaps: nvcc accesses them field by field, unless they are copied from memory and all fields are
 * words. */
struct Shorts { // shorts and a word
	short a, b;
	int c;
};
struct Gap { // a word, a short and a gap
	float a;
	short b;
};
struct Wide { // a word, a gap and a double
	int a;
	double b;
};
struct alignas(16) Three { // three words and a gap
	float a, b, c;
};
struct Same { // two words
	float a;
	int b;
};

template <typename T> __device__ T *tile(char *bytes)
{
	return (T *)bytes;
}

__global__ void shorts(const Shorts *in, int *out, int n)
{
	extern __shared__ __align__(16) char bytes[];
	Shorts *s = tile<Shorts>(bytes);
	const int t = threadIdx.x;
	s[2 * t] = Shorts{ (short)n, (short)t, n }; // fact: store 8/2 bound
	s[64 + 2 * t] = in[t]; // fact: store 8/2 bound
	__syncthreads();
	Shorts r = s[2 * (31 - t)]; // fact: load 12/3 bound
	out[t] = r.a + r.b + r.c;
}

__global__ void gap(const Gap *in, float *out, int n)
{
	extern __shared__ __align__(16) char bytes[];
	Gap *s = tile<Gap>(bytes);
	const int t = threadIdx.x;
	s[t] = Gap{ 1.5f * n, (short)n }; // fact: store 4/2 bound
	s[64 + t] = in[t]; // fact: store 4/2 bound
	__syncthreads();
	Gap r = s[31 - t]; // fact: load 4/2 bound
	out[t] = r.a + r.b;
}

__global__ void wide(const Wide *in, float *out, int n)
{
	extern __shared__ __align__(16) char bytes[];
	Wide *s = tile<Wide>(bytes);
	const int t = threadIdx.x;
	s[t] = Wide{ n, 1.5 * n }; // fact: store 8/3 exact
	s[64 + t] = in[t]; // fact: store 4/4 exact
	__syncthreads();
	Wide r = s[31 - t]; // fact: load 8/3 bound
	out[t] = r.a + r.b;
}

__global__ void three(const Three *in, float *out, int n)
{
	extern __shared__ __align__(16) char bytes[];
	Three *s = tile<Three>(bytes);
	const int t = threadIdx.x;
	s[t] = Three{ 1.5f * n, 2.5f * n, 3.5f * n }; // fact: store 8/3 exact
	s[64 + t] = in[t]; // fact: store 4/4 exact
	__syncthreads();
	Three r = s[31 - t]; // fact: load 4/4 exact
	out[t] = r.a + r.b + r.c;
}

__global__ void same(const Same *in, float *out, int n)
{
	extern __shared__ __align__(16) char bytes[];
	Same *s = tile<Same>(bytes);
	const int t = threadIdx.x;
	s[t] = Same{ 1.5f * n, n }; // fact: store 2/2 exact
	s[64 + t] = in[t]; // fact: store 2/2 exact
	__syncthreads();
	Same r = s[31 - t]; // fact: load 2/2 exact
	out[t] = r.a + r.b;
}

/* In one piece, as CuTe's uint128_t. */
struct alignas(16) Either {
	union {
		struct {
			unsigned long long low, high;
		} halves;
		int words[4];
	};
};

__global__ void either(const Either *in, int *out)
{
	__shared__ Either s[32];
	const int t = threadIdx.x;
	Either v = in[t];
	s[t] = v; // fact: store 4/4 exact
	__syncthreads();
	Either r = s[31 - t]; // fact: load 4/4 exact
	out[t] = r.words[0] + r.words[1] + r.words[2] + r.words[3];
}

/* What is only copied stays as it was; of what is changed on the way it is not known. */
__global__ void through(const Three *in, const Wide *wide_in, float *out, int n)
{
	__shared__ Three three_s[32], changed[32];
	__shared__ __align__(16) Wide wide_s[32];
	const int t = threadIdx.x;
	Three a = in[t];
	three_s[t] = a; // fact: store 4/4 exact
	Wide b = wide_in[t];
	wide_s[t] = b; // fact: store 4/4 exact
	Three c = in[t];
	c.a += n;
	changed[t] = c; // fact: store 16/4 bound
	__syncthreads();
	out[t] = three_s[31 - t].a + wide_s[31 - t].a + changed[31 - t].a; // fact: load 12/3 exact
}

void launch(const int *in, int *out, int n)
{
	shorts<<<1, 32, 2048>>>((const Shorts *)in, out, n);
	gap<<<1, 32, 2048>>>((const Gap *)in, (float *)out + 32, n);
	wide<<<1, 32, 4096>>>((const Wide *)in, (float *)out + 64, n);
	three<<<1, 32, 4096>>>((const Three *)in, (float *)out + 96, n);
	same<<<1, 32, 2048>>>((const Same *)in, (float *)out + 128, n);
	either<<<1, 32>>>((const Either *)in, out + 160);
	through<<<1, 32>>>((const Three *)in, (const Wide *)in + 64, (float *)out + 192, n);
}
