/* Neighbouring accesses, as nvcc compiles them.  merges.sass and merges.ptx are what nvcc 13.0 made of this file for sm_90;
 * the costs were measured on an H200, but where they are a bound. */
#include "merges.h"
#include <cuda_pipeline.h>

#define N 32

__global__ void pairs(float *out, const float *in)
{
	__shared__ float s[4 * N];
	s[2 * threadIdx.x] = in[threadIdx.x]; // fact: store 0/0 exact
	s[2 * threadIdx.x + 1] = in[threadIdx.x + 32]; // fact: store 2/2 exact
	s[2 * N + threadIdx.x] = in[threadIdx.x + 1]; // fact: store 1/1 exact
	__syncthreads();
	float a = s[2 * threadIdx.x]; // fact: load 2/2 exact
	float b = s[2 * threadIdx.x + 1]; // fact: load 0/0 exact
	out[threadIdx.x] = a + b * pick(s, threadIdx.x + 2 * N);
}

__global__ void fours(float *out, const float *in)
{
	__shared__ float s[4 * N];
	for (int i = 0; i < 4; i++)
		s[threadIdx.x + N * i] = in[threadIdx.x + N * i]; // fact: store 4/4 exact
	__syncthreads();
	float sum = 0;
	for (int i = 0; i < 4; i++)
		sum += s[4 * threadIdx.x + i] * (i + 1); // fact: load 4/4 exact
	out[threadIdx.x] = sum;
}

__global__ void odd_start(float *out, const float *in)
{
	__shared__ float s[8 * N];
	for (int i = 0; i < 8; i++)
		s[threadIdx.x + N * i] = in[threadIdx.x + N * i]; // fact: store 8/8 exact
	__syncthreads();
	float sum = 0;
	for (int i = 0; i < 6; i++)
		sum += s[8 * threadIdx.x + i + 1] * (i + 1); // fact: load 16/8 exact
	out[threadIdx.x] = sum;
}

__global__ void kept_apart(float *out, const float *in, int n)
{
	__shared__ float s[8 * N];
	__shared__ volatile float v[2 * N];
	s[threadIdx.x] = in[threadIdx.x]; // fact: store 1/1 exact
	v[2 * threadIdx.x] = in[threadIdx.x + 1]; // fact: store 2/1 exact
	v[2 * threadIdx.x + 1] = in[threadIdx.x + 2]; // fact: store 2/1 exact
	__syncthreads();
	float sum = s[threadIdx.x + 1] + s[threadIdx.x]; // fact: load 2/2 exact
	for (int i = 0; i < n; i++)
		sum += s[2 * i] * s[threadIdx.x + i]; // fact: load 10/10 exact
	out[threadIdx.x] = sum + v[2 * threadIdx.x] * v[2 * threadIdx.x + 1]; // fact: load 4/2 exact
}

struct Cell {
	float x, y, z, w;
};

__global__ void records(float *out, const Cell *in)
{
	__shared__ Cell s[2 * N];
	s[threadIdx.x] = in[threadIdx.x]; // fact: store 4/4 exact
	s[threadIdx.x + N].x = in[threadIdx.x].y; // fact: store 4/1 exact
	__syncthreads();
	Cell c = s[threadIdx.x ^ 1]; // fact: load 8/2 exact
	out[threadIdx.x] = c.x + c.w * s[threadIdx.x].y; // fact: load 4/1 exact
}

namespace {

template <typename T> __global__ void hidden(T *out, const T *in)
{
	extern __shared__ int raw[];
	T *s = (T *)raw;
	s[threadIdx.x] = in[threadIdx.x]; // fact: store 1/1 exact | store 2/2 exact
	__syncthreads();
	out[threadIdx.x] = s[2 * threadIdx.x % N] + s[2 * threadIdx.x % N + 1]; // fact: load 2/2 exact | load 4/4 exact
}

} // namespace

__global__ void operations(int *out, const int *in)
{
	__shared__ int s[4 * N];
	__shared__ float f[N];
	s[threadIdx.x] = in[threadIdx.x]; // fact: store 1/1 exact
	f[threadIdx.x] = 0; // fact: store 1/1 exact
	s[threadIdx.x + 2 * N] = 5; // fact: store 1/1 exact
	__pipeline_memcpy_async(&s[threadIdx.x + N], &in[threadIdx.x], 4); // fact: cp_async 1/1 exact
	__pipeline_commit();
	__pipeline_wait_prior(0);
	__syncthreads();
	atomicAdd(&s[threadIdx.x % 4], 1); // fact: atomic 1/1 exact
	int was = atomicAdd(&s[threadIdx.x + N], in[threadIdx.x]); // fact: atomic 1/1 exact
	atomicAdd(&f[threadIdx.x / 2], 1.0f); // fact: load 2/2 exact | atomic 4/4 exact
	atomicCAS(&s[threadIdx.x], 3, 4); // fact: atomic 2/2 exact
	int *generic = in[0] > 1000000 ? out : s;
	generic[threadIdx.x] += 1; // fact: load 1/1 exact | store 1/1 exact
	unsigned address = (unsigned)__cvta_generic_to_shared(&s[4 * (threadIdx.x % 8)]);
	int fragment;
	asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(fragment) : "r"(address)); // fact: ldmatrix 1/1 exact
	__syncthreads();
	out[threadIdx.x] = s[threadIdx.x] + was + fragment + (int)f[threadIdx.x]; // fact: load 2/2 exact
	if (threadIdx.x == 0)
		s[2 * N + 1] = 7; // fact: store 1/1 exact
}

int main()
{
	float *out, *in;
	cudaMalloc(&out, 1 << 16);
	cudaMalloc(&in, 1 << 16);
	cudaMemset(in, 0, 1 << 16);
	pairs<<<1, N>>>(out, in);
	fours<<<1, N>>>(out, in);
	odd_start<<<1, N>>>(out, in);
	kept_apart<<<1, N>>>(out, in, 5);
	records<<<1, N>>>(out, (Cell *)in);
	hidden<float><<<1, N, 512>>>(out, in);
	hidden<double><<<1, N, 512>>>((double *)out, (double *)in);
	operations<<<1, N>>>((int *)out, (int *)in);
	return cudaDeviceSynchronize() != cudaSuccess;
}
