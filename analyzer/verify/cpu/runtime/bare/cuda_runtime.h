/* In place of the toolkit's headers where there are none, and of clang's __clang_cuda_runtime_wrapper.h, which needs
 * them: what clang has itself, between declarations of our own.  Read before a program's sources. */
#ifndef SMEM_CUDA_RUNTIME_H
#define SMEM_CUDA_RUNTIME_H

#ifdef __CUDA__
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __grid_constant__ __attribute__((grid_constant))
#define __noinline__ __attribute__((noinline))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))

#include <__clang_cuda_math_forward_declares.h>
#define __CUDACC__ 1
#include <climits>
#include <cmath>
#include <cstdlib>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cuda_runtime_api.h"
#pragma push_macro("__CUDA_ARCH__")
#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 9999
#endif
#include <__clang_cuda_builtin_vars.h>
#include <__clang_cuda_libdevice_declares.h>
#include <__clang_cuda_device_functions.h>
#include <__clang_cuda_math.h>

/* --- atomics: clang has them by type, under names of their own --- */
#define SMEM_DEVICE static __attribute__((device)) inline
#define SMEM_ATOMIC_AS(name, T, its) \
	SMEM_DEVICE T name(T *p, T v) { return its(p, v); } \
	SMEM_DEVICE T name##_block(T *p, T v) { return its##_block(p, v); } \
	SMEM_DEVICE T name##_system(T *p, T v) { return its##_system(p, v); }
#define SMEM_ATOMIC(name, T, letter, what) SMEM_ATOMIC_AS(atomic##name, T, __##letter##Atomic##what)
#define SMEM_ATOMICS(name) \
	SMEM_ATOMIC(name, int, i, name) SMEM_ATOMIC(name, unsigned int, u, name) SMEM_ATOMIC(name, unsigned long long, ull, name)
