/* GLM: vectors.  Their members lie one behind the other, aligned as one: for nvcc, GLM ignores that alignment is asked for. */
#pragma once
#include <cassert>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#define GLM_VERSION_MAJOR 0
#define GLM_VERSION_MINOR 9
#define GLM_VERSION_PATCH 9
#define GLM_VERSION_REVISION 8
#define GLM_VERSION 998
#if __cplusplus >= 201402L
#define GLM_CONSTEXPR constexpr
#else
#define GLM_CONSTEXPR
#endif
#define GLM_INLINE inline
#define GLM_FUNC_DECL __host__ __device__
#define GLM_FUNC_QUALIFIER __host__ __device__ inline
#define __SMEMLINT_GLM_T template <class __T> __host__ __device__ inline
#define __SMEMLINT_GLM_TQ template <class __T, qualifier __Q> __host__ __device__ inline
#define __SMEMLINT_GLM_HD __host__ __device__
/* __F(member, what is given) for each member of a vector */
#define __SMEMLINT_GLM_1(__F, __G) __F(x, __G)
#define __SMEMLINT_GLM_2(__F, __G) __SMEMLINT_GLM_1(__F, __G), __F(y, __G)
#define __SMEMLINT_GLM_3(__F, __G) __SMEMLINT_GLM_2(__F, __G), __F(z, __G)
#define __SMEMLINT_GLM_4(__F, __G) __SMEMLINT_GLM_3(__F, __G), __F(w, __G)
#define __SMEMLINT_GLM_SIZES(__X, ...) __X(1, __VA_ARGS__) __X(2, __VA_ARGS__) __X(3, __VA_ARGS__) __X(4, __VA_ARGS__)
/* an operator between two vectors, a vector and a number, a number and a vector; before one */
#define __SMEMLINT_GLM_AB(__M, __O) __a.__M __O __b.__M
#define __SMEMLINT_GLM_AS(__M, __O) __a.__M __O __b
#define __SMEMLINT_GLM_SB(__M, __O) __a __O __b.__M
#define __SMEMLINT_GLM_OA(__M, __O) __O __a.__M
/* a function of one, two or three vectors, of which the last or the last two may be numbers */
#define __SMEMLINT_GLM_FA(__M, __F) __F(__a.__M)
#define __SMEMLINT_GLM_FAB(__M, __F) __F(__a.__M, __b.__M)
#define __SMEMLINT_GLM_FAS(__M, __F) __F(__a.__M, __b)
#define __SMEMLINT_GLM_FSB(__M, __F) __F(__a, __b.__M)
#define __SMEMLINT_GLM_FABC(__M, __F) __F(__a.__M, __b.__M, __c.__M)
#define __SMEMLINT_GLM_FABS(__M, __F) __F(__a.__M, __b.__M, __c)
#define __SMEMLINT_GLM_FASS(__M, __F) __F(__a.__M, __b, __c)
#define __SMEMLINT_GLM_FSSC(__M, __F) __F(__a, __b, __c.__M)
namespace glm {
#ifdef GLM_FORCE_SIZE_T_LENGTH
typedef size_t length_t;
#else
typedef int length_t;
#endif
enum qualifier { packed_highp, packed_mediump, packed_lowp, highp = 0, mediump, lowp, packed = 0, defaultp = 0 };
typedef qualifier precision;
template <class __T> struct __smemlint_itself { typedef __T type; };
/* an operand that does not tell the type */
template <class __T> using __smemlint_as = typename __smemlint_itself<__T>::type;
template <length_t __L, class __T, qualifier __Q = defaultp> struct vec;
#define __SMEMLINT_GLM_MEMBER(__A, __B, __C) \
	union { \
		__T __A, __B, __C; \
	};
#define __SMEMLINT_GLM_CONVERT(__M, __G) __M(static_cast<__T>(__o.__M))
#define __SMEMLINT_GLM_ALL(__M, __G) __M(__s)
#define __SMEMLINT_GLM_ASSIGN(__M, __G) __M = static_cast<__T>(__o.__M)
#define __SMEMLINT_GLM_WITH(__M, __O) __M = static_cast<__T>(__M __O __o.__M)
#define __SMEMLINT_GLM_WITH_ALL(__M, __O) __M = static_cast<__T>(__M __O static_cast<__T>(__s))
#define __SMEMLINT_GLM_CHANGE(__M, __O) __O __M
#define __SMEMLINT_GLM_COMPOUND(__L, __O) \
	template <class __U> __SMEMLINT_GLM_HD GLM_CONSTEXPR vec &operator __O##=(__U __s) \
	{ \
		__SMEMLINT_GLM_##__L(__SMEMLINT_GLM_WITH_ALL, __O); \
		return *this; \
	} \
	template <class __U, qualifier __P> __SMEMLINT_GLM_HD GLM_CONSTEXPR vec &operator __O##=(const vec<__L, __U, __P> &__o) \
	{ \
		__SMEMLINT_GLM_##__L(__SMEMLINT_GLM_WITH, __O); \
		return *this; \
	}
#define __SMEMLINT_GLM_STEP(__L, __O) \
	__SMEMLINT_GLM_HD GLM_CONSTEXPR vec &operator __O() \
	{ \
		__SMEMLINT_GLM_##__L(__SMEMLINT_GLM_CHANGE, __O); \
		return *this; \
	} \
	__SMEMLINT_GLM_HD GLM_CONSTEXPR vec operator __O(int) \
	{ \
		const vec __old = *this; \
		__SMEMLINT_GLM_##__L(__SMEMLINT_GLM_CHANGE, __O); \
		return __old; \
	}
/* what vectors of all sizes have */
#define __SMEMLINT_GLM_VEC(__L) \
	typedef __T value_type; \
	typedef vec type; \
	typedef vec<__L, bool, __Q> bool_type; \
	typedef glm::length_t length_type; \
	static __SMEMLINT_GLM_HD constexpr length_type length() { return __L; } \
	vec() = default; \
	template <class __U, qualifier __P> __SMEMLINT_GLM_HD GLM_CONSTEXPR vec(const vec<__L, __U, __P> &__o) \
		: __SMEMLINT_GLM_##__L(__SMEMLINT_GLM_CONVERT, ) \
	{ \
	} \
	template <class __U, qualifier __P> __SMEMLINT_GLM_HD GLM_CONSTEXPR vec &operator=(const vec<__L, __U, __P> &__o) \
	{ \
		__SMEMLINT_GLM_##__L(__SMEMLINT_GLM_ASSIGN, ); \
		return *this; \
	} \
	__SMEMLINT_GLM_HD __T &operator[](length_type __i) { return (&x)[__i]; } \
	__SMEMLINT_GLM_HD const __T &operator[](length_type __i) const { return (&x)[__i]; } \
	__SMEMLINT_GLM_COMPOUND(__L, +) __SMEMLINT_GLM_COMPOUND(__L, -) __SMEMLINT_GLM_COMPOUND(__L, *) \
	__SMEMLINT_GLM_COMPOUND(__L, /) __SMEMLINT_GLM_COMPOUND(__L, %) __SMEMLINT_GLM_COMPOUND(__L, &) \
	__SMEMLINT_GLM_COMPOUND(__L, |) __SMEMLINT_GLM_COMPOUND(__L, ^) __SMEMLINT_GLM_COMPOUND(__L, <<) \
	__SMEMLINT_GLM_COMPOUND(__L, >>) __SMEMLINT_GLM_STEP(__L, ++) __SMEMLINT_GLM_STEP(__L, --)
template <class __T, qualifier __Q> struct vec<1, __T, __Q> {
	__SMEMLINT_GLM_MEMBER(x, r, s)
	__SMEMLINT_GLM_VEC(1)
	__SMEMLINT_GLM_HD GLM_CONSTEXPR explicit vec(__T __s) : x(__s) {}
	template <length_t __L, class __U, qualifier __P>
	__SMEMLINT_GLM_HD GLM_CONSTEXPR explicit vec(const vec<__L, __U, __P> &__o) : x(static_cast<__T>(__o.x)) {}
};
template <class __T, qualifier __Q> struct vec<2, __T, __Q> {
	__SMEMLINT_GLM_MEMBER(x, r, s)
	__SMEMLINT_GLM_MEMBER(y, g, t)
	__SMEMLINT_GLM_VEC(2)
	__SMEMLINT_GLM_HD GLM_CONSTEXPR explicit vec(__T __s) : __SMEMLINT_GLM_2(__SMEMLINT_GLM_ALL, ) {}
	template <class __U, qualifier __P> __SMEMLINT_GLM_HD GLM_CONSTEXPR explicit vec(const vec<1, __U, __P> &__o)
		: vec(static_cast<__T>(__o.x))
	{
	}
	template <class __U, qualifier __P> __SMEMLINT_GLM_HD GLM_CONSTEXPR vec(const vec<3, __U, __P> &__o)
		: __SMEMLINT_GLM_2(__SMEMLINT_GLM_CONVERT, )
	{
	}
	template <class __U, qualifier __P> __SMEMLINT_GLM_HD GLM_CONSTEXPR vec(const vec<4, __U, __P> &__o)
		: __SMEMLINT_GLM_2(__SMEMLINT_GLM_CONVERT, )
	{
	}
	template <class __A, class __B> __SMEMLINT_GLM_HD GLM_CONSTEXPR vec(__A __a, __B __b)
		: x(static_cast<__T>(__a)), y(static_cast<__T>(__b))
	{
	}
};
template <class __T, qualifier __Q> struct vec<3, __T, __Q> {
	__SMEMLINT_GLM_MEMBER(x, r, s)
	__SMEMLINT_GLM_MEMBER(y, g, t)
	__SMEMLINT_GLM_MEMBER(z, b, p)
	__SMEMLINT_GLM_VEC(3)
	__SMEMLINT_GLM_HD GLM_CONSTEXPR explicit vec(__T __s) : __SMEMLINT_GLM_3(__SMEMLINT_GLM_ALL, ) {}
	template <class __U, qualifier __P> __SMEMLINT_GLM_HD GLM_CONSTEXPR explicit vec(const vec<1, __U, __P> &__o)
		: vec(static_cast<__T>(__o.x))
	{
	}
	template <class __U, qualifier __P> __SMEMLINT_GLM_HD GLM_CONSTEXPR vec(const vec<4, __U, __P> &__o)
		: __SMEMLINT_GLM_3(__SMEMLINT_GLM_CONVERT, )
	{
	}
	template <class __A, class __B, class __C> __SMEMLINT_GLM_HD GLM_CONSTEXPR vec(__A __a, __B __b, __C __c)
		: x(static_cast<__T>(__a)), y(static_cast<__T>(__b)), z(static_cast<__T>(__c))
	{
	}
	template <class __A, qualifier __P, class __B> __SMEMLINT_GLM_HD GLM_CONSTEXPR vec(const vec<2, __A, __P> &__a, __B __b)
		: vec(__a.x, __a.y, __b)
	{
	}
	template <class __A, class __B, qualifier __P> __SMEMLINT_GLM_HD GLM_CONSTEXPR vec(__A __a, const vec<2, __B, __P> &__b)
		: vec(__a, __b.x, __b.y)
	{
	}
};
template <class __T, qualifier __Q> struct vec<4, __T, __Q> {
	__SMEMLINT_GLM_MEMBER(x, r, s)
	__SMEMLINT_GLM_MEMBER(y, g, t)
	__SMEMLINT_GLM_MEMBER(z, b, p)
	__SMEMLINT_GLM_MEMBER(w, a, q)
	__SMEMLINT_GLM_VEC(4)
	__SMEMLINT_GLM_HD GLM_CONSTEXPR explicit vec(__T __s) : __SMEMLINT_GLM_4(__SMEMLINT_GLM_ALL, ) {}
	template <class __U, qualifier __P> __SMEMLINT_GLM_HD GLM_CONSTEXPR explicit vec(const vec<1, __U, __P> &__o)
		: vec(static_cast<__T>(__o.x))
	{
	}
	template <class __A, class __B, class __C, class __D> __SMEMLINT_GLM_HD GLM_CONSTEXPR vec(__A __a, __B __b, __C __c, __D __d)
		: x(static_cast<__T>(__a)), y(static_cast<__T>(__b)), z(static_cast<__T>(__c)), w(static_cast<__T>(__d))
	{
	}
	template <class __A, qualifier __P, class __B, class __C>
	__SMEMLINT_GLM_HD GLM_CONSTEXPR vec(const vec<2, __A, __P> &__a, __B __b, __C __c) : vec(__a.x, __a.y, __b, __c) {}
	template <class __A, class __B, qualifier __P, class __C>
	__SMEMLINT_GLM_HD GLM_CONSTEXPR vec(__A __a, const vec<2, __B, __P> &__b, __C __c) : vec(__a, __b.x, __b.y, __c) {}
	template <class __A, class __B, class __C, qualifier __P>
	__SMEMLINT_GLM_HD GLM_CONSTEXPR vec(__A __a, __B __b, const vec<2, __C, __P> &__c) : vec(__a, __b, __c.x, __c.y) {}
	template <class __A, qualifier __P, class __B, qualifier __R>
	__SMEMLINT_GLM_HD GLM_CONSTEXPR vec(const vec<2, __A, __P> &__a, const vec<2, __B, __R> &__b) : vec(__a.x, __a.y, __b.x, __b.y) {}
	template <class __A, qualifier __P, class __B> __SMEMLINT_GLM_HD GLM_CONSTEXPR vec(const vec<3, __A, __P> &__a, __B __b)
		: vec(__a.x, __a.y, __a.z, __b)
	{
	}
	template <class __A, class __B, qualifier __P> __SMEMLINT_GLM_HD GLM_CONSTEXPR vec(__A __a, const vec<3, __B, __P> &__b)
		: vec(__a, __b.x, __b.y, __b.z)
	{
	}
};
#define __SMEMLINT_GLM_OPERATOR(__L, __R, __O) \
	__SMEMLINT_GLM_TQ GLM_CONSTEXPR vec<__L, __R, __Q> operator __O(const vec<__L, __T, __Q> &__a, const vec<__L, __T, __Q> &__b) \
	{ \
		return vec<__L, __R, __Q>(__SMEMLINT_GLM_##__L(__SMEMLINT_GLM_AB, __O)); \
	} \
	__SMEMLINT_GLM_TQ GLM_CONSTEXPR vec<__L, __R, __Q> operator __O(const vec<__L, __T, __Q> &__a, __smemlint_as<__T> __b) \
	{ \
		return vec<__L, __R, __Q>(__SMEMLINT_GLM_##__L(__SMEMLINT_GLM_AS, __O)); \
	} \
	__SMEMLINT_GLM_TQ GLM_CONSTEXPR vec<__L, __R, __Q> operator __O(__smemlint_as<__T> __a, const vec<__L, __T, __Q> &__b) \
	{ \
		return vec<__L, __R, __Q>(__SMEMLINT_GLM_##__L(__SMEMLINT_GLM_SB, __O)); \
	}
#define __SMEMLINT_GLM_BEFORE(__L, __O) \
	__SMEMLINT_GLM_TQ GLM_CONSTEXPR vec<__L, __T, __Q> operator __O(const vec<__L, __T, __Q> &__a) \
	{ \
		return vec<__L, __T, __Q>(__SMEMLINT_GLM_##__L(__SMEMLINT_GLM_OA, __O)); \
	}
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_OPERATOR, __T, +)
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_OPERATOR, __T, -)
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_OPERATOR, __T, *)
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_OPERATOR, __T, /)
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_OPERATOR, __T, %)
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_OPERATOR, __T, &)
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_OPERATOR, __T, |)
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_OPERATOR, __T, ^)
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_OPERATOR, __T, <<)
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_OPERATOR, __T, >>)
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_BEFORE, +)
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_BEFORE, -)
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_BEFORE, ~)
/* numbers: what vectors do with each member */
#define __SMEMLINT_GLM_SCALAR(__F, ...) __SMEMLINT_GLM_T __T __F(__T __a) { return __VA_ARGS__; }
#define __SMEMLINT_GLM_EACH(__L, __R, __F) \
	__SMEMLINT_GLM_TQ vec<__L, __R, __Q> __F(const vec<__L, __T, __Q> &__a) \
	{ \
		return vec<__L, __R, __Q>(__SMEMLINT_GLM_##__L(__SMEMLINT_GLM_FA, __F)); \
	}
#define __SMEMLINT_GLM_FUNCTION(__F, ...) \
	__SMEMLINT_GLM_SCALAR(__F, __VA_ARGS__) \
	__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_EACH, __T, __F)
