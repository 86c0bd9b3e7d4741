/* Declarations for launches, and the runtime's errors.  Enumerators that programs compare or print have
 * CUDA's values; the others do not. */
#pragma once

enum cudaError {
	cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2, cudaErrorInitializationError = 3,
	cudaErrorCudartUnloading = 4, cudaErrorInvalidConfiguration = 9, cudaErrorInvalidSymbol = 13,
	cudaErrorInvalidDevicePointer = 17, cudaErrorInvalidTexture = 18, cudaErrorInvalidMemcpyDirection = 21,
	cudaErrorInsufficientDriver = 35, cudaErrorNoDevice = 100, cudaErrorInvalidDevice = 101,
	cudaErrorInvalidDeviceFunction = 98, cudaErrorInvalidResourceHandle = 400, cudaErrorNotReady = 600,
	cudaErrorIllegalAddress = 700, cudaErrorLaunchOutOfResources = 701, cudaErrorLaunchTimeout = 702,
	cudaErrorPeerAccessAlreadyEnabled = 704, cudaErrorPeerAccessNotEnabled = 705, cudaErrorAssert = 710,
	cudaErrorHostMemoryAlreadyRegistered = 712, cudaErrorLaunchFailure = 719,
	cudaErrorCooperativeLaunchTooLarge = 720, cudaErrorNotPermitted = 800, cudaErrorNotSupported = 801,
	cudaErrorUnknown = 999,
};
typedef enum cudaError cudaError_t;
typedef struct CUstream_st *cudaStream_t, *CUstream;

/* a launch is a call of one of these before the kernel's own */
extern "C" unsigned __cudaPushCallConfiguration(dim3 __grid, dim3 __block, size_t __shared = 0, void *__stream = 0);
extern "C" cudaError_t cudaConfigureCall(dim3 __grid, dim3 __block, size_t __shared = 0, cudaStream_t __stream = 0);
