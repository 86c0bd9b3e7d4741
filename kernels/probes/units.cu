/* Shared memory that no lane of the block accesses: what wgmma operands, tensor copies and the shared memory of another
 * block cost, by swizzle mode and by address.
 *
 *     nvcc -O2 -std=c++17 -gencode=arch=compute_90a,code=sm_90a -o units units.cu
 *     ./units > h200_units.tsv                        # cycles
 *     ncu --csv --page raw --metrics … ./units count  # the same launches, each once: for counters
 *
 * One launch a line: what, its parameters, whether the result was right (the layout is the one that was meant), and the
 * cycles of one instruction, back to back. */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#define CHECK(call)                                                                         \
	do {                                                                                \
		cudaError_t e_ = (call);                                                    \
		if (e_ != cudaSuccess) {                                                    \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); \
			exit(1);                                                            \
		}                                                                           \
	} while (0)

enum Mode { NONE, B32, B64, B128 };
static const char *const mode_name[] = { "none", "32B", "64B", "128B" };
__host__ __device__ inline int span_of(int mode) { return mode == NONE ? 16 : 16 << mode; }
/* The value of the descriptor's bits 62 and 63. */
__host__ __device__ inline uint64_t descriptor_mode(int mode) { return mode == NONE ? 0 : 4 - mode; }

/* What the hardware does to an address: of 16-byte units, the low bits are combined with those three above them. */
__host__ __device__ inline uint32_t swizzled(int mode, uint32_t address)
{
	uint32_t mask = mode == NONE ? 0 : (1u << mode) - 1;
	return address ^ ((address >> 7 & mask) << 4);
}

__device__ uint32_t base_of(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }

/* --- wgmma ------------------------------------------------------------------------------------------- */

struct Operand {
	int mode, mn_major, lbo, sbo, base; /* bytes */
	int base_offset;                    /* as in the descriptor */
};

/* Where element (mn, k) of an operand of 16-bit elements lies, before the swizzle. */
__device__ uint32_t place(const Operand &o, int mn, int k)
{
	int units = span_of(o.mode) / 16;
	if (!o.mn_major)
		return mn % 8 * span_of(o.mode) + mn / 8 * o.sbo + (o.mode == NONE ? k / 8 * o.lbo : k / 8 * 16) + k % 8 * 2;
	if (o.mode == NONE)
		return mn / 8 * o.sbo + k % 8 * 16 + k / 8 * o.lbo + mn % 8 * 2;
	return mn / 8 % units * 16 + mn / 8 / units * o.lbo + k % 8 * span_of(o.mode) + k / 8 * o.sbo + mn % 8 * 2;
}

__device__ uint64_t descriptor(const Operand &o, const char *s)
{
	uint64_t at = base_of(s) + o.base;
	return (at & 0x3ffff) >> 4 | (uint64_t)(o.lbo >> 4 & 0x3fff) << 16 | (uint64_t)(o.sbo >> 4 & 0x3fff) << 32 |
	       (uint64_t)o.base_offset << 49 | descriptor_mode(o.mode) << 62;
}

#define D4 "%0, %1, %2, %3"
#define D16 D4 ", %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15"
#define D32 D16 ", %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define D64                                                                                               \
	D32 ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, " \
	    "%50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
#define R4(i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3])
#define R16(i) R4(i), R4(i + 4), R4(i + 8), R4(i + 12)
#define R32(i) R16(i), R16(i + 16)
#define R64(i) R32(i), R32(i + 32)
#define MMA(n, list, regs, a, b, z, ta, tb)                                                                    \
	asm volatile("{ .reg .pred p; setp.ne.b32 p, " z ", 0;\n"                                               \
		     "wgmma.mma_async.sync.aligned.m64n" n "k16.f32.f16.f16 {" list "}, " a ", " b ", p, 1, 1, " ta \
		     ", " tb "; }"                                                                              \
		     : regs                                                                                    \
		     : "l"(da), "l"(db), "r"(keep), "n"(TA), "n"(TB))
#define MMA_REG(n, list, regs, a, b, z, tb)                                                                     \
	asm volatile("{ .reg .pred p; setp.ne.b32 p, " z ", 0;\n"                                               \
		     "wgmma.mma_async.sync.aligned.m64n" n "k16.f32.f16.f16 {" list "}, {" a "}, " b ", p, 1, 1, " tb "; }" \
		     : regs                                                                                    \
		     : "l"(db), "r"(keep), "n"(TB), "r"(a0), "r"(a1), "r"(a2), "r"(a3))

