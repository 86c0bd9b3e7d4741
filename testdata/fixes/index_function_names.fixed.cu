/* Rows that no subscript is multiplied with, a length that is a name, and the same name in two kernels. */
#define WORDS 1000

static __device__ __forceinline__ int pad_s(unsigned i)
{
	return i + (i >> 5);
}

__global__ void gather(const int *in, int *out)
{
	__shared__ int s[WORDS + WORDS / 32];
	unsigned t = threadIdx.x;
	if (t < 62)
		s[pad_s(t << 4 | 1)] = in[t];
	__syncthreads();
	if (t < 62)
		out[t] = s[pad_s(t << 4 | 1)] - 1;
}

static __device__ __forceinline__ int pad_s2(unsigned i)
{
	return i + (i >> 5);
}

__global__ void scatter(const int *in, int *out)
{
	__shared__ int s[WORDS + WORDS / 32];
	unsigned t = threadIdx.x;
	if (t < 62)
		s[pad_s2(t << 4)] = in[t];
	__syncthreads();
	if (t < 62)
		out[t] = s[pad_s2(t << 4)] + 1;
}

void launch(const int *in, int *out, int n)
{
	gather<<<1, 64>>>(in, out);
	scatter<<<1, 64>>>(in, out + 64);
}
