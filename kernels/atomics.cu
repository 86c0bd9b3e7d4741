/* Atomics on shared memory, one warp.  Each takes a value that differs from lane to lane: for a constant,
 * or for an address that it knows to be the same in all lanes, the compiler finds other instructions. */
#include "harness.h"

__global__ void add(const int *in, int *out)
{
	__shared__ int data[32];
	int lane = threadIdx.x;
	for (int i = lane; i < 32; i += 32)
		data[i] = 0; // fact: store 1/1
	__syncthreads();
	atomicAdd(&data[lane], in[lane]); // fact: atomic 1/1
	__syncthreads();
	out[lane] = data[lane]; // fact: load 1/1
}

/* Different words of one bank. */
__global__ void add_apart(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x;
	for (int i = lane; i < 1024; i += 32)
		data[i] = 0; // fact: store 32/32
	__syncthreads();
	atomicAdd(&data[lane * 32], in[lane]); // fact: atomic 32/1
	__syncthreads();
	out[lane] = data[lane * 32]; // fact: load 32/1
}

__global__ void add_two_apart(const int *in, int *out)
{
	__shared__ int data[64];
	int lane = threadIdx.x;
	for (int i = lane; i < 64; i += 32)
		data[i] = 0; // fact: store 2/2
	__syncthreads();
	atomicAdd(&data[lane * 2], in[lane]); // fact: atomic 2/1
	__syncthreads();
	out[lane] = data[lane * 2]; // fact: load 2/1
}

/* Lanes on one word wait for each other, as lanes on one bank do. */
__global__ void add_same_pairs(const int *in, int *out)
{
	__shared__ int data[32];
	int lane = threadIdx.x;
	for (int i = lane; i < 32; i += 32)
		data[i] = 0; // fact: store 1/1
	__syncthreads();
	atomicAdd(&data[lane / 2], in[lane]); // fact: atomic 2/1
	__syncthreads();
	out[lane] = data[lane]; // fact: load 1/1
}

__global__ void add_same_word(const int *in, int *out)
{
	__shared__ int data[32];
	int lane = threadIdx.x;
	for (int i = lane; i < 32; i += 32)
		data[i] = 0; // fact: store 1/1
	__syncthreads();
	atomicAdd(&data[lane / 32], in[lane]); // fact: atomic 32/1
	__syncthreads();
	out[lane] = data[lane]; // fact: load 1/1
}

__global__ void add_scattered(const int *in, int *out)
{
	__shared__ int data[32];
	int lane = threadIdx.x;
	for (int i = lane; i < 32; i += 32)
		data[i] = 0; // fact: store 1/1
	__syncthreads();
	atomicAdd(&data[lane * 5 % 16], in[lane]); // fact: atomic 2/1
	__syncthreads();
	out[lane] = data[lane]; // fact: load 1/1
}

__global__ void add_returned(const int *in, int *out)
{
	__shared__ int data[128];
	int lane = threadIdx.x;
	for (int i = lane; i < 128; i += 32)
		data[i] = 0; // fact: store 4/4
	__syncthreads();
	out[lane + 32] = atomicAdd(&data[lane * 4], in[lane]); // fact: atomic 4/1
	__syncthreads();
	out[lane] = data[lane * 4]; // fact: load 4/1
}

__global__ void subtract(const int *in, int *out)
{
	__shared__ int data[64];
	int lane = threadIdx.x;
	for (int i = lane; i < 64; i += 32)
		data[i] = 0; // fact: store 2/2
	__syncthreads();
	atomicSub(&data[lane * 2], in[lane]); // fact: atomic 2/1
	__syncthreads();
	out[lane] = data[lane * 2]; // fact: load 2/1
}

__global__ void minimum(const int *in, int *out)
{
	__shared__ int data[64];
	int lane = threadIdx.x;
	for (int i = lane; i < 64; i += 32)
		data[i] = 0; // fact: store 2/2
	__syncthreads();
	atomicMin(&data[lane * 2], -in[lane]); // fact: atomic 2/1
	__syncthreads();
	out[lane] = data[lane * 2]; // fact: load 2/1
}

