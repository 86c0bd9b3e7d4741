/* Replaces clang's header of the built-in variables when a toolkit's headers are read.  There, threadIdx.x
 * is a property; here, it is a field of an ordinary structure.  The names of the types, and the conversions
 * that are declared but not defined, are what clang's __clang_cuda_runtime_wrapper.h expects. */
#pragma once
struct dim3;
struct uint3;
#define __SMEMLINT_BUILTIN(name) \
	struct __cuda_builtin_##name##_t { \
		unsigned int x, y, z; \
		__attribute__((device)) operator dim3() const; \
		__attribute__((device)) operator uint3() const; \
	}; \
	extern const __attribute__((device)) __attribute__((weak)) __cuda_builtin_##name##_t name;
__SMEMLINT_BUILTIN(threadIdx)
__SMEMLINT_BUILTIN(blockIdx)
__SMEMLINT_BUILTIN(blockDim)
__SMEMLINT_BUILTIN(gridDim)
#undef __SMEMLINT_BUILTIN
__attribute__((device)) const int warpSize = 32;