__SMEMLINT_GLM_FUNCTION(radians, __a * __T(0.01745329251994329577))
__SMEMLINT_GLM_FUNCTION(degrees, __a * __T(57.29577951308232088))
__SMEMLINT_GLM_FUNCTION(sin, ::sin(__a))
__SMEMLINT_GLM_FUNCTION(cos, ::cos(__a))
__SMEMLINT_GLM_FUNCTION(tan, ::tan(__a))
__SMEMLINT_GLM_FUNCTION(asin, ::asin(__a))
__SMEMLINT_GLM_FUNCTION(acos, ::acos(__a))
__SMEMLINT_GLM_FUNCTION(atan, ::atan(__a))
__SMEMLINT_GLM_FUNCTION(sinh, ::sinh(__a))
__SMEMLINT_GLM_FUNCTION(cosh, ::cosh(__a))
__SMEMLINT_GLM_FUNCTION(tanh, ::tanh(__a))
__SMEMLINT_GLM_FUNCTION(asinh, ::asinh(__a))
__SMEMLINT_GLM_FUNCTION(acosh, ::acosh(__a))
__SMEMLINT_GLM_FUNCTION(atanh, ::atanh(__a))
__SMEMLINT_GLM_FUNCTION(exp, ::exp(__a))
__SMEMLINT_GLM_FUNCTION(log, ::log(__a))
__SMEMLINT_GLM_FUNCTION(exp2, ::exp2(__a))
__SMEMLINT_GLM_FUNCTION(log2, ::log2(__a))
__SMEMLINT_GLM_FUNCTION(sqrt, ::sqrt(__a))
__SMEMLINT_GLM_FUNCTION(inversesqrt, __T(1) / ::sqrt(__a))
__SMEMLINT_GLM_FUNCTION(abs, __a < __T(0) ? -__a : __a)
__SMEMLINT_GLM_FUNCTION(sign, __T((__T(0) < __a) - (__a < __T(0))))
__SMEMLINT_GLM_FUNCTION(floor, ::floor(__a))
__SMEMLINT_GLM_FUNCTION(ceil, ::ceil(__a))
__SMEMLINT_GLM_FUNCTION(trunc, ::trunc(__a))
__SMEMLINT_GLM_FUNCTION(round, ::round(__a))
__SMEMLINT_GLM_FUNCTION(roundEven, ::rint(__a))
__SMEMLINT_GLM_FUNCTION(fract, __a - ::floor(__a))
__SMEMLINT_GLM_T bool isnan(__T __a) { return __a != __a; }
__SMEMLINT_GLM_T bool isinf(__T __a) { return __a - __a != __a - __a && __a == __a; }
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_EACH, bool, isnan)
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_EACH, bool, isinf)
/* functions of two: of two vectors, or of a vector and a number */
#define __SMEMLINT_GLM_PAIR(__L, __R, __F) \
	__SMEMLINT_GLM_TQ vec<__L, __R, __Q> __F(const vec<__L, __T, __Q> &__a, const vec<__L, __T, __Q> &__b) \
	{ \
		return vec<__L, __R, __Q>(__SMEMLINT_GLM_##__L(__SMEMLINT_GLM_FAB, __F)); \
	}
#define __SMEMLINT_GLM_PAIR_SCALAR(__L, __R, __F) \
	__SMEMLINT_GLM_TQ vec<__L, __R, __Q> __F(const vec<__L, __T, __Q> &__a, __smemlint_as<__T> __b) \
	{ \
		return vec<__L, __R, __Q>(__SMEMLINT_GLM_##__L(__SMEMLINT_GLM_FAS, __F)); \
	}
#define __SMEMLINT_GLM_SCALAR_PAIR(__L, __R, __F) \
	__SMEMLINT_GLM_TQ vec<__L, __R, __Q> __F(__smemlint_as<__T> __a, const vec<__L, __T, __Q> &__b) \
	{ \
		return vec<__L, __R, __Q>(__SMEMLINT_GLM_##__L(__SMEMLINT_GLM_FSB, __F)); \
	}
#define __SMEMLINT_GLM_FUNCTION2(__F, ...) \
	__SMEMLINT_GLM_T __T __F(__T __a, __T __b) { return __VA_ARGS__; } \
	__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_PAIR, __T, __F)
__SMEMLINT_GLM_FUNCTION2(min, __b < __a ? __b : __a)
__SMEMLINT_GLM_FUNCTION2(max, __a < __b ? __b : __a)
__SMEMLINT_GLM_FUNCTION2(mod, __a - __b * ::floor(__a / __b))
__SMEMLINT_GLM_FUNCTION2(pow, ::pow(__a, __b))
__SMEMLINT_GLM_FUNCTION2(atan, ::atan2(__a, __b))
__SMEMLINT_GLM_FUNCTION2(step, __b < __a ? __T(0) : __T(1))
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_PAIR_SCALAR, __T, min)
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_PAIR_SCALAR, __T, max)
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_PAIR_SCALAR, __T, mod)
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_SCALAR_PAIR, __T, step)
__SMEMLINT_GLM_T __T min(__T __a, __T __b, __T __c) { return min(min(__a, __b), __c); }
__SMEMLINT_GLM_T __T min(__T __a, __T __b, __T __c, __T __d) { return min(min(__a, __b), min(__c, __d)); }
__SMEMLINT_GLM_T __T max(__T __a, __T __b, __T __c) { return max(max(__a, __b), __c); }
__SMEMLINT_GLM_T __T max(__T __a, __T __b, __T __c, __T __d) { return max(max(__a, __b), max(__c, __d)); }
#define __SMEMLINT_GLM_LIKE_STD(__F, __AS) \
	__SMEMLINT_GLM_T __T __F(__T __a, __T __b) { return __AS(__a, __b); } \
	__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_PAIR, __T, __F) \
	__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_PAIR_SCALAR, __T, __F)
