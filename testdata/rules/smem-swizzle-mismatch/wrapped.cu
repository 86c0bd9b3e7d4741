// flags: -arch=sm_90a
// libclang: 16
/* As libraries do it: the driver's function is asked for, the extents are in an array of a class, the map is a member of a
 * record, and matrix descriptors are bit-fields of a union. */
#include <cuda.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>
#include <stdint.h>

template <class T, int N> struct Array {
	T at[N];
	T *begin() { return at; }
	T *end() { return at + N; }
};

struct Copy {
	CUtensorMap map;
	int rows;
};

typedef CUresult Encode(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *, const cuuint64_t *, const cuuint32_t *, const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

template <class... Args> CUresult encode(Args... args)
{
	void *function = nullptr;
	cudaDriverEntryPointQueryResult found;
	cudaError_t error = cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &function, cudaEnableDefault, &found);
	if (found != cudaDriverEntryPointSuccess || error != cudaSuccess)
		return CUDA_ERROR_UNKNOWN;
	return reinterpret_cast<Encode *>(function)(args...);
}

void report(const void *);

static Copy make_copy(void *data, CUtensorMapSwizzle swizzle)
{
	CUtensorMap map{};
	Array<cuuint64_t, 2> dims = { { 4096, 4096 } }, strides = { { 4096, 4096 } };
	Array<cuuint32_t, 2> box = { { 32, 64 } }, steps = { { 1, 1 } };
	for (cuuint64_t &stride : strides)
		stride = stride * 2;
	CUresult result = encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, data, dims.at, strides.at, box.at, steps.at, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
	if (result != CUDA_SUCCESS)
		report(&map);
	return { map, 64 };
}

union Descriptor {
	uint64_t whole;
	uint32_t half[2];
	struct {
		uint16_t start : 14, : 2;
		uint16_t leading : 14, : 2;
		uint16_t stride : 14, : 2;
		uint8_t : 1, base : 3, : 4;
		uint8_t : 6, layout : 2;
	} field;
};

__device__ unsigned shared_address(const void *p)
{
	return (unsigned)__cvta_generic_to_shared(p);
}

__device__ void load_tile(void *to, const CUtensorMap *map, uint64_t *barrier)
{
	asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" : : "r"(shared_address(to)), "l"(map), "r"(0), "r"(0), "r"(shared_address(barrier)) : "memory");
}

#define MULTIPLY(d, a) \
	asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %4, 1, 1, 1, 0, 0;" : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(a))

/* 2: the 64-byte swizzle */
__global__ void multiply(const __grid_constant__ Copy copy, float *out)
{
	__shared__ alignas(1024) __half a[64 * 32];
	__shared__ alignas(8) uint64_t barrier;
	float d[4] = {};
	Descriptor first = { 0 }, second;
	if (threadIdx.x == 0)
		load_tile(a, &copy.map, &barrier);
	__syncthreads();
	first.field.start = (uint16_t)(shared_address(a) >> 4);
	first.field.leading = 1;
	first.field.stride = 32;
	first.field.layout = 2;
	MULTIPLY(d, first.whole); // expect: smem-swizzle-mismatch the matrix descriptor says the 64-byte swizzle for 'a', but the tensor copy that fills it has the 128-byte swizzle
	second.half[0] = first.half[0] + 2;
	second.half[1] = first.half[1];
	MULTIPLY(d, second.whole); // expect: smem-swizzle-mismatch the matrix descriptor says the 64-byte swizzle for 'a', but the tensor copy that fills it has the 128-byte swizzle
	out[threadIdx.x] = d[0];
}

__global__ void agrees(const __grid_constant__ Copy copy, float *out)
{
	__shared__ alignas(1024) __half a[64 * 32];
	__shared__ alignas(8) uint64_t barrier;
	float d[4] = {};
	Descriptor first = { 0 };
	if (threadIdx.x == 0)
		load_tile(a, &copy.map, &barrier);
	__syncthreads();
	first.field.start = (uint16_t)(shared_address(a) >> 4);
	first.field.layout = 2;
	MULTIPLY(d, first.whole);
	out[threadIdx.x] = d[0];
}

void launch(void *data, float *out)
{
	multiply<<<1, 128>>>(make_copy(data, CU_TENSOR_MAP_SWIZZLE_128B), out);
	agrees<<<1, 128>>>(make_copy(data, CU_TENSOR_MAP_SWIZZLE_64B), out);
}
