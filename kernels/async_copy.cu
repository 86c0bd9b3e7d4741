/* cp.async, global to shared memory.  Lane l copies from the source + its size * l, so that the lanes
 * of one 128-byte line of the source go together: 32, 16 or 8 of them. */
#include "harness.h"

#define SHARED_ADDRESS(pointer) ((unsigned)__cvta_generic_to_shared(pointer))
#define COPY_ASYNC(how, bytes, to, from) \
	asm volatile("cp.async." how ".shared.global [%0], [%1], " #bytes ";" ::"r"(to), "l"(from) : "memory")
#define COPY_WAIT() asm volatile("cp.async.wait_all;" ::: "memory")

__global__ void words(const int *in, int *out)
{
	__shared__ int data[32];
	int lane = threadIdx.x;
	COPY_ASYNC("ca", 4, SHARED_ADDRESS(&data[lane]), in + lane); // fact: cp_async 1/1
	COPY_WAIT();
	__syncthreads();
	out[lane] = data[31 - lane]; // fact: load 1/1
}

__global__ void words_apart(const int *in, int *out)
{
	__shared__ int data[256];
	int lane = threadIdx.x;
	COPY_ASYNC("ca", 4, SHARED_ADDRESS(&data[8 * lane]), in + lane); // fact: cp_async 8/1
	COPY_WAIT();
	__syncthreads();
	out[lane] = data[8 * (31 - lane)]; // fact: load 8/1
}

__global__ void pairs(const int2 *in, int2 *out)
{
	__shared__ int2 data[32];
	int lane = threadIdx.x;
	COPY_ASYNC("ca", 8, SHARED_ADDRESS(&data[lane]), in + lane); // fact: cp_async 2/2
	COPY_WAIT();
	__syncthreads();
	out[lane] = data[31 - lane]; // fact: load 2/2
}

__global__ void pairs_apart(const int2 *in, int2 *out)
{
	__shared__ int2 data[64];
	int lane = threadIdx.x;
	COPY_ASYNC("ca", 8, SHARED_ADDRESS(&data[2 * lane]), in + lane); // fact: cp_async 4/2
	COPY_WAIT();
	__syncthreads();
	out[lane] = data[2 * (31 - lane)]; // fact: load 4/2
}

__global__ void vectors(const int4 *in, int4 *out)
{
	__shared__ int4 data[32];
	int lane = threadIdx.x;
	COPY_ASYNC("ca", 16, SHARED_ADDRESS(&data[lane]), in + lane); // fact: cp_async 4/4 exact
	COPY_WAIT();
	__syncthreads();
	out[lane] = data[31 - lane]; // fact: load 4/4
}

/* Each lane's vector starts a row of 128 bytes. */
__global__ void vectors_to_rows(const int4 *in, int4 *out)
{
	__shared__ int4 data[32][8];
	int lane = threadIdx.x;
	COPY_ASYNC("cg", 16, SHARED_ADDRESS(&data[lane][0]), in + lane); // fact: cp_async 32/4 exact
	COPY_WAIT();
	__syncthreads();
	out[lane] = data[31 - lane][0]; // fact: load 32/4
}

/* All banks, yet eight passes for eight lanes: a copy past the L1 cache (.cg) goes by lines of 128 bytes, and
 * these lanes write to eight. */
__global__ void vectors_to_many_rows(const int4 *in, int4 *out)
{
	__shared__ int4 data[32][8];
	int lane = threadIdx.x;
	int4 *to = &data[lane][lane % 8];
	COPY_ASYNC("cg", 16, SHARED_ADDRESS(to), in + lane); // fact: cp_async 32/4 exact
	COPY_WAIT();
	__syncthreads();
	out[lane] = data[31 - lane][(31 - lane) % 8]; // fact: load 4/4
}

/* Rows of eight vectors, each swizzled by its number: a line at a time. */
__global__ void lines_to_swizzled_lines(const int4 *in, int4 *out)
{
	__shared__ __align__(128) int4 data[4][8];
	int lane = threadIdx.x, row = lane / 8, column = lane % 8;
	COPY_ASYNC("cg", 16, SHARED_ADDRESS(&data[row][column ^ row]), in + lane); // fact: cp_async 4/4 exact
	COPY_WAIT();
	__syncthreads();
	out[lane] = data[3 - row][7 - column ^ 3 - row]; // fact: load 4/4
}

int main()
{
	Array<int> in(32), out(32);
	Array<int2> pairs_in(32), pairs_out(32);
	Array<int4> vectors_in(32), vectors_out(32);
	in.upload();
	pairs_in.upload();
	vectors_in.upload();
	auto number = [](int i) { return 31 - i; };
	auto pair = [](int i) { return make_int2(31 - i, 2 * (31 - i)); };
	auto vector = [](int i) { return make_int4(31 - i, 2 * (31 - i), 3 * (31 - i), 4 * (31 - i)); };
	words<<<1, 32>>>(in.device, out.device);
	expect("words", out, 32, number);
	words_apart<<<1, 32>>>(in.device, out.device);
	expect("words_apart", out, 32, number);
	pairs<<<1, 32>>>(pairs_in.device, pairs_out.device);
	expect("pairs", pairs_out, 32, pair);
	pairs_apart<<<1, 32>>>(pairs_in.device, pairs_out.device);
	expect("pairs_apart", pairs_out, 32, pair);
	vectors<<<1, 32>>>(vectors_in.device, vectors_out.device);
	expect("vectors", vectors_out, 32, vector);
	vectors_to_rows<<<1, 32>>>(vectors_in.device, vectors_out.device);
	expect("vectors_to_rows", vectors_out, 32, vector);
	vectors_to_many_rows<<<1, 32>>>(vectors_in.device, vectors_out.device);
	expect("vectors_to_many_rows", vectors_out, 32, vector);
	lines_to_swizzled_lines<<<1, 32>>>(vectors_in.device, vectors_out.device);
	expect("lines_to_swizzled_lines", vectors_out, 32, vector);
	return finish();
}

// libclang: 16
