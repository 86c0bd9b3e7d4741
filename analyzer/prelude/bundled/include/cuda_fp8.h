#pragma once
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#define __SMEMLINT_FP8(__T) \
	struct __T; \
	__SMEMLINT_HD float __smemlint_to_float(__T); \
	struct __T { \
		unsigned char __x; \
		__T() = default; \
		__SMEMLINT_HD explicit __T(float); \
		__SMEMLINT_HD explicit __T(double); \
		__SMEMLINT_HD explicit __T(__half); \
		__SMEMLINT_HD explicit __T(__nv_bfloat16); \
		__SMEMLINT_BODY explicit operator float() const { return __smemlint_to_float(*this); } \
		__SMEMLINT_BODY explicit operator __half() const { return __half(__smemlint_to_float(*this)); } \
	};
__SMEMLINT_FP8(__nv_fp8_e4m3)
__SMEMLINT_FP8(__nv_fp8_e5m2)
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
