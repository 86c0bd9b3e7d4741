/* The runtime's interface for the host, as far as programs with launches use it.  Enumerators that programs
 * compare or print have CUDA's values; the others do not. */
#pragma once

enum cudaMemcpyKind {
	cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice,
	cudaMemcpyDefault,
};
enum cudaFuncAttribute {
	cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout = 9,
	cudaFuncAttributeClusterDimMustBeSet, cudaFuncAttributeRequiredClusterWidth,
	cudaFuncAttributeRequiredClusterHeight, cudaFuncAttributeRequiredClusterDepth,
	cudaFuncAttributeNonPortableClusterSizeAllowed, cudaFuncAttributeClusterSchedulingPolicyPreference,
};
enum cudaFuncCache {
	cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual,
};
enum cudaSharedMemConfig {
	cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte, cudaSharedMemBankSizeEightByte,
};
enum cudaSharedCarveout {
	cudaSharedmemCarveoutDefault = -1, cudaSharedmemCarveoutMaxL1 = 0, cudaSharedmemCarveoutMaxShared = 100,
};
enum cudaLimit {
	cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize, cudaLimitDevRuntimeSyncDepth,
	cudaLimitDevRuntimePendingLaunchCount, cudaLimitMaxL2FetchGranularity, cudaLimitPersistingL2CacheSize,
};
enum cudaComputeMode {
	cudaComputeModeDefault, cudaComputeModeExclusive, cudaComputeModeProhibited, cudaComputeModeExclusiveProcess,
};
enum cudaMemoryType {
	cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice, cudaMemoryTypeManaged,
};
enum cudaMemoryAdvise {
	cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly, cudaMemAdviseSetPreferredLocation,
	cudaMemAdviseUnsetPreferredLocation, cudaMemAdviseSetAccessedBy, cudaMemAdviseUnsetAccessedBy,
};
enum cudaDeviceAttr {
	cudaDevAttrMaxThreadsPerBlock = 1, cudaDevAttrMaxBlockDimX = 2, cudaDevAttrMaxBlockDimY = 3,
	cudaDevAttrMaxBlockDimZ = 4, cudaDevAttrMaxGridDimX = 5, cudaDevAttrMaxGridDimY = 6, cudaDevAttrMaxGridDimZ = 7,
	cudaDevAttrMaxSharedMemoryPerBlock = 8, cudaDevAttrTotalConstantMemory = 9, cudaDevAttrWarpSize = 10,
	cudaDevAttrMaxPitch = 11, cudaDevAttrMaxRegistersPerBlock = 12, cudaDevAttrClockRate = 13,
	cudaDevAttrTextureAlignment = 14, cudaDevAttrGpuOverlap = 15, cudaDevAttrMultiProcessorCount = 16,
	cudaDevAttrKernelExecTimeout = 17, cudaDevAttrIntegrated = 18, cudaDevAttrCanMapHostMemory = 19,
	cudaDevAttrComputeMode = 20, cudaDevAttrConcurrentKernels = 31, cudaDevAttrMemoryClockRate = 36,
	cudaDevAttrGlobalMemoryBusWidth = 37, cudaDevAttrL2CacheSize = 38,
	cudaDevAttrMaxThreadsPerMultiProcessor = 39, cudaDevAttrUnifiedAddressing = 41,
	cudaDevAttrComputeCapabilityMajor = 75, cudaDevAttrComputeCapabilityMinor = 76,
	cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81, cudaDevAttrMaxRegistersPerMultiprocessor = 82,
	cudaDevAttrManagedMemory = 83, cudaDevAttrPageableMemoryAccess = 88, cudaDevAttrConcurrentManagedAccess = 89,
	cudaDevAttrCooperativeLaunch = 95, cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
	cudaDevAttrMaxBlocksPerMultiprocessor = 106, cudaDevAttrReservedSharedMemoryPerBlock = 111,
	cudaDevAttrMemoryPoolsSupported = 115, cudaDevAttrClusterLaunch = 120,
};
enum cudaDriverEntryPointQueryResult {
	cudaDriverEntryPointSuccess, cudaDriverEntryPointSymbolNotFound, cudaDriverEntryPointVersionNotSufficent,
};
enum { cudaEnableDefault = 0, cudaEnableLegacyStream = 1, cudaEnablePerThreadDefaultStream = 2 };
enum cudaStreamCaptureMode {
	cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed,
};
enum cudaGraphInstantiateFlags { cudaGraphInstantiateFlagAutoFreeOnLaunch = 1 };

