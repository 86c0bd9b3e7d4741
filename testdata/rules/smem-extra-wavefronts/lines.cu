/* Rows of 64 bytes whose distance is an argument: how many lines of global memory a copy moves depends on it. */
#include <cuda_fp16.h>

__global__ void rows(const half *in, int n)
{
	__shared__ __align__(128) int4 tile[32];
	int lane = threadIdx.x;
	asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"((unsigned)__cvta_generic_to_shared(&tile[lane])), "l"(in + lane / 4 * n + lane % 4 * 8) : "memory"); // expect: smem-extra-wavefronts 3.8 times the ideal wavefronts if n % 16 == 8, 2.5 times the ideal wavefronts if n % 32 == 16, 2.0
}

void launch(const half *in, int n)
{
	rows<<<1, 32>>>(in, n);
}
// libclang: 16