__global__ void maximum(const int *in, int *out)
{
	__shared__ int data[64];
	int lane = threadIdx.x;
	for (int i = lane; i < 64; i += 32)
		data[i] = 0; // fact: store 2/2
	__syncthreads();
	atomicMax(&data[lane * 2], in[lane]); // fact: atomic 2/1
	__syncthreads();
	out[lane] = data[lane * 2]; // fact: load 2/1
}

__global__ void bits_or(const int *in, int *out)
{
	__shared__ int data[64];
	int lane = threadIdx.x;
	for (int i = lane; i < 64; i += 32)
		data[i] = 0; // fact: store 2/2
	__syncthreads();
	atomicOr(&data[lane * 2], in[lane]); // fact: atomic 2/1
	__syncthreads();
	out[lane] = data[lane * 2]; // fact: load 2/1
}

__global__ void bits_and(const int *in, int *out)
{
	__shared__ int data[64];
	int lane = threadIdx.x;
	for (int i = lane; i < 64; i += 32)
		data[i] = -1; // fact: store 2/2
	__syncthreads();
	atomicAnd(&data[lane * 2], in[lane]); // fact: atomic 2/1
	__syncthreads();
	out[lane] = data[lane * 2]; // fact: load 2/1
}

__global__ void bits_xor(const int *in, int *out)
{
	__shared__ int data[64];
	int lane = threadIdx.x;
	for (int i = lane; i < 64; i += 32)
		data[i] = 0; // fact: store 2/2
	__syncthreads();
	atomicXor(&data[lane * 2], in[lane]); // fact: atomic 2/1
	__syncthreads();
	out[lane] = data[lane * 2]; // fact: load 2/1
}

__global__ void exchange(const int *in, int *out)
{
	__shared__ int data[256];
	int lane = threadIdx.x;
	for (int i = lane; i < 256; i += 32)
		data[i] = 0; // fact: store 8/8
	__syncthreads();
	atomicExch(&data[lane * 8], in[lane]); // fact: atomic 8/1
	__syncthreads();
	out[lane] = data[lane * 8]; // fact: load 8/1
}

/* A compare-and-swap takes two passes for each lane on a bank, and two are needed. */
__global__ void compare_and_swap(const int *in, int *out)
{
	__shared__ int data[32];
	int lane = threadIdx.x;
	for (int i = lane; i < 32; i += 32)
		data[i] = 0; // fact: store 1/1
	__syncthreads();
	atomicCAS(&data[lane], 0, in[lane]); // fact: atomic 2/2
	__syncthreads();
	out[lane] = data[lane]; // fact: load 1/1
}

__global__ void compare_and_swap_apart(const int *in, int *out)
{
	__shared__ int data[64];
	int lane = threadIdx.x;
	for (int i = lane; i < 64; i += 32)
		data[i] = 0; // fact: store 2/2
	__syncthreads();
	atomicCAS(&data[lane * 2], 0, in[lane]); // fact: atomic 4/2
	__syncthreads();
	out[lane] = data[lane * 2]; // fact: load 2/1
}

/* Floats are added by a loop of loads and compare-and-swaps.  In an iteration one lane succeeds on each bank, so
 * a profiler finds nothing to spare in it: it shows the cost of all iterations as ideal, and the loads separately. */
__global__ void add_float(const float *in, float *out)
{
	__shared__ float data[32];
	int lane = threadIdx.x;
	for (int i = lane; i < 32; i += 32)
		data[i] = 0.0f; // fact: store 1/1
	__syncthreads();
	atomicAdd(&data[lane], in[lane]); // fact: atomic 2/2 exact | load 1/1 exact
	__syncthreads();
	out[lane] = data[lane]; // fact: load 1/1
}

__global__ void add_float_apart(const float *in, float *out)
{
	__shared__ float data[128];
	int lane = threadIdx.x;
	for (int i = lane; i < 128; i += 32)
		data[i] = 0.0f; // fact: store 4/4
	__syncthreads();
	atomicAdd(&data[lane * 4], in[lane]); // fact: atomic 8/8 exact | load 10/4 exact
	__syncthreads();
	out[lane] = data[lane * 4]; // fact: load 4/1
}

