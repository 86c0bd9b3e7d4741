/* Accesses written as PTX, by 32-bit shared addresses.  Inline assembly keeps its width, whatever is
 * adjacent. */
#include "harness.h"

#define SHARED_ADDRESS(pointer) ((unsigned)__cvta_generic_to_shared(pointer))

#define STORE_4(address, v)                                     \
	asm volatile("st.shared.v4.f32 [%0], {%1, %2, %3, %4};" \
		     ::"r"(address), "f"(v.x), "f"(v.y), "f"(v.z), "f"(v.w))
#define LOAD_4(v, address)                                      \
	asm volatile("ld.shared.v4.f32 {%0, %1, %2, %3}, [%4];" \
		     : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "r"(address))
#define ATOMIC(operation, old, address, value) \
	asm volatile("atom.shared." operation " %0, [%1], %2;" : "=r"(old) : "r"(address), "r"(value) : "memory")
#define COMPARE_AND_SWAP(old, address, wanted, value)                   \
	asm volatile("atom.shared.cas.b32 %0, [%1], %2, %3;"            \
		     : "=r"(old) : "r"(address), "r"(wanted), "r"(value) : "memory")

/* 16 bytes a lane, contiguous: four wavefronts, and four are needed. */
__global__ void vector_of_4(const float4 *in, float4 *out)
{
	__shared__ float data[128];
	int lane = threadIdx.x;
	unsigned address = SHARED_ADDRESS(&data[4 * lane]);
	float4 v = in[lane];
	STORE_4(address, v); // fact: store 4/4
	__syncthreads();
	LOAD_4(v, address); // fact: load 4/4
	out[lane] = v;
}

__global__ void vector_of_4_apart(const float4 *in, float4 *out)
{
	__shared__ float4 data[64];
	int lane = threadIdx.x;
	unsigned address = SHARED_ADDRESS(&data[2 * lane]);
	float4 v = in[lane];
	STORE_4(address, v); // fact: store 8/4
	__syncthreads();
	LOAD_4(v, address); // fact: load 8/4
	out[lane] = v;
}

__global__ void vector_of_2(const float2 *in, float2 *out)
{
	__shared__ float2 data[32];
	int lane = threadIdx.x;
	unsigned address = SHARED_ADDRESS(data) + lane * 8;
	float2 v = in[lane];
	asm volatile("st.shared.v2.f32 [%0], {%1, %2};" ::"r"(address), "f"(v.x), "f"(v.y)); // fact: store 2/2
	__syncthreads();
	asm volatile("ld.shared.v2.f32 {%0, %1}, [%2];" : "=f"(v.x), "=f"(v.y) : "r"(address)); // fact: load 2/2
	out[lane] = v;
}

/* An offset in the instruction. */
__global__ void offsets(const int *in, int *out)
{
	__shared__ int data[65];
	int lane = threadIdx.x, v = in[lane];
	unsigned address = SHARED_ADDRESS(&data[2 * lane]);
	asm volatile("st.shared.b32 [%0 + 4], %1;" ::"r"(address), "r"(v)); // fact: store 2/1
	__syncthreads();
	asm volatile("ld.shared.b32 %0, [%1+4];" : "=r"(v) : "r"(address)); // fact: load 2/1
	out[lane] = v;
}

__global__ void bytes(const int *in, int *out)
{
	__shared__ unsigned char data[32 * 128];
	int lane = threadIdx.x, v = in[lane];
	unsigned address = SHARED_ADDRESS(data);
	asm volatile("st.shared.u8 [%0], %1;" ::"r"(address + 128 * lane), "r"(v)); // fact: store 32/1
	__syncthreads();
	asm volatile("ld.shared.u8 %0, [%1];" : "=r"(v) : "r"(address + 128 * (31 - lane))); // fact: load 32/1
	out[lane] = v;
}

