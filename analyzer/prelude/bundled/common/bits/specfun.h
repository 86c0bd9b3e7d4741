/* Declarations of the special functions of <cmath>.  In the library's header they are templates that every program instantiates,
 * called or not, which takes a third of the parse time.  No kernel can call them; their results in host code are unknown. */
#pragma once
#if __has_include(<bits/stl_algobase.h>) /* the library's own <cmath> has it already */
#include <bits/stl_algobase.h>
#include <ext/type_traits.h>
#include <limits>
#include <type_traits>

#define __STDCPP_MATH_SPEC_FUNCS__ 201003L
#define __cpp_lib_math_special_functions 201603L

#define __SMEMLINT_1(name) \
	float name##f(float); long double name##l(long double); \
	template <class __A> typename __gnu_cxx::__promote<__A>::__type name(__A);
#define __SMEMLINT_2(name) \
	float name##f(float, float); long double name##l(long double, long double); \
	template <class __A, class __B> typename __gnu_cxx::__promote_2<__A, __B>::__type name(__A, __B);
#define __SMEMLINT_3(name) \
	float name##f(float, float, float); long double name##l(long double, long double, long double); \
	template <class __A, class __B, class __C> typename __gnu_cxx::__promote_3<__A, __B, __C>::__type name(__A, __B, __C);
#define __SMEMLINT_4(name) \
	float name##f(float, float, float, float); long double name##l(long double, long double, long double, long double); \
	template <class __A, class __B, class __C, class __D> typename __gnu_cxx::__promote_4<__A, __B, __C, __D>::__type name(__A, __B, __C, __D);
#define __SMEMLINT_N1(name) \
	float name##f(unsigned, float); long double name##l(unsigned, long double); \
	template <class __A> typename __gnu_cxx::__promote<__A>::__type name(unsigned, __A);
#define __SMEMLINT_NN1(name) \
	float name##f(unsigned, unsigned, float); long double name##l(unsigned, unsigned, long double); \
	template <class __A> typename __gnu_cxx::__promote<__A>::__type name(unsigned, unsigned, __A);

namespace std _GLIBCXX_VISIBILITY(default) {
_GLIBCXX_BEGIN_NAMESPACE_VERSION
__SMEMLINT_NN1(assoc_laguerre)
__SMEMLINT_NN1(assoc_legendre)
__SMEMLINT_2(beta)
__SMEMLINT_1(comp_ellint_1)
__SMEMLINT_1(comp_ellint_2)
__SMEMLINT_2(comp_ellint_3)
__SMEMLINT_2(cyl_bessel_i)
__SMEMLINT_2(cyl_bessel_j)
__SMEMLINT_2(cyl_bessel_k)
__SMEMLINT_2(cyl_neumann)
__SMEMLINT_2(ellint_1)
__SMEMLINT_2(ellint_2)
__SMEMLINT_3(ellint_3)
__SMEMLINT_1(expint)
__SMEMLINT_N1(hermite)
__SMEMLINT_N1(laguerre)
__SMEMLINT_N1(legendre)
__SMEMLINT_1(riemann_zeta)
__SMEMLINT_N1(sph_bessel)
__SMEMLINT_NN1(sph_legendre)
__SMEMLINT_N1(sph_neumann)
_GLIBCXX_END_NAMESPACE_VERSION
}

#ifndef __STRICT_ANSI__
namespace __gnu_cxx _GLIBCXX_VISIBILITY(default) {
_GLIBCXX_BEGIN_NAMESPACE_VERSION
__SMEMLINT_1(airy_ai)
__SMEMLINT_1(airy_bi)
__SMEMLINT_3(conf_hyperg)
__SMEMLINT_4(hyperg)
_GLIBCXX_END_NAMESPACE_VERSION
}
#endif

#undef __SMEMLINT_1
#undef __SMEMLINT_2
#undef __SMEMLINT_3
#undef __SMEMLINT_4
#undef __SMEMLINT_N1
#undef __SMEMLINT_NN1

#endif
