/* cudart: streams, events, attributes of the device and of kernels. */
#include "smem.h"

#include <stdlib.h>
#include <time.h>

#include <cuda_runtime_api.h>

/* --- streams and events --------------------------------------------------------------------------- */

typedef struct Event {
	struct timespec at;
} Event;

static cudaError_t new_stream(cudaStream_t *out)
{
	*out = (cudaStream_t)calloc(1, 16);
	return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *out) { return new_stream(out); }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *out, unsigned flags) { (void)flags; return new_stream(out); }
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *out, unsigned flags, int p) { (void)flags, (void)p; return new_stream(out); }
cudaError_t cudaStreamDestroy(cudaStream_t s) { free(s); return cudaSuccess; }
cudaError_t cudaStreamSynchronize(cudaStream_t s) { (void)s; return cudaSuccess; }
cudaError_t cudaStreamQuery(cudaStream_t s) { (void)s; return cudaSuccess; }
cudaError_t cudaStreamWaitEvent(cudaStream_t s, cudaEvent_t e, unsigned flags) { (void)s, (void)e, (void)flags; return cudaSuccess; }
cudaError_t cudaStreamAddCallback(cudaStream_t s, cudaStreamCallback_t call, void *data, unsigned flags)
{
	(void)flags;
	call(s, cudaSuccess, data);
	return cudaSuccess;
}
cudaError_t cudaLaunchHostFunc(cudaStream_t s, cudaHostFn_t call, void *data)
{
	(void)s;
	call(data);
	return cudaSuccess;
}
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *most)
{
	*least = *most = 0;
	return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *out)
{
	*out = (cudaEvent_t)calloc(1, sizeof(Event));
	return cudaSuccess;
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *out, unsigned flags) { (void)flags; return cudaEventCreate(out); }
cudaError_t cudaEventDestroy(cudaEvent_t e) { free(e); return cudaSuccess; }
cudaError_t cudaEventRecord(cudaEvent_t e, cudaStream_t s)
{
	(void)s;
	clock_gettime(CLOCK_MONOTONIC, &((Event *)e)->at);
	return cudaSuccess;
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t e, cudaStream_t s, unsigned flags) { (void)flags; return cudaEventRecord(e, s); }
cudaError_t cudaEventSynchronize(cudaEvent_t e) { (void)e; return cudaSuccess; }
cudaError_t cudaEventQuery(cudaEvent_t e) { (void)e; return cudaSuccess; }
/* Not 0: programs divide by it. */
cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t from, cudaEvent_t to)
{
	const struct timespec *a = &((Event *)from)->at, *b = &((Event *)to)->at;
	*ms = (float)((double)(b->tv_sec - a->tv_sec) * 1e3 + (double)(b->tv_nsec - a->tv_nsec) * 1e-6) + 1e-3f;
	return cudaSuccess;
}

/* --- the device ----------------------------------------------------------------------------------- */

enum { MULTIPROCESSORS = 4 }; /* few, as programs derive grids from their number */

