/* The operators and functions that both 16-bit floating types have: T is one of them, T2 a pair. */
#pragma once

/* The operators have bodies, so that reading their operands is an access, as with the toolkit's. */
#define __SMEMLINT_HALF_TYPE(T, T2) \
	struct T; \
	__SMEMLINT_HD float __smemlint_to_float(T); \
	struct __align__(2) T { \
		unsigned short __x; \
		T() = default; \
		__SMEMLINT_HD T(float); \
		__SMEMLINT_HD T(double); \
		__SMEMLINT_HD T(int); \
		__SMEMLINT_HD T(unsigned int); \
		__SMEMLINT_HD T(short); \
		__SMEMLINT_HD T(unsigned short); \
		__SMEMLINT_HD T(long long); \
		__SMEMLINT_HD T(unsigned long long); \
		__SMEMLINT_BODY operator float() const { return __smemlint_to_float(*this); } \
		__SMEMLINT_BODY explicit operator bool() const { return __smemlint_to_float(*this) != 0; } \
	}; \
	struct __align__(4) T2 { \
		T x, y; \
		T2() = default; \
		__SMEMLINT_BODY T2(const T2 &v) { *(unsigned int *)this = *(const unsigned int *)&v; } \
		__SMEMLINT_BODY T2 &operator=(const T2 &v) { \
			*(unsigned int *)this = *(const unsigned int *)&v; \
			return *this; \
		} \
		__SMEMLINT_BODY T2(const T &a, const T &b) : x(a), y(b) {} \
	}; \
	__SMEMLINT_HALF_OPERATORS(T) \
	__SMEMLINT_HALF_OPERATORS(T2) \
	__SMEMLINT_HALF_ATOMIC(T) \
	__SMEMLINT_HALF_ATOMIC(T2) \
	__SMEMLINT_SHUFFLE(T) \
	__SMEMLINT_SHUFFLE(T2) \
	__SMEMLINT_HALF_PAIRS(T, T2)

