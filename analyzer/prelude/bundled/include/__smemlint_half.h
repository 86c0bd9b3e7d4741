/* The operators and functions that both 16-bit floating types have: T is one of them, T2 a pair. */
#pragma once

/* The operators have bodies, so that reading their operands is an access, as with the toolkit's. */
#define __SMEMLINT_HALF_TYPE(__T, T2) \
	struct __T; \
	__SMEMLINT_HD float __smemlint_to_float(__T); \
	struct __align__(2) __T { \
		unsigned short __x; \
		__T() = default; \
		__SMEMLINT_HD __T(float); \
		__SMEMLINT_HD __T(double); \
		__SMEMLINT_HD __T(int); \
		__SMEMLINT_HD __T(unsigned int); \
		__SMEMLINT_HD __T(short); \
		__SMEMLINT_HD __T(unsigned short); \
		__SMEMLINT_HD __T(long long); \
		__SMEMLINT_HD __T(unsigned long long); \
		__SMEMLINT_BODY operator float() const { return __smemlint_to_float(*this); } \
		__SMEMLINT_BODY explicit operator bool() const { return __smemlint_to_float(*this) != 0; } \
	}; \
	struct __align__(4) T2 { \
		__T x, y; \
		T2() = default; \
		__SMEMLINT_BODY T2(const T2 &__v) { *(unsigned int *)this = *(const unsigned int *)&__v; } \
		__SMEMLINT_BODY T2 &operator=(const T2 &__v) { \
			*(unsigned int *)this = *(const unsigned int *)&__v; \
			return *this; \
		} \
		__SMEMLINT_BODY T2(const __T &__a, const __T &__b) : x(__a), y(__b) {} \
	}; \
	__SMEMLINT_HALF_OPERATORS(__T) \
	__SMEMLINT_HALF_OPERATORS(T2) \
	__SMEMLINT_HALF_ATOMIC(__T) \
	__SMEMLINT_HALF_ATOMIC(T2) \
	__SMEMLINT_SHUFFLE(__T) \
	__SMEMLINT_SHUFFLE(T2) \
	__SMEMLINT_HALF_PAIRS(__T, T2)

