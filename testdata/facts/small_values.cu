/* What is stored in 1 and 2 bytes, where the declaration shows the alignment: whatever it is, NVVM merges it, unless opaque code is between
 * (conversions of halves, shuffles); ptxas then merges 4 of 2 bytes. */
#include <cuda_fp16.h>

struct Half {
	unsigned short bits;
};

__global__ void computed(const short *in, short *out, int n, float f)
{
	__shared__ __align__(16) short product[32][8], rounded[32][8];
	__shared__ __align__(16) unsigned char bytes[32][16];
	const int t = threadIdx.x;
	for (int i = 0; i < 8; i++)
		product[t][i] = n * i; // fact: store 4/4 exact
	for (int i = 0; i < 8; i++)
		rounded[t][i] = f * in[i]; // fact: store 4/4 exact
	for (int i = 0; i < 16; i++)
		bytes[t][i] = n + in[i]; // fact: store 4/4 exact
	__syncthreads();
	out[t] = product[31 - t][t & 7] + rounded[31 - t][t & 7] + bytes[31 - t][t & 15]; // fact: load 10/3 exact
}

__global__ void records(const Half *in, Half *out, int n)
{
	extern __shared__ char bytes[];
	Half *mine = (Half *)bytes + 16 * threadIdx.x, *zero = (Half *)(bytes + 1024) + 16 * threadIdx.x,
	     *copied = (Half *)(bytes + 2048) + 16 * threadIdx.x;
	for (int i = 0; i < 8; i++)
		mine[i] = Half{ (unsigned short)(n + i) }; // fact: store 8/4 exact
	for (int i = 0; i < 8; i++)
		zero[i] = Half{}; // fact: store 8/4 exact
	for (int i = 0; i < 8; i++)
		copied[i] = in[i]; // fact: store 8/4 exact
	__syncthreads();
	out[threadIdx.x].bits = copied[0].bits; // fact: load 8/1 exact
}

__global__ void halves(const float *in, __half *out, int n)
{
	__shared__ __align__(16) __half converted[32][8], bits[32][8], zero[32][8], nothing[32][8];
	__shared__ __align__(16) short passed[32][8];
	const int t = threadIdx.x;
	for (int i = 0; i < 8; i++)
		converted[t][i] = __float2half(in[i]); // fact: store 8/4 exact
	for (int i = 0; i < 8; i++)
		bits[t][i] = __ushort_as_half((unsigned short)(n + i)); // fact: store 4/4 exact
	for (int i = 0; i < 8; i++)
		zero[t][i] = __half(0); // fact: store 8/4 exact
	for (int i = 0; i < 8; i++)
		nothing[t][i] = __half{}; // fact: store 4/4 exact
	for (int i = 0; i < 8; i++)
		passed[t][i] = __shfl_sync(~0u, n + t, i); // fact: store 8/4 exact
	__syncthreads();
	out[t] = __hadd(converted[31 - t][t & 7], bits[31 - t][t & 7]); // fact: load 8/2 exact
	out[t + 32] = __hadd(zero[31 - t][t & 7], nothing[31 - t][t & 7]); // fact: load 8/2 exact
	out[t + 64] = passed[31 - t][t & 7]; // fact: load 4/1 exact
}

/* NVVM merges 8 bytes and 4, where no more is declared; of those ptxas makes 16 and 8. */
__global__ void declared(const short *in, short *out, int n)
{
	__shared__ __align__(8) short eight[32][16];
	__shared__ __align__(4) short four[32][16];
	const int t = threadIdx.x;
	for (int i = 0; i < 8; i++)
		eight[t][i] = n + in[i]; // fact: store 16/4 bound
	for (int i = 0; i < 4; i++)
		four[t][i] = n + in[i]; // fact: store 16/2 bound
	__syncthreads();
	out[t] = eight[31 - t][t & 7] + four[31 - t][t & 3]; // fact: load 12/2 exact
}

struct Mixed {
	short a;
	char b, c;
};

/* A short and two characters. */
__global__ void mixed(const short *in, short *out, int n)
{
	__shared__ __align__(16) Mixed s[32][16];
	const int t = threadIdx.x;
	for (int i = 0; i < 2; i++) {
		s[t][i].a = n; // fact: store 32/2 bound
		s[t][i].b = n; // fact: store 0/0 bound
		s[t][i].c = n; // fact: store 32/2 bound
	}
	__syncthreads();
	out[t] = s[31 - t][t & 1].a; // fact: load 16/1 exact
}

void launch(const int *in, int *out, int n)
{
	computed<<<1, 32>>>((const short *)in, (short *)out, n, 1.5f);
	records<<<1, 32, 3072>>>((const Half *)in, (Half *)out + 256, n);
	halves<<<1, 32>>>((const float *)in, (__half *)out + 512, n);
	declared<<<1, 32>>>((const short *)in, (short *)out + 1024, n);
	mixed<<<1, 32>>>((const short *)in, (short *)out + 1280, n);
}
