/* min and max of every pair that CUDA has, on both sides. */
#pragma once

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