__global__ void halves(const int *in, int *out)
{
	__shared__ unsigned short data[32 * 4];
	int lane = threadIdx.x;
	unsigned short v = (unsigned short)in[lane];
	unsigned address = SHARED_ADDRESS(data + 4 * lane);
	asm volatile("st.shared.b16 [%0], %1;" ::"r"(address), "h"(v)); // fact: store 2/1
	__syncthreads();
	asm volatile("ld.shared.b16 %0, [%1];" : "=h"(v) : "r"(address)); // fact: load 2/1
	out[lane] = v;
}

__global__ void words_of_8(const int *in, int *out)
{
	__shared__ long long data[64];
	int lane = threadIdx.x;
	long long v = in[lane];
	unsigned address = SHARED_ADDRESS(&data[2 * lane]);
	asm volatile("st.shared.b64 [%0], %1;" ::"r"(address), "l"(v)); // fact: store 4/2
	__syncthreads();
	asm volatile("ld.shared.b64 %0, [%1];" : "=l"(v) : "r"(address)); // fact: load 4/2
	out[lane] = (int)v + (int)(v >> 32);
}

/* The low bits of a generic pointer into shared memory are its shared address. */
__global__ void truncated_address(const int *in, int *out)
{
	__shared__ int data[64];
	int lane = threadIdx.x, v;
	data[2 * lane] = in[lane]; // fact: store 2/1
	__syncthreads();
	unsigned address = (int)(size_t)&data[2 * (31 - lane)] & 0xFFFF;
	asm volatile("ld.shared.b32 %0, [%1];" : "=r"(v) : "r"(address)); // fact: load 2/1
	out[lane] = v;
}

__global__ void atomics(const int *in, int *out)
{
	__shared__ int data[128];
	int lane = threadIdx.x, old;
	for (int i = lane; i < 128; i += 32)
		data[i] = 0; // fact: store 4/4
	__syncthreads();
	unsigned address = SHARED_ADDRESS(&data[4 * lane]);
	asm volatile("red.shared.add.s32 [%0], %1;" ::"r"(address), "r"(in[lane]) : "memory"); // fact: atomic 4/1
	ATOMIC("add.u32", old, address, in[31 - lane]); // fact: atomic 4/1
	ATOMIC("exch.b32", old, address, old); // fact: atomic 4/1
	COMPARE_AND_SWAP(old, address, lane, 99); // fact: atomic 8/2
	__syncthreads();
	out[lane] = data[4 * lane]; // fact: load 4/1
}

int main()
{
	Array<float4> vectors(32), vectors_out(32);
	Array<float2> pairs(32), pairs_out(32);
	Array<int> in(32), out(32);
	vectors.upload();
	pairs.upload();
	in.upload();
	auto vector = [](int i) { return make_float4(i, i + 0.25f, i + 0.5f, i + 0.75f); };
	vector_of_4<<<1, 32>>>(vectors.device, vectors_out.device);
	expect("vector_of_4", vectors_out, 32, vector);
	vector_of_4_apart<<<1, 32>>>(vectors.device, vectors_out.device);
	expect("vector_of_4_apart", vectors_out, 32, vector);
	vector_of_2<<<1, 32>>>(pairs.device, pairs_out.device);
	expect("vector_of_2", pairs_out, 32, [](int i) { return make_float2(i, i + 0.5f); });
	offsets<<<1, 32>>>(in.device, out.device);
	expect("offsets", out, 32, [](int i) { return i; });
	bytes<<<1, 32>>>(in.device, out.device);
	expect("bytes", out, 32, [](int i) { return 31 - i; });
	halves<<<1, 32>>>(in.device, out.device);
	expect("halves", out, 32, [](int i) { return i; });
	words_of_8<<<1, 32>>>(in.device, out.device);
	expect("words_of_8", out, 32, [](int i) { return i; });
	truncated_address<<<1, 32>>>(in.device, out.device);
	expect("truncated_address", out, 32, [](int i) { return 31 - i; });
	atomics<<<1, 32>>>(in.device, out.device);
	expect("atomics", out, 32, [](int) { return 99; });
	return finish();
}

// libclang: 16
