/* min and max of every pair of types that CUDA has, for host and device. */
#pragma once

#define __SMEMLINT_MINMAX2(name, op, result, __A, __B) \
	__SMEMLINT_HD constexpr result name(const __A __a, const __B __b) { \
		return (result)__a op (result)__b ? (result)__a : (result)__b; \
	}
#define __SMEMLINT_MINMAX1(name, op, __T) __SMEMLINT_MINMAX2(name, op, __T, __T, __T)
#define __SMEMLINT_MINMAX_SIGNS(name, op, __T) \
	__SMEMLINT_MINMAX1(name, op, __T) __SMEMLINT_MINMAX1(name, op, unsigned __T) \
	__SMEMLINT_MINMAX2(name, op, unsigned __T, __T, unsigned __T) __SMEMLINT_MINMAX2(name, op, unsigned __T, unsigned __T, __T)
#define __SMEMLINT_MINMAX(name, op) \
	__SMEMLINT_MINMAX_SIGNS(name, op, int) __SMEMLINT_MINMAX_SIGNS(name, op, long) \
	__SMEMLINT_MINMAX_SIGNS(name, op, long long) \
	__SMEMLINT_MINMAX1(name, op, float) __SMEMLINT_MINMAX1(name, op, double) \
	__SMEMLINT_MINMAX2(name, op, double, float, double) __SMEMLINT_MINMAX2(name, op, double, double, float)
__SMEMLINT_MINMAX(min, <)
__SMEMLINT_MINMAX(max, >)
__SMEMLINT_BODY unsigned int umin(unsigned int __a, unsigned int __b) { return __a < __b ? __a : __b; }
__SMEMLINT_BODY unsigned int umax(unsigned int __a, unsigned int __b) { return __a > __b ? __a : __b; }
