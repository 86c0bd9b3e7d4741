/* Intrinsics of single and double precision: fast, or with a rounding mode; conversions. */
#pragma once

#define __SMEMLINT_FAST(name) __SMEMLINT_D float name(float);
__SMEMLINT_FAST(__sinf)
__SMEMLINT_FAST(__cosf)
__SMEMLINT_FAST(__tanf)
__SMEMLINT_FAST(__expf)
__SMEMLINT_FAST(__exp10f)
__SMEMLINT_FAST(__logf)
__SMEMLINT_FAST(__log2f)
__SMEMLINT_FAST(__log10f)
__SMEMLINT_FAST(__saturatef)
__SMEMLINT_FAST(__frsqrt_rn)
__SMEMLINT_FAST(__tanhf)
__SMEMLINT_D float __powf(float, float);
__SMEMLINT_D float __fdividef(float, float);
__SMEMLINT_D void __sincosf(float, float *, float *);
#define __SMEMLINT_ROUNDED(name, result, ...) \
	__SMEMLINT_D result name##_rn(__VA_ARGS__); __SMEMLINT_D result name##_rz(__VA_ARGS__); \
	__SMEMLINT_D result name##_ru(__VA_ARGS__); __SMEMLINT_D result name##_rd(__VA_ARGS__);
__SMEMLINT_ROUNDED(__fadd, float, float, float)
__SMEMLINT_ROUNDED(__fsub, float, float, float)
__SMEMLINT_ROUNDED(__fmul, float, float, float)
__SMEMLINT_ROUNDED(__fdiv, float, float, float)
__SMEMLINT_ROUNDED(__fmaf, float, float, float, float)
__SMEMLINT_ROUNDED(__frcp, float, float)
__SMEMLINT_ROUNDED(__fsqrt, float, float)
__SMEMLINT_ROUNDED(__dadd, double, double, double)
__SMEMLINT_ROUNDED(__dsub, double, double, double)
__SMEMLINT_ROUNDED(__dmul, double, double, double)
__SMEMLINT_ROUNDED(__ddiv, double, double, double)
__SMEMLINT_ROUNDED(__fma, double, double, double, double)
__SMEMLINT_ROUNDED(__drcp, double, double)
__SMEMLINT_ROUNDED(__dsqrt, double, double)
__SMEMLINT_ROUNDED(__float2int, int, float)
__SMEMLINT_ROUNDED(__float2uint, unsigned int, float)
__SMEMLINT_ROUNDED(__float2ll, long long, float)
__SMEMLINT_ROUNDED(__float2ull, unsigned long long, float)
__SMEMLINT_ROUNDED(__double2int, int, double)
__SMEMLINT_ROUNDED(__double2uint, unsigned int, double)
__SMEMLINT_ROUNDED(__double2ll, long long, double)
__SMEMLINT_ROUNDED(__double2ull, unsigned long long, double)
__SMEMLINT_ROUNDED(__int2float, float, int)
__SMEMLINT_ROUNDED(__uint2float, float, unsigned int)
__SMEMLINT_ROUNDED(__ll2float, float, long long)
__SMEMLINT_ROUNDED(__ull2float, float, unsigned long long)
__SMEMLINT_ROUNDED(__ll2double, double, long long)
__SMEMLINT_ROUNDED(__ull2double, double, unsigned long long)
__SMEMLINT_ROUNDED(__double2float, float, double)
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