#define cudaStreamDefault 0x00
#define cudaStreamNonBlocking 0x01
#define cudaEventDefault 0x00
#define cudaEventBlockingSync 0x01
#define cudaEventDisableTiming 0x02
#define cudaEventInterprocess 0x04
#define cudaHostAllocDefault 0x00
#define cudaHostAllocPortable 0x01
#define cudaHostAllocMapped 0x02
#define cudaHostAllocWriteCombined 0x04
#define cudaHostRegisterDefault 0x00
#define cudaHostRegisterPortable 0x01
#define cudaHostRegisterMapped 0x02
#define cudaMemAttachGlobal 0x01
#define cudaMemAttachHost 0x02
#define cudaMemAttachSingle 0x04
#define cudaDeviceScheduleAuto 0x00
#define cudaDeviceScheduleSpin 0x01
#define cudaDeviceScheduleYield 0x02
#define cudaDeviceScheduleBlockingSync 0x04
#define cudaDeviceBlockingSync 0x04
#define cudaDeviceMapHost 0x08
#define cudaCpuDeviceId ((int)-1)
#define cudaInvalidDeviceId ((int)-2)
#define cudaOccupancyDefault 0x00
#define cudaGraphicsMapFlagsNone 0
#define cudaGraphicsMapFlagsReadOnly 1
#define cudaGraphicsMapFlagsWriteDiscard 2
#define cudaStreamLegacy ((cudaStream_t)0x1)
#define cudaStreamPerThread ((cudaStream_t)0x2)

typedef struct CUevent_st *cudaEvent_t, *CUevent;
typedef struct CUgraph_st *cudaGraph_t, *CUgraph;
typedef struct CUgraphNode_st *cudaGraphNode_t, *CUgraphNode;
typedef struct CUgraphExec_st *cudaGraphExec_t, *CUgraphExec;
typedef struct CUfunc_st *cudaFunction_t, *CUfunction;
typedef struct CUkern_st *cudaKernel_t;
typedef struct CUmemPoolHandle_st *cudaMemPool_t;
typedef struct cudaArray *cudaArray_t;
typedef const struct cudaArray *cudaArray_const_t;
typedef struct cudaMipmappedArray *cudaMipmappedArray_t;
using cudaHostFn_t = void (*)(void *);
using cudaStreamCallback_t = void (*)(cudaStream_t, cudaError_t, void *);
using cudaOccupancyB2DSize = size_t (*)(int);

struct cudaGraphicsResource;
struct cudaUUID_t { char bytes[16]; };
struct cudaDeviceProp {
	char name[256];
	cudaUUID_t uuid;
	size_t totalGlobalMem, sharedMemPerBlock, memPitch, totalConstMem, textureAlignment, texturePitchAlignment;
	int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate, major, minor;
	int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode;
	int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount;
	int unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize;
	int maxThreadsPerMultiProcessor, streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
	int maxTexture1D, maxTexture2D[2], maxTexture3D[3], maxSurface1D, maxSurface2D[2];
	size_t sharedMemPerMultiprocessor, sharedMemPerBlockOptin, reservedSharedMemPerBlock, surfaceAlignment;
	int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, hostNativeAtomicSupported;
	int pageableMemoryAccess, concurrentManagedAccess, computePreemptionSupported, cooperativeLaunch;
	int cooperativeMultiDeviceLaunch, singleToDoublePrecisionPerfRatio, directManagedMemAccessFromHost;
	int maxBlocksPerMultiProcessor, accessPolicyMaxWindowSize, memoryPoolsSupported, clusterLaunch;
};
struct cudaFuncAttributes {
	size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
	int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes;
	int preferredShmemCarveout;
};
struct cudaPointerAttributes { cudaMemoryType type; int device; void *devicePointer, *hostPointer; };
struct cudaPitchedPtr { void *ptr; size_t pitch, xsize, ysize; };
struct cudaExtent { size_t width, height, depth; };
struct cudaPos { size_t x, y, z; };
struct cudaMemcpy3DParms {
	cudaArray_t srcArray, dstArray;
	cudaPos srcPos, dstPos;
	cudaPitchedPtr srcPtr, dstPtr;
	cudaExtent extent;
	cudaMemcpyKind kind;
};
enum cudaMemLocationType { cudaMemLocationTypeInvalid, cudaMemLocationTypeDevice, cudaMemLocationTypeHost };
struct cudaMemLocation { cudaMemLocationType type; int id; };
struct cudaKernelNodeParams {
	void *func;
	dim3 gridDim, blockDim;
	unsigned int sharedMemBytes;
	void **kernelParams, **extra;
};
enum cudaAccessProperty { cudaAccessPropertyNormal, cudaAccessPropertyStreaming, cudaAccessPropertyPersisting };
struct cudaAccessPolicyWindow {
	void *base_ptr;
	size_t num_bytes;
	float hitRatio;
	cudaAccessProperty hitProp, missProp;
};
enum cudaLaunchAttributeID {
	cudaLaunchAttributeIgnore, cudaLaunchAttributeAccessPolicyWindow, cudaLaunchAttributeCooperative,
	cudaLaunchAttributeSynchronizationPolicy, cudaLaunchAttributeClusterDimension,
	cudaLaunchAttributeClusterSchedulingPolicyPreference, cudaLaunchAttributeProgrammaticStreamSerialization,
	cudaLaunchAttributeProgrammaticEvent, cudaLaunchAttributePriority,
};
union cudaLaunchAttributeValue {
	cudaAccessPolicyWindow accessPolicyWindow;
	int cooperative, priority, programmaticStreamSerializationAllowed;
	struct { unsigned int x, y, z; } clusterDim;
};
struct cudaLaunchAttribute { cudaLaunchAttributeID id; cudaLaunchAttributeValue val; };
struct cudaLaunchConfig_t {
	dim3 gridDim, blockDim;
	size_t dynamicSmemBytes;
	cudaStream_t stream;
	cudaLaunchAttribute *attrs;
	unsigned int numAttrs;
};
struct cudaLaunchParams {
	void *func;
	dim3 gridDim, blockDim;
	void **args;
	size_t sharedMem;
	cudaStream_t stream;
};
typedef cudaLaunchAttributeID cudaStreamAttrID;
typedef cudaLaunchAttributeValue cudaStreamAttrValue;
#define cudaStreamAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaKernelNodeAttrValue cudaLaunchAttributeValue