#define __SMEMLINT_HALF_OPERATOR(__T, op, name) \
	__SMEMLINT_HD __T __smemlint_##name(__T, __T); \
	__SMEMLINT_BODY __T operator op(const __T &__a, const __T &__b) { return __smemlint_##name(__a, __b); } \
	__SMEMLINT_BODY __T &operator op##=(__T &__a, const __T &__b) { __a = __smemlint_##name(__a, __b); return __a; }
#define __SMEMLINT_HALF_STEP(__T, op) \
	__SMEMLINT_BODY __T &operator op(__T &__a) { __a = __smemlint_step(__a); return __a; } \
	__SMEMLINT_BODY __T operator op(__T &__a, int) { __T __old = __a; __a = __smemlint_step(__a); return __old; }
#define __SMEMLINT_HALF_COMPARE(__T, op) \
	__SMEMLINT_BODY bool operator op(const __T &__a, const __T &__b) { return __smemlint_compare(__a, __b); }
#define __SMEMLINT_HALF_2(__T, name) __SMEMLINT_HD __T name(__T, __T);
#define __SMEMLINT_HALF_1(__T, name) __SMEMLINT_HD __T h##name(__T);
#define __SMEMLINT_HALF_1_PAIR(__T, name) __SMEMLINT_HD __T h2##name(__T);
#define __SMEMLINT_HALF_EACH(each, __T) \
	each(__T, sqrt) each(__T, rsqrt) each(__T, rcp) each(__T, log) each(__T, log2) each(__T, log10) each(__T, exp) \
	each(__T, exp2) each(__T, exp10) each(__T, sin) each(__T, cos) each(__T, tanh) each(__T, ceil) each(__T, floor) \
	each(__T, rint) each(__T, trunc)

#define __SMEMLINT_HALF_OPERATORS(__T) \
	__SMEMLINT_HALF_OPERATOR(__T, +, add) __SMEMLINT_HALF_OPERATOR(__T, -, sub) \
	__SMEMLINT_HALF_OPERATOR(__T, *, mul) __SMEMLINT_HALF_OPERATOR(__T, /, div) \
	__SMEMLINT_HD __T __smemlint_step(__T); __SMEMLINT_HD bool __smemlint_compare(__T, __T); \
	__SMEMLINT_BODY __T operator-(const __T &__a) { return __smemlint_step(__a); } \
	__SMEMLINT_BODY __T operator+(const __T &__a) { return __smemlint_step(__a); } \
	__SMEMLINT_HALF_STEP(__T, ++) __SMEMLINT_HALF_STEP(__T, --) \
	__SMEMLINT_HALF_COMPARE(__T, ==) __SMEMLINT_HALF_COMPARE(__T, !=) __SMEMLINT_HALF_COMPARE(__T, <) \
	__SMEMLINT_HALF_COMPARE(__T, <=) __SMEMLINT_HALF_COMPARE(__T, >) __SMEMLINT_HALF_COMPARE(__T, >=)

#define __SMEMLINT_HALF_ATOMIC(__T) \
	__SMEMLINT_D __T atomicAdd(__T *, __T); \
	__SMEMLINT_D __T atomicAdd_block(__T *, __T); \
	__SMEMLINT_D __T atomicAdd_system(__T *, __T);

#define __SMEMLINT_HALF_PAIRS(__T, T2) \
	__SMEMLINT_HALF_2(__T, __hadd) __SMEMLINT_HALF_2(__T, __hsub) __SMEMLINT_HALF_2(__T, __hmul) \
	__SMEMLINT_HALF_2(__T, __hdiv) \
	__SMEMLINT_HALF_2(__T, __hmax) __SMEMLINT_HALF_2(__T, __hmin) __SMEMLINT_HALF_2(__T, __hadd_sat) \
	__SMEMLINT_HALF_2(__T, __hadd_rn) __SMEMLINT_HALF_2(__T, __hsub_rn) __SMEMLINT_HALF_2(__T, __hmul_rn) \
	__SMEMLINT_HALF_2(T2, __hadd2) __SMEMLINT_HALF_2(T2, __hsub2) __SMEMLINT_HALF_2(T2, __hmul2) \
	__SMEMLINT_HALF_2(T2, __h2div) __SMEMLINT_HALF_2(T2, __hmax2) __SMEMLINT_HALF_2(T2, __hmin2) \
	__SMEMLINT_HALF_2(T2, __heq2) __SMEMLINT_HALF_2(T2, __hgt2) __SMEMLINT_HALF_2(T2, __hlt2) \
	__SMEMLINT_HD __T __hfma(__T, __T, __T); __SMEMLINT_HD __T __hfma_relu(__T, __T, __T); \
	__SMEMLINT_HD T2 __hfma2(T2, T2, T2); \
	__SMEMLINT_HD __T __hneg(__T); __SMEMLINT_HD __T __habs(__T); \
	__SMEMLINT_HD T2 __hneg2(T2); __SMEMLINT_HD T2 __habs2(T2); \
	__SMEMLINT_HD bool __heq(__T, __T); __SMEMLINT_HD bool __hne(__T, __T); __SMEMLINT_HD bool __hlt(__T, __T); \
	__SMEMLINT_HD bool __hle(__T, __T); __SMEMLINT_HD bool __hgt(__T, __T); __SMEMLINT_HD bool __hge(__T, __T); \
	__SMEMLINT_HD bool __hisnan(__T); __SMEMLINT_HD int __hisinf(__T); __SMEMLINT_HD bool __hbeq2(T2, T2); \
	__SMEMLINT_HALF_EACH(__SMEMLINT_HALF_1, __T) __SMEMLINT_HALF_EACH(__SMEMLINT_HALF_1_PAIR, T2)

/* name is "half" or "bfloat16" in the names of the conversions */
#define __SMEMLINT_HALF_CONVERSIONS(__T, T2, name) \
	__SMEMLINT_HD __T __float2##name(float); __SMEMLINT_HD __T __double2##name(double); \
	__SMEMLINT_HD __T __float2##name##_rn(float); __SMEMLINT_HD __T __float2##name##_rz(float); \
	__SMEMLINT_HD __T __float2##name##_ru(float); __SMEMLINT_HD __T __float2##name##_rd(float); \
	__SMEMLINT_HD float __##name##2float(__T); \
	__SMEMLINT_HD __T __int2##name##_rn(int); __SMEMLINT_HD __T __uint2##name##_rn(unsigned int); \
	__SMEMLINT_HD __T __short2##name##_rn(short); __SMEMLINT_HD __T __ushort2##name##_rn(unsigned short); \
	__SMEMLINT_HD __T __ll2##name##_rn(long long); __SMEMLINT_HD __T __ull2##name##_rn(unsigned long long); \
	__SMEMLINT_HD int __##name##2int_rn(__T); __SMEMLINT_HD int __##name##2int_rz(__T); \
	__SMEMLINT_HD int __##name##2int_rd(__T); __SMEMLINT_HD int __##name##2int_ru(__T); \
	__SMEMLINT_HD unsigned int __##name##2uint_rn(__T); __SMEMLINT_HD unsigned int __##name##2uint_rz(__T); \
	__SMEMLINT_HD short __##name##2short_rn(__T); __SMEMLINT_HD unsigned short __##name##2ushort_rn(__T); \
	__SMEMLINT_HD short __##name##_as_short(__T); __SMEMLINT_HD unsigned short __##name##_as_ushort(__T); \
	__SMEMLINT_HD __T __short_as_##name(short); __SMEMLINT_HD __T __ushort_as_##name(unsigned short); \
	__SMEMLINT_HD T2 __##name##2##name##2(__T); \
	__SMEMLINT_HD T2 __float2##name##2_rn(float); __SMEMLINT_HD T2 __floats2##name##2_rn(float, float); \
	__SMEMLINT_HD T2 __float22##name##2_rn(float2); __SMEMLINT_HD float2 __##name##22float2(T2); \
	__SMEMLINT_HD float __low2float(T2); __SMEMLINT_HD float __high2float(T2); \
	__SMEMLINT_BODY __T __low2##name(T2 __v) { return __v.x; } \
	__SMEMLINT_BODY __T __high2##name(T2 __v) { return __v.y; } \
	__SMEMLINT_BODY T2 __low2##name##2(T2 __v) { return T2(__v.x, __v.x); } \
	__SMEMLINT_BODY T2 __high2##name##2(T2 __v) { return T2(__v.y, __v.y); } \
	__SMEMLINT_BODY T2 __lowhigh2highlow(T2 __v) { return T2(__v.y, __v.x); } \
	__SMEMLINT_BODY T2 __lows2##name##2(T2 __a, T2 __b) { return T2(__a.x, __b.x); } \
	__SMEMLINT_BODY T2 __highs2##name##2(T2 __a, T2 __b) { return T2(__a.y, __b.y); } \
	__SMEMLINT_BODY T2 __halves2##name##2(__T __a, __T __b) { return T2(__a, __b); }
