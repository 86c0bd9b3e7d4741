// block: 64
// flags: --cuda-gpu-arch=sm_90
// Inline PTX that computes an address with functions on bits, or from what another lane has.

/* The warp's number from its first lane, as generated code has it. */
__global__ void warps(const int *in, int *out)
{
	__shared__ short data[256];
	int warp, same, one;
	asm volatile("shfl.sync.idx.b32 %0, %1, 0, 0x1f, 0xffffffff;" : "=r"(warp) : "r"(threadIdx.x / 32));
	data[warp * 64 + threadIdx.x % 32] = in[threadIdx.x]; // fact: store 2/2 exact
	asm volatile("{ .reg .pred p; shfl.sync.bfly.b32 %0|p, %1, 1, 31, -1; }" : "=r"(same) : "r"(threadIdx.x));
	__syncthreads();
	int sum = data[same * 4]; // fact: load 4/2 exact
	asm volatile("redux.sync.or.b32 %0, %1, 0xffffffff;" : "=r"(one) : "r"(warp));
	sum += data[one * 128 + threadIdx.x % 32 * 4]; // fact: load 4/2 exact
	asm volatile("{ .reg .pred p; .reg .b32 l; elect.sync l|p, 0xffffffff; selp.b32 %0, 1, 0, p; }" : "=r"(same));
	if (same)
		data[threadIdx.x] = sum; // fact: store 2/2 exact
	asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 40; vote.sync.ballot.b32 %0, p, -1; }" : "=r"(same) : "r"(threadIdx.x));
	data[(same & 255) * 0 + threadIdx.x % 32 * (same == 255 ? 4 : 1)] = sum; // fact: store 3/2 exact
	__syncthreads();
	out[threadIdx.x] = data[255 - threadIdx.x]; // fact: load 2/2 exact
}

__global__ void bits(const int *in, int *out)
{
	__shared__ int data[4096];
	int x = threadIdx.x, y, z;
	asm("bfe.u32 %0, %1, 1, 5;" : "=r"(y) : "r"(x));
	asm("bfi.b32 %0, %1, %2, 2, 6;" : "=r"(z) : "r"(x), "r"(3));
	data[y * 4] = in[x]; // fact: store 4/2 exact
	data[z] = in[x];     // fact: store 8/2 exact
	asm("lop3.b32 %0, %1, %2, %3, 0x6a;" : "=r"(y) : "r"(x * 32), "r"(x), "r"(x * 33)); // (a & b) ^ c
	data[y & 4095] = in[x]; // fact: store 2/2 exact
	asm("prmt.b32 %0, %1, %2, 0x4440;" : "=r"(z) : "r"(x * 8), "r"(0));
	data[z] = in[x]; // fact: store 16/2 exact
	asm("min.u32 %0, %1, %2;" : "=r"(y) : "r"(x * 2), "r"(62));
	asm("shf.l.wrap.b32 %0, %1, %2, 3;" : "=r"(z) : "r"(0x80000000), "r"(x));
	data[z] = in[x]; // fact: store 16/2 exact
	asm("max.s32 %0, %1, %2;" : "=r"(z) : "r"(x - 32), "r"(-x));
	__syncthreads();
	int sum = data[y]; // fact: load 3/2 exact
	sum += data[z + 32]; // fact: load 2/2 exact
	asm("bfind.u32 %0, %1;" : "=r"(y) : "r"(x + 64));
	asm("brev.b32 %0, %1;" : "=r"(z) : "r"(x));
	sum += data[y * 32 + x]; // fact: load 2/2 exact
	out[x] = sum + data[(unsigned)z >> 24]; // fact: load 16/2 exact
}

/* Masks of a known width and of another in each lane, and what is under them. */
__global__ void masks(const int *in, int *out)
{
	__shared__ int data[4096];
	int x = threadIdx.x, y, z;
	asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(y) : "r"(2), "r"(5));
	data[x * 3 & y] = in[x]; // fact: store 6/2 exact
	asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(y) : "r"(x & 7), "r"(x >> 3));
	data[y & 4095] = in[x]; // fact: store 19/2 exact
	asm("bmsk.wrap.b32 %0, %1, %2;" : "=r"(y) : "r"(x), "r"(x + 29));
	data[y & 4095] = in[x]; // fact: store 16/2 exact
	asm("szext.clamp.u32 %0, %1, %2;" : "=r"(z) : "r"(x * 12), "r"(7));
	data[z] = in[x]; // fact: store 8/2 exact
	asm("szext.clamp.s32 %0, %1, %2;" : "=r"(z) : "r"(x * 12), "r"(6));
	data[z + 64] = in[x]; // fact: store 4/2 exact
	asm("szext.wrap.u32 %0, %1, %2;" : "=r"(z) : "r"(x * 99), "r"(x));
	data[z & 4095] = in[x]; // fact: store 4/2 exact
	__syncthreads();
	out[x] = data[x]; // fact: load 2/2 exact
}

/* Lanes with the same number as this one; and what data make, in an instruction that is not computed, too. */
__global__ void alike(const int *in, int *out)
{
	__shared__ int data[4096];
	int x = threadIdx.x, y;
	data[(__match_any_sync(~0u, x / 4) & 1023) + x % 4] = in[x]; // fact: store 4/2 exact
	asm("match.any.sync.b32 %0, %1, -1;" : "=r"(y) : "r"(x % 4));
	data[(y & 31) * 33] = in[x]; // fact: store 2/2 exact
	data[__popc(__match_any_sync(~0u, in[x])) * 32] = in[x]; // fact: store * data-dependent (as many words as there are counts)
	asm("dp2a.lo.u32.u32 %0, %1, %2, %3;" : "=r"(y) : "r"(in[x]), "r"(3), "r"(4));
	data[(y & 31) * 32] = in[x]; // fact: store 64/2 data-dependent
	__syncthreads();
	out[x] = data[x]; // fact: load 2/2 exact
}

/* The first lane that is there. */
__global__ void elected(const int *in, int *out)
{
	__shared__ int data[128];
	int is = 0;
	data[threadIdx.x] = in[threadIdx.x]; // fact: store 2/2 exact
	__syncthreads();
	if (threadIdx.x % 32 >= 8) {
		asm volatile("{ .reg .pred p; .reg .b32 l; elect.sync l|p, 0xffffff00; selp.b32 %0, 1, 0, p; }" : "=r"(is));
		if (is)
			data[threadIdx.x + 64] = in[threadIdx.x]; // fact: store 2/2 exact
	}
	__syncthreads();
	out[threadIdx.x] = data[threadIdx.x] + data[threadIdx.x / 32 * 32 + 72]; // fact: load 4/4 exact
}

void launch(const int *in, int *out)
{
	warps<<<1, 64>>>(in, out);
	bits<<<1, 64>>>(in, out);
	masks<<<1, 64>>>(in, out);
	alike<<<1, 64>>>(in, out);
	elected<<<1, 64>>>(in, out);
}