__SMEMLINT_GLM_LIKE_STD(fmin, min)
__SMEMLINT_GLM_LIKE_STD(fmax, max)
/* functions of three */
#define __SMEMLINT_GLM_TRIPLE(__L, __R, __F) \
	__SMEMLINT_GLM_TQ vec<__L, __T, __Q> __F(const vec<__L, __T, __Q> &__a, const vec<__L, __T, __Q> &__b, \
				const vec<__L, __T, __Q> &__c) \
	{ \
		return vec<__L, __T, __Q>(__SMEMLINT_GLM_##__L(__SMEMLINT_GLM_FABC, __F)); \
	}
__SMEMLINT_GLM_T __T clamp(__T __a, __T __b, __T __c) { return min(max(__a, __b), __c); }
__SMEMLINT_GLM_T __T fma(__T __a, __T __b, __T __c) { return __a * __b + __c; }
__SMEMLINT_GLM_T __T smoothstep(__T __a, __T __b, __T __c)
{
	const __T __t = clamp((__c - __a) / (__b - __a), __T(0), __T(1));
	return __t * __t * (__T(3) - __T(2) * __t);
}
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_TRIPLE, __T, clamp)
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_TRIPLE, __T, fma)
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_TRIPLE, __T, smoothstep)
template <class __T, class __U> __SMEMLINT_GLM_HD inline __T __smemlint_mix(__T __a, __T __b, __U __c)
{
	return static_cast<__T>(static_cast<__U>(__a) * (static_cast<__U>(1) - __c) + static_cast<__U>(__b) * __c);
}
__SMEMLINT_GLM_T __T __smemlint_mix(__T __a, __T __b, bool __c) { return __c ? __b : __a; }
template <class __T, class __U> __SMEMLINT_GLM_HD inline __T mix(__T __a, __T __b, __U __c) { return __smemlint_mix(__a, __b, __c); }
#define __SMEMLINT_GLM_OTHERS(__L, __G) \
	__SMEMLINT_GLM_TQ vec<__L, __T, __Q> clamp(const vec<__L, __T, __Q> &__a, __smemlint_as<__T> __b, __smemlint_as<__T> __c) \
	{ \
		return vec<__L, __T, __Q>(__SMEMLINT_GLM_##__L(__SMEMLINT_GLM_FASS, clamp)); \
	} \
	__SMEMLINT_GLM_TQ vec<__L, __T, __Q> smoothstep(__smemlint_as<__T> __a, __smemlint_as<__T> __b, const vec<__L, __T, __Q> &__c) \
	{ \
		return vec<__L, __T, __Q>(__SMEMLINT_GLM_##__L(__SMEMLINT_GLM_FSSC, smoothstep)); \
	} \
	template <class __T, class __U, qualifier __Q> __SMEMLINT_GLM_HD inline vec<__L, __T, __Q> \
	mix(const vec<__L, __T, __Q> &__a, const vec<__L, __T, __Q> &__b, const vec<__L, __U, __Q> &__c) \
	{ \
		return vec<__L, __T, __Q>(__SMEMLINT_GLM_##__L(__SMEMLINT_GLM_FABC, mix)); \
	} \
	template <class __T, class __U, qualifier __Q> __SMEMLINT_GLM_HD inline vec<__L, __T, __Q> \
	mix(const vec<__L, __T, __Q> &__a, const vec<__L, __T, __Q> &__b, __U __c) \
	{ \
		return vec<__L, __T, __Q>(__SMEMLINT_GLM_##__L(__SMEMLINT_GLM_FABS, mix)); \
	}
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_OTHERS, )
/* members joined by an operator */
#define __SMEMLINT_GLM_JOIN_1(__X, __O, __J) (__X(x, __O))
#define __SMEMLINT_GLM_JOIN_2(__X, __O, __J) (__X(x, __O)) __J (__X(y, __O))
#define __SMEMLINT_GLM_JOIN_3(__X, __O, __J) (__X(x, __O)) __J (__X(y, __O)) __J (__X(z, __O))
#define __SMEMLINT_GLM_JOIN_4(__X, __O, __J) (__X(x, __O)) __J (__X(y, __O)) __J (__X(z, __O)) __J (__X(w, __O))
#define __SMEMLINT_GLM_A(__M, __O) __a.__M
#define __SMEMLINT_GLM_JOINED(__L, __G) \
	__SMEMLINT_GLM_TQ GLM_CONSTEXPR bool operator==(const vec<__L, __T, __Q> &__a, const vec<__L, __T, __Q> &__b) \
	{ \
		return __SMEMLINT_GLM_JOIN_##__L(__SMEMLINT_GLM_AB, ==, &&); \
	} \
	__SMEMLINT_GLM_TQ GLM_CONSTEXPR bool operator!=(const vec<__L, __T, __Q> &__a, const vec<__L, __T, __Q> &__b) \
	{ \
		return __SMEMLINT_GLM_JOIN_##__L(__SMEMLINT_GLM_AB, !=, ||); \
	} \
	__SMEMLINT_GLM_TQ __T dot(const vec<__L, __T, __Q> &__a, const vec<__L, __T, __Q> &__b) \
	{ \
		return __SMEMLINT_GLM_JOIN_##__L(__SMEMLINT_GLM_AB, *, +); \
	} \
	__SMEMLINT_GLM_TQ __T compAdd(const vec<__L, __T, __Q> &__a) { return __SMEMLINT_GLM_JOIN_##__L(__SMEMLINT_GLM_A, , +); } \
	__SMEMLINT_GLM_TQ __T compMul(const vec<__L, __T, __Q> &__a) { return __SMEMLINT_GLM_JOIN_##__L(__SMEMLINT_GLM_A, , *); } \
	template <qualifier __Q> __SMEMLINT_GLM_HD inline bool any(const vec<__L, bool, __Q> &__a) \
	{ \
		return __SMEMLINT_GLM_JOIN_##__L(__SMEMLINT_GLM_A, , ||); \
	} \
	template <qualifier __Q> __SMEMLINT_GLM_HD inline bool all(const vec<__L, bool, __Q> &__a) \
	{ \
		return __SMEMLINT_GLM_JOIN_##__L(__SMEMLINT_GLM_A, , &&); \
	} \
	template <qualifier __Q> __SMEMLINT_GLM_HD inline vec<__L, bool, __Q> not_(const vec<__L, bool, __Q> &__a) \
	{ \
		return vec<__L, bool, __Q>(__SMEMLINT_GLM_##__L(__SMEMLINT_GLM_OA, !)); \
	}
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_JOINED, )
#define __SMEMLINT_GLM_RELATION(__L, __F, __O) \
	__SMEMLINT_GLM_TQ GLM_CONSTEXPR vec<__L, bool, __Q> __F(const vec<__L, __T, __Q> &__a, const vec<__L, __T, __Q> &__b) \
	{ \
		return vec<__L, bool, __Q>(__SMEMLINT_GLM_##__L(__SMEMLINT_GLM_AB, __O)); \
	}
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_RELATION, lessThan, <)
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_RELATION, lessThanEqual, <=)
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_RELATION, greaterThan, >)
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_RELATION, greaterThanEqual, >=)
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_RELATION, equal, ==)
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_RELATION, notEqual, !=)
#define __SMEMLINT_GLM_LOGIC(__L, __O) \
	template <qualifier __Q> __SMEMLINT_GLM_HD inline vec<__L, bool, __Q> \
	operator __O(const vec<__L, bool, __Q> &__a, const vec<__L, bool, __Q> &__b) \
	{ \
		return vec<__L, bool, __Q>(__SMEMLINT_GLM_##__L(__SMEMLINT_GLM_AB, __O)); \
	}
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_LOGIC, &&)
__SMEMLINT_GLM_SIZES(__SMEMLINT_GLM_LOGIC, ||)
template <length_t __L, class __T, qualifier __Q> __SMEMLINT_GLM_HD inline __T compMin(const vec<__L, __T, __Q> &__a)
{
	__T __r = __a.x;
	for (length_t __i = 1; __i < __L; __i++)
		__r = min(__r, __a[__i]);
	return __r;
}
template <length_t __L, class __T, qualifier __Q> __SMEMLINT_GLM_HD inline __T compMax(const vec<__L, __T, __Q> &__a)
{
	__T __r = __a.x;
	for (length_t __i = 1; __i < __L; __i++)
		__r = max(__r, __a[__i]);
	return __r;
}
/* geometry */
#define __SMEMLINT_GLM_LTQ template <length_t __L, class __T, qualifier __Q> __SMEMLINT_GLM_HD inline
#define __SMEMLINT_GLM_V const vec<__L, __T, __Q>
__SMEMLINT_GLM_TQ vec<3, __T, __Q> cross(const vec<3, __T, __Q> &__a, const vec<3, __T, __Q> &__b)
{
	return vec<3, __T, __Q>(__a.y * __b.z - __b.y * __a.z, __a.z * __b.x - __b.z * __a.x, __a.x * __b.y - __b.x * __a.y);
}
__SMEMLINT_GLM_TQ __T cross(const vec<2, __T, __Q> &__a, const vec<2, __T, __Q> &__b) { return __a.x * __b.y - __b.x * __a.y; }
__SMEMLINT_GLM_T __T length(__T __a) { return abs(__a); }
__SMEMLINT_GLM_T __T distance(__T __a, __T __b) { return abs(__b - __a); }
__SMEMLINT_GLM_LTQ __T length(__SMEMLINT_GLM_V &__a) { return sqrt(dot(__a, __a)); }
__SMEMLINT_GLM_LTQ __T length2(__SMEMLINT_GLM_V &__a) { return dot(__a, __a); }
__SMEMLINT_GLM_LTQ __T l1Norm(__SMEMLINT_GLM_V &__a) { return compAdd(abs(__a)); }
__SMEMLINT_GLM_LTQ __T l2Norm(__SMEMLINT_GLM_V &__a) { return length(__a); }
__SMEMLINT_GLM_LTQ __T distance(__SMEMLINT_GLM_V &__a, __SMEMLINT_GLM_V &__b) { return length(__b - __a); }
__SMEMLINT_GLM_LTQ __T distance2(__SMEMLINT_GLM_V &__a, __SMEMLINT_GLM_V &__b) { return length2(__b - __a); }
__SMEMLINT_GLM_LTQ vec<__L, __T, __Q> normalize(__SMEMLINT_GLM_V &__a) { return __a * inversesqrt(dot(__a, __a)); }
__SMEMLINT_GLM_LTQ vec<__L, __T, __Q> reflect(__SMEMLINT_GLM_V &__a, __SMEMLINT_GLM_V &__b) { return __a - __b * dot(__b, __a) * __T(2); }
__SMEMLINT_GLM_LTQ vec<__L, __T, __Q> refract(__SMEMLINT_GLM_V &__a, __SMEMLINT_GLM_V &__b, __smemlint_as<__T> __e)
{
	const __T __d = dot(__b, __a), __k = __T(1) - __e * __e * (__T(1) - __d * __d);
	return __k < __T(0) ? vec<__L, __T, __Q>(__T(0)) : __a * __e - __b * (__e * __d + sqrt(__k));
}
__SMEMLINT_GLM_LTQ vec<__L, __T, __Q> faceforward(__SMEMLINT_GLM_V &__a, __SMEMLINT_GLM_V &__b, __SMEMLINT_GLM_V &__c)
{
	return dot(__c, __b) < __T(0) ? __a : -__a;
}
__SMEMLINT_GLM_LTQ vec<__L, __T, __Q> proj(__SMEMLINT_GLM_V &__a, __SMEMLINT_GLM_V &__b) { return __b * (dot(__a, __b) / dot(__b, __b)); }
__SMEMLINT_GLM_LTQ __T angle(__SMEMLINT_GLM_V &__a, __SMEMLINT_GLM_V &__b) { return acos(clamp(dot(__a, __b), __T(-1), __T(1))); }
__SMEMLINT_GLM_LTQ vec<__L, bool, __Q> epsilonEqual(__SMEMLINT_GLM_V &__a, __SMEMLINT_GLM_V &__b, __smemlint_as<__T> __e)
{
	return lessThan(abs(__a - __b), vec<__L, __T, __Q>(__e));
}
__SMEMLINT_GLM_LTQ vec<__L, bool, __Q> epsilonNotEqual(__SMEMLINT_GLM_V &__a, __SMEMLINT_GLM_V &__b, __smemlint_as<__T> __e)
{
	return not_(epsilonEqual(__a, __b, __e));
}
__SMEMLINT_GLM_HD inline int floatBitsToInt(float __a) { return *(int *)&__a; }
__SMEMLINT_GLM_HD inline unsigned floatBitsToUint(float __a) { return *(unsigned *)&__a; }
__SMEMLINT_GLM_HD inline float intBitsToFloat(int __a) { return *(float *)&__a; }
__SMEMLINT_GLM_HD inline float uintBitsToFloat(unsigned __a) { return *(float *)&__a; }
/* names of types */
typedef int8_t int8, i8;
typedef int16_t int16, i16;
typedef int32_t int32, i32;
typedef int64_t int64, i64;
typedef uint8_t uint8, u8;
typedef uint16_t uint16, u16;
typedef uint32_t uint32, u32;
typedef uint64_t uint64, u64;
typedef unsigned uint;
typedef float float32, f32;
typedef double float64, f64;
#define __SMEMLINT_GLM_NAMES(__T, __N) \
	typedef vec<1, __T, defaultp> __N##1; \
	typedef vec<2, __T, defaultp> __N##2; \
	typedef vec<3, __T, defaultp> __N##3; \
	typedef vec<4, __T, defaultp> __N##4; \
	typedef vec<1, __T, highp> highp_##__N##1; \
	typedef vec<2, __T, highp> highp_##__N##2; \
	typedef vec<3, __T, highp> highp_##__N##3; \
	typedef vec<4, __T, highp> highp_##__N##4; \
	typedef vec<1, __T, mediump> mediump_##__N##1; \
	typedef vec<2, __T, mediump> mediump_##__N##2; \
	typedef vec<3, __T, mediump> mediump_##__N##3; \
	typedef vec<4, __T, mediump> mediump_##__N##4; \
	typedef vec<1, __T, lowp> lowp_##__N##1; \
	typedef vec<2, __T, lowp> lowp_##__N##2; \
	typedef vec<3, __T, lowp> lowp_##__N##3; \
	typedef vec<4, __T, lowp> lowp_##__N##4;