extern "C" __SMEMLINT_D cudaError_t cudaLaunchDevice(void *, void *, dim3, dim3, unsigned int, cudaStream_t);
extern "C" __SMEMLINT_D void *cudaGetParameterBuffer(size_t, size_t);

/* Functions that a kernel may call too are declared for host and device. */
#define __SMEMLINT_API(name, ...) extern "C" cudaError_t name(__VA_ARGS__);
#define __SMEMLINT_API_BOTH(name, ...) extern "C" __SMEMLINT_HD cudaError_t name(__VA_ARGS__);
__SMEMLINT_API_BOTH(cudaDeviceSynchronize)
__SMEMLINT_API_BOTH(cudaGetLastError)
__SMEMLINT_API_BOTH(cudaPeekAtLastError)
__SMEMLINT_API_BOTH(cudaGetDevice, int *)
__SMEMLINT_API_BOTH(cudaGetDeviceCount, int *)
__SMEMLINT_API_BOTH(cudaMalloc, void **, size_t)
__SMEMLINT_API_BOTH(cudaFree, void *)
__SMEMLINT_API_BOTH(cudaMemcpyAsync, void *, const void *, size_t, cudaMemcpyKind, cudaStream_t = 0)
__SMEMLINT_API_BOTH(cudaMemsetAsync, void *, int, size_t, cudaStream_t = 0)
__SMEMLINT_API_BOTH(cudaStreamCreateWithFlags, cudaStream_t *, unsigned int)
__SMEMLINT_API_BOTH(cudaStreamDestroy, cudaStream_t)
__SMEMLINT_API_BOTH(cudaStreamWaitEvent, cudaStream_t, cudaEvent_t, unsigned int = 0)
__SMEMLINT_API_BOTH(cudaEventCreateWithFlags, cudaEvent_t *, unsigned int)
__SMEMLINT_API_BOTH(cudaEventRecord, cudaEvent_t, cudaStream_t = 0)
__SMEMLINT_API_BOTH(cudaEventDestroy, cudaEvent_t)
__SMEMLINT_API_BOTH(cudaDeviceGetAttribute, int *, cudaDeviceAttr, int)
__SMEMLINT_API_BOTH(cudaDeviceGetLimit, size_t *, cudaLimit)
extern "C" __SMEMLINT_HD const char *cudaGetErrorString(cudaError_t);
extern "C" __SMEMLINT_HD const char *cudaGetErrorName(cudaError_t);
__SMEMLINT_API(cudaThreadSynchronize)
__SMEMLINT_API(cudaThreadExit)
__SMEMLINT_API(cudaDeviceReset)
__SMEMLINT_API(cudaSetDevice, int)
__SMEMLINT_API(cudaSetDeviceFlags, unsigned int)
__SMEMLINT_API(cudaChooseDevice, int *, const cudaDeviceProp *)
__SMEMLINT_API(cudaGetDeviceProperties, cudaDeviceProp *, int)
__SMEMLINT_API(cudaDeviceSetLimit, cudaLimit, size_t)
__SMEMLINT_API(cudaDeviceSetCacheConfig, cudaFuncCache)
__SMEMLINT_API(cudaDeviceGetCacheConfig, cudaFuncCache *)
__SMEMLINT_API(cudaDeviceSetSharedMemConfig, cudaSharedMemConfig)
__SMEMLINT_API(cudaDeviceGetSharedMemConfig, cudaSharedMemConfig *)
__SMEMLINT_API(cudaDeviceCanAccessPeer, int *, int, int)
__SMEMLINT_API(cudaDeviceEnablePeerAccess, int, unsigned int)
__SMEMLINT_API(cudaDeviceDisablePeerAccess, int)
__SMEMLINT_API(cudaDeviceGetStreamPriorityRange, int *, int *)
__SMEMLINT_API(cudaDeviceGetPCIBusId, char *, int, int)
__SMEMLINT_API(cudaDeviceGetDefaultMemPool, cudaMemPool_t *, int)
__SMEMLINT_API(cudaDriverGetVersion, int *)
__SMEMLINT_API(cudaRuntimeGetVersion, int *)
__SMEMLINT_API(cudaProfilerStart)
__SMEMLINT_API(cudaProfilerStop)
__SMEMLINT_API(cudaGetDriverEntryPoint, const char *, void **, unsigned long long, cudaDriverEntryPointQueryResult * = 0)
__SMEMLINT_API(cudaGetDriverEntryPointByVersion, const char *, void **, unsigned int, unsigned long long,
	       cudaDriverEntryPointQueryResult * = 0)
