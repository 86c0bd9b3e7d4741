/* Read after a toolkit's headers: what nvcc has and those headers, through clang's wrapper, have not. */
#pragma once
#include <new>

/* min and max on the host */
#define __SMEMLINT_MINMAX2(result, A, B) \
	static inline __attribute__((host)) constexpr result min(const A a, const B b) { \
		return (result)a < (result)b ? (result)a : (result)b; \
	} \
	static inline __attribute__((host)) constexpr result max(const A a, const B b) { \
		return (result)a > (result)b ? (result)a : (result)b; \
	}
#define __SMEMLINT_MINMAX(T) __SMEMLINT_MINMAX2(T, T, T)
#define __SMEMLINT_MINMAX_SIGNS(T) \
	__SMEMLINT_MINMAX(T) __SMEMLINT_MINMAX(unsigned T) \
	__SMEMLINT_MINMAX2(unsigned T, T, unsigned T) __SMEMLINT_MINMAX2(unsigned T, unsigned T, T)
__SMEMLINT_MINMAX_SIGNS(int) __SMEMLINT_MINMAX_SIGNS(long) __SMEMLINT_MINMAX_SIGNS(long long)
__SMEMLINT_MINMAX(float) __SMEMLINT_MINMAX(double)
__SMEMLINT_MINMAX2(double, float, double) __SMEMLINT_MINMAX2(double, double, float)

/* loads and stores with a cache hint: clang has some of them, for some types, as ordinary functions, which
 * are preferred */
#define __SMEMLINT_LOAD(name) template <class T> __attribute__((device)) T name(const T *);
#define __SMEMLINT_STORE(name) \
	template <class T> __attribute__((device)) void name(T *, typename __smemlint_same<T>::type);
template <class T> struct __smemlint_same { typedef T type; };
__SMEMLINT_LOAD(__ldg) __SMEMLINT_LOAD(__ldcg) __SMEMLINT_LOAD(__ldca) __SMEMLINT_LOAD(__ldcs) __SMEMLINT_LOAD(__ldlu)
__SMEMLINT_LOAD(__ldcv)
__SMEMLINT_STORE(__stwb) __SMEMLINT_STORE(__stcg) __SMEMLINT_STORE(__stcs) __SMEMLINT_STORE(__stwt)
