#pragma once
typedef float2 cuFloatComplex, cuComplex;
typedef double2 cuDoubleComplex;
#define __SMEMLINT_COMPLEX(C, T, f) \
	__SMEMLINT_BODY C make_cu##f##Complex(T re, T im) { C v; v.x = re; v.y = im; return v; }
__SMEMLINT_COMPLEX(cuFloatComplex, float, Float)
__SMEMLINT_COMPLEX(cuDoubleComplex, double, Double)
__SMEMLINT_BODY cuComplex make_cuComplex(float re, float im) { return make_cuFloatComplex(re, im); }
#define __SMEMLINT_COMPLEX_OPS(C, T, f) \
	__SMEMLINT_BODY T cuCreal##f(C v) { return v.x; } \
	__SMEMLINT_BODY T cuCimag##f(C v) { return v.y; } \
	__SMEMLINT_HD T cuCabs##f(C); \
	__SMEMLINT_HD C cuConj##f(C); \
	__SMEMLINT_HD C cuCadd##f(C, C); \
	__SMEMLINT_HD C cuCsub##f(C, C); \
	__SMEMLINT_HD C cuCmul##f(C, C); \
	__SMEMLINT_HD C cuCdiv##f(C, C); \
	__SMEMLINT_HD C cuCfma##f(C, C, C);
__SMEMLINT_COMPLEX_OPS(cuFloatComplex, float, f)
__SMEMLINT_COMPLEX_OPS(cuDoubleComplex, double, )