__SMEMLINT_API(cudaMallocHost, void **, size_t, unsigned int = 0)
__SMEMLINT_API(cudaHostAlloc, void **, size_t, unsigned int)
__SMEMLINT_API(cudaHostRegister, void *, size_t, unsigned int)
__SMEMLINT_API(cudaHostUnregister, void *)
__SMEMLINT_API(cudaHostGetDevicePointer, void **, void *, unsigned int)
__SMEMLINT_API(cudaMallocManaged, void **, size_t, unsigned int = cudaMemAttachGlobal)
__SMEMLINT_API(cudaMallocAsync, void **, size_t, cudaStream_t)
__SMEMLINT_API(cudaMallocPitch, void **, size_t *, size_t, size_t)
__SMEMLINT_API(cudaMalloc3D, cudaPitchedPtr *, cudaExtent)
__SMEMLINT_API(cudaFreeHost, void *)
__SMEMLINT_API(cudaFreeAsync, void *, cudaStream_t)
__SMEMLINT_API(cudaFreeArray, cudaArray_t)
__SMEMLINT_API(cudaMemGetInfo, size_t *, size_t *)
__SMEMLINT_API(cudaMemcpy, void *, const void *, size_t, cudaMemcpyKind)
__SMEMLINT_API(cudaMemcpyPeer, void *, int, const void *, int, size_t)
__SMEMLINT_API(cudaMemcpyPeerAsync, void *, int, const void *, int, size_t, cudaStream_t = 0)
__SMEMLINT_API(cudaMemcpy2D, void *, size_t, const void *, size_t, size_t, size_t, cudaMemcpyKind)
__SMEMLINT_API(cudaMemcpy2DAsync, void *, size_t, const void *, size_t, size_t, size_t,
	       cudaMemcpyKind, cudaStream_t = 0)
__SMEMLINT_API(cudaMemcpy3D, const cudaMemcpy3DParms *)
__SMEMLINT_API(cudaMemcpy3DAsync, const cudaMemcpy3DParms *, cudaStream_t = 0)
__SMEMLINT_API(cudaMemcpyToArray, cudaArray_t, size_t, size_t, const void *, size_t, cudaMemcpyKind)
__SMEMLINT_API(cudaMemcpy2DToArray, cudaArray_t, size_t, size_t, const void *, size_t, size_t,
	       size_t, cudaMemcpyKind)
__SMEMLINT_API(cudaMemcpyToSymbol, const void *, const void *, size_t, size_t = 0,
	       cudaMemcpyKind = cudaMemcpyHostToDevice)
