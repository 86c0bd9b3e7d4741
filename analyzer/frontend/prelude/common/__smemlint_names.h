/* Short names for the prelude's own use. */
#pragma once

/* on the device; on both sides; on both sides and with a body */
#define __SMEMLINT_D __attribute__((device))
#define __SMEMLINT_HD __attribute__((host)) __attribute__((device))
#define __SMEMLINT_BODY __attribute__((host)) __attribute__((device)) inline __attribute__((always_inline))

template <bool condition, class A, class B> struct __smemlint_either { typedef A type; };
template <class A, class B> struct __smemlint_either<false, A, B> { typedef B type; };
template <bool condition, class T> struct __smemlint_if {};
template <class T> struct __smemlint_if<true, T> { typedef T type; };
