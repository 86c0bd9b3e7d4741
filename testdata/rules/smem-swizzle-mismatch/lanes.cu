// flags: -arch=sm_90a
// libclang: 16
/* Lanes read what tensor copies wrote: by its swizzle, by another, or by none. */
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

/* Rows of 128 bytes, eight lanes a row. */
__global__ void as_swizzled(const __grid_constant__ CUtensorMap map, int4 *out)
{
	__shared__ alignas(1024) int4 tile[32 * 8];
	__shared__ alignas(8) uint64_t barrier;
	int row = threadIdx.x / 8, col = threadIdx.x % 8;
	if (threadIdx.x == 0)
		load_tile(tile, &map, &barrier);
	__syncthreads();
	out[threadIdx.x] = tile[row * 8 + (col ^ (row % 8))];
}

__global__ void as_they_are(const __grid_constant__ CUtensorMap map, int4 *out)
{
	__shared__ alignas(1024) int4 tile[32 * 8];
	__shared__ alignas(8) uint64_t barrier;
	int row = threadIdx.x / 8, col = threadIdx.x % 8;
	if (threadIdx.x == 0)
		load_tile(tile, &map, &barrier);
	__syncthreads();
	out[threadIdx.x] = tile[row * 8 + col]; // expect: smem-swizzle-mismatch this load of 'tile' takes rows as they are, but the tensor copy that fills it has the 128-byte swizzle
}

__global__ void without_swizzle(const __grid_constant__ CUtensorMap map, int4 *out)
{
	__shared__ alignas(1024) int4 tile[32 * 8];
	__shared__ alignas(8) uint64_t barrier;
	if (threadIdx.x == 0)
		load_tile(tile, &map, &barrier);
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x];
}

/* Bytes of 64-byte rows, with the bits of the 128-byte swizzle. */
__global__ void another(const __grid_constant__ CUtensorMap map, int4 *out)
{
	__shared__ alignas(1024) int4 tile[32 * 8];
	__shared__ alignas(8) uint64_t barrier;
	unsigned at = threadIdx.x * 16;
	if (threadIdx.x == 0)
		load_tile(tile, &map, &barrier);
	__syncthreads();
	out[threadIdx.x] = tile[(at ^ (at >> 7 & 3) << 4) / 16];
	out[threadIdx.x + 256] = tile[(at ^ (at >> 7 & 7) << 4) / 16]; // expect: smem-swizzle-mismatch this load of 'tile' is computed with the 128-byte swizzle, but the tensor copy that fills it has the 64-byte swizzle
}

/* Eight lanes a matrix, a row each. */
__global__ void matrices(const __grid_constant__ CUtensorMap map, unsigned *out)
{
	__shared__ alignas(1024) __half tile[64 * 64];
	__shared__ alignas(8) uint64_t barrier;
	unsigned a, b, c, d, row = threadIdx.x % 16, col = threadIdx.x / 16;
	if (threadIdx.x == 0)
		load_tile(tile, &map, &barrier);
	__syncthreads();
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(shared_address(&tile[row * 64 + (col ^ row % 8) * 8])));
	out[threadIdx.x] = a + b + c + d;
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(shared_address(&tile[row * 64 + col * 8]))); // expect: smem-swizzle-mismatch this ldmatrix from 'tile' takes rows as they are
	out[threadIdx.x] += a + b + c + d;
}

/* The place of an element does not matter for a sum … */
__global__ void sum(const __grid_constant__ CUtensorMap map, int *out)
{
	__shared__ alignas(1024) int tile[32 * 32];
	__shared__ alignas(8) uint64_t barrier;
	int total = 0;
	if (threadIdx.x == 0)
		load_tile(tile, &map, &barrier);
	__syncthreads();
	for (int i = threadIdx.x; i < 32 * 32; i += 256)
		total += tile[i];
	out[threadIdx.x] = total;
}

/* … or where what is computed goes back to its place. */
__global__ void in_place(const __grid_constant__ CUtensorMap map, int *out)
{
	__shared__ alignas(1024) int tile[32 * 32];
	__shared__ alignas(8) uint64_t barrier;
	if (threadIdx.x == 0)
		load_tile(tile, &map, &barrier);
	__syncthreads();
	for (int i = threadIdx.x; i < 32 * 32; i += 256)
		tile[i] = 2 * tile[i];
	__syncthreads();
	out[threadIdx.x] = tile[threadIdx.x];
}

/* Lanes fill what a tensor copy reads. */
__global__ void filled(const __grid_constant__ CUtensorMap map, const int4 *in)
{
	__shared__ alignas(1024) int4 tile[32 * 8], zeros[32 * 8];
	tile[threadIdx.x] = in[threadIdx.x]; // expect: smem-swizzle-mismatch this store to 'tile' takes rows as they are, but the tensor copy that reads it has the 128-byte swizzle
	zeros[threadIdx.x] = make_int4(0, 0, 0, 0);
	__syncthreads();
	if (threadIdx.x == 0) {
		asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];" : : "l"(&map), "r"(0), "r"(0), "r"(shared_address(tile)) : "memory");
		asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];" : : "l"(&map), "r"(0), "r"(0), "r"(shared_address(zeros)) : "memory");
	}
}

__global__ void filled_by_swizzle(const __grid_constant__ CUtensorMap map, const int4 *in)
{
	__shared__ alignas(1024) int4 right[32 * 8], wrong[32 * 8];
	int at = 16 * threadIdx.x;
	right[(at ^ (at >> 7 & 7) << 4) / 16] = in[threadIdx.x];
	wrong[(at ^ (at >> 7 & 3) << 4) / 16] = in[threadIdx.x]; // expect: smem-swizzle-mismatch this store to 'wrong' is computed with the 64-byte swizzle, but the tensor copy that reads it has the 128-byte swizzle
	__syncthreads();
	if (threadIdx.x == 0) {
		asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];" : : "l"(&map), "r"(0), "r"(0), "r"(shared_address(right)) : "memory");
		asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];" : : "l"(&map), "r"(0), "r"(0), "r"(shared_address(wrong)) : "memory");
	}
}

/* The swizzle is undone on the way to global memory. */
__global__ void undone(const __grid_constant__ CUtensorMap map, int4 *out)
{
	__shared__ alignas(1024) int4 tile[32 * 8];
	__shared__ alignas(8) uint64_t barrier;
	int row = threadIdx.x / 8, col = threadIdx.x % 8, place = col ^ row % 8;
	if (threadIdx.x == 0)
		load_tile(tile, &map, &barrier);
	__syncthreads();
	out[row * 8 + place] = tile[threadIdx.x];
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
	CUtensorMap wide = encode(from, 32, CU_TENSOR_MAP_SWIZZLE_128B), narrow = encode(from, 16, CU_TENSOR_MAP_SWIZZLE_64B);
	as_swizzled<<<1, 256>>>(wide, out);
	as_they_are<<<1, 256>>>(wide, out);
	without_swizzle<<<1, 256>>>(encode(from, 32, CU_TENSOR_MAP_SWIZZLE_NONE), out);
	another<<<1, 256>>>(narrow, out);
	matrices<<<1, 32>>>(wide, (unsigned *)out);
	sum<<<1, 256>>>(wide, (int *)out);
	in_place<<<1, 256>>>(wide, (int *)out);
	filled<<<1, 256>>>(wide, out);
	filled_by_swizzle<<<1, 256>>>(wide, out);
	undone<<<1, 256>>>(wide, out);
}