__SMEMLINT_GLM_NAMES(float, vec)
__SMEMLINT_GLM_NAMES(float, fvec)
__SMEMLINT_GLM_NAMES(double, dvec)
__SMEMLINT_GLM_NAMES(int, ivec)
__SMEMLINT_GLM_NAMES(unsigned, uvec)
__SMEMLINT_GLM_NAMES(bool, bvec)
__SMEMLINT_GLM_NAMES(float, f32vec)
__SMEMLINT_GLM_NAMES(double, f64vec)
__SMEMLINT_GLM_NAMES(int8_t, i8vec)
__SMEMLINT_GLM_NAMES(int16_t, i16vec)
__SMEMLINT_GLM_NAMES(int32_t, i32vec)
__SMEMLINT_GLM_NAMES(int64_t, i64vec)
__SMEMLINT_GLM_NAMES(uint8_t, u8vec)
__SMEMLINT_GLM_NAMES(uint16_t, u16vec)
__SMEMLINT_GLM_NAMES(uint32_t, u32vec)
__SMEMLINT_GLM_NAMES(uint64_t, u64vec)
template <class __T, qualifier __Q = defaultp> using tvec1 = vec<1, __T, __Q>;
template <class __T, qualifier __Q = defaultp> using tvec2 = vec<2, __T, __Q>;
template <class __T, qualifier __Q = defaultp> using tvec3 = vec<3, __T, __Q>;
template <class __T, qualifier __Q = defaultp> using tvec4 = vec<4, __T, __Q>;
/* constants */
#define __SMEMLINT_GLM_CONSTANT(__F, ...) \
	template <class __T = float> __SMEMLINT_GLM_HD inline constexpr __T __F() { return __T(__VA_ARGS__); }