template <int N, int TA, int TB, bool REG> __device__ void mma(float *d, uint64_t da, uint64_t db, int keep)
{
	int a0 = threadIdx.x, a1 = a0 + 1, a2 = a0 + 2, a3 = a0 + 3;
	if constexpr (REG && N == 8)
		MMA_REG("8", D4, R4(0), "%7, %8, %9, %10", "%4", "%5", "%6");
	else if constexpr (REG && N == 64)
		MMA_REG("64", D32, R32(0), "%35, %36, %37, %38", "%32", "%33", "%34");
	else if constexpr (N == 8)
		MMA("8", D4, R4(0), "%4", "%5", "%6", "%7", "%8");
	else if constexpr (N == 32)
		MMA("32", D16, R16(0), "%16", "%17", "%18", "%19", "%20");
	else if constexpr (N == 64)
		MMA("64", D32, R32(0), "%32", "%33", "%34", "%35", "%36");
	else
		MMA("128", D64, R64(0), "%64", "%65", "%66", "%67", "%68");
}

__device__ float a_of(int m, int k) { return (m * 7 + k * 3) % 11 - 5; }
__device__ float b_of(int n, int k) { return (n * 5 + k * 2) % 13 - 6; }

/* The compiler must not move reads of accumulators over the wait. */
template <int N> __device__ void hold(float *d)
{
#pragma unroll
	for (int i = 0; i < N; i++)
		asm volatile("" : "+f"(d[i])::"memory");
}

template <int N, int TA, int TB, bool REG>
__global__ void multiply(Operand a, Operand b, int times, int *wrong, long long *cycles)
{
	extern __shared__ __align__(1024) char s[];
	float d[N / 2] = {};
	for (int i = threadIdx.x; i < 64 * 16 && !REG; i += 128)
		*(__half *)(s + swizzled(a.mode, a.base + place(a, i / 16, i % 16))) = __float2half(a_of(i / 16, i % 16));
	for (int i = threadIdx.x; i < N * 16; i += 128)
		*(__half *)(s + swizzled(b.mode, b.base + place(b, i / 16, i % 16))) = __float2half(b_of(i / 16, i % 16));
	asm volatile("fence.proxy.async;" ::: "memory");
	__syncthreads();
	uint64_t da = descriptor(a, s), db = descriptor(b, s);
	asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
	mma<N, TA, TB, REG>(d, da, db, 0);
	asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory");
	hold<N / 2>(d);
#pragma unroll
	for (int i = 0; i < N / 2 && !REG; i++) {
		int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4 + i / 2 % 2 * 8, col = i / 4 * 8 + threadIdx.x % 4 * 2 + i % 2;
		float want = 0;
		for (int k = 0; k < 16; k++)
			want += a_of(row, k) * b_of(col, k);
		if (want != d[i])
			atomicAdd(wrong, 1);
	}
	__syncthreads();
	long long start = clock64();
	hold<N / 2>(d);
	asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
	for (int t = 0; t < times; t++)
#pragma unroll
		for (int i = 0; i < 16; i++)
			mma<N, TA, TB, REG>(d, da, db, 1);
	asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory");
	long long end = clock64();
	hold<N / 2>(d);
	float sum = 0;
#pragma unroll
	for (int i = 0; i < N / 2; i++)
		sum += d[i];
	if (threadIdx.x == 0)
		*cycles = end - start;
	if (sum == 12345.678f)
		*wrong = -1;
}

static int *wrong;
static long long *cycles;
static bool counting;

template <typename Launch> static double timed(Launch launch, int per_time, int *bad)
{
	long long some = 0, more = 0;
	CHECK(cudaMemset(wrong, 0, 4));
	launch(counting ? 4 : 16);
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpy(bad, wrong, 4, cudaMemcpyDeviceToHost));
	if (counting)
		return 0;
	for (int i = 0; i < 2; i++) {
		launch(16);
		CHECK(cudaMemcpy(&some, cycles, 8, cudaMemcpyDeviceToHost));
		launch(80);
		CHECK(cudaMemcpy(&more, cycles, 8, cudaMemcpyDeviceToHost));
	}
	return (double)(more - some) / (64. * per_time);
}

template <int N, int TA, int TB, bool REG> static void try_mma(const Operand &a, const Operand &b, const char *strides)
{
	auto *kernel = multiply<N, TA, TB, REG>;
	int bad = 0;
	CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 128 * 1024));
	double each = timed([&](int times) { kernel<<<1, 128, 128 * 1024>>>(a, b, times, wrong, cycles); }, 16, &bad);
	printf("wgmma\tm64n%dk16 A=%s%s B=%s%s %s lbo %d sbo %d base %d\t%s\t%.2f\n", N, REG ? "registers" : mode_name[a.mode],
	       REG ? "" : TA ? " MN" : " K", mode_name[b.mode], TB ? " MN" : " K", strides, b.lbo, b.sbo, b.base,
	       REG ? "-" : bad ? "wrong" : "right", each);
}