__SMEMLINT_API(cudaMemcpyToSymbolAsync, const void *, const void *, size_t, size_t, cudaMemcpyKind,
	       cudaStream_t = 0)
__SMEMLINT_API(cudaMemcpyFromSymbol, void *, const void *, size_t, size_t = 0,
	       cudaMemcpyKind = cudaMemcpyDeviceToHost)
__SMEMLINT_API(cudaGetSymbolAddress, void **, const void *)
__SMEMLINT_API(cudaGetSymbolSize, size_t *, const void *)
__SMEMLINT_API(cudaMemset, void *, int, size_t)
__SMEMLINT_API(cudaMemset2D, void *, size_t, int, size_t, size_t)
__SMEMLINT_API(cudaMemset3D, cudaPitchedPtr, int, cudaExtent)
__SMEMLINT_API(cudaMemPrefetchAsync, const void *, size_t, int, cudaStream_t = 0)
__SMEMLINT_API(cudaMemAdvise, const void *, size_t, cudaMemoryAdvise, int)
__SMEMLINT_API(cudaPointerGetAttributes, cudaPointerAttributes *, const void *)
__SMEMLINT_API(cudaStreamCreate, cudaStream_t *)
__SMEMLINT_API(cudaStreamCreateWithPriority, cudaStream_t *, unsigned int, int)
__SMEMLINT_API(cudaStreamSynchronize, cudaStream_t)
__SMEMLINT_API(cudaStreamQuery, cudaStream_t)
__SMEMLINT_API(cudaStreamAddCallback, cudaStream_t, cudaStreamCallback_t, void *, unsigned int)
__SMEMLINT_API(cudaStreamAttachMemAsync, cudaStream_t, void *, size_t = 0,
	       unsigned int = cudaMemAttachSingle)
__SMEMLINT_API(cudaStreamSetAttribute, cudaStream_t, cudaStreamAttrID, const cudaStreamAttrValue *)
__SMEMLINT_API(cudaStreamBeginCapture, cudaStream_t, cudaStreamCaptureMode)
__SMEMLINT_API(cudaStreamEndCapture, cudaStream_t, cudaGraph_t *)
__SMEMLINT_API(cudaLaunchHostFunc, cudaStream_t, cudaHostFn_t, void *)
__SMEMLINT_API(cudaGraphCreate, cudaGraph_t *, unsigned int)
__SMEMLINT_API(cudaGraphInstantiate, cudaGraphExec_t *, cudaGraph_t, unsigned long long = 0)
__SMEMLINT_API(cudaGraphLaunch, cudaGraphExec_t, cudaStream_t)
__SMEMLINT_API(cudaGraphDestroy, cudaGraph_t)
__SMEMLINT_API(cudaGraphExecDestroy, cudaGraphExec_t)
__SMEMLINT_API(cudaGraphicsMapResources, int, struct cudaGraphicsResource **, cudaStream_t = 0)
__SMEMLINT_API(cudaGraphicsUnmapResources, int, struct cudaGraphicsResource **, cudaStream_t = 0)
__SMEMLINT_API(cudaGraphicsResourceGetMappedPointer, void **, size_t *, struct cudaGraphicsResource *)
__SMEMLINT_API(cudaGraphicsResourceSetMapFlags, struct cudaGraphicsResource *, unsigned int)
__SMEMLINT_API(cudaGraphicsUnregisterResource, struct cudaGraphicsResource *)
__SMEMLINT_API(cudaEventCreate, cudaEvent_t *)
__SMEMLINT_API(cudaEventSynchronize, cudaEvent_t)
__SMEMLINT_API(cudaEventQuery, cudaEvent_t)
__SMEMLINT_API(cudaEventElapsedTime, float *, cudaEvent_t, cudaEvent_t)
__SMEMLINT_API(cudaFuncSetAttribute, const void *, cudaFuncAttribute, int)
__SMEMLINT_API(cudaFuncGetAttributes, cudaFuncAttributes *, const void *)
__SMEMLINT_API(cudaFuncSetCacheConfig, const void *, cudaFuncCache)
__SMEMLINT_API(cudaFuncSetSharedMemConfig, const void *, cudaSharedMemConfig)
__SMEMLINT_API(cudaOccupancyMaxActiveBlocksPerMultiprocessor, int *, const void *, int, size_t)
__SMEMLINT_API(cudaOccupancyAvailableDynamicSMemPerBlock, size_t *, const void *, int, int)
__SMEMLINT_API(cudaOccupancyMaxActiveClusters, int *, const void *, const cudaLaunchConfig_t *)
__SMEMLINT_API(cudaLaunchKernel, const void *, dim3, dim3, void **, size_t = 0, cudaStream_t = 0)
__SMEMLINT_API(cudaLaunchCooperativeKernel, const void *, dim3, dim3, void **, size_t = 0, cudaStream_t = 0)
__SMEMLINT_API(cudaLaunchKernelExC, const cudaLaunchConfig_t *, const void *, void **)

