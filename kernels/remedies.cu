/* What is slow and what to do about it, where that is not a matter of layout alone (transpose.cu, matrix.cu): strides
 * that only the caller knows, tables that data indexes, counters that all lanes want. */
#include "harness.h"

/* The pitch comes from outside: any. */
__global__ void columns_of_any_pitch(const float *in, float *out, int pitch)
{
	__shared__ float tile[32 * 64];
	int lane = threadIdx.x;
	for (int y = 0; y < 32; y++)
		tile[y * pitch + lane] = in[y * 32 + lane]; // fact: store 32/32
	__syncthreads();
	for (int x = 0; x < 32; x++)
		out[x * 32 + lane] = tile[lane * pitch + x]; // fact: load 1024/32 symbolic
}

/* One that the program chooses, odd. */
template <int pitch> __global__ void columns_of_this_pitch(const float *in, float *out)
{
	__shared__ float tile[32 * pitch];
	int lane = threadIdx.x;
	for (int y = 0; y < 32; y++)
		tile[y * pitch + lane] = in[y * 32 + lane]; // fact: store 32/32
	__syncthreads();
	for (int x = 0; x < 32; x++)
		out[x * 32 + lane] = tile[lane * pitch + x]; // fact: load 32/32
}

/* Lanes read where their data says: with in[i] = i, lane l reads word 8 * l of 256. */
__global__ void one_table(const int *in, int *out)
{
	__shared__ int table[256];
	for (int i = threadIdx.x; i < 256; i += 32)
		table[i] = i * i; // fact: store 8/8
	__syncthreads();
	out[threadIdx.x] = table[in[threadIdx.x] * 8 % 256]; // fact: load 8/1 data-dependent
}

/* A copy of the table for each bank, which is to say for each lane. */
__global__ void a_table_a_lane(const int *in, int *out)
{
	__shared__ int tables[32 * 32];
	for (int i = 0; i < 32; i++)
		tables[i * 32 + threadIdx.x] = i * i; // fact: store 32/32
	__syncthreads();
	out[threadIdx.x] = tables[in[threadIdx.x] % 32 * 32 + threadIdx.x]; // fact: load 1/1
}

/* All lanes add to one word: one after the other. */
__global__ void one_counter(const int *in, int *out)
{
	__shared__ int counters[32];
	counters[threadIdx.x] = 0; // fact: store 1/1
	__syncthreads();
	int seen = atomicAdd(&counters[in[threadIdx.x] / 32], in[threadIdx.x]); // fact: atomic 32/1 data-dependent
	__syncthreads();
	out[threadIdx.x] = counters[0] + min(seen, 0); // fact: load 1/1
}

/* The warp adds up first, and one lane does it for all. */
__global__ void one_lane_counts(const int *in, int *out)
{
	__shared__ int counters[32];
	counters[threadIdx.x] = 0; // fact: store 1/1
	__syncthreads();
	int sum = in[threadIdx.x], seen = 0;
	for (int by = 16; by > 0; by /= 2)
		sum += __shfl_down_sync(0xffffffff, sum, by);
	if (threadIdx.x == 0)
		seen = atomicAdd(&counters[in[0]], sum); // fact: atomic 1/1
	__syncthreads();
	out[threadIdx.x] = counters[0] + min(seen, 0); // fact: load 1/1
}

/* A counter a lane, and one pass over them. */
__global__ void a_counter_a_lane(const int *in, int *out)
{
	__shared__ int counters[32];
	counters[threadIdx.x] = in[threadIdx.x] - in[threadIdx.x]; // fact: store 1/1
	__syncthreads();
	int seen = atomicAdd(&counters[threadIdx.x], in[threadIdx.x]); // fact: atomic 1/1
	__syncthreads();
	int sum = seen;
	for (int i = 0; i < 32; i++)
		sum += counters[(threadIdx.x + i) % 32]; // fact: load 32/32
	out[threadIdx.x] = sum;
}

/* A histogram of bytes with the counters of one thread side by side: lanes meet in a bank. */
__global__ void bins_of_a_thread(const int *in, int *out)
{
	__shared__ unsigned char counters[32 * 128];
	for (int i = 0; i < 128; i++)
		counters[threadIdx.x * 128 + i] = i % 7; // fact: store 4096/128
	__syncthreads();
	out[threadIdx.x] = counters[threadIdx.x * 128 + in[5]]; // fact: load 32/1
}

/* The counters of one bin side by side. */
__global__ void threads_of_a_bin(const int *in, int *out)
{
	__shared__ unsigned char counters[128 * 32];
	for (int i = 0; i < 128; i++)
		counters[i * 32 + threadIdx.x] = i % 7; // fact: store 128/128
	__syncthreads();
	out[threadIdx.x] = counters[in[5] * 32 + threadIdx.x]; // fact: load 1/1
}

int main(int argc, char **)
{
	Array<float> tile(1024), turned(1024);
	Array<int> in(32), out(32);
	tile.upload();
	in.upload();
	auto transposed = [](int i) { return (float)(i % 32 * 32 + i / 32); };
	columns_of_any_pitch<<<1, 32>>>(tile.device, turned.device, 32 * argc);
	expect("columns_of_any_pitch", turned, 1024, transposed);
	columns_of_this_pitch<33><<<1, 32>>>(tile.device, turned.device);
	expect("columns_of_this_pitch", turned, 1024, transposed);
	one_table<<<1, 32>>>(in.device, out.device);
	expect("one_table", out, 32, [](int i) { return 64 * i * i; });
	a_table_a_lane<<<1, 32>>>(in.device, out.device);
	expect("a_table_a_lane", out, 32, [](int i) { return i * i; });
	one_counter<<<1, 32>>>(in.device, out.device);
	expect("one_counter", out, 32, [](int) { return 496; });
	one_lane_counts<<<1, 32>>>(in.device, out.device);
	expect("one_lane_counts", out, 32, [](int) { return 496; });
	a_counter_a_lane<<<1, 32>>>(in.device, out.device);
	expect("a_counter_a_lane", out, 32, [](int) { return 496; });
	bins_of_a_thread<<<1, 32>>>(in.device, out.device);
	expect("bins_of_a_thread", out, 32, [](int) { return 5; });
	threads_of_a_bin<<<1, 32>>>(in.device, out.device);
	expect("threads_of_a_bin", out, 32, [](int) { return 5; });
	return finish();
}