SMEM_ATOMICS(Add) SMEM_ATOMICS(Exch) SMEM_ATOMICS(And) SMEM_ATOMICS(Or) SMEM_ATOMICS(Xor)
SMEM_ATOMIC(Add, float, f, Add) SMEM_ATOMIC(Add, double, d, Add) SMEM_ATOMIC(Exch, float, f, Exch)
SMEM_ATOMIC(Min, int, i, Min) SMEM_ATOMIC(Max, int, i, Max) SMEM_ATOMIC(Min, unsigned int, u, Min) SMEM_ATOMIC(Max, unsigned int, u, Max)
SMEM_ATOMIC(Min, unsigned long long, ull, Min) SMEM_ATOMIC(Max, unsigned long long, ull, Max)
SMEM_ATOMIC(Inc, unsigned int, u, Inc) SMEM_ATOMIC(Dec, unsigned int, u, Dec)
SMEM_DEVICE long long atomicMin(long long *p, long long v) { return __illAtomicMin(p, v); }
SMEM_DEVICE long long atomicMax(long long *p, long long v) { return __illAtomicMax(p, v); }
SMEM_DEVICE int atomicSub(int *p, int v) { return __iAtomicAdd(p, -v); }
SMEM_DEVICE unsigned int atomicSub(unsigned int *p, unsigned int v) { return __uAtomicAdd(p, -v); }
#define SMEM_CAS(T, letter) \
	SMEM_DEVICE T atomicCAS(T *p, T old, T v) { return __##letter##AtomicCAS(p, old, v); } \
	SMEM_DEVICE T atomicCAS_block(T *p, T old, T v) { return __##letter##AtomicCAS_block(p, old, v); } \
	SMEM_DEVICE T atomicCAS_system(T *p, T old, T v) { return __##letter##AtomicCAS_system(p, old, v); }
SMEM_CAS(int, i) SMEM_CAS(unsigned int, u) SMEM_CAS(unsigned long long, ull) SMEM_CAS(unsigned short, us)

/* --- address spaces --- */
SMEM_DEVICE unsigned int __isGlobal(const void *p) { return __nvvm_isspacep_global(p); }
SMEM_DEVICE unsigned int __isShared(const void *p) { return __nvvm_isspacep_shared(p); }
SMEM_DEVICE unsigned int __isConstant(const void *p) { return __nvvm_isspacep_const(p); }
SMEM_DEVICE unsigned int __isLocal(const void *p) { return __nvvm_isspacep_local(p); }

#define SMEM_CAST(space, number) \
	SMEM_DEVICE size_t __cvta_generic_to_##space(const void *p) { return (size_t)(const void __attribute__((address_space(number))) *)p; } \
	SMEM_DEVICE void *__cvta_##space##_to_generic(size_t p) { return (void *)(void __attribute__((address_space(number))) *)p; }
SMEM_CAST(global, 1) SMEM_CAST(shared, 3) SMEM_CAST(constant, 4) SMEM_CAST(local, 5)

/* --- min and max of every pair; clang has (int, int) --- */
#define SMEM_LESS(result, A, B) \
	SMEM_DEVICE result min(const A a, const B b) { return (result)a < (result)b ? (result)a : (result)b; } \
	SMEM_DEVICE result max(const A a, const B b) { return (result)a > (result)b ? (result)a : (result)b; }
#define SMEM_LESS_SIGNS(T) SMEM_LESS(unsigned T, unsigned T, unsigned T) SMEM_LESS(unsigned T, T, unsigned T) SMEM_LESS(unsigned T, unsigned T, T)
SMEM_LESS_SIGNS(int) SMEM_LESS_SIGNS(long) SMEM_LESS_SIGNS(long long) SMEM_LESS(long, long, long) SMEM_LESS(long long, long long, long long)
SMEM_LESS(float, float, float) SMEM_LESS(double, double, double) SMEM_LESS(double, float, double) SMEM_LESS(double, double, float)
#pragma pop_macro("__CUDA_ARCH__")

extern "C" {
__device__ int vprintf(const char *, const char *);
__device__ void free(void *) __attribute((nothrow));
__device__ void *malloc(size_t) __attribute((nothrow)) __attribute__((malloc));
__device__ int printf(const char *, ...);
__device__ void __assertfail(const char *, const char *, unsigned, const char *, size_t);
__device__ static inline void __assert_fail(const char *what, const char *file, unsigned line, const char *function)
{
	__assertfail(what, file, line, function, 1);
}
}

#define SMEM_CONVERSIONS(name) \
	__device__ inline __cuda_builtin_##name##_t::operator dim3() const { return dim3(x, y, z); } \
	__device__ inline __cuda_builtin_##name##_t::operator uint3() const { return {x, y, z}; }
SMEM_CONVERSIONS(threadIdx) SMEM_CONVERSIONS(blockIdx) SMEM_CONVERSIONS(blockDim) SMEM_CONVERSIONS(gridDim)

#include <__clang_cuda_cmath.h>
#include <__clang_cuda_intrinsics.h>
SMEM_DEVICE unsigned int __match_any_sync(unsigned int mask, unsigned int v) { return __match32_any_sync(mask, v); }
SMEM_DEVICE unsigned int __match_any_sync(unsigned int mask, int v) { return __match32_any_sync(mask, (unsigned int)v); }
SMEM_DEVICE unsigned int __match_any_sync(unsigned int mask, unsigned long long v) { return __match64_any_sync(mask, v); }

#else
#include "cuda_runtime_api.h"
#endif

/* --- the host's side --- */
extern "C" {
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, void *stream = 0);
cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char *cudaGetErrorString(cudaError_t);
const char *cudaGetErrorName(cudaError_t);
cudaError_t cudaMalloc(void **, size_t);
cudaError_t cudaMallocAsync(void **, size_t, cudaStream_t);
cudaError_t cudaMallocManaged(void **, size_t, unsigned = cudaMemAttachGlobal);
cudaError_t cudaMallocHost(void **, size_t);
cudaError_t cudaHostAlloc(void **, size_t, unsigned);
cudaError_t cudaMallocPitch(void **, size_t *, size_t, size_t);
cudaError_t cudaFree(void *);
cudaError_t cudaFreeAsync(void *, cudaStream_t);
cudaError_t cudaFreeHost(void *);
cudaError_t cudaHostGetDevicePointer(void **, void *, unsigned);
cudaError_t cudaHostRegister(void *, size_t, unsigned);
cudaError_t cudaHostUnregister(void *);
cudaError_t cudaMemGetInfo(size_t *, size_t *);
cudaError_t cudaMemcpy(void *, const void *, size_t, cudaMemcpyKind);
cudaError_t cudaMemcpyAsync(void *, const void *, size_t, cudaMemcpyKind, cudaStream_t = 0);
cudaError_t cudaMemcpy2D(void *, size_t, const void *, size_t, size_t, size_t, cudaMemcpyKind);
cudaError_t cudaMemcpy2DAsync(void *, size_t, const void *, size_t, size_t, size_t, cudaMemcpyKind, cudaStream_t = 0);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *);
cudaError_t cudaMemset(void *, int, size_t);
cudaError_t cudaMemsetAsync(void *, int, size_t, cudaStream_t = 0);
cudaError_t cudaMemset2D(void *, size_t, int, size_t, size_t);
cudaError_t cudaGetSymbolAddress(void **, const void *);
cudaError_t cudaGetSymbolSize(size_t *, const void *);
cudaError_t cudaMemcpyToSymbol(const void *, const void *, size_t, size_t = 0, cudaMemcpyKind = cudaMemcpyHostToDevice);
cudaError_t cudaMemcpyFromSymbol(void *, const void *, size_t, size_t = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost);
cudaError_t cudaStreamCreate(cudaStream_t *);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *, unsigned);
cudaError_t cudaStreamDestroy(cudaStream_t);
cudaError_t cudaStreamSynchronize(cudaStream_t);
cudaError_t cudaStreamQuery(cudaStream_t);
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0);
cudaError_t cudaEventCreate(cudaEvent_t *);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *, unsigned);
cudaError_t cudaEventDestroy(cudaEvent_t);
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = 0);
cudaError_t cudaEventSynchronize(cudaEvent_t);
cudaError_t cudaEventQuery(cudaEvent_t);
cudaError_t cudaEventElapsedTime(float *, cudaEvent_t, cudaEvent_t);
cudaError_t cudaGetDeviceCount(int *);
cudaError_t cudaGetDevice(int *);
cudaError_t cudaSetDevice(int);
cudaError_t cudaSetDeviceFlags(unsigned);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaDeviceReset();
cudaError_t cudaDeviceSetLimit(cudaLimit, size_t);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache);
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *, int);
cudaError_t cudaDeviceGetAttribute(int *, cudaDeviceAttr, int);
cudaError_t cudaDriverGetVersion(int *);
cudaError_t cudaRuntimeGetVersion(int *);
cudaError_t cudaFuncSetAttribute(const void *, cudaFuncAttribute, int);
cudaError_t cudaFuncSetCacheConfig(const void *, cudaFuncCache);
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *, const void *);
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *, const void *, int, size_t);
cudaError_t cudaLaunchKernel(const void *, dim3, dim3, void **, size_t = 0, cudaStream_t = 0);
cudaError_t cudaLaunchCooperativeKernel(const void *, dim3, dim3, void **, size_t = 0, cudaStream_t = 0);
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *, const void *, void **);
cudaError_t cudaProfilerStart();
cudaError_t cudaProfilerStop();
}

