/* Included before a program's sources: declarations that nvcc has but the toolkit's headers, through clang's wrapper, lack. */
#ifndef SMEM_PROGRAM_H
#define SMEM_PROGRAM_H
#include <new>

/* min and max on the host */
#define SMEM_MINMAX2(result, A, B) \
	static inline __attribute__((host)) constexpr result min(const A a, const B b) { return (result)a < (result)b ? (result)a : (result)b; } \
	static inline __attribute__((host)) constexpr result max(const A a, const B b) { return (result)a > (result)b ? (result)a : (result)b; }
#define SMEM_MINMAX(T) SMEM_MINMAX2(T, T, T)
#define SMEM_MINMAX_SIGNS(T) \
	SMEM_MINMAX(T) SMEM_MINMAX(unsigned T) SMEM_MINMAX2(unsigned T, T, unsigned T) SMEM_MINMAX2(unsigned T, unsigned T, T)
SMEM_MINMAX_SIGNS(int) SMEM_MINMAX_SIGNS(long) SMEM_MINMAX_SIGNS(long long)
SMEM_MINMAX(float) SMEM_MINMAX(double) SMEM_MINMAX2(double, float, double) SMEM_MINMAX2(double, double, float)

/* loads and stores with a cache hint; clang has ordinary functions for some types, which are preferred to these */
#define SMEM_LOAD(name) template <class T> __attribute__((device)) inline T name(const T *p) { return *p; }
#define SMEM_STORE(name) template <class T> __attribute__((device)) inline void name(T *p, typename smem_same<T>::type v) { *p = v; }
template <class T> struct smem_same { typedef T type; };
SMEM_LOAD(__ldg) SMEM_LOAD(__ldcg) SMEM_LOAD(__ldca) SMEM_LOAD(__ldcs) SMEM_LOAD(__ldlu) SMEM_LOAD(__ldcv)
SMEM_STORE(__stwb) SMEM_STORE(__stcg) SMEM_STORE(__stcs) SMEM_STORE(__stwt)
#endif
