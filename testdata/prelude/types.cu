#include <cuda_runtime.h>
#include <vector_types.h>
#include <vector_functions.h>
#include <device_launch_parameters.h>

static_assert(sizeof(char3) == 3 && alignof(char4) == 4 && alignof(short4) == 8 && alignof(float2) == 8, "");
static_assert(sizeof(float3) == 12 && alignof(float3) == 4 && sizeof(float4) == 16 && alignof(float4) == 16, "");
static_assert(alignof(double2) == 16 && alignof(longlong2) == 16 && sizeof(uchar4) == 4 && sizeof(dim3) == 12, "");
static_assert(alignof(int2) == 8 && alignof(ulonglong2) == 16 && alignof(ushort2) == 4 && alignof(uint1) == 4, "");

struct __align__(8) Pair { int a, b; };
static_assert(alignof(Pair) == 8, "");

__constant__ float table[16];
__device__ int counter;
__device__ uint3 other(dim3 d, uint3 t) { return make_uint3(d.x + t.x, d.y + t.y, d.z + t.z); }

template <class T, int n> __global__ void __launch_bounds__(256, 2) kernel(T *__restrict__ out, const __grid_constant__ int k) {
	__shared__ __align__(16) T tile[n][n + 1];
	extern __shared__ unsigned char dynamic[];
	dim3 d = blockDim;
	uint3 t = threadIdx;
	uint3 u = other(gridDim, blockIdx);
	const unsigned int linear = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
	tile[t.y][t.x] = (T)(table[linear % 16] + dynamic[k]);
	__syncthreads();
	float4 v = make_float4(1.f, 2.f, 3.f, 4.f);
	out[blockIdx.x * d.x + u.x] = tile[threadIdx.x][threadIdx.y] + (T)v.w + (T)warpSize;
}

__global__ void __cluster_dims__(2, 1, 1) in_cluster(int *p) { p[threadIdx.x] = (int)(gridDim.x * blockIdx.y); }

__host__ __device__ __forceinline__ int both(int a) { return a + 1; }
static __device__ __noinline__ int apart(int a) { return both(a); }
__global__ void calls(int *p) { *p = apart(*p) + max(3, p[1]) + min(4u, 5u); }

int main() {
	dim3 grid(4, 4), block = 32;
	int *p = nullptr;
	cudaStream_t stream;
	cudaMalloc(&p, 100);
	cudaStreamCreate(&stream);
	kernel<float, 32><<<grid, dim3(32, 8), 1024>>>((float *)p, 3);
	kernel<int, 16><<<grid, block, 0, stream>>>(p, min(max(1, 2), 7));
	in_cluster<<<2, 32>>>(p);
	calls<<<1, 1>>>(p);
	return cudaDeviceSynchronize() != cudaSuccess;
}
