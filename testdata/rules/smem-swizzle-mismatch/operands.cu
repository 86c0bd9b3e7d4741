// flags: -arch=sm_90a
// libclang: 16
/* The tensor map and the matrix descriptor say different swizzles of one buffer. */
#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <stdint.h>

__device__ unsigned shared_address(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

__device__ void load_tile(void *to, const CUtensorMap *map, uint64_t *barrier, int x, int y)
{
	asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" : : "r"(shared_address(to)), "l"(map), "r"(x), "r"(y), "r"(shared_address(barrier)) : "memory");
}

__device__ uint64_t encoded(uint64_t bytes)
{
	return (bytes & 0x3ffff) >> 4;
}

/* mode: 1 for 128 bytes, 2 for 64, 3 for 32 */
__device__ uint64_t descriptor(const void *p, uint64_t mode, uint64_t group)
{
	uint64_t desc = 0;
	desc |= encoded(shared_address(p));
	desc |= encoded(16) << 16;
	desc |= encoded(group) << 32;
	desc |= mode << 62;
	return desc;
}

#define MULTIPLY(d, a, b) \
	asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;" : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a), "l"(b))

/* Both operands as their maps say. */
__global__ void agrees(const __grid_constant__ CUtensorMap wide, const __grid_constant__ CUtensorMap narrow, float *out, int n)
{
	__shared__ alignas(1024) __half a[64 * 64], b[8 * 32];
	__shared__ alignas(8) uint64_t barrier;
	float d[4] = {};
	for (int i = 0; i < n; i++) {
		if (threadIdx.x == 0) {
			load_tile(a, &wide, &barrier, 64 * i, 0);
			load_tile(b, &narrow, &barrier, 32 * i, 0);
		}
		__syncthreads();
		for (int k = 0; k < 2; k++)
			MULTIPLY(d, descriptor(a + 16 * k, 1, 1024), descriptor(b + 16 * k, 2, 512));
	}
	out[threadIdx.x] = d[0];
}

__global__ void differs(const __grid_constant__ CUtensorMap wide, const __grid_constant__ CUtensorMap narrow, float *out)
{
	__shared__ alignas(1024) __half a[64 * 64], b[8 * 32];
	__shared__ alignas(8) uint64_t barrier;
	float d[4] = {};
	if (threadIdx.x == 0) {
		load_tile(a, &wide, &barrier, 0, 0);
		load_tile(b, &narrow, &barrier, 0, 0);
	}
	__syncthreads();
	MULTIPLY(d, descriptor(a, 1, 1024), descriptor(b, 1, 512)); // expect: smem-swizzle-mismatch the matrix descriptor says the 128-byte swizzle for 'b', but the tensor copy that fills it has the 64-byte swizzle
	MULTIPLY(d, descriptor(a, 0, 1024), descriptor(b, 2, 512)); // expect: smem-swizzle-mismatch the matrix descriptor says no swizzle for 'a', but the tensor copy that fills it has the 128-byte swizzle
	out[threadIdx.x] = d[0];
}

/* Parts of one array: what begins nearest before the descriptor's address counts. */
__global__ void parts(const __grid_constant__ CUtensorMap wide, const __grid_constant__ CUtensorMap narrow, float *out)
{
	extern __shared__ __align__(1024) unsigned char both[];
	__shared__ alignas(8) uint64_t barrier;
	float d[4] = {};
	if (threadIdx.x == 0) {
		load_tile(both, &wide, &barrier, 0, 0);
		load_tile(both + 8192, &narrow, &barrier, 0, 0);
	}
	__syncthreads();
	MULTIPLY(d, descriptor(both + 32, 1, 1024), descriptor(both + 8192 + 32, 2, 512));
	MULTIPLY(d, descriptor(both + 32, 1, 1024), descriptor(both + 8192 + 32, 3, 512)); // expect: smem-swizzle-mismatch the matrix descriptor says the 32-byte swizzle for 'both'
	out[threadIdx.x] = d[0];
}

/* Lanes write to the buffer as well: it is not certain what it holds. */
__global__ void rewritten(const __grid_constant__ CUtensorMap wide, float *out)
{
	__shared__ alignas(1024) __half a[64 * 64];
	__shared__ alignas(8) uint64_t barrier;
	float d[4] = {};
	if (threadIdx.x == 0)
		load_tile(a, &wide, &barrier, 0, 0);
	__syncthreads();
	for (int i = threadIdx.x; i < 64 * 64; i += 128)
		a[i] = __float2half(0.0f);
	MULTIPLY(d, descriptor(a, 2, 512), descriptor(a, 2, 512));
	out[threadIdx.x] = d[0];
}

/* A mode that only the caller knows. */
__global__ void unknown_mode(const __grid_constant__ CUtensorMap map, float *out)
{
	__shared__ alignas(1024) __half a[64 * 64];
	__shared__ alignas(8) uint64_t barrier;
	float d[4] = {};
	if (threadIdx.x == 0)
		load_tile(a, &map, &barrier, 0, 0);
	__syncthreads();
	MULTIPLY(d, descriptor(a, 2, 512), descriptor(a, 1, 1024));
	out[threadIdx.x] = d[0];
}

/* The copy back says another swizzle than the copy there. */
__global__ void copied_back(const __grid_constant__ CUtensorMap in, const __grid_constant__ CUtensorMap out)
{
	__shared__ alignas(1024) __half a[64 * 64];
	__shared__ alignas(8) uint64_t barrier;
	if (threadIdx.x == 0) {
		load_tile(a, &in, &barrier, 0, 0);
		asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];" : : "l"(&out), "r"(0), "r"(0), "r"(shared_address(a)) : "memory"); // expect: smem-swizzle-mismatch the tensor map of this copy says the 64-byte swizzle for 'a', but the tensor copy that fills it has the 128-byte swizzle
	}
}

__global__ void too_wide(const __grid_constant__ CUtensorMap map)
{
	__shared__ alignas(1024) __half a[64 * 64];
	__shared__ alignas(8) uint64_t barrier;
	if (threadIdx.x == 0)
		asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" : : "r"(shared_address(a)), "l"(&map), "r"(0), "r"(0), "r"(shared_address(&barrier)) : "memory"); // expect: smem-swizzle-mismatch 128 bytes are the innermost dimension of the tensor map's box, but the 64-byte swizzle takes at most 64
}

CUtensorMap encode(__half *from, unsigned columns, unsigned rows, CUtensorMapSwizzle swizzle)
{
	CUtensorMap map;
	cuuint64_t sizes[2] = { 4096, 4096 }, strides[1] = { 8192 };
	cuuint32_t box[2] = { columns, rows }, steps[2] = { 1, 1 };
	if (cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, from, sizes, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS)
		return {};
	return map;
}

void launch(__half *from, float *out, CUtensorMapSwizzle any)
{
	CUtensorMap wide = encode(from, 64, 64, CU_TENSOR_MAP_SWIZZLE_128B);
	CUtensorMap narrow = encode(from, 32, 8, CU_TENSOR_MAP_SWIZZLE_64B);
	agrees<<<1, 128>>>(wide, narrow, out, 64);
	differs<<<1, 128>>>(wide, narrow, out);
	parts<<<1, 128, 16384>>>(wide, narrow, out);
	rewritten<<<1, 128>>>(wide, out);
	unknown_mode<<<1, 128>>>(encode(from, 64, 64, any), out);
	copied_back<<<1, 32>>>(wide, narrow);
	too_wide<<<1, 32>>>(encode(from, 64, 64, CU_TENSOR_MAP_SWIZZLE_64B));
}