/* Packed as close as the mode allows. */
static Operand packed(int mode, int mn_major, int mn, int base)
{
	Operand o = { mode, mn_major, 16, 8 * span_of(mode), base };
	if (mode == NONE) {
		o.lbo = mn_major ? 128 : 128;
		o.sbo = 256;
	} else if (mn_major) {
		o.sbo = 8 * span_of(mode);
		o.lbo = 2 * o.sbo;
	}
	(void)mn;
	return o;
}

template <int N, int TA, int TB> static void try_modes()
{
	for (int am = NONE; am <= B128; am++)
		for (int bm = NONE; bm <= B128; bm++)
			if (am == bm || (N == 8 && bm == NONE) || (N == 64 && (am == B128 || bm == B128)))
				try_mma<N, TA, TB, false>(packed(am, TA, 64, 0), packed(bm, TB, N, 65536), "packed");
	for (int bm = NONE; bm <= B128; bm++)
		if constexpr (TA == 0 && (N == 8 || N == 64))
			try_mma<N, TA, TB, true>(packed(NONE, 0, 64, 0), packed(bm, TB, N, 65536), "packed");
}

/* Strides between the 8-row groups that put them at other banks, or at the same. */
static void try_strides()
{
	static const int steps[] = { 128, 144, 160, 192, 256, 272, 384, 512, 1024, 2048, 4096 };
	for (int step : steps) {
		Operand a = packed(B128, 0, 64, 0), b = packed(NONE, 0, 64, 65536);
		b.lbo = step;
		b.sbo = 2 * step;
		try_mma<64, 0, 0, false>(a, b, "strides");
		try_mma<8, 0, 0, true>(a, b, "strides");
		b.lbo = 8 * step;
		b.sbo = step;
		try_mma<64, 0, 0, false>(a, b, "strides");
	}
	for (int sbo : { 1024, 1280, 2048, 4096 })
		for (int mode : { B32, B64, B128 }) {
			Operand b = packed(mode, 0, 64, 65536);
			b.sbo = sbo;
			try_mma<64, 0, 0, false>(packed(B128, 0, 64, 0), b, "strides");
		}
	for (int mode : { B32, B64, B128 }) /* where the pattern does not begin */
		for (int base : { 16, 32, 64, 96, 128, 256, 512, 640 })
			for (int base_offset : { 0, base >> 7 & 7 }) {
				Operand b = packed(mode, 0, 64, 65536 + base);
				b.base_offset = base_offset;
				if (base < span_of(mode) ? base_offset == 0 : true)
					try_mma<64, 0, 0, false>(packed(B128, 0, 64, 0), b, base_offset ? "base with its offset" : "base");
			}
}

/* --- tensor copies ------------------------------------------------------------------------------------- */

__device__ void wait_for(uint32_t barrier, int parity)
{
	asm volatile("{ .reg .pred p;\nagain: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1;\n@!p bra again; }" ::"r"(barrier),
		     "r"(parity)
		     : "memory");
}

__global__ void copy(const __grid_constant__ CUtensorMap map, int mode, int inner, int rows, int offset, int times, int *wrong,
		     long long *cycles)
{
	extern __shared__ __align__(1024) char s[];
	__shared__ alignas(8) uint64_t full;
	uint32_t barrier = base_of(&full), to = base_of(s) + offset, bytes = inner * rows;
	if (threadIdx.x == 0)
		asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;\nfence.mbarrier_init.release.cluster;" ::"r"(barrier));
	__syncthreads();
	long long start = clock64();
	if (threadIdx.x == 0)
		for (int t = 0; t < times; t++) {
			asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(8 * bytes) : "memory");
			for (int i = 0; i < 8; i++)
				asm volatile(
					"cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(to),
					"l"(&map), "r"(0), "r"(0), "r"(barrier)
					: "memory");
			wait_for(barrier, t & 1);
		}
	long long end = clock64();
	__syncthreads();
	if (threadIdx.x)
		return;
	*cycles = end - start;
	int by_address = 0, by_offset = 0, plain = 0, pitched = 0;
	for (int r = 0; r < rows; r++)
		for (int c = 0; c < inner; c += 4) {
			int at = r * inner + c, want = r * 1024 + c / 4;
			by_address += *(int *)(s + swizzled(mode, offset + at)) != want;
			by_offset += *(int *)(s + offset + swizzled(mode, at)) != want;
			plain += *(int *)(s + offset + at) != want;
			pitched += *(int *)(s + swizzled(mode, offset + r * span_of(mode) + c)) != want;
		}
	*wrong = !by_address | !by_offset << 1 | !plain << 2 | !pitched << 3;
}

