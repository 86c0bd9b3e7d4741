/* Atomics by their CUDA functions.  Native ones take a pass for each lane on the busiest bank, whether its
 * words differ or not; compare-and-swap takes two, and needs two.  Adding floats, pairs of halves or 8 bytes is a
 * loop: each iteration loads and swaps, and one lane per bank succeeds. */
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void native(const int *in, int *out)
{
	__shared__ int data[1024];
	int lane = threadIdx.x, v = in[lane];
	for (int i = 0; i < 32; i++)
		data[i * 32 + lane] = 0; // fact: store 32/32 exact
	__syncthreads();
	atomicAdd(&data[lane * 32], v); // fact: atomic 32/1 exact
	atomicSub(&data[lane * 2], v); // fact: atomic 2/1 exact
	atomicMin(data + lane * 4, v); // fact: atomic 4/1 exact
	atomicMax(&data[lane / 8], v); // fact: atomic 8/1 exact
	atomicAnd(&data[lane % 16 * 32 + lane / 16], v); // fact: atomic 16/1 exact
	atomicOr(&data[lane * 3], v); // fact: atomic 1/1 exact
	atomicXor(&data[lane ^ 5], v); // fact: atomic 1/1 exact
	__syncthreads();
	out[lane] = data[lane]; // fact: load 1/1 exact
}

__global__ void results_used(const int *in, int *out)
{
	__shared__ unsigned data[1024];
	int tid = threadIdx.x;
	for (int i = tid; i < 1024; i += 64)
		data[i] = 0; // fact: store 32/32 exact
	__syncthreads();
	unsigned got = atomicAdd(&data[tid * 4], (unsigned)in[tid]); // fact: atomic 8/2 exact
	got += atomicExch(&data[tid * 16], got); // fact: atomic 32/2 exact
	got += atomicInc(&data[tid / 2], 1000u + got); // fact: atomic 4/2 exact
	got += atomicCAS(&data[tid * 2], 0u, got); // fact: atomic 8/4 exact
	out[tid] = (int)got;
}

__global__ void floats(const int *in, int *out)
{
	__shared__ float data[128];
	int lane = threadIdx.x;
	for (int i = 0; i < 4; i++)
		data[i * 32 + lane] = 0; // fact: store 4/4 exact
	__syncthreads();
	atomicAdd(&data[lane], (float)in[lane]); // fact: atomic 2/2 exact | load 1/1 exact
	atomicAdd(&data[lane * 4], (float)in[lane]); // fact: atomic 8/8 exact | load 10/4 exact
	__syncthreads();
	out[lane] = (int)data[lane]; // fact: load 1/1 exact
}

/* Counting by ones, result unused: nvcc has an instruction of its own for it, whose cost is bounded. */
__global__ void ones(const int *in, int *out)
{
	__shared__ int data[128];
	int lane = threadIdx.x;
	for (int i = 0; i < 4; i++)
		data[i * 32 + lane] = in[i]; // fact: store 4/4 exact
	__syncthreads();
	atomicAdd(&data[lane * 4], 1); // fact: atomic 4/1 exact
	__syncthreads();
	out[lane] = data[lane]; // fact: load 1/1 exact
}

/* Half the lanes, and a struct's field. */
struct Counter {
	int hits, misses;
};

__global__ void counters(const int *in, int *out)
{
	__shared__ Counter counters[32];
	int lane = threadIdx.x;
	counters[lane].hits = 0; // fact: store 2/1 exact
	__syncthreads();
	if (lane % 2)
		atomicAdd(&counters[lane].hits, in[lane]); // fact: atomic 2/1 exact
	atomicMax(&counters[lane / 2].hits, in[lane]); // fact: atomic 2/1 exact
	__syncthreads();
	out[lane] = counters[lane].hits; // fact: load 2/1 exact
}

/* 16 lanes of 8 bytes are a phase.  Two iterations: all lanes load and swap, then every other one in both phases. */
__global__ void eight_bytes(const int *in, int *out)
{
	__shared__ unsigned long long data[128];
	__shared__ double sums[32];
	int lane = threadIdx.x;
	unsigned long long v = in[lane];
	for (int i = 0; i < 4; i++)
		data[i * 32 + lane] = 0; // fact: store 8/8 exact
	sums[lane] = 0; // fact: store 2/2 exact
	__syncthreads();
	atomicAdd(&data[lane], v); // fact: atomic 4/4 exact | load 2/2 exact
	atomicAdd(&data[2 * lane], 1ull); // fact: atomic 8/6 exact | load 6/3 exact
	atomicAdd(&sums[lane], (double)v); // fact: atomic 4/4 exact | load 2/2 exact
	v += atomicExch(&data[2 * lane], v); // fact: atomic 4/2 exact
	v += atomicCAS(&data[lane], 5ull, v); // fact: atomic 4/4 exact
	__syncthreads();
	out[lane] = (int)(data[lane] + v + (unsigned long long)sums[lane]); // fact: load 4/4 bound // measured: load 4/3
}

