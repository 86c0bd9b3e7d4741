/* CUDA 13's names for the four-element types with their alignment said. */
#pragma once

#define __SMEMLINT_VECTOR_ALIGNED(T, name, n) \
	struct __align__(n) name##4_##n##a { T x, y, z, w; }; \
	__SMEMLINT_BODY name##4_##n##a make_##name##4_##n##a(T x, T y, T z, T w) \
		{ return {x, y, z, w}; }
__SMEMLINT_VECTOR_ALIGNED(long, long, 16)
__SMEMLINT_VECTOR_ALIGNED(long, long, 32)
__SMEMLINT_VECTOR_ALIGNED(unsigned long, ulong, 16)
__SMEMLINT_VECTOR_ALIGNED(unsigned long, ulong, 32)
__SMEMLINT_VECTOR_ALIGNED(long long, longlong, 16)
__SMEMLINT_VECTOR_ALIGNED(long long, longlong, 32)
__SMEMLINT_VECTOR_ALIGNED(unsigned long long, ulonglong, 16)
__SMEMLINT_VECTOR_ALIGNED(unsigned long long, ulonglong, 32)
__SMEMLINT_VECTOR_ALIGNED(double, double, 16)
__SMEMLINT_VECTOR_ALIGNED(double, double, 32)