typedef CUresult Encode(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *, const cuuint64_t *,
			const cuuint32_t *, const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion,
			CUtensorMapFloatOOBfill);

static void try_copy(Encode *encode, int *tensor, int mode, int inner, int rows, int offset)
{
	CUtensorMap map;
	cuuint64_t dims[2] = { 1024, 256 }, strides[1] = { 4096 };
	cuuint32_t box[2] = { (cuuint32_t)inner / 4, (cuuint32_t)rows }, steps[2] = { 1, 1 };
	CUresult status = encode(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, tensor, dims, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
				 (CUtensorMapSwizzle)mode, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
	if (status != CUDA_SUCCESS) {
		printf("tensor copy\t%s inner %d rows %d offset %d\trefused (%d)\t-\n", mode_name[mode], inner, rows, offset, status);
		return;
	}
	int what = 0;
	CHECK(cudaFuncSetAttribute(copy, cudaFuncAttributeMaxDynamicSharedMemorySize, 128 * 1024));
	double each = timed(
		[&](int times) { copy<<<1, 128, 128 * 1024>>>(map, mode, inner, rows, offset, times, wrong, cycles); }, 8, &what);
	printf("tensor copy\t%s inner %d rows %d offset %d\t%s\t%.1f\n", mode_name[mode], inner, rows, offset,
	       what & 4   ? "row by row"
	       : what & 2 ? "swizzled by address and offset"
	       : what & 1 ? "swizzled by address"
	       : what & 8 ? "rows as long as the mode's span"
			  : "otherwise",
	       each);
}

static void try_copies()
{
	void *found = NULL;
	cudaDriverEntryPointQueryResult result;
	CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000, cudaEnableDefault, &result));
	Encode *encode = (Encode *)found;
	int *tensor, *host = (int *)malloc(1 << 20);
	for (int i = 0; i < 1 << 18; i++)
		host[i] = i;
	CHECK(cudaMalloc(&tensor, 1 << 20));
	CHECK(cudaMemcpy(tensor, host, 1 << 20, cudaMemcpyHostToDevice));
	for (int inner : { 16, 32, 64, 128, 256 })
		for (int mode = NONE; mode <= B128; mode++)
			for (int rows : { 64, 256 })
				if (rows == 64 || inner <= 128)
					try_copy(encode, tensor, mode, inner, rows, 0);
	for (int mode = NONE; mode <= B128; mode++)
		for (int offset : { 128, 256, 384, 512, 768, 1024 })
			try_copy(encode, tensor, mode, span_of(mode), 64, offset);
	CHECK(cudaFree(tensor));
	free(host);
}

/* --- another block's shared memory ------------------------------------------------------------------------ */

struct Lanes {
	int at[32];
	unsigned mask;
};

enum { LOAD4, LOAD8, LOAD16, STORE4, STORE16, ADD, N_OPS };
static const char *const op_name[] = { "load 4", "load 8", "load 16", "store 4", "store 16", "add 4" };

template <int OP> __device__ void touch(uint32_t at, int &sum)
{
	int a, b, c, d;
	if (OP == LOAD4) {
		asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(a) : "r"(at) : "memory");
		sum ^= a;
	} else if (OP == LOAD8) {
		asm volatile("ld.shared::cluster.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(at) : "memory");
		sum ^= a ^ b;
	} else if (OP == LOAD16) {
		asm volatile("ld.shared::cluster.v4.u32 {%0, %1, %2, %3}, [%4];"
			     : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
			     : "r"(at)
			     : "memory");
		sum ^= a ^ b ^ c ^ d;
	} else if (OP == STORE4) {
		asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(at), "r"(sum) : "memory");
	} else if (OP == STORE16) {
		asm volatile("st.shared::cluster.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"(at), "r"(sum) : "memory");
	} else {
		asm volatile("red.shared::cluster.add.u32 [%0], %1;" ::"r"(at), "r"(sum) : "memory");
	}
}

