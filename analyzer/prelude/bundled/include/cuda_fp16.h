#pragma once
#include <__smemlint_half.h>
__SMEMLINT_HALF_TYPE(__half, __half2)
__SMEMLINT_HALF_CONVERSIONS(__half, __half2, half)
typedef __half half, nv_half, __nv_half;
typedef __half2 half2, nv_half2, __nv_half2;
struct __half_raw { unsigned short x; };
struct __half2_raw { unsigned short x, y; };
__SMEMLINT_BODY __half2 make_half2(__half __x, __half __y) { return __half2(__x, __y); }
