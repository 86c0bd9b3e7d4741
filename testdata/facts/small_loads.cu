/* Loads of 1 and 2 bytes.  NVVM merges those of a declaration that shows its alignment, to 16 bytes at most; ptxas those of 2 bytes that a
 * register of 2 bytes gets, to 8 at most: halves, and integers that become floats.  Each thread reads its own row. */
#include <cuda_fp16.h>

template <typename T> __device__ void fill(T *s, const T *in, int n)
{
	for (int i = threadIdx.x; i < n; i += 32)
		s[i] = in[i]; // fact: store 194/194 exact | store 128/128 exact
	__syncthreads();
}

/* Conversions are inline PTX: ptxas merges. */
__global__ void halves(const half *in, float *out)
{
	__shared__ half plain[32 * 64], narrow[32 * 66];
	__shared__ __align__(16) half declared[32 * 64];
	const int t = threadIdx.x;
	fill(plain, in, 32 * 64);
	fill(narrow, in, 32 * 66);
	fill(declared, in, 32 * 64);
	float sum = 0;
	for (int k = 0; k < 16; k++)
		sum += __half2float(plain[t * 64 + k]); // fact: load 128/8 exact
	for (int k = 0; k < 16; k++)
		sum += __half2float(narrow[t * 66 + k]); // fact: load 8/8 exact
	for (int k = 0; k < 7; k++)
		sum += __half2float(declared[t * 64 + k]); // fact: load 64/4 exact
	for (int k = 0; k < 8; k++)
		sum += __half2float(declared[t * 64 + 2 * k + 16]); // fact: load 256/8 exact
	out[t] = sum;
}

__global__ void shorts(const short *in, float *out)
{
	__shared__ __align__(16) short s[32 * 64], plain[32 * 64];
	const int t = threadIdx.x;
	fill(s, in, 32 * 64);
	fill(plain, in, 32 * 64);
	int sum = 0;
	for (int k = 0; k < 16; k++)
		sum = sum * 3 + s[t * 64 + k]; // fact: load 64/8 exact
	for (int k = 16; k < 19; k++)
		sum = sum * 3 + s[t * 64 + k]; // fact: load 32/2 exact
	for (int k = 32; k < 38; k++)
		sum = sum * 3 + s[t * 64 + k]; // fact: load 192/6 bound
	for (int k = 0; k < 4; k++)
		sum = sum * 3 + plain[t * 64 + k] + __shfl_xor_sync(~0u, sum, 1); // fact: load 128/4 bound
	out[t] = sum;
}

/* Of single bytes ptxas merges none. */
__global__ void bytes(const unsigned char *in, float *out)
{
	__shared__ __align__(16) unsigned char s[32 * 64];
	__shared__ unsigned char plain[32 * 64];
	const int t = threadIdx.x;
	fill(s, in, 32 * 64);
	fill(plain, in, 32 * 64);
	int sum = 0;
	for (int k = 0; k < 16; k++)
		sum = sum * 3 + s[t * 64 + k]; // fact: load 16/4 exact
	for (int k = 0; k < 4; k++)
		sum = sum * 3 + plain[t * 64 + k]; // fact: load 64/4 exact
	out[t] = sum;
}

void launch(const int *in, int *out, int n)
{
	halves<<<1, 32>>>((const half *)in, (float *)out);
	shorts<<<1, 32>>>((const short *)in, (float *)out);
	bytes<<<1, 32>>>((const unsigned char *)in, (float *)out);
}
