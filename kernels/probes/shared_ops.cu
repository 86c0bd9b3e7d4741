/* Probes of what is open in the hardware model: one warp, one shared-memory instruction, one launch a row.
 *
 *     nvcc -O2 -arch=native -o probe shared_ops.cu
 *     ncu --csv --page raw --metrics memory_l1_wavefronts_shared,memory_l1_wavefronts_shared_ideal ./probe
 *
 * The program prints one line a launch: op, bytes a lane, active mask, 32 byte offsets in shared memory, 32
 * byte offsets of the source (cp_async; else -).  Launch k of the profile is line k.
 *  ld, st: 8 and 16 bytes under all kinds of masks, for the *ideal* that the profiler gives partial warps.
 *  popc_inc: `atomicAdd(&s[i], 1)` with the result unused (SASS: ATOMS.POPC.INC).
 *  cp_async: sources that spread over 128-byte lines otherwise than lane after lane. */
#include <cstdio>
#include <cstdlib>

struct Row {
	int shared[32], source[32];
	unsigned mask;
};

__device__ unsigned base_of(void *s) { return (unsigned)__cvta_generic_to_shared(s); }

#define PROBE(name, ...)                                                        \
	__global__ void name(Row row, const char *source, int *out)             \
	{                                                                       \
		extern __shared__ __align__(128) char s[];                      \
		int lane = threadIdx.x;                                         \
		unsigned at = base_of(s) + row.shared[lane];                    \
		const char *from = source + row.source[lane];                   \
		int a = 0, b = 0, c = 0, d = 0;                                 \
		(void)from, (void)at;                                           \
		if (row.mask >> lane & 1) {                                     \
			__VA_ARGS__;                                            \
		}                                                               \
		asm volatile("cp.async.wait_all;" ::: "memory");                \
		out[lane] = a + b + c + d;                                      \
	}

PROBE(ld8, asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(at)))
PROBE(ld16,
      asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at)))
PROBE(st8, asm volatile("st.shared.v2.u32 [%0], {%1, %1};" ::"r"(at), "r"(lane)))
PROBE(st16, asm volatile("st.shared.v4.u32 [%0], {%1, %1, %1, %1};" ::"r"(at), "r"(lane)))
PROBE(popc_inc, atomicAdd((int *)(s + row.shared[lane]), 1))
PROBE(cp4, asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(from)))
PROBE(cp8, asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" ::"r"(at), "l"(from)))
PROBE(cp16, asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(at), "l"(from)))

typedef void Kernel(Row row, const char *source, int *out);
static const struct {
	const char *name;
	int bytes;
	Kernel *kernel;
	bool is_copy;
} ops[] = {
	{ "ld", 8, ld8, false },	  { "ld", 16, ld16, false },	 { "st", 8, st8, false },
	{ "st", 16, st16, false },	  { "popc_inc", 4, popc_inc, false }, { "cp_async", 4, cp4, true },
	{ "cp_async", 8, cp8, true },	  { "cp_async", 16, cp16, true },
};

static unsigned state = 2463534242u;

static unsigned below(unsigned n)
{
	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state % n;
}

static unsigned make_mask(int row)
{
	static const unsigned fixed[] = { 0xffffffffu, 0x000f000fu, 0x0000ffffu, 0x00ff00ffu, 0x55555555u, 0x0000000fu,
					  0x33333333u, 0x11111111u, 0xff000000u, 0x0f0f0f0fu, 0x80000001u, 0x000003ffu };
	unsigned any = below(0x10000u) << 16 | below(0x10000u);
	return row % 3 == 0 ? 0xffffffffu : row % 3 == 1 ? fixed[row / 3 % 12] : any ? any : 1;
}

/* Offsets in pieces of `bytes`, up to `pieces` of them. */
static void make_offsets(int kind, int bytes, int pieces, int *out)
{
	int stride = 1 + (int)below(12), k = 1 + (int)below(32), rows = 1 << below(6), pitch = (int)below(40) + 32 / rows;
	int range = 1 << (1 + below(10)), start = (int)below(8);
	for (int l = 0; l < 32; l++) {
		int at = 0;
		switch (kind % 7) {
		case 0: at = l; break;
		case 1: at = start + l * stride; break;
		case 2: at = l % k; break;
		case 3: at = l / (32 / rows) * pitch + l % (32 / rows); break;
		case 4: at = (int)below((unsigned)range); break;
		case 5: at = l * (32 * 4 / bytes > 0 ? 32 * 4 / bytes : 1) % pieces; break;
		default: at = l / 2 * stride; break;
		}
		out[l] = at % pieces * bytes;
	}
}

int main(int argc, char **argv)
{
	int rows = argc > 1 ? atoi(argv[1]) : 60;
	char *source;
	int *out;
	cudaMalloc((void **)&source, 1 << 20);
	cudaMalloc((void **)&out, 128);
	for (const auto &op : ops)
		for (int i = 0; i < rows; i++) {
			Row row;
			row.mask = make_mask(i);
			make_offsets(i, op.bytes, 32768 / op.bytes, row.shared);
			make_offsets(op.is_copy ? i / 7 + i : 0, op.bytes, 65536 / op.bytes, row.source);
			op.kernel<<<1, 32, 40000>>>(row, source, out);
			printf("%s\t%d\t%08x\t", op.name, op.bytes, row.mask);
			for (int l = 0; l < 32; l++)
				printf("%d%c", row.shared[l], l < 31 ? ',' : '\t');
			for (int l = 0; l < 32 && op.is_copy; l++)
				printf("%d%s", row.source[l], l < 31 ? "," : "");
			puts(op.is_copy ? "" : "-");
		}
	cudaError_t end = cudaDeviceSynchronize();
	if (end != cudaSuccess)
		fprintf(stderr, "%s\n", cudaGetErrorString(end));
	return end != cudaSuccess;
}
