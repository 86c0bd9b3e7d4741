/* The rest of mathematics; needs __smemlint_math.h. */
#pragma once

#define __SMEMLINT_RARE1(each) \
	each(acos) each(acosh) each(asin) each(asinh) each(atan) each(atanh) each(cbrt) each(cosh) \
	each(erf) each(erfc) each(exp2) each(expm1) each(lgamma) each(log10) each(log1p) each(logb) \
	each(nearbyint) each(rint) each(sinh) each(tan) each(tgamma) each(trunc)
#define __SMEMLINT_RARE2(each) each(atan2) each(copysign) each(fdim) each(hypot) each(nextafter) each(remainder)
#define __SMEMLINT_STD1(each) __SMEMLINT_COMMON1(each) __SMEMLINT_RARE1(each)
#define __SMEMLINT_STD2(each) __SMEMLINT_COMMON2(each) __SMEMLINT_RARE2(each)

__SMEMLINT_RARE1(__SMEMLINT_MATH1)
__SMEMLINT_RARE2(__SMEMLINT_MATH2)
__SMEMLINT_MATH1(cospi) __SMEMLINT_MATH1(sinpi) __SMEMLINT_MATH1(erfcinv) __SMEMLINT_MATH1(erfcx)
__SMEMLINT_MATH1(erfinv) __SMEMLINT_MATH1(exp10) __SMEMLINT_MATH1(normcdf) __SMEMLINT_MATH1(normcdfinv) __SMEMLINT_MATH1(rcbrt)
__SMEMLINT_MATH1(cyl_bessel_i0) __SMEMLINT_MATH1(cyl_bessel_i1)
__SMEMLINT_MATH2(rhypot)
__SMEMLINT_MATH1_TO(int, ilogb) __SMEMLINT_MATH1_TO(long, lrint) __SMEMLINT_MATH1_TO(long, lround)
__SMEMLINT_MATH1_TO(long long, llrint) __SMEMLINT_MATH1_TO(long long, llround)

#define __SMEMLINT_BOTH(T, f) \
	__SMEMLINT_D T ldexp##f(T, int); \
	__SMEMLINT_D T scalbn##f(T, int); \
	__SMEMLINT_D T scalbln##f(T, long); \
	__SMEMLINT_D T frexp##f(T, int *); \
	__SMEMLINT_D T modf##f(T, T *); \
	__SMEMLINT_D T remquo##f(T, T, int *); \
	__SMEMLINT_D void sincos##f(T, T *, T *); \
	__SMEMLINT_D void sincospi##f(T, T *, T *); \
	__SMEMLINT_D T nan##f(const char *); \
	__SMEMLINT_D T norm##f(int, const T *); \
	__SMEMLINT_D T rnorm##f(int, const T *); \
	__SMEMLINT_D T norm3d##f(T, T, T); \
	__SMEMLINT_D T rnorm3d##f(T, T, T); \
	__SMEMLINT_D T norm4d##f(T, T, T, T); \
	__SMEMLINT_D T rnorm4d##f(T, T, T, T);
__SMEMLINT_BOTH(double, )
__SMEMLINT_BOTH(float, f)

__SMEMLINT_D float ldexp(float, int);
__SMEMLINT_D float scalbn(float, int);
__SMEMLINT_D float frexp(float, int *);
__SMEMLINT_D float modf(float, float *);
__SMEMLINT_D void sincos(float, float *, float *);
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

/* the host's */
extern "C" {
__SMEMLINT_RARE1(__SMEMLINT_HOST1)
__SMEMLINT_RARE2(__SMEMLINT_HOST2)
}
namespace std {
__SMEMLINT_RARE1(__SMEMLINT_USE)
__SMEMLINT_RARE2(__SMEMLINT_USE)
using ::ldexp; using ::frexp; using ::modf; using ::scalbn;
using ::isnan; using ::isinf; using ::isfinite; using ::signbit; using ::lrint; using ::lround;
using ::llrint; using ::llround; using ::ilogb;
}
