#pragma once
#include <__smemlint_half.h>
__SMEMLINT_HALF_TYPE(__nv_bfloat16, __nv_bfloat162)
__SMEMLINT_HALF_CONVERSIONS(__nv_bfloat16, __nv_bfloat162, bfloat16)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
__SMEMLINT_BODY __nv_bfloat162 make_bfloat162(__nv_bfloat16 __x, __nv_bfloat16 __y) { return __nv_bfloat162(__x, __y); }
