/* Arithmetic on two floats at once, for sm_100 and later. */
#pragma once
#include <__smemlint_names.h>

#define __SMEMLINT_PAIR(name, ...) \
	__SMEMLINT_D float2 name##_rn(__VA_ARGS__); __SMEMLINT_D float2 name##_rz(__VA_ARGS__); \
	__SMEMLINT_D float2 name##_ru(__VA_ARGS__); __SMEMLINT_D float2 name##_rd(__VA_ARGS__);
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 1000
__SMEMLINT_PAIR(__ffma2, float2, float2, float2)
__SMEMLINT_PAIR(__fadd2, float2, float2)
__SMEMLINT_PAIR(__fmul2, float2, float2)
#endif
