/* Bessel functions: apart from the rest of mathematics, because their names are those of coordinates. */
#pragma once

#define __SMEMLINT_BESSEL(name) \
	__SMEMLINT_D float name##f(float); \
	__SMEMLINT_D float name(float); \
	__SMEMLINT_D double name(double); \
	template <class T> __SMEMLINT_D typename __smemlint_if<__is_integral(T), double>::type name(T);
__SMEMLINT_BESSEL(j0) __SMEMLINT_BESSEL(j1) __SMEMLINT_BESSEL(y0) __SMEMLINT_BESSEL(y1)
__SMEMLINT_D double jn(int, double);
__SMEMLINT_D float jnf(int, float);
__SMEMLINT_D double yn(int, double);
__SMEMLINT_D float ynf(int, float);
