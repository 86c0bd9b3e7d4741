// flags: -arch=sm_90a
// libclang: 16
/* Inline assembly that is not understood may swizzle what is read: no word about rows as they are. */
#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <stdint.h>

__device__ unsigned shared_address(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

__device__ void load_tile(void *to, const CUtensorMap *map, uint64_t *barrier)
{
	asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" : : "r"(shared_address(to)), "l"(map), "r"(0), "r"(0), "r"(shared_address(barrier)) : "memory");
}

__global__ void unread(const __grid_constant__ CUtensorMap map, int4 *out)
{
	__shared__ alignas(1024) int4 tile[32 * 8];
	__shared__ alignas(8) uint64_t barrier;
	int row = threadIdx.x / 8, col = threadIdx.x % 8;
	if (threadIdx.x == 0)
		load_tile(tile, &map, &barrier);
	__syncthreads();
	asm volatile("?? what");
	out[threadIdx.x] = tile[row * 8 + col];
}

CUtensorMap encode(int *from, unsigned columns, CUtensorMapSwizzle swizzle)
{
	CUtensorMap map;
	cuuint64_t sizes[2] = { 1024, 1024 }, strides[1] = { 4096 };
	cuuint32_t box[2] = { columns, 32 }, steps[2] = { 1, 1 };
	cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, from, sizes, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
	return map;
}

void launch(int *from, int4 *out)
{
	unread<<<1, 256>>>(encode(from, 32, CU_TENSOR_MAP_SWIZZLE_128B), out);
}
