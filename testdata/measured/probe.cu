/* Executes one shared-memory instruction a launch, by one warp, as the rows of its standard input say:
 *
 *     op TAB bytes TAB mask of active lanes TAB 32 byte offsets TAB 32 byte offsets into the source, or -
 *
 * op: ld (8 or 16 bytes), cp_async_ca, cp_async_cg; lines that begin otherwise are left out, what follows on
 * a line is not read.  Launch k of a profile belongs to row k:
 *
 *     ncu --csv --page raw --clock-control none --metrics memory_l1_wavefronts_shared,\
 *         memory_l1_wavefronts_shared_ideal,l1tex__data_pipe_lsu_wavefronts_mem_shared.sum,\
 *         l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum ./probe <h200_open.tsv */
#include <cstdio>
#include <cstdlib>
#include <cstring>

struct Pattern {
	unsigned mask;
	unsigned to[32], from[32];
};

enum { SHARED_BYTES = 40 * 1024 };

__global__ void load_8(Pattern p, int *out)
{
	__shared__ __align__(128) char data[SHARED_BYTES];
	unsigned a = (unsigned)__cvta_generic_to_shared(data) + p.to[threadIdx.x];
	int x = 0, y = 0;
	if (p.mask >> threadIdx.x & 1)
		asm volatile("ld.shared.v2.b32 {%0, %1}, [%2];" : "=r"(x), "=r"(y) : "r"(a));
	out[threadIdx.x] = x + y;
}

__global__ void load_16(Pattern p, int *out)
{
	__shared__ __align__(128) char data[SHARED_BYTES];
	unsigned a = (unsigned)__cvta_generic_to_shared(data) + p.to[threadIdx.x];
	int x = 0, y = 0, z = 0, w = 0;
	if (p.mask >> threadIdx.x & 1)
		asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
			     : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "r"(a));
	out[threadIdx.x] = x + y + z + w;
}

#define COPY_KERNEL(name, instruction)                                                           \
	__global__ void name(Pattern p, const char *in)                                          \
	{                                                                                        \
		__shared__ __align__(128) char data[SHARED_BYTES];                               \
		unsigned to = (unsigned)__cvta_generic_to_shared(data) + p.to[threadIdx.x];      \
		const char *from = in + p.from[threadIdx.x];                                     \
		if (p.mask >> threadIdx.x & 1)                                                   \
			asm volatile(instruction ::"r"(to), "l"(from));                          \
		asm volatile("cp.async.wait_all;" ::: "memory");                                 \
	}
COPY_KERNEL(copy_ca_4, "cp.async.ca.shared.global [%0], [%1], 4;")
COPY_KERNEL(copy_ca_8, "cp.async.ca.shared.global [%0], [%1], 8;")
COPY_KERNEL(copy_ca_16, "cp.async.ca.shared.global [%0], [%1], 16;")
COPY_KERNEL(copy_cg_16, "cp.async.cg.shared.global [%0], [%1], 16;")

static char *in;
static int *out;

static bool launch(const char *op, int bytes, const Pattern &p)
{
	if (strcmp(op, "ld") == 0 && bytes == 8)
		load_8<<<1, 32>>>(p, out);
	else if (strcmp(op, "ld") == 0 && bytes == 16)
		load_16<<<1, 32>>>(p, out);
	else if (strcmp(op, "cp_async_ca") == 0 && bytes == 4)
		copy_ca_4<<<1, 32>>>(p, in);
	else if (strcmp(op, "cp_async_ca") == 0 && bytes == 8)
		copy_ca_8<<<1, 32>>>(p, in);
	else if (strcmp(op, "cp_async_ca") == 0 && bytes == 16)
		copy_ca_16<<<1, 32>>>(p, in);
	else if (strcmp(op, "cp_async_cg") == 0 && bytes == 16)
		copy_cg_16<<<1, 32>>>(p, in);
	else
		return false;
	return true;
}

static void read_offsets(const char *text, unsigned offset[32])
{
	for (int l = 0; l < 32; l++) {
		char *end;
		offset[l] = (unsigned)strtoul(text, &end, 10);
		text = *end == ',' ? end + 1 : end;
	}
}

int main()
{
	static char line[4096], op[32], to[1024], from[1024];
	int bytes, n = 0;
	cudaMalloc((void **)&in, 1 << 20);
	cudaMalloc((void **)&out, 4096);
	cudaMemset(in, 0, 1 << 20);
	while (fgets(line, sizeof line, stdin)) {
		Pattern p = {};
		if (sscanf(line, "%31s %d %x %1023s %1023s", op, &bytes, &p.mask, to, from) != 5)
			continue;
		read_offsets(to, p.to);
		if (from[0] != '-')
			read_offsets(from, p.from);
		n += launch(op, bytes, p);
	}
	cudaError_t end = cudaDeviceSynchronize();
	fprintf(stderr, "%d launches: %s\n", n, cudaGetErrorString(end));
	return end != cudaSuccess;
}
