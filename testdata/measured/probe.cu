/* Executes one shared-memory instruction a launch, by one warp, as the rows of its standard input say:
 *
 *     op TAB bytes TAB mask of active lanes TAB 32 byte offsets TAB 32 byte offsets into the source, or -
 *        TAB wavefronts TAB ideal TAB 32 numbers of bytes that are read of the source, or -
 *
 * The last three may be missing.  Lines that begin with no operation of the list below are left out.  Launch k of
 * a profile belongs to row k:
 *
 *     ncu --csv --page raw --clock-control none --metrics memory_l1_wavefronts_shared,\
 *         memory_l1_wavefronts_shared_ideal,l1tex__data_pipe_lsu_wavefronts_mem_shared.sum,\
 *         l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum ./probe <h200_copies.tsv
 *
 * Idle lanes leave first: under a predicate, the profiler's figures for cp.async.cg say nothing. */
#include <cstdio>
#include <cstdlib>
#include <cstring>

struct Pattern {
	unsigned mask;
	unsigned to[32], from[32], size[32];
};

enum { SHARED_BYTES = 40 * 1024 };

#define KERNEL(name, ...)                                                                        \
	__global__ void name(Pattern p, const char *in, int *out)                                \
	{                                                                                        \
		__shared__ __align__(128) char data[SHARED_BYTES];                               \
		unsigned to = (unsigned)__cvta_generic_to_shared(data) + p.to[threadIdx.x];      \
		const char *from = in + p.from[threadIdx.x];                                     \
		unsigned size = p.size[threadIdx.x];                                             \
		unsigned a = 0, b = 0, c = 0, d = 0;                                             \
		unsigned long long x = 0, y = 0;                                                 \
		double f = 0;                                                                    \
		(void)from, (void)size;                                                          \
		if (!(p.mask >> threadIdx.x & 1))                                                \
			return;                                                                  \
		__VA_ARGS__;                                                                     \
		asm volatile("cp.async.wait_all;" ::: "memory");                                 \
		out[threadIdx.x] = a + b + c + d + (int)x + (int)y + (int)f;                     \
	}

KERNEL(load_8, asm volatile("ld.shared.v2.b32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(to)))
KERNEL(load_16, asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
			     : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(to)))

#define COPY(name, how)                                                                          \
	KERNEL(name, asm volatile("cp.async." how ";" ::"r"(to), "l"(from) : "memory"))
#define FILL(name, how)                                                                          \
	KERNEL(name, asm volatile("cp.async." how ", %2;" ::"r"(to), "l"(from), "r"(size) : "memory"))
COPY(copy_ca_4, "ca.shared.global [%0], [%1], 4")
COPY(copy_ca_8, "ca.shared.global [%0], [%1], 8")
COPY(copy_ca_16, "ca.shared.global [%0], [%1], 16")
COPY(copy_cg_16, "cg.shared.global [%0], [%1], 16")
FILL(fill_ca_4, "ca.shared.global [%0], [%1], 4")
FILL(fill_ca_8, "ca.shared.global [%0], [%1], 8")
FILL(fill_ca_16, "ca.shared.global [%0], [%1], 16")
FILL(fill_cg_16, "cg.shared.global [%0], [%1], 16")

/* The size is 16 or 0 by a condition: ptxas makes the condition an operand of the copy. */
KERNEL(where_cg_16, int n = size ? 16 : 0; asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
							 ::"r"(to), "l"(from), "r"(n) : "memory"))

#define WIDE(name, how)                                                                          \
	KERNEL(name, asm volatile("{ .reg .b128 r, z; mov.b128 z, {%3, %3}; " how                \
				  "; mov.b128 {%0, %1}, r; }" : "=l"(x), "=l"(y) : "r"(to), "l"(0ull)))
