#pragma once
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#define __SMEMLINT_FP8(T) \
	struct T; \
	__SMEMLINT_HD float __smemlint_to_float(T); \
	struct T { \
		unsigned char __x; \
		T() = default; \
		__SMEMLINT_HD explicit T(float); \
		__SMEMLINT_HD explicit T(double); \
		__SMEMLINT_HD explicit T(__half); \
		__SMEMLINT_HD explicit T(__nv_bfloat16); \
		__SMEMLINT_BODY explicit operator float() const { return __smemlint_to_float(*this); } \
		__SMEMLINT_BODY explicit operator __half() const { return __half(__smemlint_to_float(*this)); } \
	};
__SMEMLINT_FP8(__nv_fp8_e4m3)
__SMEMLINT_FP8(__nv_fp8_e5m2)
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
