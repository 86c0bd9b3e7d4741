/* min and max of every pair that CUDA has, on both sides. */
#pragma once

#define __SMEMLINT_MINMAX2(name, op, result, A, B) \
	__SMEMLINT_HD constexpr result name(const A a, const B b) { \
		return (result)a op (result)b ? (result)a : (result)b; \
	}
#define __SMEMLINT_MINMAX1(name, op, T) __SMEMLINT_MINMAX2(name, op, T, T, T)
#define __SMEMLINT_MINMAX_SIGNS(name, op, T) \
	__SMEMLINT_MINMAX1(name, op, T) __SMEMLINT_MINMAX1(name, op, unsigned T) \
	__SMEMLINT_MINMAX2(name, op, unsigned T, T, unsigned T) __SMEMLINT_MINMAX2(name, op, unsigned T, unsigned T, T)
#define __SMEMLINT_MINMAX(name, op) \
	__SMEMLINT_MINMAX_SIGNS(name, op, int) __SMEMLINT_MINMAX_SIGNS(name, op, long) \
	__SMEMLINT_MINMAX_SIGNS(name, op, long long) \
	__SMEMLINT_MINMAX1(name, op, float) __SMEMLINT_MINMAX1(name, op, double) \
	__SMEMLINT_MINMAX2(name, op, double, float, double) __SMEMLINT_MINMAX2(name, op, double, double, float)
__SMEMLINT_MINMAX(min, <)
__SMEMLINT_MINMAX(max, >)
__SMEMLINT_BODY unsigned int umin(unsigned int a, unsigned int b) { return a < b ? a : b; }
__SMEMLINT_BODY unsigned int umax(unsigned int a, unsigned int b) { return a > b ? a : b; }