template <class T> cudaError_t cudaMalloc(T **p, size_t n) { return cudaMalloc((void **)p, n); }
template <class T> cudaError_t cudaMallocManaged(T **p, size_t n, unsigned flags = cudaMemAttachGlobal) { return cudaMallocManaged((void **)p, n, flags); }
template <class T> cudaError_t cudaMallocHost(T **p, size_t n) { return cudaMallocHost((void **)p, n); }
template <class T> cudaError_t cudaHostAlloc(T **p, size_t n, unsigned flags) { return cudaHostAlloc((void **)p, n, flags); }
template <class T> cudaError_t cudaGetSymbolAddress(void **p, const T &symbol) { return cudaGetSymbolAddress(p, (const void *)&symbol); }
template <class T> cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t n, size_t offset = 0,
						  cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
	return cudaMemcpyToSymbol((const void *)&symbol, from, n, offset, kind);
}
template <class T> cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t n, size_t offset = 0,
						    cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
	return cudaMemcpyFromSymbol(to, (const void *)&symbol, n, offset, kind);
}
template <class T> cudaError_t cudaFuncSetAttribute(T *f, cudaFuncAttribute what, int value)
{
	return cudaFuncSetAttribute((const void *)f, what, value);
}
template <class T> cudaError_t cudaFuncSetCacheConfig(T *f, cudaFuncCache c) { return cudaFuncSetCacheConfig((const void *)f, c); }
template <class T> cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *out, T *f) { return cudaFuncGetAttributes(out, (const void *)f); }
template <class T> cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n, T f, int threads, size_t shared)
{
	return cudaOccupancyMaxActiveBlocksPerMultiprocessor(n, (const void *)f, threads, shared);
}
template <class T> cudaError_t cudaLaunchKernel(T *f, dim3 grid, dim3 block, void **args, size_t shared = 0, cudaStream_t stream = 0)
{
	return cudaLaunchKernel((const void *)f, grid, block, args, shared, stream);
}
template <class T> cudaError_t cudaLaunchCooperativeKernel(T *f, dim3 grid, dim3 block, void **args, size_t shared = 0, cudaStream_t stream = 0)
{
	return cudaLaunchCooperativeKernel((const void *)f, grid, block, args, shared, stream);
}

#endif
