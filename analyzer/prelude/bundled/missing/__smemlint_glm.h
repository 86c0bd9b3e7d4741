/* GLM, the mathematics of OpenGL: matrices by columns, quaternions, pointers to elements. */
#pragma once
#include <__smemlint_glm_vec.h>
/* __F(column) for each column of a matrix */
#define __SMEMLINT_GLM_COLUMNS_2(__F) __F(0), __F(1)
#define __SMEMLINT_GLM_COLUMNS_3(__F) __SMEMLINT_GLM_COLUMNS_2(__F), __F(2)
#define __SMEMLINT_GLM_COLUMNS_4(__F) __SMEMLINT_GLM_COLUMNS_3(__F), __F(3)
#define __SMEMLINT_GLM_EACH_COLUMN(__X, ...) __X(2, __VA_ARGS__) __X(3, __VA_ARGS__) __X(4, __VA_ARGS__)
#define __SMEMLINT_GLM_MATRICES(__X) __X(2, 2) __X(2, 3) __X(2, 4) __X(3, 2) __X(3, 3) __X(3, 4) __X(4, 2) __X(4, 3) __X(4, 4)
/* a column: its parameters, its value of them, its part of a diagonal matrix, of another matrix */
#define __SMEMLINT_GLM_GIVEN_2(__I) __T __x##__I, __T __y##__I
#define __SMEMLINT_GLM_GIVEN_3(__I) __SMEMLINT_GLM_GIVEN_2(__I), __T __z##__I
#define __SMEMLINT_GLM_GIVEN_4(__I) __SMEMLINT_GLM_GIVEN_3(__I), __T __w##__I
#define __SMEMLINT_GLM_COLUMN_2(__I) col_type(__x##__I, __y##__I)
#define __SMEMLINT_GLM_COLUMN_3(__I) col_type(__x##__I, __y##__I, __z##__I)
#define __SMEMLINT_GLM_COLUMN_4(__I) col_type(__x##__I, __y##__I, __z##__I, __w##__I)
#define __SMEMLINT_GLM_UNIT(__I, __J) __I == __J ? __s : __T(0)
#define __SMEMLINT_GLM_UNIT_2(__I) col_type(__SMEMLINT_GLM_UNIT(__I, 0), __SMEMLINT_GLM_UNIT(__I, 1))
#define __SMEMLINT_GLM_UNIT_3(__I) \
	col_type(__SMEMLINT_GLM_UNIT(__I, 0), __SMEMLINT_GLM_UNIT(__I, 1), __SMEMLINT_GLM_UNIT(__I, 2))
#define __SMEMLINT_GLM_UNIT_4(__I) \
	col_type(__SMEMLINT_GLM_UNIT(__I, 0), __SMEMLINT_GLM_UNIT(__I, 1), __SMEMLINT_GLM_UNIT(__I, 2), __SMEMLINT_GLM_UNIT(__I, 3))