#define __SMEMLINT_HALF_OPERATOR(T, op, name) \
	__SMEMLINT_HD T __smemlint_##name(T, T); \
	__SMEMLINT_BODY T operator op(const T &a, const T &b) { return __smemlint_##name(a, b); } \
	__SMEMLINT_BODY T &operator op##=(T &a, const T &b) { a = __smemlint_##name(a, b); return a; }
#define __SMEMLINT_HALF_STEP(T, op) \
	__SMEMLINT_BODY T &operator op(T &a) { a = __smemlint_step(a); return a; } \
	__SMEMLINT_BODY T operator op(T &a, int) { T old = a; a = __smemlint_step(a); return old; }
#define __SMEMLINT_HALF_COMPARE(T, op) \
	__SMEMLINT_BODY bool operator op(const T &a, const T &b) { return __smemlint_compare(a, b); }
#define __SMEMLINT_HALF_2(T, name) __SMEMLINT_HD T name(T, T);
#define __SMEMLINT_HALF_1(T, name) __SMEMLINT_HD T h##name(T);
#define __SMEMLINT_HALF_1_PAIR(T, name) __SMEMLINT_HD T h2##name(T);
#define __SMEMLINT_HALF_EACH(each, T) \
	each(T, sqrt) each(T, rsqrt) each(T, rcp) each(T, log) each(T, log2) each(T, log10) each(T, exp) \
	each(T, exp2) each(T, exp10) each(T, sin) each(T, cos) each(T, tanh) each(T, ceil) each(T, floor) \
	each(T, rint) each(T, trunc)

#define __SMEMLINT_HALF_OPERATORS(T) \
	__SMEMLINT_HALF_OPERATOR(T, +, add) __SMEMLINT_HALF_OPERATOR(T, -, sub) \
	__SMEMLINT_HALF_OPERATOR(T, *, mul) __SMEMLINT_HALF_OPERATOR(T, /, div) \
	__SMEMLINT_HD T __smemlint_step(T); __SMEMLINT_HD bool __smemlint_compare(T, T); \
	__SMEMLINT_BODY T operator-(const T &a) { return __smemlint_step(a); } \
	__SMEMLINT_BODY T operator+(const T &a) { return __smemlint_step(a); } \
	__SMEMLINT_HALF_STEP(T, ++) __SMEMLINT_HALF_STEP(T, --) \
	__SMEMLINT_HALF_COMPARE(T, ==) __SMEMLINT_HALF_COMPARE(T, !=) __SMEMLINT_HALF_COMPARE(T, <) \
	__SMEMLINT_HALF_COMPARE(T, <=) __SMEMLINT_HALF_COMPARE(T, >) __SMEMLINT_HALF_COMPARE(T, >=)

#define __SMEMLINT_HALF_ATOMIC(T) \
	__SMEMLINT_D T atomicAdd(T *, T); \
	__SMEMLINT_D T atomicAdd_block(T *, T); \
	__SMEMLINT_D T atomicAdd_system(T *, T);

#define __SMEMLINT_HALF_PAIRS(T, T2) \
	__SMEMLINT_HALF_2(T, __hadd) __SMEMLINT_HALF_2(T, __hsub) __SMEMLINT_HALF_2(T, __hmul) \
	__SMEMLINT_HALF_2(T, __hdiv) \
	__SMEMLINT_HALF_2(T, __hmax) __SMEMLINT_HALF_2(T, __hmin) __SMEMLINT_HALF_2(T, __hadd_sat) \
	__SMEMLINT_HALF_2(T, __hadd_rn) __SMEMLINT_HALF_2(T, __hsub_rn) __SMEMLINT_HALF_2(T, __hmul_rn) \
	__SMEMLINT_HALF_2(T2, __hadd2) __SMEMLINT_HALF_2(T2, __hsub2) __SMEMLINT_HALF_2(T2, __hmul2) \
	__SMEMLINT_HALF_2(T2, __h2div) __SMEMLINT_HALF_2(T2, __hmax2) __SMEMLINT_HALF_2(T2, __hmin2) \
	__SMEMLINT_HALF_2(T2, __heq2) __SMEMLINT_HALF_2(T2, __hgt2) __SMEMLINT_HALF_2(T2, __hlt2) \
	__SMEMLINT_HD T __hfma(T, T, T); __SMEMLINT_HD T __hfma_relu(T, T, T); \
	__SMEMLINT_HD T2 __hfma2(T2, T2, T2); \
	__SMEMLINT_HD T __hneg(T); __SMEMLINT_HD T __habs(T); \
	__SMEMLINT_HD T2 __hneg2(T2); __SMEMLINT_HD T2 __habs2(T2); \
	__SMEMLINT_HD bool __heq(T, T); __SMEMLINT_HD bool __hne(T, T); __SMEMLINT_HD bool __hlt(T, T); \
	__SMEMLINT_HD bool __hle(T, T); __SMEMLINT_HD bool __hgt(T, T); __SMEMLINT_HD bool __hge(T, T); \
	__SMEMLINT_HD bool __hisnan(T); __SMEMLINT_HD int __hisinf(T); __SMEMLINT_HD bool __hbeq2(T2, T2); \
	__SMEMLINT_HALF_EACH(__SMEMLINT_HALF_1, T) __SMEMLINT_HALF_EACH(__SMEMLINT_HALF_1_PAIR, T2)

/* name is "half" or "bfloat16" in the names of the conversions */
#define __SMEMLINT_HALF_CONVERSIONS(T, T2, name) \
	__SMEMLINT_HD T __float2##name(float); __SMEMLINT_HD T __double2##name(double); \
	__SMEMLINT_HD T __float2##name##_rn(float); __SMEMLINT_HD T __float2##name##_rz(float); \
	__SMEMLINT_HD T __float2##name##_ru(float); __SMEMLINT_HD T __float2##name##_rd(float); \
	__SMEMLINT_HD float __##name##2float(T); \
	__SMEMLINT_HD T __int2##name##_rn(int); __SMEMLINT_HD T __uint2##name##_rn(unsigned int); \
	__SMEMLINT_HD T __short2##name##_rn(short); __SMEMLINT_HD T __ushort2##name##_rn(unsigned short); \
	__SMEMLINT_HD T __ll2##name##_rn(long long); __SMEMLINT_HD T __ull2##name##_rn(unsigned long long); \
	__SMEMLINT_HD int __##name##2int_rn(T); __SMEMLINT_HD int __##name##2int_rz(T); \
	__SMEMLINT_HD int __##name##2int_rd(T); __SMEMLINT_HD int __##name##2int_ru(T); \
	__SMEMLINT_HD unsigned int __##name##2uint_rn(T); __SMEMLINT_HD unsigned int __##name##2uint_rz(T); \
	__SMEMLINT_HD short __##name##2short_rn(T); __SMEMLINT_HD unsigned short __##name##2ushort_rn(T); \
	__SMEMLINT_HD short __##name##_as_short(T); __SMEMLINT_HD unsigned short __##name##_as_ushort(T); \
	__SMEMLINT_HD T __short_as_##name(short); __SMEMLINT_HD T __ushort_as_##name(unsigned short); \
	__SMEMLINT_HD T2 __##name##2##name##2(T); \
	__SMEMLINT_HD T2 __float2##name##2_rn(float); __SMEMLINT_HD T2 __floats2##name##2_rn(float, float); \
	__SMEMLINT_HD T2 __float22##name##2_rn(float2); __SMEMLINT_HD float2 __##name##22float2(T2); \
	__SMEMLINT_HD float __low2float(T2); __SMEMLINT_HD float __high2float(T2); \
	__SMEMLINT_BODY T __low2##name(T2 v) { return v.x; } \
	__SMEMLINT_BODY T __high2##name(T2 v) { return v.y; } \
	__SMEMLINT_BODY T2 __low2##name##2(T2 v) { return T2(v.x, v.x); } \
	__SMEMLINT_BODY T2 __high2##name##2(T2 v) { return T2(v.y, v.y); } \
	__SMEMLINT_BODY T2 __lowhigh2highlow(T2 v) { return T2(v.y, v.x); } \
	__SMEMLINT_BODY T2 __lows2##name##2(T2 a, T2 b) { return T2(a.x, b.x); } \
	__SMEMLINT_BODY T2 __highs2##name##2(T2 a, T2 b) { return T2(a.y, b.y); } \
	__SMEMLINT_BODY T2 __halves2##name##2(T a, T b) { return T2(a, b); }
