/* One warp, one float per lane, n words from lane to lane: gcd(n, 32) lanes use one bank. */
#include "harness.h"

__global__ void stride_1(const float *in, float *out)
{
	__shared__ float data[32];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1
	__syncthreads();
	out[lane] = data[31 - lane]; // fact: load 1/1
}

__global__ void stride_2(const float *in, float *out)
{
	__shared__ float data[64];
	int lane = threadIdx.x;
	data[lane * 2] = in[lane]; // fact: store 2/1
	__syncthreads();
	out[lane] = data[(31 - lane) * 2]; // fact: load 2/1
}

__global__ void stride_4(const float *in, float *out)
{
	__shared__ float data[128];
	int lane = threadIdx.x;
	data[lane * 4] = in[lane]; // fact: store 4/1
	__syncthreads();
	out[lane] = data[(31 - lane) * 4]; // fact: load 4/1
}

__global__ void stride_8(const float *in, float *out)
{
	__shared__ float data[256];
	int lane = threadIdx.x;
	data[lane * 8] = in[lane]; // fact: store 8/1
	__syncthreads();
	out[lane] = data[(31 - lane) * 8]; // fact: load 8/1
}

__global__ void stride_12(const float *in, float *out)
{
	__shared__ float data[384];
	int lane = threadIdx.x;
	data[lane * 12] = in[lane]; // fact: store 4/1
	__syncthreads();
	out[lane] = data[(31 - lane) * 12]; // fact: load 4/1
}

__global__ void stride_13(const float *in, float *out)
{
	__shared__ float data[416];
	int lane = threadIdx.x;
	data[lane * 13] = in[lane]; // fact: store 1/1
	__syncthreads();
	out[lane] = data[(31 - lane) * 13]; // fact: load 1/1
}

__global__ void stride_16(const float *in, float *out)
{
	__shared__ float data[512];
	int lane = threadIdx.x;
	data[lane * 16] = in[lane]; // fact: store 16/1
	__syncthreads();
	out[lane] = data[(31 - lane) * 16]; // fact: load 16/1
}

__global__ void stride_17(const float *in, float *out)
{
	__shared__ float data[544];
	int lane = threadIdx.x;
	data[lane * 17] = in[lane]; // fact: store 1/1
	__syncthreads();
	out[lane] = data[(31 - lane) * 17]; // fact: load 1/1
}

__global__ void stride_32(const float *in, float *out)
{
	__shared__ float data[1024];
	int lane = threadIdx.x;
	data[lane * 32] = in[lane]; // fact: store 32/1
	__syncthreads();
	out[lane] = data[(31 - lane) * 32]; // fact: load 32/1
}

__global__ void stride_33(const float *in, float *out)
{
	__shared__ float data[1056];
	int lane = threadIdx.x;
	data[lane * 33] = in[lane]; // fact: store 1/1
	__syncthreads();
	out[lane] = data[(31 - lane) * 33]; // fact: load 1/1
}

/* All lanes one word: one wavefront. */
__global__ void broadcast(const float *in, float *out)
{
	__shared__ float data[32];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1
	__syncthreads();
	out[lane] = data[lane / 32 + 5]; // fact: load 1/1
}

/* Eight words, four lanes each. */
__global__ void broadcast_of_8(const float *in, float *out)
{
	__shared__ float data[32];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1
	__syncthreads();
	out[lane] = data[lane / 4]; // fact: load 1/1
}

/* Two words in one bank, sixteen lanes each. */
__global__ void two_words_a_bank(const float *in, float *out)
{
	__shared__ float data[64];
	int lane = threadIdx.x;
	data[lane * 2] = in[lane]; // fact: store 2/1
	__syncthreads();
	out[lane] = data[(lane & 1) * 32]; // fact: load 2/1
}

/* Any permutation of 32 neighbouring words is free. */
__global__ void reversed_halves(const float *in, float *out)
{
	__shared__ float data[32];
	int lane = threadIdx.x;
	data[lane ^ 16] = in[lane]; // fact: store 1/1
	__syncthreads();
	out[lane] = data[(lane * 5 + 7) % 32]; // fact: load 1/1
}

int main()
{
	Array<float> in(32), out(32);
	in.upload();
	stride_1<<<1, 32>>>(in.device, out.device);
	expect("stride_1", out, 32, [](int i) { return float(31 - i); });
	stride_2<<<1, 32>>>(in.device, out.device);
	expect("stride_2", out, 32, [](int i) { return float(31 - i); });
	stride_4<<<1, 32>>>(in.device, out.device);
	expect("stride_4", out, 32, [](int i) { return float(31 - i); });
	stride_8<<<1, 32>>>(in.device, out.device);
	expect("stride_8", out, 32, [](int i) { return float(31 - i); });
	stride_12<<<1, 32>>>(in.device, out.device);
	expect("stride_12", out, 32, [](int i) { return float(31 - i); });
	stride_13<<<1, 32>>>(in.device, out.device);
	expect("stride_13", out, 32, [](int i) { return float(31 - i); });
	stride_16<<<1, 32>>>(in.device, out.device);
	expect("stride_16", out, 32, [](int i) { return float(31 - i); });
	stride_17<<<1, 32>>>(in.device, out.device);
	expect("stride_17", out, 32, [](int i) { return float(31 - i); });
	stride_32<<<1, 32>>>(in.device, out.device);
	expect("stride_32", out, 32, [](int i) { return float(31 - i); });
	stride_33<<<1, 32>>>(in.device, out.device);
	expect("stride_33", out, 32, [](int i) { return float(31 - i); });
	broadcast<<<1, 32>>>(in.device, out.device);
	expect("broadcast", out, 32, [](int i) { return float(5); });
	broadcast_of_8<<<1, 32>>>(in.device, out.device);
	expect("broadcast_of_8", out, 32, [](int i) { return float(i / 4); });
	two_words_a_bank<<<1, 32>>>(in.device, out.device);
	expect("two_words_a_bank", out, 32, [](int i) { return float((i & 1) * 16); });
	reversed_halves<<<1, 32>>>(in.device, out.device);
	expect("reversed_halves", out, 32, [](int i) { return float(((i * 5 + 7) % 32) ^ 16); });
	return finish();
}