cudaError_t cudaGetDeviceCount(int *n) { *n = 1; return cudaSuccess; }
cudaError_t cudaGetDevice(int *n) { *n = 0; return cudaSuccess; }
cudaError_t cudaSetDevice(int n) { return set_error(n == 0 ? cudaSuccess : cudaErrorInvalidDevice); }
cudaError_t cudaSetDeviceFlags(unsigned flags) { (void)flags; return cudaSuccess; }
cudaError_t cudaChooseDevice(int *n, const struct cudaDeviceProp *p) { (void)p; *n = 0; return cudaSuccess; }
cudaError_t cudaDeviceSynchronize(void) { return cudaSuccess; }
cudaError_t cudaDeviceReset(void) { return cudaSuccess; }
cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value) { (void)limit, (void)value; return cudaSuccess; }
cudaError_t cudaDeviceGetLimit(size_t *value, enum cudaLimit limit) { (void)limit; *value = 1 << 20; return cudaSuccess; }
cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache c) { (void)c; return cudaSuccess; }
cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig c) { (void)c; return cudaSuccess; }
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *c) { *c = cudaSharedMemBankSizeFourByte; return cudaSuccess; }
cudaError_t cudaDeviceCanAccessPeer(int *can, int a, int b) { (void)a, (void)b; *can = 0; return cudaSuccess; }
cudaError_t cudaDriverGetVersion(int *v) { *v = CUDART_VERSION; return cudaSuccess; }
cudaError_t cudaRuntimeGetVersion(int *v) { *v = CUDART_VERSION; return cudaSuccess; }
cudaError_t cudaProfilerStart(void) { return cudaSuccess; }
cudaError_t cudaProfilerStop(void) { return cudaSuccess; }

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *p, int n)
{
	if (n != 0)
		return set_error(cudaErrorInvalidDevice);
	*p = (struct cudaDeviceProp){
		.name = "the processor", .totalGlobalMem = (size_t)4 << 30, .sharedMemPerBlock = 49152, .regsPerBlock = 65536,
		.warpSize = WARP, .memPitch = 0x7fffffff, .maxThreadsPerBlock = MAX_THREADS, .totalConstMem = 65536, .major = 9,
		.textureAlignment = 512, .multiProcessorCount = MULTIPROCESSORS, .canMapHostMemory = 1, .concurrentKernels = 1,
		.unifiedAddressing = 1, .memoryBusWidth = 5120, .l2CacheSize = 50 << 20, .maxThreadsPerMultiProcessor = 2048,
		.sharedMemPerMultiprocessor = 233472, .regsPerMultiprocessor = 65536, .managedMemory = 1,
		.sharedMemPerBlockOptin = MAX_SHARED, .cooperativeLaunch = 1, .concurrentManagedAccess = 1,
		.maxBlocksPerMultiProcessor = 32, .asyncEngineCount = 1, .maxThreadsDim = { 1024, 1024, 64 },
		.maxGridSize = { 0x7fffffff, 65535, 65535 }, .reservedSharedMemPerBlock = 1024, .pageableMemoryAccess = 1,
	};
	return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr what, int device)
{
	(void)device;
	switch (what) {
	case cudaDevAttrMaxThreadsPerBlock: case cudaDevAttrMaxBlockDimX: case cudaDevAttrMaxBlockDimY: *value = 1024; break;
	case cudaDevAttrMaxBlockDimZ: *value = 64; break;
	case cudaDevAttrMaxGridDimX: *value = 0x7fffffff; break;
	case cudaDevAttrMaxGridDimY: case cudaDevAttrMaxGridDimZ: *value = 65535; break;
	case cudaDevAttrMaxSharedMemoryPerBlock: *value = 49152; break;
	case cudaDevAttrMaxSharedMemoryPerBlockOptin: *value = MAX_SHARED; break;
	case cudaDevAttrMaxSharedMemoryPerMultiprocessor: *value = 233472; break;
	case cudaDevAttrWarpSize: *value = WARP; break;
	case cudaDevAttrMultiProcessorCount: *value = MULTIPROCESSORS; break;
	case cudaDevAttrMaxThreadsPerMultiProcessor: *value = 2048; break;
	case cudaDevAttrMaxBlocksPerMultiprocessor: *value = 32; break;
	case cudaDevAttrMaxRegistersPerBlock: case cudaDevAttrMaxRegistersPerMultiprocessor: *value = 65536; break;
	case cudaDevAttrClockRate: *value = 1980000; break;
	case cudaDevAttrMemoryClockRate: *value = 3201000; break;
	case cudaDevAttrGlobalMemoryBusWidth: *value = 6144; break;
	case cudaDevAttrL2CacheSize: *value = 50 << 20; break;
	case cudaDevAttrComputeCapabilityMajor: *value = 9; break;
	case cudaDevAttrComputeCapabilityMinor: *value = 0; break;
	case cudaDevAttrClusterLaunch: case cudaDevAttrMemoryPoolsSupported: *value = 0; break;
	case cudaDevAttrCooperativeLaunch: case cudaDevAttrConcurrentKernels: case cudaDevAttrManagedMemory:
	case cudaDevAttrUnifiedAddressing: case cudaDevAttrConcurrentManagedAccess: case cudaDevAttrCanMapHostMemory:
	case cudaDevAttrPageableMemoryAccess: *value = 1; break;
	default: *value = 0; break;
	}
	return cudaSuccess;
}

/* --- kernels -------------------------------------------------------------------------------------- */

cudaError_t cudaFuncSetAttribute(const void *f, enum cudaFuncAttribute what, int value)
{
	(void)f;
	bool too_much = what == cudaFuncAttributeMaxDynamicSharedMemorySize && value > MAX_SHARED;
	return set_error(too_much ? cudaErrorInvalidValue : cudaSuccess);
}
cudaError_t cudaFuncSetCacheConfig(const void *f, enum cudaFuncCache c) { (void)f, (void)c; return cudaSuccess; }
cudaError_t cudaFuncSetSharedMemConfig(const void *f, enum cudaSharedMemConfig c) { (void)f, (void)c; return cudaSuccess; }

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *out, const void *f)
{
	const Registered *row = find(f);
	*out = (struct cudaFuncAttributes){ .maxThreadsPerBlock = MAX_THREADS, .numRegs = 32, .binaryVersion = 90, .ptxVersion = 90,
					    .maxDynamicSharedSizeBytes = MAX_SHARED };
	return set_error(row && row->kernel ? cudaSuccess : cudaErrorInvalidDeviceFunction);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n, const void *f, int threads, size_t shared)
{
	(void)f;
	int by_threads = threads > 0 ? 2048 / threads : 1, by_shared = (int)(233472 / (shared + 1024));
	*n = by_threads < by_shared ? by_threads : by_shared;
	*n = *n < 32 ? *n : 32;
	return cudaSuccess;
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *n, const void *f, int threads, size_t shared, unsigned flags)
{
	(void)flags;
	return cudaOccupancyMaxActiveBlocksPerMultiprocessor(n, f, threads, shared);
}
