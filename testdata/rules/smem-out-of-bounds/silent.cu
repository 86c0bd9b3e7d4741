// What is not certain is not reported.
__global__ void by_argument(const int *in, int *out, int n, int shift)
{
	__shared__ int s[256];
	int t = threadIdx.x;
	s[t] = in[t];
	__syncthreads();
	if (n > 5)
		out[t] = s[t + 1]; // n is not known, and neither is whether this is reached
	if (t < n)
		out[t] += s[t + 1]; // nor which lanes take part
	out[t] += s[t + shift]; // nor the address
	out[t] += s[in[t]]; // expect: smem-data-dependent
}

// No launch says how many threads there are: 512 at most.
__global__ void __launch_bounds__(512) by_bounds(const int *in, int *out)
{
	__shared__ int s[256];
	s[threadIdx.x] = in[threadIdx.x];
	__syncthreads();
	out[threadIdx.x] = s[255 - threadIdx.x];
}

// Two arrays in one piece of dynamic memory, whose size the host computes.
__global__ void halves(const int *in, int *out)
{
	extern __shared__ int pool[];
	int *second = pool + blockDim.x;
	pool[threadIdx.x] = in[threadIdx.x];
	second[threadIdx.x] = in[threadIdx.x + 1];
	__syncthreads();
	out[threadIdx.x] = pool[threadIdx.x] + second[threadIdx.x];
}

// Eight lanes of a warp give the rows of an 8x8 matrix; the addresses of the others do not matter.
__global__ void matrix(const unsigned *in, unsigned *out)
{
	__shared__ alignas(16) unsigned s[8 * 4];
	unsigned r;
	s[threadIdx.x] = in[threadIdx.x];
	__syncthreads();
	unsigned at = (unsigned)__cvta_generic_to_shared(s + 4 * threadIdx.x);
	asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(r) : "r"(at));
	out[threadIdx.x] = r;
}

void launch(const int *in, int *out, int n, int shift)
{
	by_argument<<<1, 256>>>(in, out, n, shift);
	halves<<<1, 128, n>>>(in, out);
	halves<<<1, 64, 128 * sizeof(int)>>>(in, out);
	matrix<<<1, 32>>>((const unsigned *)in, (unsigned *)out);
}
