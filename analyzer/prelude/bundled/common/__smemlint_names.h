/* Short names for the prelude's own use. */
#pragma once

/* for the device; for host and device; the same with a body */
#define __SMEMLINT_D __attribute__((device))
#define __SMEMLINT_HD __attribute__((host)) __attribute__((device))
#define __SMEMLINT_BODY __attribute__((host)) __attribute__((device)) inline __attribute__((always_inline))

/* on the host, as C; on the device, as C; also in namespace std */
#define __SMEMLINT_C extern "C"
#define __SMEMLINT_DC extern "C" __attribute__((device))
#define __SMEMLINT_STD(name) namespace std { using ::name; }

template <bool __condition, class __A, class __B> struct __smemlint_either { typedef __A type; };
template <class __A, class __B> struct __smemlint_either<false, __A, __B> { typedef __B type; };
template <bool __condition, class __T> struct __smemlint_if {};
template <class __T> struct __smemlint_if<true, __T> { typedef __T type; };
