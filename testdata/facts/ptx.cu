/* Inline PTX on shared memory: widths, vectors, offsets, the ways to an address.  Operands go by number,
 * so that nvcc reads it too. */
// exit: 3
typedef unsigned long long Address;

#define LOAD_4(address, a, b, c, d)                             \
	asm volatile("ld.shared.v4.s32 {%0, %1, %2, %3}, [%4];" \
		     : "=r"(a), "=r"(b), "=r"(c), "=r"(d)       \
		     : "r"(address))
#define STORE_4(address, v) \
	asm volatile("st.shared.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"(address), "r"(v))
#define LOAD_HALVES(address, g, h) \
	asm volatile("ld.shared.v2.u16 {%0, %1}, [%2];" : "=h"(g), "=h"(h) : "r"(address))
#define LOAD_BYTES(address, v, w) \
	asm volatile("ld.shared.v2.u8 {%0, %1}, [%2];" : "=r"(v), "=r"(w) : "r"(address))
#define COMPARE_AND_SWAP(old, address, wanted) \
	asm volatile("atom.shared.cas.b32 %0, [%1], %2, 1;" : "=r"(old) : "r"(address), "r"(wanted))
#define ATOMIC(operation, old, address, value) \
	asm volatile("atom.shared." operation " %0, [%1], %2;" : "=r"(old) : "r"(address), "r"(value))

