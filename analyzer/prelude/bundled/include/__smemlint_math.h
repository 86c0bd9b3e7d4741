/* Mathematics in single and double precision: the device's, then the host's, so that the constexpr functions
 * of <cmath> leave the device's alone. */
#pragma once

#define __SMEMLINT_IF_INTEGER(__T, result) typename __smemlint_if<__is_integral(__T), result>::type

/* name(float), name(double), namef(float), name(any integer) */
#define __SMEMLINT_DEVICE1(name) \
	__SMEMLINT_D float name##f(float); \
	__SMEMLINT_D float name(float); \
	__SMEMLINT_D double name(double); \
	template <class __T> __SMEMLINT_D __SMEMLINT_IF_INTEGER(__T, double) name(__T);
#define __SMEMLINT_DEVICE1_TO(name, result) \
	__SMEMLINT_D result name##f(float); \
	__SMEMLINT_D result name(float); \
	__SMEMLINT_D result name(double);
#define __SMEMLINT_DEVICE2(name) \
	__SMEMLINT_D float name##f(float, float); \
	__SMEMLINT_D float name(float, float); \
	__SMEMLINT_D double name(double, double);
#define __SMEMLINT_CLASSIFY(name) \
	__SMEMLINT_D bool name(float); \
	__SMEMLINT_D bool name(double);
