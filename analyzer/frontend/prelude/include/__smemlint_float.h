/* Intrinsics of single and double precision: fast, or with the rounding said; conversions. */
#pragma once

#define __SMEMLINT_FAST(name) __SMEMLINT_D float name(float);
__SMEMLINT_FAST(__sinf) __SMEMLINT_FAST(__cosf) __SMEMLINT_FAST(__tanf) __SMEMLINT_FAST(__expf)
__SMEMLINT_FAST(__exp10f) __SMEMLINT_FAST(__logf) __SMEMLINT_FAST(__log2f) __SMEMLINT_FAST(__log10f)
__SMEMLINT_FAST(__saturatef) __SMEMLINT_FAST(__frsqrt_rn) __SMEMLINT_FAST(__tanhf)
__SMEMLINT_D float __powf(float, float);
__SMEMLINT_D float __fdividef(float, float);
__SMEMLINT_D void __sincosf(float, float *, float *);
#define __SMEMLINT_ROUNDED(r) \
	__SMEMLINT_D float __fadd_##r(float, float); __SMEMLINT_D float __fsub_##r(float, float); \
	__SMEMLINT_D float __fmul_##r(float, float); __SMEMLINT_D float __fdiv_##r(float, float); \
	__SMEMLINT_D float __fmaf_##r(float, float, float); __SMEMLINT_D float __frcp_##r(float); \
	__SMEMLINT_D float __fsqrt_##r(float); \
	__SMEMLINT_D double __dadd_##r(double, double); __SMEMLINT_D double __dsub_##r(double, double); \
	__SMEMLINT_D double __dmul_##r(double, double); __SMEMLINT_D double __ddiv_##r(double, double); \
	__SMEMLINT_D double __fma_##r(double, double, double); __SMEMLINT_D double __drcp_##r(double); \
	__SMEMLINT_D double __dsqrt_##r(double); \
	__SMEMLINT_D int __float2int_##r(float); __SMEMLINT_D unsigned int __float2uint_##r(float); \
	__SMEMLINT_D long long __float2ll_##r(float); __SMEMLINT_D unsigned long long __float2ull_##r(float); \
	__SMEMLINT_D int __double2int_##r(double); __SMEMLINT_D unsigned int __double2uint_##r(double); \
	__SMEMLINT_D long long __double2ll_##r(double); __SMEMLINT_D unsigned long long __double2ull_##r(double); \
	__SMEMLINT_D float __int2float_##r(int); __SMEMLINT_D float __uint2float_##r(unsigned int); \
	__SMEMLINT_D float __ll2float_##r(long long); __SMEMLINT_D float __ull2float_##r(unsigned long long); \
	__SMEMLINT_D double __ll2double_##r(long long); __SMEMLINT_D double __ull2double_##r(unsigned long long); \
	__SMEMLINT_D float __double2float_##r(double);
__SMEMLINT_ROUNDED(rn) __SMEMLINT_ROUNDED(rz) __SMEMLINT_ROUNDED(ru) __SMEMLINT_ROUNDED(rd)
__SMEMLINT_D double __int2double_rn(int);
__SMEMLINT_D double __uint2double_rn(unsigned int);
__SMEMLINT_D int __float_as_int(float);
__SMEMLINT_D unsigned int __float_as_uint(float);
__SMEMLINT_D float __int_as_float(int);
__SMEMLINT_D float __uint_as_float(unsigned int);
__SMEMLINT_D long long __double_as_longlong(double);
__SMEMLINT_D double __longlong_as_double(long long);
__SMEMLINT_D int __double2hiint(double);
__SMEMLINT_D int __double2loint(double);
__SMEMLINT_D double __hiloint2double(int, int);
