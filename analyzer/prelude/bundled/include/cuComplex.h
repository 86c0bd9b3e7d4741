#pragma once
typedef float2 cuFloatComplex, cuComplex;
typedef double2 cuDoubleComplex;
#define __SMEMLINT_COMPLEX(__C, __T, f) \
	__SMEMLINT_BODY __C make_cu##f##Complex(__T __re, __T __im) { __C __v; __v.x = __re; __v.y = __im; return __v; }
__SMEMLINT_COMPLEX(cuFloatComplex, float, Float)
__SMEMLINT_COMPLEX(cuDoubleComplex, double, Double)
__SMEMLINT_BODY cuComplex make_cuComplex(float __re, float __im) { return make_cuFloatComplex(__re, __im); }
#define __SMEMLINT_COMPLEX_OPS(__C, __T, f) \
	__SMEMLINT_BODY __T cuCreal##f(__C __v) { return __v.x; } \
	__SMEMLINT_BODY __T cuCimag##f(__C __v) { return __v.y; } \
	__SMEMLINT_HD __T cuCabs##f(__C); \
	__SMEMLINT_HD __C cuConj##f(__C); \
	__SMEMLINT_HD __C cuCadd##f(__C, __C); \
	__SMEMLINT_HD __C cuCsub##f(__C, __C); \
	__SMEMLINT_HD __C cuCmul##f(__C, __C); \
	__SMEMLINT_HD __C cuCdiv##f(__C, __C); \
	__SMEMLINT_HD __C cuCfma##f(__C, __C, __C);
__SMEMLINT_COMPLEX_OPS(cuFloatComplex, float, f)
__SMEMLINT_COMPLEX_OPS(cuDoubleComplex, double, )
