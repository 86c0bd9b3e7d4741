/* Attributes, vector types and built-in variables. */
#pragma once
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef long clock_t;
typedef long time_t;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;

#define __CUDACC__ 1
#define CUDA_VERSION 12080
#define CUDART_VERSION 12080
/* include guards of CUDA's headers, which programs test */
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __cluster_dims__(...) __attribute__((cluster_dims(__VA_ARGS__)))
#define __maxnreg__(...) __attribute__((maxnreg(__VA_ARGS__)))
#define __block_size__(...)
#define __grid_constant__ __attribute__((grid_constant))
#define __noinline__ __attribute__((noinline))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__
#define __align__(__n) __attribute__((aligned(__n)))
#define __builtin_align__(__n) __attribute__((aligned(__n)))
#define __thread__ __thread
#define __device_builtin__
#define __cudart_builtin__
#define __nv_pure__ __attribute__((pure))
#define __nv_tex_surf__
#define CUDARTAPI
#define CUDART_CB
#define CUDAAPI
#define CUDA_CB

#include <__smemlint_names.h>
#include <__smemlint_vectors.h>

struct dim3 {
	unsigned int x, y, z;
	__SMEMLINT_HD constexpr dim3(unsigned int __x = 1, unsigned int __y = 1, unsigned int __z = 1) : x(__x), y(__y), z(__z) {}
	__SMEMLINT_HD constexpr dim3(uint3 __v) : x(__v.x), y(__v.y), z(__v.z) {}
	__SMEMLINT_HD constexpr operator uint3() const { return uint3{x, y, z}; }
};

#define __SMEMLINT_BUILTIN extern const __SMEMLINT_D __attribute__((weak))
__SMEMLINT_BUILTIN uint3 threadIdx;
__SMEMLINT_BUILTIN uint3 blockIdx;
__SMEMLINT_BUILTIN dim3 blockDim;
__SMEMLINT_BUILTIN dim3 gridDim;
__SMEMLINT_D const int warpSize = 32;
