/* Loops that stay, with several copies of their body: NVVM and ptxas merge the accesses of the copies.  Rows of 128 words. */
#include <cuda_fp16.h>

#define UNROLL_BY(n) UNROLL_TEXT(unroll n)
#define UNROLL_TEXT(text) _Pragma(#text)

constexpr int TWO = 2;

__global__ void by_pragma(const float *in, float *out)
{
	__shared__ __align__(16) float s[32][128];
	const int t = threadIdx.x;
	for (int i = t; i < 32 * 128; i += 32)
		s[i / 128][i % 128] = in[i]; // fact: store 128/128 exact
	__syncthreads();
	float sum = 0;
#pragma unroll 2
	for (int k = 0; k < 64; k++)
		sum += s[t][k] * in[k]; // fact: load 1024/64 exact
#pragma unroll 4
	for (int k = 0; k < 64; k++)
		sum += s[31 - t][k] * in[k]; // fact: load 512/64 exact
#pragma unroll 3
	for (int k = 0; k < 64; k++)
		sum += s[t ^ 1][k] * in[k]; // fact: load 2048/64 bound
	out[t] = sum;
}

/* 30 = 7 * 4 + 2: the loop is left between the second copy and the third. */
__global__ void left_between(const float *in, float *out)
{
	__shared__ __align__(16) float s[32][128];
	const int t = threadIdx.x;
	for (int i = t; i < 32 * 128; i += 32)
		s[i / 128][i % 128] = in[i]; // fact: store 128/128 exact
	__syncthreads();
	float sum = 0;
#pragma unroll 4
	for (int k = 0; k < 30; k++)
		sum += s[t][k] * in[k]; // fact: load 480/30 bound
#pragma unroll 8
	for (int k = 0; k < 60; k++)
		sum += s[31 - t][k] * in[k]; // fact: load 480/60 exact
#pragma unroll TWO
	for (int k = 0; k < 16; k++)
		sum += s[t ^ 1][k] * in[k]; // fact: load 256/16 exact
	UNROLL_BY(2)
	for (int k = 0; k < 8; k++)
		sum += s[t ^ 2][k] * in[k]; // fact: load 128/8 exact
	out[t] = sum;
}

/* Without a pragma: as many copies as are small enough; divisions do not matter to NVVM. */
__global__ void by_size(const float *in, float *out)
{
	__shared__ __align__(16) float s[32][128];
	const int t = threadIdx.x;
	for (int i = t; i < 32 * 128; i += 32)
		s[i / 128][i % 128] = in[i]; // fact: store 128/128 exact
	__syncthreads();
	float sum = 0;
	for (int k = 0; k < 128; k++)
		sum = sum * s[t][k] + in[k] / (in[k + 1] + 3); // fact: load 1024/128 exact
	out[t] = sum;
}

/* Only the launch tells the trip count: four copies, and a loop for those left over. */
__global__ void at_run_time(const float *in, float *out, int n)
{
	__shared__ __align__(16) float s[32][128];
	const int t = threadIdx.x;
	for (int i = t; i < 32 * 128; i += 32)
		s[i / 128][i % 128] = in[i]; // fact: store 128/128 exact
	__syncthreads();
	float sum = 0;
	for (int k = 0; k < n; k++)
		sum += s[t][k] * in[k]; // fact: load 352/38 exact
#pragma unroll 2
	for (int k = 0; k < n; k++)
		sum += s[31 - t][k] * in[k]; // fact: load 608/38 exact
	out[t] = sum;
}

/* A triangle: the inner loop's trip count is the outer one's counter. */
__global__ void triangle(const float *in, float *out)
{
	__shared__ __align__(16) float s[32][128];
	const int t = threadIdx.x;
	for (int i = t; i < 32 * 128; i += 32)
		s[i / 128][i % 128] = in[i]; // fact: store 128/128 exact
	__syncthreads();
	float sum = 0;
#pragma unroll 1
	for (int i = 0; i < 16; i++)
		for (int k = 0; k < i; k++)
			sum += s[t][k] * in[k]; // fact: load 3264/120 bound
	out[t] = sum;
}

/* NVVM merges nothing across a shuffle or a conversion of halves; ptxas does, as far as it sees that addresses are aligned. */
__global__ void opaque(const float *in, float *out)
{
	__shared__ __align__(16) float s[32][128];
	__shared__ __align__(16) half2 h[32][128];
	const int t = threadIdx.x;
	for (int i = t; i < 32 * 128; i += 32) {
		s[i / 128][i % 128] = in[i]; // fact: store 128/128 exact
		h[i / 128][i % 128] = __float2half2_rn(in[i]); // fact: store 128/128 exact
	}
	__syncthreads();
	float sum = 0;
#pragma unroll 4
	for (int k = 0; k < 64; k++)
		sum += s[t][k] + __shfl_xor_sync(~0u, sum, 1); // fact: load 2048/64 bound
#pragma unroll 4
	for (int k = 0; k < 64; k++) {
		float2 f = __half22float2(h[t][k]); // fact: load 2048/64 bound
		sum += f.x * f.y;
	}
#pragma unroll 8
	for (int k = 0; k < 64; k++) {
		float2 f = __half22float2(h[31 - t][k]); // fact: load * (with CUDA's own headers the copy is not followed)
		sum += f.x * f.y;
	}
	out[t] = sum;
}

/* Words that are not adjacent: of pairs the first ones. */
__global__ void every_other(const float *in, float *out)
{
	__shared__ float2 s[32][64];
	const int t = threadIdx.x;
	for (int i = t; i < 32 * 64; i += 32)
		s[i / 64][i % 64] = make_float2(in[i], 1); // fact: store 128/128 exact
	__syncthreads();
	float sum = s[t][t].y; // fact: load 2/1 exact
#pragma unroll 4
	for (int k = 0; k < 32; k++)
		sum += s[t][k].x * in[k]; // fact: load 1024/32 exact
	out[t] = sum;
}

void launch(const int *in, int *out, int n)
{
	by_pragma<<<1, 32>>>((const float *)in, (float *)out);
	left_between<<<1, 32>>>((const float *)in, (float *)out);
	by_size<<<1, 32>>>((const float *)in, (float *)out);
	at_run_time<<<1, 32>>>((const float *)in, (float *)out, 38);
	triangle<<<1, 32>>>((const float *)in, (float *)out);
	opaque<<<1, 32>>>((const float *)in, (float *)out);
	every_other<<<1, 32>>>((const float *)in, (float *)out);
}