template <int OP> __global__ void __cluster_dims__(2) remote(Lanes lanes, int target, int times, int *wrong, long long *cycles)
{
	extern __shared__ __align__(1024) char s[];
	int lane = threadIdx.x % 32, sum = lane;
	uint32_t rank, at = base_of(s) + lanes.at[lane];
	for (int i = threadIdx.x; i < 32768; i += blockDim.x)
		((int *)s)[i] = i;
	asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
	asm volatile("mapa.shared::cluster.u32 %0, %0, %1;" : "+r"(at) : "r"(target));
	asm volatile("barrier.cluster.arrive;\nbarrier.cluster.wait;" ::: "memory");
	if (rank == 0) {
		long long start = clock64();
		if (lanes.mask >> lane & 1)
			for (int t = 0; t < times; t++)
#pragma unroll
				for (int i = 0; i < 16; i++) /* other addresses in the same banks, lest ptxas drop some */
					touch<OP>(at + t % 3 * 128 + i * 4096, sum);
		__syncthreads();
		long long end = clock64();
		if (threadIdx.x == 0)
			*cycles = end - start;
		if (sum == 0x12345678)
			*wrong = 1;
	}
	asm volatile("barrier.cluster.arrive;\nbarrier.cluster.wait;" ::: "memory");
}

template <int OP> static void try_remote(const char *what, const Lanes &lanes, int warps)
{
	auto *kernel = remote<OP>;
	int bad = 0;
	double each[2];
	CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 131072));
	for (int target = 0; target < 2; target++)
		each[target] = timed(
			[&](int times) { kernel<<<2, 32 * warps, 131072>>>(lanes, target, times, wrong, cycles); }, 16 * warps, &bad);
	printf("cluster %s\t%d warps %s mask %08x offsets ", op_name[OP], warps, what, lanes.mask);
	for (int l = 0; l < 32; l++)
		printf("%d%s", lanes.at[l], l < 31 ? "," : "");
	printf("\town %.2f\tother %.2f\n", each[0], each[1]);
}

static unsigned state = 2463534242u;

static unsigned below(unsigned n)
{
	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state % n;
}

template <int OP> static void try_patterns(int bytes)
{
	char what[64];
	Lanes l;
	l.mask = ~0u;
	for (int stride : { 0, 1, 2, 3, 4, 5, 8, 9, 16, 17, 32, 33, 64 }) {
		for (int i = 0; i < 32; i++)
			l.at[i] = i * stride * bytes;
		snprintf(what, sizeof what, "stride %d", stride);
		try_remote<OP>(what, l, 1);
		if (stride <= 4 || stride == 32 || stride == 33)
			try_remote<OP>(what, l, 8);
	}
	for (int kind = 0; kind < 8; kind++) { /* permutations, halves, groups that share lines */
		for (int i = 0; i < 32; i++)
			l.at[i] = bytes * (kind == 0   ? 31 - i
					   : kind == 1 ? (i * 5) % 32
					   : kind == 2 ? i / 2
					   : kind == 3 ? i / 4 * 8
					   : kind == 4 ? i / 8 * 32 + i % 8
					   : kind == 5 ? i / 8 * 40 + i % 8
					   : kind == 6 ? i % 4 * 32 + i / 4
						       : (int)below(2048));
		snprintf(what, sizeof what, "kind %d", kind);
		try_remote<OP>(what, l, 8);
	}
	for (unsigned mask : { 0x1u, 0xffu, 0xffffu, 0x55555555u }) {
		l.mask = mask;
		for (int i = 0; i < 32; i++)
			l.at[i] = i * bytes;
		try_remote<OP>("stride 1", l, 8);
	}
}

int main(int argc, char **argv)
{
	counting = argc > 1 && !strcmp(argv[1], "count");
	const char *only = argc > 2 ? argv[2] : "";
	CHECK(cudaMalloc(&wrong, 4));
	CHECK(cudaMalloc(&cycles, 8));
	puts("what\tparameters\tresult\tcycles");
	if (!*only || !strcmp(only, "wgmma")) {
		try_modes<8, 0, 0>();
		try_modes<8, 1, 1>();
		try_modes<32, 0, 0>();
		try_modes<64, 0, 0>();
		try_modes<64, 0, 1>();
		try_modes<64, 1, 0>();
		try_modes<64, 1, 1>();
		try_modes<128, 0, 0>();
		try_modes<128, 1, 1>();
		try_strides();
	}
	if (!*only || !strcmp(only, "copy"))
		try_copies();
	if (!*only || !strcmp(only, "cluster")) {
		try_patterns<LOAD4>(4);
		try_patterns<LOAD8>(8);
		try_patterns<LOAD16>(16);
		try_patterns<STORE4>(4);
		try_patterns<STORE16>(16);
		try_patterns<ADD>(4);
	}
	return 0;
}