KERNEL(exch_b64, asm volatile("atom.shared.exch.b64 %0, [%1], 7;" : "=l"(x) : "r"(to)))
KERNEL(cas_b64, asm volatile("atom.shared.cas.b64 %0, [%1], 0, 0;" : "=l"(x) : "r"(to)))
WIDE(exch_b128, "atom.shared.exch.b128 r, [%2], z")
WIDE(cas_b128, "atom.shared.cas.b128 r, [%2], z, z")
KERNEL(add_u64, asm volatile("atom.shared.add.u64 %0, [%1], 3;" : "=l"(x) : "r"(to)))
KERNEL(red_u64, asm volatile("red.shared.add.u64 [%0], 3;" ::"r"(to)))
KERNEL(add_f32, asm volatile("atom.shared.add.f32 %0, [%1], 0f3f800000;" : "=r"(a) : "r"(to)))
KERNEL(red_f32, asm volatile("red.shared.add.f32 [%0], 0f3f800000;" ::"r"(to)))
KERNEL(add_f64, asm volatile("atom.shared.add.f64 %0, [%1], 0d3ff0000000000000;" : "=d"(f) : "r"(to)))
KERNEL(add_f16, unsigned short h; asm volatile("atom.shared.add.noftz.f16 %0, [%1], %2;" : "=h"(h) : "r"(to), "h"((short)0x3c00)); a = h)
KERNEL(add_f16x2, asm volatile("atom.shared.add.noftz.f16x2 %0, [%1], %2;" : "=r"(a) : "r"(to), "r"(0x3c003c00)))
KERNEL(add_bf16x2, asm volatile("atom.shared.add.noftz.bf16x2 %0, [%1], %2;" : "=r"(a) : "r"(to), "r"(0x3f803f80)))

static const struct {
	const char *op;
	int bytes;
	bool fills;
	void (*kernel)(Pattern, const char *, int *);
} ops[] = {
	{ "ld", 8, false, load_8 }, { "ld", 16, false, load_16 },
	{ "cp_async_ca", 4, false, copy_ca_4 }, { "cp_async_ca", 8, false, copy_ca_8 },
	{ "cp_async_ca", 16, false, copy_ca_16 }, { "cp_async_cg", 16, false, copy_cg_16 },
	{ "cp_async_ca", 4, true, fill_ca_4 }, { "cp_async_ca", 8, true, fill_ca_8 },
	{ "cp_async_ca", 16, true, fill_ca_16 }, { "cp_async_cg_fill", 16, true, fill_cg_16 },
	{ "cp_async_cg_where", 16, true, where_cg_16 },
	{ "atom_exch", 8, false, exch_b64 }, { "atom_exch", 16, false, exch_b128 },
	{ "atom_cas", 8, false, cas_b64 }, { "atom_cas", 16, false, cas_b128 },
	{ "atom_add_u64", 8, false, add_u64 }, { "red_add_u64", 8, false, red_u64 },
	{ "atom_add_f32", 4, false, add_f32 }, { "red_add_f32", 4, false, red_f32 },
	{ "atom_add_f64", 8, false, add_f64 }, { "atom_add_f16x2", 4, false, add_f16x2 },
	{ "atom_add_bf16x2", 4, false, add_bf16x2 }, { "atom_add_f16", 2, false, add_f16 },
};

static char *in;
static int *out;

static bool launch(const char *op, int bytes, bool fills, const Pattern &p)
{
	for (const auto &entry : ops)
		if (!strcmp(entry.op, op) && entry.bytes == bytes && entry.fills == fills) {
			entry.kernel<<<1, 32>>>(p, in, out);
			return true;
		}
	return false;
}

static void read_numbers(const char *text, unsigned number[32])
{
	for (int l = 0; l < 32; l++) {
		char *end;
		number[l] = (unsigned)strtoul(text, &end, 10);
		text = *end == ',' ? end + 1 : end;
	}
}

int main()
{
	static char line[8192], op[32], to[1024], from[1024], size[1024];
	int bytes, n = 0;
	cudaMalloc((void **)&in, 1 << 22);
	cudaMalloc((void **)&out, 4096);
	cudaMemset(in, 0, 1 << 22);
	while (fgets(line, sizeof line, stdin)) {
		Pattern p = {};
		size[0] = 0;
		if (sscanf(line, "%31s %d %x %1023s %1023s %*d %*d %1023s", op, &bytes, &p.mask, to, from, size) < 5)
			continue;
		read_numbers(to, p.to);
		if (from[0] != '-')
			read_numbers(from, p.from);
		bool fills = strchr(size, ',') != NULL;
		if (fills)
			read_numbers(size, p.size);
		n += launch(op, bytes, fills, p);
	}
	cudaError_t end = cudaDeviceSynchronize();
	fprintf(stderr, "%d launches: %s\n", n, cudaGetErrorString(end));
	return end != cudaSuccess;
}
