/* Copies of rows whose length is an argument: the cost is that of whole lines.  A copy of 16 bytes needs an aligned source, so that n is a multiple of 8
 * halves: eight residues modulo a line are left, and each has its cost. */
#include <cuda_fp16.h>

#define COPY(how, to, from) \
	asm volatile("cp.async." how ".shared.global [%0], [%1], 16;" : : "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory")
#define TILE __shared__ __align__(128) int4 tile[32]; int lane = threadIdx.x

/* Rows of 64 bytes, dense.  Wavefronts for n % 64 = 0, 8, …: 8, 15, 10, 15, 8, 15, 10, 15.  n is a multiple of 8, and so each
 * block's rows begin with a line. */
__global__ void by_blocks(const half *in, int n)
{
	TILE;
	COPY("cg", &tile[lane], in + (8 * blockIdx.x + lane / 4) * n + lane % 4 * 8); // fact: cp_async 8/4 symbolic
}

/* In steps of half a line the rows begin in the middle of lines, too; it costs the same. */
__global__ void by_steps(const half *in, int n, int end)
{
	TILE;
	for (int at = 0; at < end; at += 32)
		COPY("cg", &tile[lane], in + lane / 4 * n + at + lane % 4 * 8); // fact: cp_async 8/4 symbolic
}

/* Wherever in a line the rows begin, it is not known for any n. */
__global__ void shifted(const half *in, int n, int by)
{
	TILE;
	COPY("cg", &tile[lane], in + 8 * by + lane / 16 * n + lane % 16 * 8); // fact: cp_async 4/4 symbolic
}

/* Eight lanes read from one bank if n % 64 is 32, four if it is 0, two if it is 16 or 48, else one. */
__global__ void skewed(const half *in, int n)
{
	TILE;
	COPY("ca", &tile[lane], in + lane * (n + 32)); // fact: cp_async 32/4 symbolic
}

void launch(const half *in, int n, int end)
{
	by_blocks<<<end, 32>>>(in, n);
	by_steps<<<1, 32>>>(in, n, end);
	shifted<<<1, 32>>>(in, n, end);
	skewed<<<1, 32>>>(in, n);
}
// libclang: 16