/* What may leave the value as it was does not swap then. */
__global__ void extremes(const int *in, int *out)
{
	__shared__ long long data[32];
	int lane = threadIdx.x;
	data[lane] = in[lane]; // fact: store 2/2 exact
	__syncthreads();
	atomicMax(&data[lane], 7ll); // fact: atomic 4/4 bound | load 2/2 bound
	__syncthreads();
	out[lane] = (int)data[lane]; // fact: load 2/2 bound // measured: load 2/1
}

/* Two halves in a word: both lanes swap the word, the second one again. */
__global__ void halves(const int *in, int *out)
{
	__shared__ __half2 pairs[32];
	__shared__ __nv_bfloat162 others[32];
	__shared__ __half single[32];
	__shared__ unsigned short taken[32];
	int lane = threadIdx.x;
	float v = (float)in[lane];
	pairs[lane] = __floats2half2_rn(v, v); // fact: store 1/1 exact
	others[lane] = __floats2bfloat162_rn(v, v); // fact: store 1/1 exact
	single[lane] = __float2half(v); // fact: store 1/1 exact
	taken[lane] = 0; // fact: store 1/1 exact
	__syncthreads();
	atomicAdd(&pairs[lane], __floats2half2_rn(v, v)); // fact: atomic 2/2 exact | load 1/1 exact
	atomicAdd(&others[lane], __floats2bfloat162_rn(v, v)); // fact: atomic 2/2 exact | load 1/1 exact
	atomicAdd(&single[lane], __float2half(v)); // fact: atomic 6/4 exact | load 1/1 exact
	atomicCAS(&taken[lane], (unsigned short)0, (unsigned short)lane); // fact: atomic 6/4 bound | load 1/1 bound
	__syncthreads();
	out[lane] = (int)__low2float(pairs[lane]) + (int)__half2float(single[lane]); // fact: load 2/2 exact
	out[lane] += (int)__low2float(others[lane]) + taken[lane]; // fact: load 2/2 exact
}

__global__ void in_ptx(const int *in, int *out)
{
	__shared__ __align__(16) unsigned data[128];
	int lane = threadIdx.x;
	unsigned at = (unsigned)__cvta_generic_to_shared(&data[4 * lane]), got;
	unsigned long long wide, high;
	data[lane] = in[lane]; // fact: store 1/1 exact
	__syncthreads();
	asm volatile("atom.shared.add.f32 %0, [%1], 0f3f800000;" : "=r"(got) : "r"(at)); // fact: atomic 8/8 exact | load 10/4 exact
	asm volatile("red.shared.add.noftz.f16x2 [%0], %1;" ::"r"(at), "r"(got)); // fact: atomic 8/8 exact | load 10/4 exact
	asm volatile("atom.shared.add.noftz.bf16x2 %0, [%1], %2;" : "=r"(got) : "r"(at), "r"(got)); // fact: atomic 8/8 exact | load 10/4 exact
	asm volatile("atom.shared.cas.b64 %0, [%1], 0, 1;" : "=l"(wide) : "r"(at)); // fact: atomic 8/4 exact
	asm volatile("atom.shared.exch.b64 %0, [%1], 1;" : "=l"(wide) : "r"(at)); // fact: atomic 4/2 exact
	asm volatile("{\n\t.reg .b128 old, new;\n\tmov.b128 new, {%2, %2};\n\t" // fact: atomic 4/4 exact
		     "atom.shared.exch.b128 old, [%3], new;\n\tmov.b128 {%0, %1}, old;\n\t}"
		     : "=l"(wide), "=l"(high) : "l"(1ull), "r"(at));
	asm volatile("red.shared.max.u32 [%0], %1;" ::"r"(at), "r"(got)); // fact: atomic 4/1 exact
	asm volatile("atom.shared.min.s64 %0, [%1], 3;" : "=l"(wide) : "r"(at)); // fact: atomic 8/6 bound | load 6/3 bound
	asm volatile("red.global.add.v2.f32 [%0], {%1, %1};" ::"l"(out), "f"(1.0f));
	__syncthreads();
	out[lane] = data[lane] + (int)wide + (int)high; // fact: load 1/1 exact
}

void launch(const int *in, int *out, int)
{
	native<<<1, 32>>>(in, out);
	results_used<<<1, 64>>>(in, out);
	floats<<<1, 32>>>(in, out);
	ones<<<1, 32>>>(in, out);
	counters<<<1, 32>>>(in, out);
	eight_bytes<<<1, 32>>>(in, out);
	extremes<<<1, 32>>>(in, out);
	halves<<<1, 32>>>(in, out);
	in_ptx<<<1, 32>>>(in, out);
}
// libclang: 16