__SMEMLINT_GLM_CONSTANT(epsilon, std::numeric_limits<__T>::epsilon())
__SMEMLINT_GLM_CONSTANT(zero, 0)
__SMEMLINT_GLM_CONSTANT(one, 1)
__SMEMLINT_GLM_CONSTANT(pi, 3.14159265358979323846)
__SMEMLINT_GLM_CONSTANT(two_pi, 6.28318530717958647693)
__SMEMLINT_GLM_CONSTANT(tau, 6.28318530717958647693)
__SMEMLINT_GLM_CONSTANT(root_pi, 1.77245385090551602730)
__SMEMLINT_GLM_CONSTANT(half_pi, 1.57079632679489661923)
__SMEMLINT_GLM_CONSTANT(quarter_pi, 0.78539816339744830962)
__SMEMLINT_GLM_CONSTANT(one_over_pi, 0.31830988618379067154)
__SMEMLINT_GLM_CONSTANT(one_over_two_pi, 0.15915494309189533577)
__SMEMLINT_GLM_CONSTANT(two_over_pi, 0.63661977236758134308)
__SMEMLINT_GLM_CONSTANT(root_two, 1.41421356237309504880)
__SMEMLINT_GLM_CONSTANT(one_over_root_two, 0.70710678118654752440)
__SMEMLINT_GLM_CONSTANT(root_three, 1.73205080756887729353)
__SMEMLINT_GLM_CONSTANT(e, 2.71828182845904523536)
__SMEMLINT_GLM_CONSTANT(ln_two, 0.69314718055994530942)
__SMEMLINT_GLM_CONSTANT(golden_ratio, 1.61803398874989484820)
__SMEMLINT_GLM_CONSTANT(third, 1. / 3)
}