__global__ void add_float_same_word(const float *in, float *out)
{
	__shared__ float data[32];
	int lane = threadIdx.x;
	for (int i = lane; i < 32; i += 32)
		data[i] = 0.0f; // fact: store 1/1
	__syncthreads();
	atomicAdd(&data[lane / 32], in[lane]); // fact: atomic 64/64 exact | load 32/32 exact
	__syncthreads();
	out[lane] = data[lane]; // fact: load 1/1
}

/* nvcc makes another instruction (ATOMS.POPC.INC) of a constant 1 whose result is not used.  It adds up the
 * lanes on one word first, so that only different words of a bank take a wavefront each. */
__global__ void count(const int *in, int *out)
{
	__shared__ int data[32];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1
	__syncthreads();
	atomicAdd(&data[lane], 1); // fact: atomic 1/1 exact
	__syncthreads();
	out[lane] = data[lane]; // fact: load 1/1
}

__global__ void count_apart(const int *in, int *out)
{
	__shared__ int data[256];
	int lane = threadIdx.x;
	data[lane * 8] = in[lane]; // fact: store 8/1
	__syncthreads();
	atomicAdd(&data[lane * 8], 1); // fact: atomic 8/1 exact
	__syncthreads();
	out[lane] = data[lane * 8]; // fact: load 8/1
}

__global__ void count_same_word(const int *in, int *out)
{
	__shared__ int data[32];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 1/1
	__syncthreads();
	atomicAdd(&data[lane / 8], 1); // fact: atomic 1/1 exact
	__syncthreads();
	out[lane] = data[lane]; // fact: load 1/1
}

/* Eight bytes: two phases, each as for four.  An addition is a loop here too. */
__global__ void add_8_bytes(const unsigned long long *in, unsigned long long *out)
{
	__shared__ unsigned long long data[32];
	int lane = threadIdx.x;
	data[lane] = 0; // fact: store 2/2
	__syncthreads();
	atomicAdd(&data[lane], in[lane]); // fact: atomic 4/4 exact | load 2/2 exact
	__syncthreads();
	out[lane] = data[lane]; // fact: load 2/2
}

__global__ void exchange_8_bytes(const unsigned long long *in, unsigned long long *out)
{
	__shared__ unsigned long long data[64];
	int lane = threadIdx.x;
	data[2 * lane] = 0; // fact: store 4/2
	__syncthreads();
	atomicExch(&data[2 * lane], in[lane]); // fact: atomic 4/2 exact
	__syncthreads();
	out[lane] = data[2 * lane]; // fact: load 4/2
}

__global__ void swap_8_bytes(const unsigned long long *in, unsigned long long *out)
{
	__shared__ unsigned long long data[32];
	int lane = threadIdx.x;
	data[lane] = 0; // fact: store 2/2
	__syncthreads();
	atomicCAS(&data[lane], 0ull, in[lane]); // fact: atomic 4/4 exact
	__syncthreads();
	out[lane] = data[lane]; // fact: load 2/2
}

/* Counters of bytes' values, by 256 threads whose values are known here only to the program's input. */
__global__ void histogram(const int *in, int *out)
{
	__shared__ int counters[256];
	int tid = threadIdx.x;
	counters[tid] = 0; // fact: store 8/8
	__syncthreads();
	atomicAdd(&counters[in[tid] % 256], 1); // fact: atomic 64/8 data-dependent
	__syncthreads();
	out[tid] = counters[tid]; // fact: load 8/8
}