#define __SMEMLINT_GLM_PART_2(__I) col_type(__o.__part(__I, 0), __o.__part(__I, 1))
#define __SMEMLINT_GLM_PART_3(__I) col_type(__o.__part(__I, 0), __o.__part(__I, 1), __o.__part(__I, 2))
#define __SMEMLINT_GLM_PART_4(__I) col_type(__o.__part(__I, 0), __o.__part(__I, 1), __o.__part(__I, 2), __o.__part(__I, 3))
#define __SMEMLINT_GLM_VECTOR(__I) const vec<__S, __U, __P> &__v##__I
#define __SMEMLINT_GLM_OF_VECTOR(__I) col_type(__v##__I)
namespace glm {
template <length_t __C, length_t __R, class __T, qualifier __Q = defaultp> struct mat;
template <length_t, length_t> struct __smemlint_if_same {};
template <length_t __L> struct __smemlint_if_same<__L, __L> {
	typedef int type;
};
#define __SMEMLINT_GLM_MAT(__C, __R) \
	template <class __T, qualifier __Q> struct mat<__C, __R, __T, __Q> { \
		typedef vec<__R, __T, __Q> col_type; \
		typedef vec<__C, __T, __Q> row_type; \
		typedef mat type; \
		typedef mat<__R, __C, __T, __Q> transpose_type; \
		typedef __T value_type; \
		typedef glm::length_t length_type; \
		col_type value[__C]; \
		static __SMEMLINT_GLM_HD constexpr length_type length() { return __C; } \
		mat() = default; \
		__SMEMLINT_GLM_HD GLM_CONSTEXPR explicit mat(__T __s) \
			: value{ __SMEMLINT_GLM_COLUMNS_##__C(__SMEMLINT_GLM_UNIT_##__R) } \
		{ \
		} \
		__SMEMLINT_GLM_HD GLM_CONSTEXPR mat(__SMEMLINT_GLM_COLUMNS_##__C(__SMEMLINT_GLM_GIVEN_##__R)) \
			: value{ __SMEMLINT_GLM_COLUMNS_##__C(__SMEMLINT_GLM_COLUMN_##__R) } \
		{ \
		} \
		template <length_t __S, class __U, qualifier __P, class = typename __smemlint_if_same<__S, __R>::type> \
		__SMEMLINT_GLM_HD GLM_CONSTEXPR mat(__SMEMLINT_GLM_COLUMNS_##__C(__SMEMLINT_GLM_VECTOR)) \
			: value{ __SMEMLINT_GLM_COLUMNS_##__C(__SMEMLINT_GLM_OF_VECTOR) } \
		{ \
		} \
		template <length_t __D, length_t __S, class __U, qualifier __P> \
		__SMEMLINT_GLM_HD GLM_CONSTEXPR mat(const mat<__D, __S, __U, __P> &__o) \
			: value{ __SMEMLINT_GLM_COLUMNS_##__C(__SMEMLINT_GLM_PART_##__R) } \
		{ \
		} \
		/* of a smaller matrix a larger one has the unit matrix around it */ \
		__SMEMLINT_GLM_HD GLM_CONSTEXPR __T __part(length_type __i, length_type __j) const \
		{ \
			return __i < __C && __j < __R ? value[__i < __C ? __i : 0][__j < __R ? __j : 0] : __T(__i == __j); \
		} \
		__SMEMLINT_GLM_HD col_type &operator[](length_type __i) { return value[__i]; } \
		__SMEMLINT_GLM_HD GLM_CONSTEXPR const col_type &operator[](length_type __i) const { return value[__i]; } \
		template <class __U> __SMEMLINT_GLM_HD mat &operator+=(const mat<__C, __R, __U, __Q> &__o) \
		{ \
			return *this = *this + mat(__o); \
		} \
		template <class __U> __SMEMLINT_GLM_HD mat &operator-=(const mat<__C, __R, __U, __Q> &__o) \
		{ \
			return *this = *this - mat(__o); \
		} \
		template <class __U> __SMEMLINT_GLM_HD mat &operator*=(const mat<__C, __C, __U, __Q> &__o) \
		{ \
			return *this = *this * mat<__C, __C, __T, __Q>(__o); \
		} \
		template <class __U> __SMEMLINT_GLM_HD mat &operator+=(__U __s) { return *this = *this + __T(__s); } \
		template <class __U> __SMEMLINT_GLM_HD mat &operator-=(__U __s) { return *this = *this - __T(__s); } \
		template <class __U> __SMEMLINT_GLM_HD mat &operator*=(__U __s) { return *this = *this * __T(__s); } \
		template <class __U> __SMEMLINT_GLM_HD mat &operator/=(__U __s) { return *this = *this / __T(__s); } \
	};
__SMEMLINT_GLM_MATRICES(__SMEMLINT_GLM_MAT)
#define __SMEMLINT_GLM_RTQ template <length_t __R, class __T, qualifier __Q> __SMEMLINT_GLM_HD inline
#define __SMEMLINT_GLM_CRTQ template <length_t __C, length_t __R, class __T, qualifier __Q> __SMEMLINT_GLM_HD inline
#define __SMEMLINT_GLM_M(__C, __R) mat<__C, __R, __T, __Q>
#define __SMEMLINT_GLM_SUM(__I) __a[__I] + __b[__I]
#define __SMEMLINT_GLM_DIFFERENCE(__I) __a[__I] - __b[__I]
#define __SMEMLINT_GLM_PRODUCT(__I) __a[__I] * __b[__I]
#define __SMEMLINT_GLM_OF_PRODUCT(__I) __a * __b[__I]
#define __SMEMLINT_GLM_PLUS(__I) __a[__I] + __s
#define __SMEMLINT_GLM_MINUS(__I) __a[__I] - __s
#define __SMEMLINT_GLM_TIMES(__I) __a[__I] * __s
#define __SMEMLINT_GLM_OVER(__I) __a[__I] / __s
#define __SMEMLINT_GLM_UNDER(__I) __s / __a[__I]
#define __SMEMLINT_GLM_NEGATIVE(__I) -__a[__I]
#define __SMEMLINT_GLM_ROW(__I) row(__a, __I)
#define __SMEMLINT_GLM_DOT(__I) dot(__a, __b[__I])
#define __SMEMLINT_GLM_ELEMENT(__I) __a[__I][__i]
#define __SMEMLINT_GLM_OUTER(__I) __a * __b[__I]
#define __SMEMLINT_GLM_EQUAL_2 __a[0] == __b[0] && __a[1] == __b[1]
#define __SMEMLINT_GLM_EQUAL_3 __SMEMLINT_GLM_EQUAL_2 && __a[2] == __b[2]
#define __SMEMLINT_GLM_EQUAL_4 __SMEMLINT_GLM_EQUAL_3 && __a[3] == __b[3]
#define __SMEMLINT_GLM_WEIGHTED_2 __a[0] * __b.x + __a[1] * __b.y
#define __SMEMLINT_GLM_WEIGHTED_3 __SMEMLINT_GLM_WEIGHTED_2 + __a[2] * __b.z
#define __SMEMLINT_GLM_WEIGHTED_4 __SMEMLINT_GLM_WEIGHTED_3 + __a[3] * __b.w
#define __SMEMLINT_GLM_BETWEEN(__C, __F, __G) \
	__SMEMLINT_GLM_RTQ __SMEMLINT_GLM_M(__C, __R) __F(const __SMEMLINT_GLM_M(__C, __R) &__a, const __SMEMLINT_GLM_M(__C, __R) &__b) \
	{ \
		return __SMEMLINT_GLM_M(__C, __R)(__SMEMLINT_GLM_COLUMNS_##__C(__G)); \
	}
#define __SMEMLINT_GLM_BESIDE(__C, __F, __G) \
	__SMEMLINT_GLM_RTQ __SMEMLINT_GLM_M(__C, __R) __F(const __SMEMLINT_GLM_M(__C, __R) &__a, __smemlint_as<__T> __s) \
	{ \
		return __SMEMLINT_GLM_M(__C, __R)(__SMEMLINT_GLM_COLUMNS_##__C(__G)); \
	}
#define __SMEMLINT_GLM_BEHIND(__C, __F, __G) \
	__SMEMLINT_GLM_RTQ __SMEMLINT_GLM_M(__C, __R) __F(__smemlint_as<__T> __s, const __SMEMLINT_GLM_M(__C, __R) &__a) \
	{ \
		return __SMEMLINT_GLM_M(__C, __R)(__SMEMLINT_GLM_COLUMNS_##__C(__G)); \
	}
__SMEMLINT_GLM_EACH_COLUMN(__SMEMLINT_GLM_BETWEEN, operator+, __SMEMLINT_GLM_SUM)
__SMEMLINT_GLM_EACH_COLUMN(__SMEMLINT_GLM_BETWEEN, operator-, __SMEMLINT_GLM_DIFFERENCE)
__SMEMLINT_GLM_EACH_COLUMN(__SMEMLINT_GLM_BETWEEN, matrixCompMult, __SMEMLINT_GLM_PRODUCT)
__SMEMLINT_GLM_EACH_COLUMN(__SMEMLINT_GLM_BESIDE, operator+, __SMEMLINT_GLM_PLUS)
__SMEMLINT_GLM_EACH_COLUMN(__SMEMLINT_GLM_BESIDE, operator-, __SMEMLINT_GLM_MINUS)
__SMEMLINT_GLM_EACH_COLUMN(__SMEMLINT_GLM_BESIDE, operator*, __SMEMLINT_GLM_TIMES)
__SMEMLINT_GLM_EACH_COLUMN(__SMEMLINT_GLM_BESIDE, operator/, __SMEMLINT_GLM_OVER)
__SMEMLINT_GLM_EACH_COLUMN(__SMEMLINT_GLM_BEHIND, operator*, __SMEMLINT_GLM_TIMES)
__SMEMLINT_GLM_EACH_COLUMN(__SMEMLINT_GLM_BEHIND, operator/, __SMEMLINT_GLM_UNDER)
#define __SMEMLINT_GLM_LINEAR(__C, __G) \
	__SMEMLINT_GLM_RTQ __SMEMLINT_GLM_M(__C, __R) operator-(const __SMEMLINT_GLM_M(__C, __R) &__a) \
	{ \
		return __SMEMLINT_GLM_M(__C, __R)(__SMEMLINT_GLM_COLUMNS_##__C(__SMEMLINT_GLM_NEGATIVE)); \
	} \
	__SMEMLINT_GLM_RTQ bool operator==(const __SMEMLINT_GLM_M(__C, __R) &__a, const __SMEMLINT_GLM_M(__C, __R) &__b) \
	{ \
		return __SMEMLINT_GLM_EQUAL_##__C; \
	} \
	__SMEMLINT_GLM_RTQ vec<__R, __T, __Q> operator*(const __SMEMLINT_GLM_M(__C, __R) &__a, const vec<__C, __T, __Q> &__b) \
	{ \
		return __SMEMLINT_GLM_WEIGHTED_##__C; \
	} \
	__SMEMLINT_GLM_RTQ vec<__C, __T, __Q> operator*(const vec<__R, __T, __Q> &__a, const __SMEMLINT_GLM_M(__C, __R) &__b) \
	{ \
		return vec<__C, __T, __Q>(__SMEMLINT_GLM_COLUMNS_##__C(__SMEMLINT_GLM_DOT)); \
	} \
	template <length_t __K, length_t __R, class __T, qualifier __Q> __SMEMLINT_GLM_HD inline __SMEMLINT_GLM_M(__C, __R) \
	operator*(const __SMEMLINT_GLM_M(__K, __R) &__a, const __SMEMLINT_GLM_M(__C, __K) &__b) \
	{ \
		return __SMEMLINT_GLM_M(__C, __R)(__SMEMLINT_GLM_COLUMNS_##__C(__SMEMLINT_GLM_OF_PRODUCT)); \
	} \
	__SMEMLINT_GLM_RTQ vec<__C, __T, __Q> row(const __SMEMLINT_GLM_M(__C, __R) &__a, length_t __i) \
	{ \
		return vec<__C, __T, __Q>(__SMEMLINT_GLM_COLUMNS_##__C(__SMEMLINT_GLM_ELEMENT)); \
	} \
	__SMEMLINT_GLM_RTQ __SMEMLINT_GLM_M(__C, __R) outerProduct(const vec<__R, __T, __Q> &__a, const vec<__C, __T, __Q> &__b) \
	{ \
		return __SMEMLINT_GLM_M(__C, __R)(__SMEMLINT_GLM_COLUMNS_##__C(__SMEMLINT_GLM_OUTER)); \
	}
__SMEMLINT_GLM_EACH_COLUMN(__SMEMLINT_GLM_LINEAR, )
#define __SMEMLINT_GLM_TRANSPOSE(__N, __G) /* __N rows become columns */ \
	template <length_t __C, class __T, qualifier __Q> __SMEMLINT_GLM_HD inline __SMEMLINT_GLM_M(__N, __C) \
	transpose(const __SMEMLINT_GLM_M(__C, __N) &__a) \
	{ \
		return __SMEMLINT_GLM_M(__N, __C)(__SMEMLINT_GLM_COLUMNS_##__N(__SMEMLINT_GLM_ROW)); \
	}
__SMEMLINT_GLM_EACH_COLUMN(__SMEMLINT_GLM_TRANSPOSE, )
__SMEMLINT_GLM_CRTQ bool operator!=(const __SMEMLINT_GLM_M(__C, __R) &__a, const __SMEMLINT_GLM_M(__C, __R) &__b) { return !(__a == __b); }
__SMEMLINT_GLM_CRTQ vec<__R, __T, __Q> column(const __SMEMLINT_GLM_M(__C, __R) &__a, length_t __i) { return __a[__i]; }
__SMEMLINT_GLM_CRTQ __SMEMLINT_GLM_M(__C, __R) column(const __SMEMLINT_GLM_M(__C, __R) &__a, length_t __i, const vec<__R, __T, __Q> &__v)
{
	__SMEMLINT_GLM_M(__C, __R) __r = __a;
	__r[__i] = __v;
	return __r;
}
__SMEMLINT_GLM_CRTQ __SMEMLINT_GLM_M(__C, __R) row(const __SMEMLINT_GLM_M(__C, __R) &__a, length_t __i, const vec<__C, __T, __Q> &__v)
{
	__SMEMLINT_GLM_M(__C, __R) __r = __a;
	for (length_t __c = 0; __c < __C; __c++)
		__r[__c][__i] = __v[__c];
	return __r;
}
__SMEMLINT_GLM_TQ __T determinant(const __SMEMLINT_GLM_M(2, 2) &__a) { return __a[0].x * __a[1].y - __a[1].x * __a[0].y; }
__SMEMLINT_GLM_TQ __T determinant(const __SMEMLINT_GLM_M(3, 3) &__a) { return dot(__a[0], cross(__a[1], __a[2])); }
__SMEMLINT_GLM_TQ __SMEMLINT_GLM_M(2, 2) inverse(const __SMEMLINT_GLM_M(2, 2) &__a)
{
	const __T __d = __T(1) / determinant(__a);
	return __SMEMLINT_GLM_M(2, 2)(__a[1].y * __d, -__a[0].y * __d, -__a[1].x * __d, __a[0].x * __d);
}
__SMEMLINT_GLM_TQ __SMEMLINT_GLM_M(3, 3) inverse(const __SMEMLINT_GLM_M(3, 3) &__a)
{
	const vec<3, __T, __Q> __x = cross(__a[1], __a[2]);
	return transpose(__SMEMLINT_GLM_M(3, 3)(__x, cross(__a[2], __a[0]), cross(__a[0], __a[1])) * (__T(1) / dot(__a[0], __x)));
}
/* the matrix without a column and a row */
__SMEMLINT_GLM_TQ __T __smemlint_minor(const __SMEMLINT_GLM_M(4, 4) &__a, length_t __c, length_t __r)
{
	const length_t __i = __r < 1, __j = 1 + (__r < 2), __k = 2 + (__r < 3);
	const vec<4, __T, __Q> &__x = __a[__c < 1], &__y = __a[1 + (__c < 2)], &__z = __a[2 + (__c < 3)];
	const __T __d = __x[__i] * (__y[__j] * __z[__k] - __z[__j] * __y[__k]) - __y[__i] * (__x[__j] * __z[__k] - __z[__j] * __x[__k]) +
			__z[__i] * (__x[__j] * __y[__k] - __y[__j] * __x[__k]);
	return (__c + __r) % 2 ? -__d : __d;
}
__SMEMLINT_GLM_TQ __T determinant(const __SMEMLINT_GLM_M(4, 4) &__a)
{
	return __a[0].x * __smemlint_minor(__a, 0, 0) + __a[0].y * __smemlint_minor(__a, 0, 1) + __a[0].z * __smemlint_minor(__a, 0, 2) +
	       __a[0].w * __smemlint_minor(__a, 0, 3);
}
#define __SMEMLINT_GLM_MINORS(__I) \
	vec<4, __T, __Q>(__smemlint_minor(__b, 0, __I), __smemlint_minor(__b, 1, __I), __smemlint_minor(__b, 2, __I), \
			 __smemlint_minor(__b, 3, __I)) * __d
__SMEMLINT_GLM_TQ __SMEMLINT_GLM_M(4, 4) inverse(const __SMEMLINT_GLM_M(4, 4) &__a)
{
	const __SMEMLINT_GLM_M(4, 4) __b = __a;
	const __T __d = __T(1) / determinant(__b);
	return __SMEMLINT_GLM_M(4, 4)(__SMEMLINT_GLM_COLUMNS_4(__SMEMLINT_GLM_MINORS));
}
template <length_t __N, class __T, qualifier __Q>
__SMEMLINT_GLM_HD inline __SMEMLINT_GLM_M(__N, __N) inverseTranspose(const __SMEMLINT_GLM_M(__N, __N) &__a)
{
	return transpose(inverse(__a));
}
template <length_t __N, class __T, qualifier __Q>
__SMEMLINT_GLM_HD inline __SMEMLINT_GLM_M(__N, __N) affineInverse(const __SMEMLINT_GLM_M(__N, __N) &__a)
{
	return inverse(__a);
}
#define __SMEMLINT_GLM_DIAGONAL(__C, __R, __L) \
	__SMEMLINT_GLM_TQ __SMEMLINT_GLM_M(__C, __R) diagonal##__C##x##__R(const vec<__L, __T, __Q> &__v) \
	{ \
		__SMEMLINT_GLM_M(__C, __R) __r(__T(0)); \
		for (length_t __i = 0; __i < __L; __i++) \
			__r[__i][__i] = __v[__i]; \
		return __r; \
	}
__SMEMLINT_GLM_DIAGONAL(2, 2, 2) __SMEMLINT_GLM_DIAGONAL(2, 3, 2) __SMEMLINT_GLM_DIAGONAL(2, 4, 2) __SMEMLINT_GLM_DIAGONAL(3, 2, 2)
__SMEMLINT_GLM_DIAGONAL(3, 3, 3) __SMEMLINT_GLM_DIAGONAL(3, 4, 3) __SMEMLINT_GLM_DIAGONAL(4, 2, 2) __SMEMLINT_GLM_DIAGONAL(4, 3, 3)
__SMEMLINT_GLM_DIAGONAL(4, 4, 4)
template <class __M> __SMEMLINT_GLM_HD inline __M identity() { return __M(typename __M::value_type(1)); }
#define __SMEMLINT_GLM_MATRIX_NAMES(__N, __T, __P) \
	typedef mat<2, 2, __T, __P> __N##2, __N##2x2; \
	typedef mat<3, 3, __T, __P> __N##3, __N##3x3; \
	typedef mat<4, 4, __T, __P> __N##4, __N##4x4; \
	typedef mat<2, 3, __T, __P> __N##2x3; \
	typedef mat<2, 4, __T, __P> __N##2x4; \
	typedef mat<3, 2, __T, __P> __N##3x2; \
	typedef mat<3, 4, __T, __P> __N##3x4; \
	typedef mat<4, 2, __T, __P> __N##4x2; \
	typedef mat<4, 3, __T, __P> __N##4x3;
__SMEMLINT_GLM_MATRIX_NAMES(mat, float, defaultp)
__SMEMLINT_GLM_MATRIX_NAMES(fmat, float, defaultp)
__SMEMLINT_GLM_MATRIX_NAMES(f32mat, float, defaultp)
__SMEMLINT_GLM_MATRIX_NAMES(dmat, double, defaultp)
__SMEMLINT_GLM_MATRIX_NAMES(f64mat, double, defaultp)
__SMEMLINT_GLM_MATRIX_NAMES(imat, int, defaultp)
__SMEMLINT_GLM_MATRIX_NAMES(umat, unsigned, defaultp)
__SMEMLINT_GLM_MATRIX_NAMES(highp_mat, float, highp)
__SMEMLINT_GLM_MATRIX_NAMES(mediump_mat, float, mediump)
__SMEMLINT_GLM_MATRIX_NAMES(lowp_mat, float, lowp)
template <class __T, qualifier __Q = defaultp> using tmat2x2 = mat<2, 2, __T, __Q>;
template <class __T, qualifier __Q = defaultp> using tmat3x3 = mat<3, 3, __T, __Q>;
template <class __T, qualifier __Q = defaultp> using tmat4x4 = mat<4, 4, __T, __Q>;
template <class __T, qualifier __Q = defaultp> using tmat2 = mat<2, 2, __T, __Q>;
template <class __T, qualifier __Q = defaultp> using tmat3 = mat<3, 3, __T, __Q>;
template <class __T, qualifier __Q = defaultp> using tmat4 = mat<4, 4, __T, __Q>;
template <class __T, qualifier __Q = defaultp> struct qua {
	typedef __T value_type;
	typedef qua type;
	typedef glm::length_t length_type;
#ifdef GLM_FORCE_QUAT_DATA_WXYZ
	__T w, x, y, z;
#else
	__T x, y, z, w;
#endif
	static __SMEMLINT_GLM_HD constexpr length_type length() { return 4; }
	qua() = default;
#ifdef GLM_FORCE_QUAT_DATA_XYZW
	__SMEMLINT_GLM_HD GLM_CONSTEXPR qua(__T __x, __T __y, __T __z, __T __w)
#else
	__SMEMLINT_GLM_HD GLM_CONSTEXPR qua(__T __w, __T __x, __T __y, __T __z)
#endif
	{
		x = __x, y = __y, z = __z, w = __w;
	}
	__SMEMLINT_GLM_HD GLM_CONSTEXPR qua(__T __w, const vec<3, __T, __Q> &__v) { x = __v.x, y = __v.y, z = __v.z, w = __w; }
	template <class __U, qualifier __P> __SMEMLINT_GLM_HD GLM_CONSTEXPR qua(const qua<__U, __P> &__o)
	{
		x = __T(__o.x), y = __T(__o.y), z = __T(__o.z), w = __T(__o.w);
	}
	__SMEMLINT_GLM_HD explicit qua(const vec<3, __T, __Q> &__e)
	{
		const vec<3, __T, __Q> __c = cos(__e * __T(0.5)), __s = sin(__e * __T(0.5));
		w = __c.x * __c.y * __c.z + __s.x * __s.y * __s.z;
		x = __s.x * __c.y * __c.z - __c.x * __s.y * __s.z;
		y = __c.x * __s.y * __c.z + __s.x * __c.y * __s.z;
		z = __c.x * __c.y * __s.z - __s.x * __s.y * __c.z;
	}
	__SMEMLINT_GLM_HD explicit qua(const mat<3, 3, __T, __Q> &__m) { *this = quat_cast(__m); }
	__SMEMLINT_GLM_HD explicit qua(const mat<4, 4, __T, __Q> &__m) { *this = quat_cast(__m); }
	__SMEMLINT_GLM_HD __T &operator[](length_type __i) { return ((__T *)this)[__i]; }
	__SMEMLINT_GLM_HD const __T &operator[](length_type __i) const { return ((const __T *)this)[__i]; }
	__SMEMLINT_GLM_HD qua &operator+=(const qua &__o) { return *this = *this + __o; }
	__SMEMLINT_GLM_HD qua &operator-=(const qua &__o) { return *this = *this - __o; }
	__SMEMLINT_GLM_HD qua &operator*=(const qua &__o) { return *this = *this * __o; }
	__SMEMLINT_GLM_HD qua &operator*=(__T __s) { return *this = *this * __s; }
	__SMEMLINT_GLM_HD qua &operator/=(__T __s) { return *this = *this / __s; }
};
typedef qua<float, defaultp> quat, fquat, f32quat;
typedef qua<double, defaultp> dquat, f64quat;
template <class __T, qualifier __Q = defaultp> using tquat = qua<__T, __Q>;
/* the members in their usual order, in whichever they lie */
__SMEMLINT_GLM_TQ GLM_CONSTEXPR qua<__T, __Q> __smemlint_qua(__T __w, __T __x, __T __y, __T __z)
{
	return qua<__T, __Q>(__w, vec<3, __T, __Q>(__x, __y, __z));
}
#define __SMEMLINT_GLM_QUA const qua<__T, __Q>
#define __SMEMLINT_GLM_QUATERNION(...) __smemlint_qua<__T, __Q>(__VA_ARGS__)
__SMEMLINT_GLM_TQ qua<__T, __Q> operator-(__SMEMLINT_GLM_QUA &__a) { return __SMEMLINT_GLM_QUATERNION(-__a.w, -__a.x, -__a.y, -__a.z); }
__SMEMLINT_GLM_TQ qua<__T, __Q> operator+(__SMEMLINT_GLM_QUA &__a, __SMEMLINT_GLM_QUA &__b)
{
	return __SMEMLINT_GLM_QUATERNION(__a.w + __b.w, __a.x + __b.x, __a.y + __b.y, __a.z + __b.z);
}
__SMEMLINT_GLM_TQ qua<__T, __Q> operator-(__SMEMLINT_GLM_QUA &__a, __SMEMLINT_GLM_QUA &__b)
{
	return __SMEMLINT_GLM_QUATERNION(__a.w - __b.w, __a.x - __b.x, __a.y - __b.y, __a.z - __b.z);
}
__SMEMLINT_GLM_TQ qua<__T, __Q> operator*(__SMEMLINT_GLM_QUA &__a, __SMEMLINT_GLM_QUA &__b)
{
	return __SMEMLINT_GLM_QUATERNION(__a.w * __b.w - __a.x * __b.x - __a.y * __b.y - __a.z * __b.z,
					 __a.w * __b.x + __a.x * __b.w + __a.y * __b.z - __a.z * __b.y,
					 __a.w * __b.y + __a.y * __b.w + __a.z * __b.x - __a.x * __b.z,
					 __a.w * __b.z + __a.z * __b.w + __a.x * __b.y - __a.y * __b.x);
}
__SMEMLINT_GLM_TQ qua<__T, __Q> operator*(__SMEMLINT_GLM_QUA &__a, __smemlint_as<__T> __s)
{
	return __SMEMLINT_GLM_QUATERNION(__a.w * __s, __a.x * __s, __a.y * __s, __a.z * __s);
}
__SMEMLINT_GLM_TQ qua<__T, __Q> operator*(__smemlint_as<__T> __s, __SMEMLINT_GLM_QUA &__a) { return __a * __s; }
__SMEMLINT_GLM_TQ qua<__T, __Q> operator/(__SMEMLINT_GLM_QUA &__a, __smemlint_as<__T> __s)
{
	return __SMEMLINT_GLM_QUATERNION(__a.w / __s, __a.x / __s, __a.y / __s, __a.z / __s);
}
__SMEMLINT_GLM_TQ vec<3, __T, __Q> operator*(__SMEMLINT_GLM_QUA &__a, const vec<3, __T, __Q> &__v)
{
	const vec<3, __T, __Q> __q(__a.x, __a.y, __a.z), __c = cross(__q, __v);
	return __v + (__c * __a.w + cross(__q, __c)) * __T(2);
}
__SMEMLINT_GLM_TQ vec<4, __T, __Q> operator*(__SMEMLINT_GLM_QUA &__a, const vec<4, __T, __Q> &__v)
{
	return vec<4, __T, __Q>(__a * vec<3, __T, __Q>(__v), __v.w);
}
__SMEMLINT_GLM_TQ vec<3, __T, __Q> operator*(const vec<3, __T, __Q> &__v, __SMEMLINT_GLM_QUA &__a) { return inverse(__a) * __v; }
__SMEMLINT_GLM_TQ bool operator==(__SMEMLINT_GLM_QUA &__a, __SMEMLINT_GLM_QUA &__b)
{
	return __a.x == __b.x && __a.y == __b.y && __a.z == __b.z && __a.w == __b.w;
}
__SMEMLINT_GLM_TQ bool operator!=(__SMEMLINT_GLM_QUA &__a, __SMEMLINT_GLM_QUA &__b) { return !(__a == __b); }
__SMEMLINT_GLM_TQ __T dot(__SMEMLINT_GLM_QUA &__a, __SMEMLINT_GLM_QUA &__b)
{
	return __a.w * __b.w + __a.x * __b.x + __a.y * __b.y + __a.z * __b.z;
}
__SMEMLINT_GLM_TQ __T length(__SMEMLINT_GLM_QUA &__a) { return sqrt(dot(__a, __a)); }
__SMEMLINT_GLM_TQ __T length2(__SMEMLINT_GLM_QUA &__a) { return dot(__a, __a); }
__SMEMLINT_GLM_TQ qua<__T, __Q> normalize(__SMEMLINT_GLM_QUA &__a) { return __a * (__T(1) / length(__a)); }
__SMEMLINT_GLM_TQ qua<__T, __Q> conjugate(__SMEMLINT_GLM_QUA &__a) { return __SMEMLINT_GLM_QUATERNION(__a.w, -__a.x, -__a.y, -__a.z); }
__SMEMLINT_GLM_TQ qua<__T, __Q> inverse(__SMEMLINT_GLM_QUA &__a) { return conjugate(__a) / dot(__a, __a); }
__SMEMLINT_GLM_TQ qua<__T, __Q> cross(__SMEMLINT_GLM_QUA &__a, __SMEMLINT_GLM_QUA &__b) { return __a * __b; }
__SMEMLINT_GLM_TQ qua<__T, __Q> lerp(__SMEMLINT_GLM_QUA &__a, __SMEMLINT_GLM_QUA &__b, __smemlint_as<__T> __s)
{
	return __a * (__T(1) - __s) + __b * __s;
}
__SMEMLINT_GLM_TQ qua<__T, __Q> mix(__SMEMLINT_GLM_QUA &__a, __SMEMLINT_GLM_QUA &__b, __smemlint_as<__T> __s)
{
	const __T __c = dot(__a, __b), __g = acos(__c);
	return __c > __T(0.999999) ? lerp(__a, __b, __s) : (__a * sin((__T(1) - __s) * __g) + __b * sin(__s * __g)) / sin(__g);
}
__SMEMLINT_GLM_TQ qua<__T, __Q> slerp(__SMEMLINT_GLM_QUA &__a, __SMEMLINT_GLM_QUA &__b, __smemlint_as<__T> __s)
{
	return mix(__a, dot(__a, __b) < __T(0) ? -__b : __b, __s);
}
__SMEMLINT_GLM_TQ __T angle(__SMEMLINT_GLM_QUA &__a) { return acos(__a.w) * __T(2); }
__SMEMLINT_GLM_TQ vec<3, __T, __Q> axis(__SMEMLINT_GLM_QUA &__a)
{
	return vec<3, __T, __Q>(__a.x, __a.y, __a.z) * inversesqrt(__T(1) - __a.w * __a.w);
}
__SMEMLINT_GLM_TQ __T pitch(__SMEMLINT_GLM_QUA &__a)
{
	return atan(__T(2) * (__a.y * __a.z + __a.w * __a.x), __a.w * __a.w - __a.x * __a.x - __a.y * __a.y + __a.z * __a.z);
}
__SMEMLINT_GLM_TQ __T yaw(__SMEMLINT_GLM_QUA &__a) { return asin(clamp(__T(-2) * (__a.x * __a.z - __a.w * __a.y), __T(-1), __T(1))); }
__SMEMLINT_GLM_TQ __T roll(__SMEMLINT_GLM_QUA &__a)
{
	return atan(__T(2) * (__a.x * __a.y + __a.w * __a.z), __a.w * __a.w + __a.x * __a.x - __a.y * __a.y - __a.z * __a.z);
}
__SMEMLINT_GLM_TQ vec<3, __T, __Q> eulerAngles(__SMEMLINT_GLM_QUA &__a) { return vec<3, __T, __Q>(pitch(__a), yaw(__a), roll(__a)); }
__SMEMLINT_GLM_TQ qua<__T, __Q> angleAxis(__T __g, const vec<3, __T, __Q> &__v)
{
	return qua<__T, __Q>(cos(__g * __T(0.5)), __v * sin(__g * __T(0.5)));
}
__SMEMLINT_GLM_TQ mat<3, 3, __T, __Q> mat3_cast(__SMEMLINT_GLM_QUA &__a)
{
	const vec<3, __T, __Q> __v(__a.x, __a.y, __a.z), __d = __v * __T(2), __s = __v * __d, __w = __d * __a.w;
	const __T __xy = __d.x * __a.y, __xz = __d.x * __a.z, __yz = __d.y * __a.z;
	return mat<3, 3, __T, __Q>(__T(1) - __s.y - __s.z, __xy + __w.z, __xz - __w.y, __xy - __w.z, __T(1) - __s.x - __s.z, __yz + __w.x,
				   __xz + __w.y, __yz - __w.x, __T(1) - __s.x - __s.y);
}
__SMEMLINT_GLM_TQ mat<4, 4, __T, __Q> mat4_cast(__SMEMLINT_GLM_QUA &__a) { return mat<4, 4, __T, __Q>(mat3_cast(__a)); }
__SMEMLINT_GLM_TQ mat<3, 3, __T, __Q> toMat3(__SMEMLINT_GLM_QUA &__a) { return mat3_cast(__a); }
__SMEMLINT_GLM_TQ mat<4, 4, __T, __Q> toMat4(__SMEMLINT_GLM_QUA &__a) { return mat4_cast(__a); }
__SMEMLINT_GLM_TQ qua<__T, __Q> quat_cast(const mat<3, 3, __T, __Q> &__m)
{
	const __T __x = __m[0].x - __m[1].y - __m[2].z, __y = __m[1].y - __m[0].x - __m[2].z, __z = __m[2].z - __m[0].x - __m[1].y;
	const __T __w = __m[0].x + __m[1].y + __m[2].z, __big = max(max(__x, __y), max(__z, __w));
	const __T __v = sqrt(__big + __T(1)) * __T(0.5), __f = __T(0.25) / __v;
	const vec<3, __T, __Q> __d = vec<3, __T, __Q>(__m[1].z - __m[2].y, __m[2].x - __m[0].z, __m[0].y - __m[1].x) * __f;
	const vec<3, __T, __Q> __s = vec<3, __T, __Q>(__m[1].z + __m[2].y, __m[2].x + __m[0].z, __m[0].y + __m[1].x) * __f;
	if (__big == __w)
		return __SMEMLINT_GLM_QUATERNION(__v, __d.x, __d.y, __d.z);
	if (__big == __x)
		return __SMEMLINT_GLM_QUATERNION(__d.x, __v, __s.z, __s.y);
	if (__big == __y)
		return __SMEMLINT_GLM_QUATERNION(__d.y, __s.z, __v, __s.x);
	return __SMEMLINT_GLM_QUATERNION(__d.z, __s.y, __s.x, __v);
}
__SMEMLINT_GLM_TQ qua<__T, __Q> quat_cast(const mat<4, 4, __T, __Q> &__m) { return quat_cast(mat<3, 3, __T, __Q>(__m)); }
template <length_t __N, class __T, qualifier __Q> __SMEMLINT_GLM_HD inline qua<__T, __Q> toQuat(const __SMEMLINT_GLM_M(__N, __N) &__m)
{
	return quat_cast(__m);
}
__SMEMLINT_GLM_TQ vec<3, __T, __Q> rotate(__SMEMLINT_GLM_QUA &__a, const vec<3, __T, __Q> &__v) { return __a * __v; }
__SMEMLINT_GLM_TQ vec<4, __T, __Q> rotate(__SMEMLINT_GLM_QUA &__a, const vec<4, __T, __Q> &__v) { return __a * __v; }
__SMEMLINT_GLM_TQ qua<__T, __Q> rotate(__SMEMLINT_GLM_QUA &__a, __smemlint_as<__T> __g, const vec<3, __T, __Q> &__v)
{
	return __a * angleAxis(__T(__g), normalize(__v));
}
template <class __T, qualifier __Q = defaultp> __SMEMLINT_GLM_HD inline qua<__T, __Q> quat_identity()
{
	return __SMEMLINT_GLM_QUATERNION(1, 0, 0, 0);
}
/* transformations */
#define __SMEMLINT_GLM_M4 mat<4, 4, __T, __Q>
__SMEMLINT_GLM_TQ __SMEMLINT_GLM_M4 translate(const __SMEMLINT_GLM_M4 &__m, const vec<3, __T, __Q> &__v)
{
	return __SMEMLINT_GLM_M4(__m[0], __m[1], __m[2], __m[0] * __v.x + __m[1] * __v.y + __m[2] * __v.z + __m[3]);
}
__SMEMLINT_GLM_TQ __SMEMLINT_GLM_M4 scale(const __SMEMLINT_GLM_M4 &__m, const vec<3, __T, __Q> &__v)
{
	return __SMEMLINT_GLM_M4(__m[0] * __v.x, __m[1] * __v.y, __m[2] * __v.z, __m[3]);
}
__SMEMLINT_GLM_TQ __SMEMLINT_GLM_M4 rotate(const __SMEMLINT_GLM_M4 &__m, __smemlint_as<__T> __g, const vec<3, __T, __Q> &__v)
{
	return __m * mat4_cast(angleAxis(__T(__g), normalize(__v)));
}
__SMEMLINT_GLM_TQ __SMEMLINT_GLM_M4 translate(const vec<3, __T, __Q> &__v) { return translate(__SMEMLINT_GLM_M4(__T(1)), __v); }
__SMEMLINT_GLM_TQ __SMEMLINT_GLM_M4 scale(const vec<3, __T, __Q> &__v) { return scale(__SMEMLINT_GLM_M4(__T(1)), __v); }
__SMEMLINT_GLM_TQ __SMEMLINT_GLM_M4 rotate(__smemlint_as<__T> __g, const vec<3, __T, __Q> &__v)
{
	return rotate(__SMEMLINT_GLM_M4(__T(1)), __g, __v);
}
template <class __T, qualifier __Q> __SMEMLINT_GLM_HD __SMEMLINT_GLM_M4 lookAt(vec<3, __T, __Q>, vec<3, __T, __Q>, vec<3, __T, __Q>);
template <class __T> __SMEMLINT_GLM_HD mat<4, 4, __T> perspective(__T, __T, __T, __T);
template <class __T> __SMEMLINT_GLM_HD mat<4, 4, __T> perspectiveFov(__T, __T, __T, __T, __T);
template <class __T> __SMEMLINT_GLM_HD mat<4, 4, __T> frustum(__T, __T, __T, __T, __T, __T);
template <class __T> __SMEMLINT_GLM_HD mat<4, 4, __T> ortho(__T, __T, __T, __T, __T, __T);
/* pointers to elements */
__SMEMLINT_GLM_LTQ __T *value_ptr(vec<__L, __T, __Q> &__v) { return &__v.x; }
__SMEMLINT_GLM_LTQ const __T *value_ptr(const vec<__L, __T, __Q> &__v) { return &__v.x; }
__SMEMLINT_GLM_CRTQ __T *value_ptr(mat<__C, __R, __T, __Q> &__m) { return &__m[0].x; }
__SMEMLINT_GLM_CRTQ const __T *value_ptr(const mat<__C, __R, __T, __Q> &__m) { return &__m[0].x; }
__SMEMLINT_GLM_TQ __T *value_ptr(qua<__T, __Q> &__q) { return (__T *)&__q; }
__SMEMLINT_GLM_TQ const __T *value_ptr(__SMEMLINT_GLM_QUA &__q) { return (const __T *)&__q; }
__SMEMLINT_GLM_T vec<2, __T> make_vec2(const __T *__p) { return vec<2, __T>(__p[0], __p[1]); }
__SMEMLINT_GLM_T vec<3, __T> make_vec3(const __T *__p) { return vec<3, __T>(__p[0], __p[1], __p[2]); }
__SMEMLINT_GLM_T vec<4, __T> make_vec4(const __T *__p) { return vec<4, __T>(__p[0], __p[1], __p[2], __p[3]); }
__SMEMLINT_GLM_T qua<__T> make_quat(const __T *__p)
{
	qua<__T> __q;
	for (length_t __i = 0; __i < 4; __i++)
		__q[__i] = __p[__i];
	return __q;
}
#define __SMEMLINT_GLM_LOADED_2(__I) __p[2 * __I], __p[2 * __I + 1]
#define __SMEMLINT_GLM_LOADED_3(__I) __p[3 * __I], __p[3 * __I + 1], __p[3 * __I + 2]
#define __SMEMLINT_GLM_LOADED_4(__I) __p[4 * __I], __p[4 * __I + 1], __p[4 * __I + 2], __p[4 * __I + 3]
#define __SMEMLINT_GLM_MAKE(__C, __R) \
	__SMEMLINT_GLM_T mat<__C, __R, __T> make_mat##__C##x##__R(const __T *__p) \
	{ \
		return mat<__C, __R, __T>(__SMEMLINT_GLM_COLUMNS_##__C(__SMEMLINT_GLM_LOADED_##__R)); \
	}
__SMEMLINT_GLM_MATRICES(__SMEMLINT_GLM_MAKE)
__SMEMLINT_GLM_T mat<2, 2, __T> make_mat2(const __T *__p) { return make_mat2x2(__p); }
__SMEMLINT_GLM_T mat<3, 3, __T> make_mat3(const __T *__p) { return make_mat3x3(__p); }
__SMEMLINT_GLM_T mat<4, 4, __T> make_mat4(const __T *__p) { return make_mat4x4(__p); }
template <class __V> std::string to_string(const __V &);
}
