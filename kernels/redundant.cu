/* Accesses for which nvcc makes no instruction, because the thread has just loaded or stored the same
 * address: they cost nothing at their lines.  docs/developers/compiler.md has the rules. */
#include "harness.h"

/* The same address twice. */
__global__ void twice(const float *in, float *out)
{
	__shared__ float data[64];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1
	data[lane + 32] = in[lane + 32]; // fact: store 1/1
	__syncthreads();
	float a = data[2 * lane]; // fact: load 2/1 exact
	float b = data[lane + lane] * in[3]; // fact: load 0/0 exact
	out[lane] = a + b;
}

/* Stores to another array, to global memory and atomics there change nothing. */
__global__ void past_others(const float *in, float *out)
{
	__shared__ float data[64], other[32];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1
	data[lane + 32] = in[lane + 32]; // fact: store 1/1
	__syncthreads();
	float a = data[2 * lane]; // fact: load 2/1 exact
	other[lane] = a; // fact: store 1/1 exact
	out[lane + 32] = a;
	atomicAdd(&out[lane + 64], 0.0f);
	float b = data[2 * lane] * in[3]; // fact: load 0/0 exact
	__syncthreads();
	out[lane] = a + b + other[31 - lane]; // fact: load 1/1 exact
}

/* A barrier of the block or of the warp, or a store that may go to the same address: loaded again. */
__global__ void not_past_these(const float *in, float *out, int n)
{
	__shared__ float data[64];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1
	data[lane + 32] = in[lane + 32]; // fact: store 1/1
	__syncthreads();
	float a = data[2 * lane]; // fact: load 2/1 exact
	__syncthreads();
	float b = data[2 * lane] * in[1]; // fact: load 2/1 exact
	__syncwarp();
	float c = data[2 * lane] * in[1]; // fact: load 2/1 exact
	data[lane * n] = a; // fact: store 1/1 exact
	float d = data[2 * lane] * in[1]; // fact: load 2/1
	out[lane] = a + b + c + d;
}

/* A store that the compiler proves to be elsewhere: a constant away. */
__global__ void a_constant_away(const float *in, float *out)
{
	__shared__ float data[96];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1
	data[lane + 32] = in[lane + 32]; // fact: store 1/1
	__syncthreads();
	float a = data[2 * lane]; // fact: load 2/1 exact
	data[2 * lane + 1] = in[0]; // fact: store 2/1 exact
	float b = data[2 * lane] * in[3]; // fact: load 0/0 exact
	__syncthreads();
	out[lane] = a + b + data[2 * (31 - lane) + 1]; // fact: load 2/1 exact
}

/* What was just stored is known. */
__global__ void just_stored(const float *in, float *out)
{
	__shared__ float data[64];
	int lane = threadIdx.x;
	data[2 * lane] = in[lane]; // fact: store 2/1 exact
	float a = data[2 * lane]; // fact: load 0/0 exact
	__syncthreads();
	out[lane] = a + data[2 * (31 - lane)]; // fact: load 2/1 exact
}

__device__ float doubled(const float *from, int i)
{
	return from[2 * i]; // fact: load 0/0 exact
}

/* Also in a function that is called. */
__global__ void called(const float *in, float *out)
{
	__shared__ float data[64];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1
	data[lane + 32] = in[lane + 32]; // fact: store 1/1
	__syncthreads();
	float a = data[2 * lane]; // fact: load 2/1 exact
	out[lane] = a + doubled(data, lane) * in[3];
}

/* Under a condition, too: predicted as a bound. */
__global__ void under_a_condition(const float *in, float *out, int n)
{
	__shared__ float data[64];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1
	data[lane + 32] = in[lane + 32]; // fact: store 1/1
	__syncthreads();
	float a = data[2 * lane]; // fact: load 2/1 exact
	if (lane < n)
		a += data[2 * lane] * in[3]; // fact: load 2/1 bound // measured: load 0/0
	out[lane] = a;
}

/* A store that is overwritten before a load. */
__global__ void overwritten(const float *in, float *out)
{
	__shared__ float data[64];
	int lane = threadIdx.x;
	data[2 * lane] = in[lane + 5]; // fact: store 2/1 bound // measured: store 0/0
	data[2 * lane] = in[lane]; // fact: store 2/1 exact
	__syncthreads();
	out[lane] = data[2 * (31 - lane)]; // fact: load 2/1 exact
}

int main()
{
	Array<float> in(128), out(128);
	in.upload();
	twice<<<1, 32>>>(in.device, out.device);
	expect("twice", out, 32, [](int i) { return float(8 * i); });
	past_others<<<1, 32>>>(in.device, out.device);
	expect("past_others", out, 32, [](int i) { return float(8 * i + 2 * (31 - i)); });
	not_past_these<<<1, 32>>>(in.device, out.device, 1);
	expect("not_past_these", out, 1, [](int i) { return float(8 * i); });
	a_constant_away<<<1, 32>>>(in.device, out.device);
	expect("a_constant_away", out, 32, [](int i) { return float(8 * i); });
	just_stored<<<1, 32>>>(in.device, out.device);
	expect("just_stored", out, 32, [](int i) { (void)i; return 31.0f; });
	called<<<1, 32>>>(in.device, out.device);
	expect("called", out, 32, [](int i) { return float(8 * i); });
	under_a_condition<<<1, 32>>>(in.device, out.device, 32);
	expect("under_a_condition", out, 32, [](int i) { return float(8 * i); });
	overwritten<<<1, 32>>>(in.device, out.device);
	expect("overwritten", out, 32, [](int i) { return float(31 - i); });
	return finish();
}
