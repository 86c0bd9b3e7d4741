// One warp multiplies tiles of 16x64 and 64x8 half-precision numbers by ldmatrix and mma.
#include <cuda_fp16.h>
#include <stdint.h>

#define K 64

__device__ uint32_t shared_address(const void *p)
{
	return (uint32_t)__cvta_generic_to_shared(p);
}

__global__ void tile_product(const half *a, const half *b, float *c)
{
	__shared__ alignas(16) half as[16][K], bs[8][K];
	int lane = threadIdx.x;
	float d[4] = { 0 };
	for (int i = lane; i < 16 * K / 8; i += 32)
		*(float4 *)&as[i / 8][i % 8 * 8] = ((const float4 *)a)[i];
	for (int i = lane; i < 8 * K / 8; i += 32)
		*(float4 *)&bs[i / 8][i % 8 * 8] = ((const float4 *)b)[i];
	__syncthreads();
	for (int k = 0; k < K; k += 16) {
		uint32_t af[4], bf[2];
		asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
			     : "=r"(af[0]), "=r"(af[1]), "=r"(af[2]), "=r"(af[3])
			     : "r"(shared_address(&as[lane % 16][k + lane / 16 * 8])));
		asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
			     : "=r"(bf[0]), "=r"(bf[1])
			     : "r"(shared_address(&bs[lane % 8][k + lane / 8 % 2 * 8])));
		asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
			     "{%0, %1, %2, %3};"
			     : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
			     : "r"(af[0]), "r"(af[1]), "r"(af[2]), "r"(af[3]), "r"(bf[0]), "r"(bf[1]));
	}
	c[lane / 4 * 8 + lane % 4 * 2] = d[0];
	c[lane / 4 * 8 + lane % 4 * 2 + 1] = d[1];
	c[(lane / 4 + 8) * 8 + lane % 4 * 2] = d[2];
	c[(lane / 4 + 8) * 8 + lane % 4 * 2 + 1] = d[3];
}

void launch(const half *a, const half *b, float *c)
{
	tile_product<<<1, 32>>>(a, b, c);
}