/* of the host too, and in namespace std */
#define __SMEMLINT_MATH1(name) \
	__SMEMLINT_DEVICE1(name) \
	__SMEMLINT_C double name(double) noexcept; \
	__SMEMLINT_C float name##f(float) noexcept; \
	__SMEMLINT_STD(name) __SMEMLINT_STD(name##f)
#define __SMEMLINT_MATH2(name) \
	__SMEMLINT_DEVICE2(name) \
	__SMEMLINT_C double name(double, double) noexcept; \
	__SMEMLINT_C float name##f(float, float) noexcept; \
	__SMEMLINT_STD(name) __SMEMLINT_STD(name##f)

__SMEMLINT_MATH1(ceil)
__SMEMLINT_MATH1(cos)
__SMEMLINT_MATH1(exp)
__SMEMLINT_MATH1(fabs)
__SMEMLINT_MATH1(floor)
__SMEMLINT_MATH1(log)
__SMEMLINT_MATH1(log2)
__SMEMLINT_MATH1(round)
__SMEMLINT_MATH1(sin)
__SMEMLINT_MATH1(sqrt)
__SMEMLINT_MATH1(tanh)
__SMEMLINT_MATH1(acos)
__SMEMLINT_MATH1(acosh)
__SMEMLINT_MATH1(asin)
__SMEMLINT_MATH1(asinh)
__SMEMLINT_MATH1(atan)
__SMEMLINT_MATH1(atanh)
__SMEMLINT_MATH1(cbrt)
__SMEMLINT_MATH1(cosh)
__SMEMLINT_MATH1(erf)
__SMEMLINT_MATH1(erfc)
__SMEMLINT_MATH1(exp2)
__SMEMLINT_MATH1(expm1)
__SMEMLINT_MATH1(lgamma)
__SMEMLINT_MATH1(log10)
__SMEMLINT_MATH1(log1p)
__SMEMLINT_MATH1(logb)
__SMEMLINT_MATH1(nearbyint)
__SMEMLINT_MATH1(rint)
__SMEMLINT_MATH1(sinh)
__SMEMLINT_MATH1(tan)
__SMEMLINT_MATH1(tgamma)
__SMEMLINT_MATH1(trunc)
__SMEMLINT_MATH2(fmax)
__SMEMLINT_MATH2(fmin)
__SMEMLINT_MATH2(fmod)
__SMEMLINT_MATH2(pow)
__SMEMLINT_MATH2(atan2)
__SMEMLINT_MATH2(copysign)
__SMEMLINT_MATH2(fdim)
__SMEMLINT_MATH2(hypot)
__SMEMLINT_MATH2(nextafter)
__SMEMLINT_MATH2(remainder)

__SMEMLINT_DEVICE1(rsqrt)
__SMEMLINT_DEVICE1(cospi)
__SMEMLINT_DEVICE1(sinpi)
__SMEMLINT_DEVICE1(erfcinv)
__SMEMLINT_DEVICE1(erfcx)
__SMEMLINT_DEVICE1(erfinv)
__SMEMLINT_DEVICE1(exp10)
__SMEMLINT_DEVICE1(normcdf)
__SMEMLINT_DEVICE1(normcdfinv)
__SMEMLINT_DEVICE1(rcbrt)
__SMEMLINT_DEVICE1(cyl_bessel_i0)
__SMEMLINT_DEVICE1(cyl_bessel_i1)
__SMEMLINT_DEVICE1(j0)
__SMEMLINT_DEVICE1(j1)
__SMEMLINT_DEVICE1(y0)
__SMEMLINT_DEVICE1(y1)
__SMEMLINT_DEVICE2(rhypot)
__SMEMLINT_DEVICE1_TO(ilogb, int)
__SMEMLINT_DEVICE1_TO(lrint, long)
__SMEMLINT_DEVICE1_TO(lround, long)
__SMEMLINT_DEVICE1_TO(llrint, long long)
__SMEMLINT_DEVICE1_TO(llround, long long)
/* the host's: templates, since <math.h> brings those of std */
#define __SMEMLINT_CLASSIFY_HOST(name) template <class __T> int name(__T);
__SMEMLINT_CLASSIFY_HOST(isnan)
__SMEMLINT_CLASSIFY_HOST(isinf)
__SMEMLINT_CLASSIFY_HOST(isfinite)
__SMEMLINT_CLASSIFY_HOST(signbit)
__SMEMLINT_CLASSIFY(isnan)
__SMEMLINT_CLASSIFY(isinf)
__SMEMLINT_CLASSIFY(isfinite)
__SMEMLINT_CLASSIFY(signbit)

__SMEMLINT_D double ldexp(double, int);
__SMEMLINT_D float ldexpf(float, int);
__SMEMLINT_D float ldexp(float, int);
__SMEMLINT_D double scalbn(double, int);
__SMEMLINT_D float scalbnf(float, int);
__SMEMLINT_D float scalbn(float, int);
__SMEMLINT_D double scalbln(double, long);
__SMEMLINT_D float scalblnf(float, long);
__SMEMLINT_D double frexp(double, int *);
__SMEMLINT_D float frexpf(float, int *);
__SMEMLINT_D float frexp(float, int *);
__SMEMLINT_D double modf(double, double *);
__SMEMLINT_D float modff(float, float *);
__SMEMLINT_D float modf(float, float *);
__SMEMLINT_D double remquo(double, double, int *);
__SMEMLINT_D float remquof(float, float, int *);
__SMEMLINT_D void sincos(double, double *, double *);
__SMEMLINT_D void sincosf(float, float *, float *);
__SMEMLINT_D void sincos(float, float *, float *);
__SMEMLINT_D void sincospi(double, double *, double *);
__SMEMLINT_D void sincospif(float, float *, float *);
__SMEMLINT_D double nan(const char *);
__SMEMLINT_D float nanf(const char *);
__SMEMLINT_D double norm(int, const double *);
__SMEMLINT_D float normf(int, const float *);
__SMEMLINT_D double rnorm(int, const double *);
__SMEMLINT_D float rnormf(int, const float *);
__SMEMLINT_D double norm3d(double, double, double);
__SMEMLINT_D float norm3df(float, float, float);
__SMEMLINT_D double rnorm3d(double, double, double);
__SMEMLINT_D float rnorm3df(float, float, float);
__SMEMLINT_D double norm4d(double, double, double, double);
__SMEMLINT_D float norm4df(float, float, float, float);
__SMEMLINT_D double rnorm4d(double, double, double, double);
__SMEMLINT_D float rnorm4df(float, float, float, float);
__SMEMLINT_D double fma(double, double, double);
__SMEMLINT_D float fmaf(float, float, float);
__SMEMLINT_D float fma(float, float, float);
__SMEMLINT_D double jn(int, double);
__SMEMLINT_D float jnf(int, float);
__SMEMLINT_D double yn(int, double);
__SMEMLINT_D float ynf(int, float);
__SMEMLINT_D float pow(float, int);
__SMEMLINT_D double pow(double, int);
__SMEMLINT_D float powif(float, int);
__SMEMLINT_D double powi(double, int);
__SMEMLINT_D float fdividef(float, float);
__SMEMLINT_D float fdivide(float, float);
__SMEMLINT_D double fdivide(double, double);
__SMEMLINT_D int abs(int);
__SMEMLINT_D long abs(long);
__SMEMLINT_D long long abs(long long);
__SMEMLINT_D float abs(float);
__SMEMLINT_D double abs(double);
__SMEMLINT_D long labs(long);
__SMEMLINT_D long long llabs(long long);
__SMEMLINT_C int abs(int) noexcept;
__SMEMLINT_C long labs(long) noexcept;

__SMEMLINT_STD(abs)
__SMEMLINT_STD(fma)
__SMEMLINT_STD(fmaf)
__SMEMLINT_STD(ldexp)
__SMEMLINT_STD(frexp)
__SMEMLINT_STD(modf)
__SMEMLINT_STD(scalbn)
__SMEMLINT_STD(isnan)
__SMEMLINT_STD(isinf)
__SMEMLINT_STD(isfinite)
__SMEMLINT_STD(signbit)
__SMEMLINT_STD(lrint)
__SMEMLINT_STD(lround)
__SMEMLINT_STD(llrint)
__SMEMLINT_STD(llround)
__SMEMLINT_STD(ilogb)
