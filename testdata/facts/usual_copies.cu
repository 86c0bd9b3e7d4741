/* Tiles of matrices whose rows are `pitch` halves apart, an argument: what copies past the L1 cache usually cost, which is what they
 * cost if the pitch is a multiple of a cache line.  launch() has one that is, and does not tell. */
#include <cuda_fp16.h>

#define SHARED_ADDRESS(to) (unsigned)__cvta_generic_to_shared(to)
#define COPY(to, from) \
	asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(SHARED_ADDRESS(to)), "l"(from) : "memory")
#define COPY_OR_FILL(to, from, bytes) \
	asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" : : "r"(SHARED_ADDRESS(to)), "l"(from), "r"(bytes) : "memory")
#define TILE(width)                                     \
	__shared__ __align__(128) half tile[64][width]; \
	const int row0 = blockIdx.x * 64
#define ELEMENTS for (int i = threadIdx.x, row = i / (COLUMNS / 8), column = i % (COLUMNS / 8); i < 64 * COLUMNS / 8; \
		      i += 128, row = i / (COLUMNS / 8), column = i % (COLUMNS / 8))
#define END                                       \
	asm volatile("cp.async.wait_all;" : : : "memory"); \
	__syncthreads();                          \
	out[threadIdx.x] = __half2int_rn(tile[threadIdx.x / 16][threadIdx.x % 16])

template <int COLUMNS> __global__ void dense(const half *in, int *out, int pitch, int from)
{
	TILE(COLUMNS);
	ELEMENTS
		COPY(&tile[row][8 * column], in + (row0 + row) * pitch + from + 8 * column); // fact: cp_async 64/16 symbolic | cp_async 64/32 symbolic | cp_async 64/64 symbolic | cp_async 128/128 symbolic
	END; // fact: load 4/4 exact | load 8/4 exact
}

template <int COLUMNS> __global__ void swizzled(const half *in, int *out, int pitch, int from)
{
	TILE(COLUMNS);
	ELEMENTS
		COPY(&tile[row][8 * (column ^ row % (COLUMNS / 8))], in + (row0 + row) * pitch + from + 8 * column); // fact: cp_async 64/32 symbolic | cp_async 64/64 symbolic | cp_async 128/128 symbolic
	END; // fact: load 4/4 exact | load 8/4 exact
}

template <int COLUMNS> __global__ void padded(const half *in, int *out, int pitch, int from)
{
	TILE(COLUMNS + 8);
	ELEMENTS
		COPY(&tile[row][8 * column], in + (row0 + row) * pitch + from + 8 * column); // fact: cp_async 120/32 symbolic | cp_async 168/64 symbolic | cp_async 336/128 symbolic
	END; // fact: load 4/4 exact | load 8/4 exact
}

template <int COLUMNS> __global__ void filled(const half *in, int *out, int pitch, int rows)
{
	TILE(COLUMNS);
	ELEMENTS
		COPY_OR_FILL(&tile[row][8 * column], in + (row0 + row) * pitch + 8 * column, row0 + row < rows ? 16 : 0); // fact: cp_async 64/32 symbolic | cp_async 64/64 symbolic
	END; // fact: load 4/4 exact | load 8/4 exact
}

template <int COLUMNS> __global__ void predicated(const half *in, int *out, int pitch, int rows)
{
	TILE(COLUMNS);
	ELEMENTS
		if (row0 + row < rows)
			COPY(&tile[row][8 * column], in + (row0 + row) * pitch + 8 * column); // fact: cp_async 64/32 symbolic | cp_async 64/64 symbolic
	END; // fact: load 4/4 exact | load 8/4 exact
}

void launch(const int *in, int *out, int n)
{
	const half *from = (const half *)in;
	dense<16><<<4, 128>>>(from, out, 16 * n, n);
	dense<32><<<4, 128>>>(from, out, 16 * n, n);
	dense<64><<<4, 128>>>(from, out, 16 * n, n);
	dense<128><<<4, 128>>>(from, out, 16 * n, n);
	swizzled<32><<<4, 128>>>(from, out, 16 * n, n);
	swizzled<64><<<4, 128>>>(from, out, 16 * n, n);
	swizzled<128><<<4, 128>>>(from, out, 16 * n, n);
	padded<32><<<4, 128>>>(from, out, 16 * n, n);
	padded<64><<<4, 128>>>(from, out, 16 * n, n);
	padded<128><<<4, 128>>>(from, out, 16 * n, n);
	filled<32><<<4, 128>>>(from, out, 16 * n, 4 * n);
	filled<64><<<4, 128>>>(from, out, 16 * n, 4 * n);
	predicated<32><<<4, 128>>>(from, out, 16 * n, 4 * n);
	predicated<64><<<4, 128>>>(from, out, 16 * n, 4 * n);
}
