/* The mathematics that most programs use, in single and double precision: the device's, then the host's, so
 * that the constexpr functions of <cmath> leave the device's alone. */
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

#define __SMEMLINT_COMMON1(each) \
	each(ceil) each(cos) each(exp) each(fabs) each(floor) each(log) each(log2) each(round) \
	each(sin) each(sqrt) each(tanh)
#define __SMEMLINT_COMMON2(each) each(fmax) each(fmin) each(fmod) each(pow)

__SMEMLINT_COMMON1(__SMEMLINT_MATH1)
__SMEMLINT_COMMON2(__SMEMLINT_MATH2)
__SMEMLINT_MATH1(rsqrt)
__SMEMLINT_D double fma(double, double, double);
__SMEMLINT_D float fmaf(float, float, float);
__SMEMLINT_D float fma(float, float, float);
__SMEMLINT_D float pow(float, int);
__SMEMLINT_D double pow(double, int);
__SMEMLINT_D int abs(int);
__SMEMLINT_D long abs(long);
__SMEMLINT_D long long abs(long long);
__SMEMLINT_D float abs(float);
__SMEMLINT_D double abs(double);
__SMEMLINT_D long labs(long);
__SMEMLINT_D long long llabs(long long);

/* the host's */
#define __SMEMLINT_HOST1(name) double name(double) noexcept; float name##f(float) noexcept;
#define __SMEMLINT_HOST2(name) double name(double, double) noexcept; float name##f(float, float) noexcept;
extern "C" {
__SMEMLINT_COMMON1(__SMEMLINT_HOST1)
__SMEMLINT_COMMON2(__SMEMLINT_HOST2)
int abs(int) noexcept;
long labs(long) noexcept;
}
namespace std {
__SMEMLINT_COMMON1(__SMEMLINT_USE)
__SMEMLINT_COMMON2(__SMEMLINT_USE)
using ::abs; using ::fma; using ::fmaf;
}
