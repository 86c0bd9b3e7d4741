/* Kernels that nothing launches: their pointers are taken to be what an allocation returned, which begins a line of 128
 * bytes; what a number moves, and what is read from memory, may begin anywhere, but mostly does with a line. */

#define COPY(to, from) \
	asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"((unsigned)__cvta_generic_to_shared(to)), "l"(from) : "memory")
#define TILE __shared__ __align__(128) int4 tile[4][8]; int lane = threadIdx.x, row = lane / 8, column = lane % 8

__global__ void __launch_bounds__(32) straight(const int4 *in)
{
	TILE;
	COPY(&tile[row][column ^ row], in + lane); // fact: cp_async 4/4 exact
}

__global__ void __launch_bounds__(32) by_blocks(const int4 *in)
{
	TILE;
	COPY(&tile[row][column ^ row], in + 32 * blockIdx.x + lane); // fact: cp_async 4/4 exact
}

__global__ void __launch_bounds__(32) by_a_number(const int4 *in, int n)
{
	TILE;
	COPY(&tile[row][column ^ row], in + n + lane); // fact: cp_async 4/4 symbolic
}

__global__ void __launch_bounds__(32) from_memory(const int4 *const *in)
{
	TILE;
	COPY(&tile[row][column ^ row], in[0] + lane); // fact: cp_async 4/4 symbolic
}
