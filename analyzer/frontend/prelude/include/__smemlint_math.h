/* Mathematics on the device, in single and double precision.  The host has its C library's; these stand
 * before it, so that the constexpr functions of <cmath> leave the device's alone. */
#pragma once

#define __SMEMLINT_IF_INTEGER(T, result) typename __smemlint_if<__is_integral(T), result>::type

/* name(float), name(double), namef(float), name(any integer) */
#define __SMEMLINT_MATH1(name) \
	__SMEMLINT_D float name##f(float); \
	__SMEMLINT_D float name(float); \
	__SMEMLINT_D double name(double); \
	template <class T> __SMEMLINT_D __SMEMLINT_IF_INTEGER(T, double) name(T);
#define __SMEMLINT_MATH1_TO(result, name) \
	__SMEMLINT_D result name##f(float); \
	__SMEMLINT_D result name(float); \
	__SMEMLINT_D result name(double);
#define __SMEMLINT_MATH2(name) \
	__SMEMLINT_D float name##f(float, float); \
	__SMEMLINT_D float name(float, float); \
	__SMEMLINT_D double name(double, double);
#define __SMEMLINT_USE(name) using ::name; using ::name##f;

#define __SMEMLINT_STD1(each) \
	each(acos) each(acosh) each(asin) each(asinh) each(atan) each(atanh) each(cbrt) each(ceil) \
	each(cos) each(cosh) each(erf) each(erfc) each(exp) each(exp2) each(expm1) each(fabs) each(floor) \
	each(lgamma) each(log) each(log10) each(log1p) each(log2) each(logb) each(nearbyint) each(rint) \
	each(round) each(sin) each(sinh) each(sqrt) each(tan) each(tanh) each(tgamma) each(trunc)
#define __SMEMLINT_STD2(each) \
	each(atan2) each(copysign) each(fdim) each(fmax) each(fmin) each(fmod) each(hypot) each(nextafter) \
	each(remainder) each(pow)

__SMEMLINT_STD1(__SMEMLINT_MATH1)
__SMEMLINT_STD2(__SMEMLINT_MATH2)
__SMEMLINT_MATH1(cospi) __SMEMLINT_MATH1(sinpi) __SMEMLINT_MATH1(erfcinv) __SMEMLINT_MATH1(erfcx)
__SMEMLINT_MATH1(erfinv) __SMEMLINT_MATH1(exp10) __SMEMLINT_MATH1(j0) __SMEMLINT_MATH1(j1) __SMEMLINT_MATH1(y0)
__SMEMLINT_MATH1(y1) __SMEMLINT_MATH1(normcdf) __SMEMLINT_MATH1(normcdfinv) __SMEMLINT_MATH1(rcbrt)
__SMEMLINT_MATH1(rsqrt) __SMEMLINT_MATH1(cyl_bessel_i0) __SMEMLINT_MATH1(cyl_bessel_i1)
__SMEMLINT_MATH2(rhypot)
__SMEMLINT_MATH1_TO(int, ilogb) __SMEMLINT_MATH1_TO(long, lrint) __SMEMLINT_MATH1_TO(long, lround)
__SMEMLINT_MATH1_TO(long long, llrint) __SMEMLINT_MATH1_TO(long long, llround)

#define __SMEMLINT_BOTH(T, f) \
	__SMEMLINT_D T fma##f(T, T, T); \
	__SMEMLINT_D T ldexp##f(T, int); \
	__SMEMLINT_D T scalbn##f(T, int); \
	__SMEMLINT_D T scalbln##f(T, long); \
	__SMEMLINT_D T frexp##f(T, int *); \
	__SMEMLINT_D T modf##f(T, T *); \
	__SMEMLINT_D T remquo##f(T, T, int *); \
	__SMEMLINT_D void sincos##f(T, T *, T *); \
	__SMEMLINT_D void sincospi##f(T, T *, T *); \
	__SMEMLINT_D T jn##f(int, T); \
	__SMEMLINT_D T yn##f(int, T); \
	__SMEMLINT_D T nan##f(const char *); \
	__SMEMLINT_D T norm##f(int, const T *); \
	__SMEMLINT_D T rnorm##f(int, const T *); \
	__SMEMLINT_D T norm3d##f(T, T, T); \
	__SMEMLINT_D T rnorm3d##f(T, T, T); \
	__SMEMLINT_D T norm4d##f(T, T, T, T); \
	__SMEMLINT_D T rnorm4d##f(T, T, T, T);
__SMEMLINT_BOTH(double, )
__SMEMLINT_BOTH(float, f)

__SMEMLINT_D float fma(float, float, float);
__SMEMLINT_D float ldexp(float, int);
__SMEMLINT_D float scalbn(float, int);
__SMEMLINT_D float frexp(float, int *);
__SMEMLINT_D float modf(float, float *);
__SMEMLINT_D void sincos(float, float *, float *);
__SMEMLINT_D float pow(float, int);
__SMEMLINT_D double pow(double, int);
__SMEMLINT_D float powif(float, int);
__SMEMLINT_D double powi(double, int);
__SMEMLINT_D float fdividef(float, float);
__SMEMLINT_D float fdivide(float, float);
__SMEMLINT_D double fdivide(double, double);

#define __SMEMLINT_CLASSIFY(name) \
	__SMEMLINT_D bool name(float); \
	__SMEMLINT_D bool name(double);
__SMEMLINT_CLASSIFY(isnan) __SMEMLINT_CLASSIFY(isinf) __SMEMLINT_CLASSIFY(isfinite)
__SMEMLINT_CLASSIFY(signbit)

__SMEMLINT_D int abs(int);
__SMEMLINT_D long abs(long);
__SMEMLINT_D long long abs(long long);
__SMEMLINT_D float abs(float);
__SMEMLINT_D double abs(double);
__SMEMLINT_D long labs(long);
__SMEMLINT_D long long llabs(long long);

/* min and max of every pair that CUDA has, on both sides */
#define __SMEMLINT_MINMAX2(result, A, B) \
	__SMEMLINT_HD constexpr result min(const A a, const B b) { \
		return (result)a < (result)b ? (result)a : (result)b; \
	} \
	__SMEMLINT_HD constexpr result max(const A a, const B b) { \
		return (result)a > (result)b ? (result)a : (result)b; \
	}
#define __SMEMLINT_MINMAX(T) __SMEMLINT_MINMAX2(T, T, T)
#define __SMEMLINT_MINMAX_SIGNS(T) \
	__SMEMLINT_MINMAX(T) __SMEMLINT_MINMAX(unsigned T) \
	__SMEMLINT_MINMAX2(unsigned T, T, unsigned T) __SMEMLINT_MINMAX2(unsigned T, unsigned T, T)
__SMEMLINT_MINMAX_SIGNS(int) __SMEMLINT_MINMAX_SIGNS(long) __SMEMLINT_MINMAX_SIGNS(long long)
__SMEMLINT_MINMAX(float) __SMEMLINT_MINMAX(double)
__SMEMLINT_MINMAX2(double, float, double) __SMEMLINT_MINMAX2(double, double, float)
__SMEMLINT_BODY unsigned int umin(unsigned int a, unsigned int b) { return a < b ? a : b; }
__SMEMLINT_BODY unsigned int umax(unsigned int a, unsigned int b) { return a > b ? a : b; }

/* single precision, fast or with the rounding said */
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
