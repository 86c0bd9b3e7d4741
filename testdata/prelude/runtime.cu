#include <cuda_runtime_api.h>
#include <cuda.h>
#include <cuda_profiler_api.h>
#include <curand_kernel.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call) \
	do { \
		cudaError_t status = call; \
		if (status != cudaSuccess) { \
			fprintf(stderr, "%s: %s\n", cudaGetErrorName(status), cudaGetErrorString(status)); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

__constant__ float factors[8];
__device__ float result;

__global__ void kernel(float *p, int n) {
	extern __shared__ float s[];
	s[threadIdx.x] = p[threadIdx.x] * factors[n];
	p[0] = s[0];
}

__global__ void textures(cudaTextureObject_t object, cudaSurfaceObject_t surface, float *p) {
	p[0] = tex2D<float>(object, 1.f, 2.f) + tex1Dfetch<float4>(object, 3).x + tex3D<float>(object, 0.f, 0.f, 0.f);
	surf2Dwrite(1.f, surface, 4, 5);
}

__global__ void random_numbers(curandState *states, float *p) {
	curand_init(1234, threadIdx.x, 0, &states[threadIdx.x]);
	p[threadIdx.x] = curand_uniform(&states[threadIdx.x]) + curand_normal(&states[threadIdx.x]);
}

int main() {
	float *p, *pinned, *managed, host[8] = {0}, time;
	cudaDeviceProp prop;
	cudaStream_t stream;
	cudaEvent_t start, stop;
	int device = 0, blocks, grid_size, block_size, value;
	size_t free_bytes, total_bytes, pitch;
	CHECK(cudaGetDeviceCount(&device));
	CHECK(cudaSetDevice(0));
	CHECK(cudaGetDeviceProperties(&prop, 0));
	printf("%s %d.%d %zu %d\n", prop.name, prop.major, prop.minor, prop.sharedMemPerBlock, prop.multiProcessorCount);
	CHECK(cudaMalloc((void **)&p, 1024));
	CHECK(cudaMalloc(&p, 1024));
	CHECK(cudaMallocHost(&pinned, 1024));
	CHECK(cudaMallocManaged(&managed, 1024));
	CHECK(cudaMallocPitch(&p, &pitch, 100, 100));
	CHECK(cudaMemset(p, 0, 1024));
	CHECK(cudaMemcpy(p, host, sizeof host, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpyToSymbol(factors, host, sizeof host));
	CHECK(cudaMemcpyFromSymbol(host, result, sizeof(float)));
	CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
	CHECK(cudaEventCreate(&start));
	CHECK(cudaEventCreateWithFlags(&stop, cudaEventDisableTiming));
	CHECK(cudaEventRecord(start, stream));
	CHECK(cudaEventRecord(stop));
	CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
	CHECK(cudaFuncSetCacheConfig(kernel, cudaFuncCachePreferShared));
	CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 256, 1024));
	CHECK(cudaOccupancyMaxPotentialBlockSize(&grid_size, &block_size, kernel, 0, 0));
	CHECK(cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
	kernel<<<blocks, block_size, 4096, stream>>>(p, value);
	void *args[] = {&p, &value};
	CHECK(cudaLaunchKernel((const void *)kernel, dim3(1), dim3(128), args, 512, stream));
	cudaLaunchConfig_t config = {};
	cudaLaunchAttribute attribute;
	attribute.id = cudaLaunchAttributeClusterDimension;
	attribute.val.clusterDim.x = 2;
	config.gridDim = 2;
	config.blockDim = dim3(64, 2);
	config.dynamicSmemBytes = 1024;
	config.attrs = &attribute;
	config.numAttrs = 1;
	CHECK(cudaLaunchKernelEx(&config, kernel, p, 3));
	CHECK(cudaGetLastError());
	CHECK(cudaPeekAtLastError());
	CHECK(cudaStreamSynchronize(stream));
	CHECK(cudaEventSynchronize(stop));
	CHECK(cudaEventElapsedTime(&time, start, stop));
	CHECK(cudaMemGetInfo(&free_bytes, &total_bytes));
	CHECK(cudaDeviceSynchronize());
	CHECK(cudaMemcpyAsync(host, p, 4, cudaMemcpyDeviceToHost, stream));
	CHECK(cudaMemcpy2D(p, 8, host, 8, 8, 1, cudaMemcpyDefault));
	CHECK(cudaFreeHost(pinned));
	CHECK(cudaFree(p));
	CHECK(cudaProfilerStop());
	cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
	cudaArray_t array;
	CHECK(cudaMallocArray(&array, &desc, 16, 16));
	CUdevice cu;
	cuInit(0);
	cuDeviceGet(&cu, 0);
	return cudaDeviceReset() != cudaSuccess;
}