__device__ unsigned shared_address(const void *p)
{
	return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__global__ void words(const int *in, int *out)
{
	__shared__ int data[256];
	int lane = threadIdx.x, v = in[lane];
	unsigned a = shared_address(data);
	asm volatile("st.shared.b32 [%0], %1;" ::"r"(a + lane * 8), "r"(v)); // fact: store 2/1 exact
	asm volatile("st.shared.u32 [%0+16], %1;" ::"r"(a + lane * 4), "r"(v)); // fact: store 1/1 exact
	__syncthreads();
	asm volatile("ld.shared.b32 %0, [%1];" : "=r"(v) : "r"(a + lane * 32)); // fact: load 8/1 exact
	out[lane] = v;
	asm volatile("ld.shared.s32 %0, [%1 + 8];" : "=r"(v) : "r"(a + lane * 16)); // fact: load 4/1 exact
	out[lane + 32] = v;
	float f;
	asm volatile("ld.volatile.shared.f32 %0, [%1];" : "=f"(f) : "r"(a + lane * 4)); // fact: load 1/1 exact
	out[lane + 64] = (int)f;
}

__global__ void narrow(const int *in, int *out)
{
	__shared__ unsigned char data[32 * 64];
	int lane = threadIdx.x, v = in[lane];
	unsigned a = shared_address(data);
	unsigned short h = (unsigned short)v;
	asm volatile("st.shared.u8 [%0], %1;" ::"r"(a + 64 * lane), "r"(v)); // fact: store 16/1 exact
	asm volatile("st.shared.b16 [%0], %1;" ::"r"(a + 6 * lane), "h"(h)); // fact: store 2/1 exact
	__syncthreads();
	asm volatile("ld.shared.u8 %0, [%1];" : "=r"(v) : "r"(a + lane)); // fact: load 1/1 exact
	out[lane] = v;
	asm volatile("ld.shared.s16 %0, [%1];" : "=h"(h) : "r"(a + 32 * lane)); // fact: load 8/1 exact
	out[lane + 32] = h;
}

__global__ void wide(const int *in, int *out)
{
	__shared__ double data[96];
	int lane = threadIdx.x;
	unsigned a = shared_address(data);
	double d = in[lane];
	long long l = in[lane];
	asm volatile("st.shared.f64 [%0], %1;" ::"r"(a + 24 * lane), "d"(d)); // fact: store 2/2 exact
	asm volatile("st.shared.b64 [%0], %1;" ::"r"(a + 16 * lane), "l"(l)); // fact: store 4/2 exact
	__syncthreads();
	asm volatile("ld.shared.b64 %0, [%1];" : "=l"(l) : "r"(a + 8 * lane)); // fact: load 2/2 exact
	asm volatile("ld.shared.f64 %0, [%1];" : "=d"(d) : "r"(a + 8 * (lane / 2))); // fact: load 1/1 exact
	out[lane] = (int)(d + (double)l);
}

__global__ void vectors(const int *in, int *out)
{
	__shared__ __align__(16) int data[512];
	int lane = threadIdx.x, v = in[lane], a, b, c, d;
	unsigned to = shared_address(data), from = to + 32 * lane;
	asm volatile("st.shared.v2.b32 [%0], {%1, %1};" ::"r"(to + 8 * lane), "r"(v)); // fact: store 2/2 exact
	STORE_4(to + 16 * lane, v); // fact: store 4/4 exact
	__syncthreads();
	asm volatile("ld.shared.v2.b32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(from)); // fact: load 8/2 exact
	out[lane] = a + b;
	LOAD_4(from + 16, a, b, c, d); // fact: load 8/4 exact
	out[lane + 32] = a + b + c + d;
}

__global__ void wide_vectors(const int *in, int *out)
{
	__shared__ __align__(16) long long data[128];
	int lane = threadIdx.x;
	unsigned to = shared_address(data);
	long long a = in[lane], b;
	unsigned from = to + 32 * lane;
	asm volatile("st.shared.v2.b64 [%0], {%1, %1};" ::"r"(to + 16 * lane), "l"(a)); // fact: store 4/4 exact
	__syncthreads();
	asm volatile("ld.shared.v2.u64 {%0, %1}, [%2];" : "=l"(a), "=l"(b) : "r"(from)); // fact: load 8/4 exact
	out[lane] = (int)(a + b);
}

/* Four bytes as one access of four. */
__global__ void narrow_vectors(const int *in, int *out)
{
	__shared__ __align__(16) unsigned char data[256];
	int lane = threadIdx.x, v = in[lane], w;
	unsigned to = shared_address(data);
	unsigned short g = (unsigned short)v, h;
	asm volatile("st.shared.v2.u16 [%0], {%1, %1};" ::"r"(to + 8 * lane), "h"(g)); // fact: store 2/1 exact
	__syncthreads();
	LOAD_BYTES(to + 2 * lane, v, w); // fact: load 1/1 exact
	out[lane] = v + w;
	LOAD_HALVES(to + 8 * lane, g, h); // fact: load 2/1 exact
	out[lane + 32] = g + h;
}

/* The low bits of a generic address, as code from before __cvta_generic_to_shared takes them. */
__global__ void truncated(const int *in, int *out)
{
	__shared__ int data[32][32];
	int lane = threadIdx.x, v;
	data[lane][0] = in[lane]; // fact: store 32/1 exact
	__syncthreads();
	int a = (int)(Address)&data[lane][0] & 0xFFFF;
	asm volatile("ld.shared.b32 %0, [%1];" : "=r"(v) : "r"(a)); // fact: load 32/1 exact
	out[lane] = v;
	int row = (int)(Address)data & 0xFFFF;
	asm volatile("ld.shared.b32 %0, [%1];" : "=r"(v) : "r"(row + 4 * lane)); // fact: load 1/1 exact
	out[lane + 32] = v;
}

/* By the instruction itself. */
__global__ void converted(const int *in, int *out)
{
	__shared__ int data[128];
	int lane = threadIdx.x, v;
	Address generic = (Address)&data[4 * lane];
	unsigned a;
	asm("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(a) : "l"(generic));
	asm volatile("st.shared.b32 [%0], %1;" ::"r"(a), "r"(in[lane])); // fact: store 4/1 exact
	__syncthreads();
	asm volatile("ld.shared.b32 %0, [%1];" : "=r"(v) : "r"(a)); // fact: load 4/1 exact
	out[lane] = v;
}

__global__ void atomics_by_ptx(const int *in, int *out)
{
	__shared__ int data[256];
	int lane = threadIdx.x, v = in[lane], old;
	for (int i = 0; i < 8; i++)
		data[32 * i + lane] = 0; // fact: store 8/8 exact
	__syncthreads();
	unsigned a = shared_address(data);
	asm volatile("red.shared.add.u32 [%0], %1;" ::"r"(a + 8 * lane), "r"(v)); // fact: atomic 2/1 exact
	ATOMIC("add.s32", old, a + lane / 4 * 4, v); // fact: atomic 4/1 exact
	out[lane] = old;
	ATOMIC("max.s32", old, a + 16 * lane, v); // fact: atomic 4/1 exact
	out[lane + 32] = old;
	ATOMIC("exch.b32", old, a + 4 * lane, v); // fact: atomic 1/1 exact
	out[lane + 64] = old;
	COMPARE_AND_SWAP(old, a + 8 * lane, v); // fact: atomic 4/2 exact
	out[lane + 96] = old;
}

/* A predicate decides which lanes take part. */
__global__ void predicated(const int *in, int *out)
{
	__shared__ int data[512];
	int lane = threadIdx.x, v = 0;
	data[16 * lane] = in[lane]; // fact: store 16/1 exact
	__syncthreads();
	unsigned a = shared_address(&data[16 * lane]);
	if (lane % 2 == 0)
		asm volatile("ld.shared.b32 %0, [%1];" : "=r"(v) : "r"(a)); // fact: load 16/1 exact
	out[lane] = v;
}

#define SPECIAL(name, to) asm volatile("mov.u32 %0, %%" name ";" : "=r"(to))

/* Lanes 0, 3, 6 … vote: the number of votes before a lane's own goes up to eleven. */
__global__ void special_registers(const int *in, int *out)
{
	__shared__ int data[4096];
	int tid = threadIdx.x;
	unsigned lane, warp, below, above, own, x, unknown, votes = 0x49249249;
	data[tid] = in[tid]; // fact: store 4/4 exact block 128,1,1
	__syncthreads();
	SPECIAL("laneid", lane);
	SPECIAL("warpid", warp);
	SPECIAL("lanemask_lt", below);
	SPECIAL("lanemask_ge", above);
	SPECIAL("lanemask_eq", own);
	SPECIAL("tid.x", x);
	SPECIAL("pq_of_a_later_ptx", unknown);
	int sum = data[lane * 8 + warp * 256]; // fact: load 32/4 exact block 128,1,1
	sum += data[__popc(votes & below) * 32]; // fact: load 48/4 exact block 128,1,1
	sum += data[__popc(votes & above) * 64]; // fact: load 48/4 exact block 128,1,1
	sum += data[(__ffs(own) - 1) * 16]; // fact: load 64/4 exact block 128,1,1
	sum += data[x * 4]; // fact: load 16/4 exact block 128,1,1
	sum += data[unknown & 1023]; // fact: load 128/4 unknown block 128,1,1
	out[tid] = sum;
}

void launch(const int *in, int *out, int)
{
	special_registers<<<1, 128>>>(in, out);
	words<<<1, 32>>>(in, out);
	narrow<<<1, 32>>>(in, out);
	wide<<<1, 32>>>(in, out);
	vectors<<<1, 32>>>(in, out);
	wide_vectors<<<1, 32>>>(in, out);
	narrow_vectors<<<1, 32>>>(in, out);
	truncated<<<1, 32>>>(in, out);
	converted<<<1, 32>>>(in, out);
	atomics_by_ptx<<<1, 32>>>(in, out);
	predicated<<<1, 32>>>(in, out);
}

// libclang: 16
