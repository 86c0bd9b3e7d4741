/* Tree reductions of 256 numbers by 256 threads.  The loops end at blockDim.x, which the compiler does not
 * know, so it leaves them rolled and their accesses apart. */
#include "harness.h"

/* Neighbours first, the active threads packed together: the stride between lanes doubles in every iteration. */
__global__ void interleaved(const int *in, int *out)
{
	__shared__ int data[256];
	unsigned tid = threadIdx.x;
	data[tid] = in[blockIdx.x * blockDim.x + tid]; // fact: store 8/8
	__syncthreads();
	for (unsigned s = 1; s < blockDim.x; s *= 2) {
		unsigned index = 2 * s * tid;
		if (index < blockDim.x)
			data[index] += data[index + s]; // fact: load 94/24 | store 47/12
		__syncthreads();
	}
	if (tid == 0)
		out[blockIdx.x] = data[0]; // fact: load 1/1
}

/* Neighbours first, every other thread idle: divergent, but the lanes of a warp stay in different banks. */
__global__ void divergent(const int *in, int *out)
{
	__shared__ int data[256];
	unsigned tid = threadIdx.x;
	data[tid] = in[tid]; // fact: store 8/8
	__syncthreads();
	for (unsigned s = 1; s < blockDim.x; s *= 2) {
		if (tid % (2 * s) == 0)
			data[tid] += data[tid + s]; // fact: load 94/94 | store 47/47
		__syncthreads();
	}
	if (tid == 0)
		out[0] = data[0]; // fact: load 1/1
}

/* Halves first: neighbouring lanes, neighbouring words. */
__global__ void sequential(const int *in, int *out)
{
	__shared__ int data[256];
	unsigned tid = threadIdx.x;
	data[tid] = in[blockIdx.x * blockDim.x + tid]; // fact: store 8/8
	__syncthreads();
	for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
		if (tid < s)
			data[tid] += data[tid + s]; // fact: load 24/24 | store 12/12
		__syncthreads();
	}
	if (tid == 0)
		out[blockIdx.x] = data[0]; // fact: load 1/1
}

int main()
{
	Array<int> in(1024), out(4);
	in.upload();
	interleaved<<<1, 256>>>(in.device, out.device);
	expect("interleaved", out, 1, [](int) { return 32640; });
	divergent<<<1, 256>>>(in.device, out.device);
	expect("divergent", out, 1, [](int) { return 32640; });
	sequential<<<1, 256>>>(in.device, out.device);
	expect("sequential", out, 1, [](int) { return 32640; });
	/* Four blocks: four times as much of everything. */
	interleaved<<<4, 256>>>(in.device, out.device);
	expect("interleaved of four", out, 4, [](int i) { return 32640 + 65536 * i; });
	sequential<<<4, 256>>>(in.device, out.device);
	expect("sequential of four", out, 4, [](int i) { return 32640 + 65536 * i; });
	return finish();
}
