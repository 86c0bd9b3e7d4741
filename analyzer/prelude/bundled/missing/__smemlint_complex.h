/* c10::complex: two numbers, aligned as one, with arithmetic on both sides. */
#pragma once
#include <__smemlint_library.h>
#if __has_include(<sstream>) /* clang has a <complex>, which includes that */
#include <complex>
#endif
#define __SMEMLINT_COMPLEX_HD __host__ __device__ inline
#define __SMEMLINT_COMPLEX template <class __T> __SMEMLINT_COMPLEX_HD
namespace c10 {
template <class __T> struct __smemlint_itself {
	typedef __T type;
};
/* an operand beside a complex number, which tells the type */
template <class __T> using __smemlint_part = typename __smemlint_itself<__T>::type;
template <class __T> struct alignas(sizeof(__T) * 2) complex {
	typedef __T value_type;
	__T real_, imag_;
	complex() = default;
	__SMEMLINT_COMPLEX_HD constexpr complex(const __T &__r, const __T &__i = __T()) : real_(__r), imag_(__i) {}
	template <class __U> __SMEMLINT_COMPLEX_HD constexpr complex(const complex<__U> &__o)
		: real_((__T)__o.real_), imag_((__T)__o.imag_)
	{
	}
#if __has_include(<sstream>)
	template <class __U> constexpr explicit complex(const std::complex<__U> &__o) : real_(__o.real()), imag_(__o.imag()) {}
	template <class __U> constexpr explicit operator std::complex<__U>() const { return std::complex<__U>(real_, imag_); }
#endif
	__SMEMLINT_COMPLEX_HD constexpr explicit operator bool() const { return real_ || imag_; }
	__SMEMLINT_COMPLEX_HD constexpr __T real() const { return real_; }
	__SMEMLINT_COMPLEX_HD constexpr void real(__T __v) { real_ = __v; }
	__SMEMLINT_COMPLEX_HD constexpr __T imag() const { return imag_; }
	__SMEMLINT_COMPLEX_HD constexpr void imag(__T __v) { imag_ = __v; }
	__SMEMLINT_COMPLEX_HD constexpr complex &operator=(const __T &__v)
	{
		real_ = __v;
		imag_ = __T();
		return *this;
	}
	__SMEMLINT_COMPLEX_HD constexpr complex &operator+=(const __T &__v)
	{
		real_ += __v;
		return *this;
	}
	__SMEMLINT_COMPLEX_HD constexpr complex &operator-=(const __T &__v)
	{
		real_ -= __v;
		return *this;
	}
	__SMEMLINT_COMPLEX_HD constexpr complex &operator*=(const __T &__v)
	{
		real_ *= __v;
		imag_ *= __v;
		return *this;
	}
	__SMEMLINT_COMPLEX_HD constexpr complex &operator/=(const __T &__v)
	{
		real_ /= __v;
		imag_ /= __v;
		return *this;
	}
	template <class __U> __SMEMLINT_COMPLEX_HD constexpr complex &operator+=(const complex<__U> &__o)
	{
		real_ += __o.real_;
		imag_ += __o.imag_;
		return *this;
	}
	template <class __U> __SMEMLINT_COMPLEX_HD constexpr complex &operator-=(const complex<__U> &__o)
	{
		real_ -= __o.real_;
		imag_ -= __o.imag_;
		return *this;
	}
	template <class __U> __SMEMLINT_COMPLEX_HD constexpr complex &operator*=(const complex<__U> &__o)
	{
		const __T __r = real_, __c = (__T)__o.real_, __d = (__T)__o.imag_;
		real_ = __r * __c - imag_ * __d;
		imag_ = __r * __d + imag_ * __c;
		return *this;
	}
	template <class __U> __SMEMLINT_COMPLEX_HD constexpr complex &operator/=(const complex<__U> &__o)
	{
		const __T __r = real_, __c = (__T)__o.real_, __d = (__T)__o.imag_, __n = __c * __c + __d * __d;
		real_ = (__r * __c + imag_ * __d) / __n;
		imag_ = (imag_ * __c - __r * __d) / __n;
		return *this;
	}
};
}
namespace std {
__SMEMLINT_COMPLEX constexpr __T real(const c10::complex<__T> &__z) { return __z.real_; }
__SMEMLINT_COMPLEX constexpr __T imag(const c10::complex<__T> &__z) { return __z.imag_; }
__SMEMLINT_COMPLEX __T abs(const c10::complex<__T> &__z) { return ::hypot(__z.real_, __z.imag_); }
__SMEMLINT_COMPLEX __T arg(const c10::complex<__T> &__z) { return ::atan2(__z.imag_, __z.real_); }
__SMEMLINT_COMPLEX constexpr __T norm(const c10::complex<__T> &__z) { return __z.real_ * __z.real_ + __z.imag_ * __z.imag_; }
__SMEMLINT_COMPLEX constexpr c10::complex<__T> conj(const c10::complex<__T> &__z) { return c10::complex<__T>(__z.real_, -__z.imag_); }
}
namespace c10 {
/* Members are read one by one: nvcc leaves nothing of copies that are operands. */
#define __SMEMLINT_COMPLEX_OPERATOR(__OP, __ARGS, __R, __I) \
	__SMEMLINT_COMPLEX constexpr complex<__T> operator __OP(__ARGS) { return complex<__T>(__R, __I); }
#define __SMEMLINT_COMPLEX_ARGS const complex<__T> &__a, const complex<__T> &__b
#define __SMEMLINT_SCALAR_RIGHT const complex<__T> &__a, const __smemlint_part<__T> &__s
#define __SMEMLINT_SCALAR_LEFT const __smemlint_part<__T> &__s, const complex<__T> &__b
#define __SMEMLINT_COMPLEX_COMPARE(__OP, __JOIN) \
	__SMEMLINT_COMPLEX constexpr bool operator __OP(const complex<__T> &__a, const complex<__T> &__b) \
	{ \
		return __a.real_ __OP __b.real_ __JOIN __a.imag_ __OP __b.imag_; \
	} \
	__SMEMLINT_COMPLEX constexpr bool operator __OP(const complex<__T> &__a, const __smemlint_part<__T> &__b) \
	{ \
		return __a __OP complex<__T>(__b); \
	} \
	__SMEMLINT_COMPLEX constexpr bool operator __OP(const __smemlint_part<__T> &__a, const complex<__T> &__b) \
	{ \
		return complex<__T>(__a) __OP __b; \
	}
__SMEMLINT_COMPLEX_OPERATOR(+, __SMEMLINT_COMPLEX_ARGS, __a.real_ + __b.real_, __a.imag_ + __b.imag_)
__SMEMLINT_COMPLEX_OPERATOR(+, __SMEMLINT_SCALAR_RIGHT, __a.real_ + __s, __a.imag_)
__SMEMLINT_COMPLEX_OPERATOR(+, __SMEMLINT_SCALAR_LEFT, __s + __b.real_, __b.imag_)
__SMEMLINT_COMPLEX_OPERATOR(-, __SMEMLINT_COMPLEX_ARGS, __a.real_ - __b.real_, __a.imag_ - __b.imag_)
__SMEMLINT_COMPLEX_OPERATOR(-, __SMEMLINT_SCALAR_RIGHT, __a.real_ - __s, __a.imag_)
__SMEMLINT_COMPLEX_OPERATOR(-, __SMEMLINT_SCALAR_LEFT, __s - __b.real_, -__b.imag_)
__SMEMLINT_COMPLEX_OPERATOR(*, __SMEMLINT_COMPLEX_ARGS, __a.real_ * __b.real_ - __a.imag_ * __b.imag_,
			    __a.real_ * __b.imag_ + __a.imag_ * __b.real_)
__SMEMLINT_COMPLEX_OPERATOR(*, __SMEMLINT_SCALAR_RIGHT, __a.real_ * __s, __a.imag_ * __s)
__SMEMLINT_COMPLEX_OPERATOR(*, __SMEMLINT_SCALAR_LEFT, __s * __b.real_, __s * __b.imag_)
__SMEMLINT_COMPLEX_OPERATOR(/, __SMEMLINT_COMPLEX_ARGS, (__a.real_ * __b.real_ + __a.imag_ * __b.imag_) / std::norm(__b),
			    (__a.imag_ * __b.real_ - __a.real_ * __b.imag_) / std::norm(__b))
__SMEMLINT_COMPLEX_OPERATOR(/, __SMEMLINT_SCALAR_RIGHT, __a.real_ / __s, __a.imag_ / __s)
__SMEMLINT_COMPLEX_OPERATOR(/, __SMEMLINT_SCALAR_LEFT, __s * __b.real_ / std::norm(__b), -__s * __b.imag_ / std::norm(__b))
__SMEMLINT_COMPLEX_COMPARE(==, &&)
__SMEMLINT_COMPLEX_COMPARE(!=, ||)
__SMEMLINT_COMPLEX constexpr complex<__T> operator+(const complex<__T> &__a) { return complex<__T>(__a.real_, __a.imag_); }
__SMEMLINT_COMPLEX constexpr complex<__T> operator-(const complex<__T> &__a) { return complex<__T>(-__a.real_, -__a.imag_); }
template <class __T> std::ostream &operator<<(std::ostream &, const complex<__T> &);
template <class __T> std::istream &operator>>(std::istream &, complex<__T> &);
__SMEMLINT_COMPLEX complex<__T> polar(const __T &__r, const __T &__t = __T())
{
	return complex<__T>(__r * ::cos(__t), __r * ::sin(__t));
}
inline namespace complex_literals {
constexpr complex<float> operator""_if(long double __v) { return complex<float>(0, (float)__v); }
constexpr complex<float> operator""_if(unsigned long long __v) { return complex<float>(0, (float)__v); }
constexpr complex<double> operator""_id(long double __v) { return complex<double>(0, (double)__v); }
constexpr complex<double> operator""_id(unsigned long long __v) { return complex<double>(0, (double)__v); }
}
template <class __T> struct scalar_value_type {
	typedef __T type;
};
template <class __T> struct scalar_value_type<complex<__T>> {
	typedef __T type;
};
template <class __T> struct is_complex : std::false_type {};
template <class __T> struct is_complex<complex<__T>> : std::true_type {};
template <class __T> struct is_complex<const __T> : is_complex<__T> {};
}
/* Functions of which no index depends: only their types matter.  By value, so that no address gets lost in them. */
namespace c10_complex_math {
#define __SMEMLINT_COMPLEX_FUNCTIONS(__X) \
	__X(exp) __X(log) __X(log2) __X(log10) __X(log1p) __X(sqrt) __X(sin) __X(cos) __X(tan) __X(asin) __X(acos) __X(atan) \
	__X(sinh) __X(cosh) __X(tanh) __X(asinh) __X(acosh) __X(atanh)
#define __SMEMLINT_X(__F) template <class __T> __host__ __device__ c10::complex<__T> __F(c10::complex<__T>);
__SMEMLINT_COMPLEX_FUNCTIONS(__SMEMLINT_X)
#undef __SMEMLINT_X
template <class __T> __host__ __device__ c10::complex<__T> pow(c10::complex<__T>, c10::complex<__T>);
template <class __T> __host__ __device__ c10::complex<__T> pow(c10::complex<__T>, c10::__smemlint_part<__T>);
template <class __T> __host__ __device__ c10::complex<__T> pow(c10::__smemlint_part<__T>, c10::complex<__T>);
}
#define __SMEMLINT_X(__F) \
	using c10_complex_math::__F; \
	namespace std { \
	using c10_complex_math::__F; \
	}
__SMEMLINT_COMPLEX_FUNCTIONS(__SMEMLINT_X)
__SMEMLINT_X(pow)
#undef __SMEMLINT_X
