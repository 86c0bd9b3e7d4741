/* Included after a toolkit's headers: declarations that nvcc has and clang's wrapper around these headers lacks. */
#pragma once
#undef __assert_fail
/* what the toolkit's headers include for nvcc, math.h with its functions outside of std */
#include <math.h>
#include <new>
#include <string.h>
#include <time.h>

/* clang knows the attribute for another language only, and would take the variable for the host's */
#undef __managed__
#define __managed__ __attribute__((device))

/* min and max on the host */
#define __SMEMLINT_MINMAX2(result, __A, __B) \
	static inline __attribute__((host)) constexpr result min(const __A __a, const __B __b) { \
		return (result)__a < (result)__b ? (result)__a : (result)__b; \
	} \
	static inline __attribute__((host)) constexpr result max(const __A __a, const __B __b) { \
		return (result)__a > (result)__b ? (result)__a : (result)__b; \
	}
#define __SMEMLINT_MINMAX(__T) __SMEMLINT_MINMAX2(__T, __T, __T)
#define __SMEMLINT_MINMAX_SIGNS(__T) \
	__SMEMLINT_MINMAX(__T) __SMEMLINT_MINMAX(unsigned __T) \
	__SMEMLINT_MINMAX2(unsigned __T, __T, unsigned __T) __SMEMLINT_MINMAX2(unsigned __T, unsigned __T, __T)
__SMEMLINT_MINMAX_SIGNS(int) __SMEMLINT_MINMAX_SIGNS(long) __SMEMLINT_MINMAX_SIGNS(long long)
__SMEMLINT_MINMAX(float) __SMEMLINT_MINMAX(double)
__SMEMLINT_MINMAX2(double, float, double) __SMEMLINT_MINMAX2(double, double, float)

/* loads and stores with a cache hint: clang has some of them, for some types, as ordinary functions, which
 * are preferred */
#define __SMEMLINT_LOAD(name) template <class __T> __attribute__((device)) __T name(const __T *);
#define __SMEMLINT_STORE(name) \
	template <class __T> __attribute__((device)) void name(__T *, typename __smemlint_same<__T>::type);
template <class __T> struct __smemlint_same { typedef __T type; };
__SMEMLINT_LOAD(__ldg) __SMEMLINT_LOAD(__ldcg) __SMEMLINT_LOAD(__ldca) __SMEMLINT_LOAD(__ldcs) __SMEMLINT_LOAD(__ldlu)
__SMEMLINT_LOAD(__ldcv)
__SMEMLINT_STORE(__stwb) __SMEMLINT_STORE(__stcg) __SMEMLINT_STORE(__stcs) __SMEMLINT_STORE(__stwt)