inline cudaPitchedPtr make_cudaPitchedPtr(void *__p, size_t __pitch, size_t __xsize, size_t __ysize) {
	return cudaPitchedPtr{__p, __pitch, __xsize, __ysize};
}
inline cudaPos make_cudaPos(size_t __x, size_t __y, size_t __z) { return cudaPos{__x, __y, __z}; }
inline cudaExtent make_cudaExtent(size_t __w, size_t __h, size_t __d) { return cudaExtent{__w, __h, __d}; }

cudaError_t cudaEventCreate(cudaEvent_t *, unsigned int);
cudaError_t cudaMemPrefetchAsync(const void *, size_t, cudaMemLocation, unsigned int, cudaStream_t = 0);
cudaError_t cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, cudaMemLocation);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *, cudaGraph_t, cudaGraphNode_t *, char *, size_t);

/* templates for typed pointers */
#define __SMEMLINT_API_T(name, ...) template <class __T> cudaError_t name(__VA_ARGS__);
template <class __T> __SMEMLINT_HD cudaError_t cudaMalloc(__T **, size_t);
__SMEMLINT_API_T(cudaMallocHost, __T **, size_t, unsigned int = 0)
__SMEMLINT_API_T(cudaHostAlloc, __T **, size_t, unsigned int)
__SMEMLINT_API_T(cudaHostGetDevicePointer, __T **, void *, unsigned int)
__SMEMLINT_API_T(cudaMallocManaged, __T **, size_t, unsigned int = cudaMemAttachGlobal)
__SMEMLINT_API_T(cudaMallocAsync, __T **, size_t, cudaStream_t)
__SMEMLINT_API_T(cudaMallocPitch, __T **, size_t *, size_t, size_t)
__SMEMLINT_API_T(cudaMemcpyToSymbol, const __T &, const void *, size_t, size_t = 0,
	       cudaMemcpyKind = cudaMemcpyHostToDevice)
__SMEMLINT_API_T(cudaMemcpyToSymbolAsync, const __T &, const void *, size_t, size_t = 0,
		 cudaMemcpyKind = cudaMemcpyHostToDevice, cudaStream_t = 0)
__SMEMLINT_API_T(cudaMemcpyFromSymbol, void *, const __T &, size_t, size_t = 0,
	       cudaMemcpyKind = cudaMemcpyDeviceToHost)
__SMEMLINT_API_T(cudaGetSymbolAddress, void **, const __T &)
__SMEMLINT_API_T(cudaGetSymbolSize, size_t *, const __T &)
__SMEMLINT_API_T(cudaFuncSetAttribute, __T *, cudaFuncAttribute, int)
__SMEMLINT_API_T(cudaFuncGetAttributes, cudaFuncAttributes *, __T *)
__SMEMLINT_API_T(cudaFuncSetCacheConfig, __T *, cudaFuncCache)
__SMEMLINT_API_T(cudaFuncSetSharedMemConfig, __T *, cudaSharedMemConfig)
__SMEMLINT_API_T(cudaOccupancyMaxActiveBlocksPerMultiprocessor, int *, __T, int, size_t)
__SMEMLINT_API_T(cudaOccupancyAvailableDynamicSMemPerBlock, size_t *, __T *, int, int)
__SMEMLINT_API_T(cudaOccupancyMaxPotentialBlockSize, int *, int *, __T, size_t = 0, int = 0)
__SMEMLINT_API_T(cudaOccupancyMaxActiveClusters, int *, __T *, const cudaLaunchConfig_t *)
__SMEMLINT_API_T(cudaLaunchKernel, __T *, dim3, dim3, void **, size_t = 0, cudaStream_t = 0)
__SMEMLINT_API_T(cudaLaunchCooperativeKernel, __T *, dim3, dim3, void **, size_t = 0, cudaStream_t = 0)
template <class __F, class __T>
	cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *, int *, __T, __F, int = 0);
template <class... __P, class... __A>
	cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *, void (*__kernel)(__P...), __A &&...);