int main()
{
	Array<int> in(256), ints_out(256);
	Array<float> floats(32), floats_out(32);
	Array<unsigned long long> longs(32), longs_out(32);
	in.upload();
	floats.upload();
	longs.upload();
	add<<<1, 32>>>(in.device, ints_out.device);
	expect("add", ints_out, 32, [](int i) { return i; });
	add_apart<<<1, 32>>>(in.device, ints_out.device);
	expect("add_apart", ints_out, 32, [](int i) { return i; });
	add_two_apart<<<1, 32>>>(in.device, ints_out.device);
	expect("add_two_apart", ints_out, 32, [](int i) { return i; });
	add_same_pairs<<<1, 32>>>(in.device, ints_out.device);
	expect("add_same_pairs", ints_out, 32, [](int i) { return i < 16 ? 4 * i + 1 : 0; });
	add_same_word<<<1, 32>>>(in.device, ints_out.device);
	expect("add_same_word", ints_out, 32, [](int i) { return i == 0 ? 496 : 0; });
	add_scattered<<<1, 32>>>(in.device, ints_out.device);
	expect("add_scattered", ints_out, 32, [](int i) { return i < 16 ? 2 * (i * 13 % 16) + 16 : 0; });
	add_returned<<<1, 32>>>(in.device, ints_out.device);
	expect("add_returned", ints_out, 32, [](int i) { return i; });
	subtract<<<1, 32>>>(in.device, ints_out.device);
	expect("subtract", ints_out, 32, [](int i) { return -i; });
	minimum<<<1, 32>>>(in.device, ints_out.device);
	expect("minimum", ints_out, 32, [](int i) { return -i; });
	maximum<<<1, 32>>>(in.device, ints_out.device);
	expect("maximum", ints_out, 32, [](int i) { return i; });
	bits_or<<<1, 32>>>(in.device, ints_out.device);
	expect("bits_or", ints_out, 32, [](int i) { return i; });
	bits_and<<<1, 32>>>(in.device, ints_out.device);
	expect("bits_and", ints_out, 32, [](int i) { return i; });
	bits_xor<<<1, 32>>>(in.device, ints_out.device);
	expect("bits_xor", ints_out, 32, [](int i) { return i; });
	exchange<<<1, 32>>>(in.device, ints_out.device);
	expect("exchange", ints_out, 32, [](int i) { return i; });
	compare_and_swap<<<1, 32>>>(in.device, ints_out.device);
	expect("compare_and_swap", ints_out, 32, [](int i) { return i; });
	compare_and_swap_apart<<<1, 32>>>(in.device, ints_out.device);
	expect("compare_and_swap_apart", ints_out, 32, [](int i) { return i; });
	add_float<<<1, 32>>>(floats.device, floats_out.device);
	expect("add_float", floats_out, 32, [](int i) { return float(i); });
	add_float_apart<<<1, 32>>>(floats.device, floats_out.device);
	expect("add_float_apart", floats_out, 32, [](int i) { return float(i); });
	add_float_same_word<<<1, 32>>>(floats.device, floats_out.device);
	expect("add_float_same_word", floats_out, 32, [](int i) { return float(i == 0 ? 496 : 0); });
	count<<<1, 32>>>(in.device, ints_out.device);
	expect("count", ints_out, 32, [](int i) { return i + 1; });
	count_apart<<<1, 32>>>(in.device, ints_out.device);
	expect("count_apart", ints_out, 32, [](int i) { return i + 1; });
	count_same_word<<<1, 32>>>(in.device, ints_out.device);
	expect("count_same_word", ints_out, 32, [](int i) { return i + (i < 4 ? 8 : 0); });
	add_8_bytes<<<1, 32>>>(longs.device, longs_out.device);
	expect("add_8_bytes", longs_out, 32, [](int i) { return (unsigned long long)i; });
	exchange_8_bytes<<<1, 32>>>(longs.device, longs_out.device);
	expect("exchange_8_bytes", longs_out, 32, [](int i) { return (unsigned long long)i; });
	swap_8_bytes<<<1, 32>>>(longs.device, longs_out.device);
	expect("swap_8_bytes", longs_out, 32, [](int i) { return (unsigned long long)i; });
	histogram<<<1, 256>>>(in.device, ints_out.device);
	expect("histogram", ints_out, 256, [](int) { return 1; });
	return finish();
}
