/* The device's library (libdevice's names), by the C library. */
#include "smem.h"

#include <math.h>

#define F1(name, body) float smem_dev___nv_##name(float x) { return body; }
#define F2(name, body) float smem_dev___nv_##name(float x, float y) { return body; }
#define D1(name, body) double smem_dev___nv_##name(double x) { return body; }
#define D2(name, body) double smem_dev___nv_##name(double x, double y) { return body; }
#define BOTH1(name) F1(name##f, name##f(x)) D1(name, name(x))
#define BOTH2(name) F2(name##f, name##f(x, y)) D2(name, name(x, y))

BOTH1(sin) BOTH1(cos) BOTH1(tan) BOTH1(asin) BOTH1(acos) BOTH1(atan) BOTH1(sinh) BOTH1(cosh) BOTH1(tanh)
BOTH1(asinh) BOTH1(acosh) BOTH1(atanh) BOTH1(exp) BOTH1(exp2) BOTH1(expm1) BOTH1(log) BOTH1(log2) BOTH1(log10) BOTH1(log1p)
BOTH1(sqrt) BOTH1(cbrt) BOTH1(erf) BOTH1(erfc) BOTH1(tgamma) BOTH1(lgamma) BOTH1(ceil) BOTH1(floor) BOTH1(trunc)
BOTH1(rint) BOTH1(nearbyint) BOTH1(round) BOTH1(fabs) BOTH1(logb)
BOTH2(pow) BOTH2(fmod) BOTH2(atan2) BOTH2(hypot) BOTH2(fmin) BOTH2(fmax) BOTH2(fdim) BOTH2(copysign) BOTH2(remainder)
BOTH2(nextafter)
F1(exp10f, powf(10, x)) D1(exp10, pow(10, x))
F1(rsqrtf, 1 / sqrtf(x)) D1(rsqrt, 1 / sqrt(x)) F1(rcbrtf, 1 / cbrtf(x)) D1(rcbrt, 1 / cbrt(x))
F1(sinpif, sinf(x * (float)M_PI)) D1(sinpi, sin(x * M_PI)) F1(cospif, cosf(x * (float)M_PI)) D1(cospi, cos(x * M_PI))
F1(fast_sinf, sinf(x)) F1(fast_cosf, cosf(x)) F1(fast_tanf, tanf(x)) F1(fast_expf, expf(x)) F1(fast_exp10f, powf(10, x))
F1(fast_logf, logf(x)) F1(fast_log2f, log2f(x)) F1(fast_log10f, log10f(x))
F2(fast_powf, powf(x, y)) F2(fast_fdividef, x / y)
F1(saturatef, x < 0 ? 0 : x > 1 ? 1 : x == x ? x : 0)
F1(fsqrt_rn, sqrtf(x)) F1(frcp_rn, 1 / x) F1(frsqrt_rn, 1 / sqrtf(x)) D1(dsqrt_rn, sqrt(x)) D1(drcp_rn, 1 / x)
F2(fadd_rn, x + y) F2(fsub_rn, x - y) F2(fmul_rn, x * y) F2(fdiv_rn, x / y)
D2(dadd_rn, x + y) D2(dsub_rn, x - y) D2(dmul_rn, x * y) D2(ddiv_rn, x / y)
F1(j0f, (float)j0(x)) F1(j1f, (float)j1(x)) D1(j0, j0(x)) D1(j1, j1(x))

float smem_dev___nv_fmaf(float x, float y, float z) { return fmaf(x, y, z); }
double smem_dev___nv_fma(double x, double y, double z) { return fma(x, y, z); }
float smem_dev___nv_fmaf_rn(float x, float y, float z) { return fmaf(x, y, z); }
double smem_dev___nv_fma_rn(double x, double y, double z) { return fma(x, y, z); }
float smem_dev___nv_powif(float x, int n) { return powf(x, (float)n); }
double smem_dev___nv_powi(double x, int n) { return pow(x, n); }
float smem_dev___nv_ldexpf(float x, int n) { return ldexpf(x, n); }
double smem_dev___nv_ldexp(double x, int n) { return ldexp(x, n); }
float smem_dev___nv_frexpf(float x, int *n) { return frexpf(x, n); }
double smem_dev___nv_frexp(double x, int *n) { return frexp(x, n); }
float smem_dev___nv_modff(float x, float *n) { return modff(x, n); }
double smem_dev___nv_modf(double x, double *n) { return modf(x, n); }
void smem_dev___nv_sincosf(float x, float *s, float *c) { *s = sinf(x); *c = cosf(x); }
void smem_dev___nv_fast_sincosf(float x, float *s, float *c) { *s = sinf(x); *c = cosf(x); }
void smem_dev___nv_sincos(double x, double *s, double *c) { *s = sin(x); *c = cos(x); }
float smem_dev___nv_norm3df(float x, float y, float z) { return sqrtf(x * x + y * y + z * z); }
double smem_dev___nv_norm3d(double x, double y, double z) { return sqrt(x * x + y * y + z * z); }
float smem_dev___nv_rnorm3df(float x, float y, float z) { return 1 / sqrtf(x * x + y * y + z * z); }
int smem_dev___nv_isinff(float x) { return isinf(x) != 0; }
int smem_dev___nv_isinfd(double x) { return isinf(x) != 0; }
int smem_dev___nv_isnanf(float x) { return isnan(x) != 0; }
int smem_dev___nv_isnand(double x) { return isnan(x) != 0; }
int smem_dev___nv_finitef(float x) { return isfinite(x) != 0; }
int smem_dev___nv_isfinited(double x) { return isfinite(x) != 0; }
int smem_dev___nv_signbitf(float x) { return signbit(x) != 0; }
int smem_dev___nv_signbitd(double x) { return signbit(x) != 0; }
long long smem_dev___nv_llrintf(float x) { return llrintf(x); }
long long smem_dev___nv_llrint(double x) { return llrint(x); }
long long smem_dev___nv_llroundf(float x) { return llroundf(x); }
long long smem_dev___nv_llround(double x) { return llround(x); }
int smem_dev___nv_ilogbf(float x) { return ilogbf(x); }
int smem_dev___nv_ilogb(double x) { return ilogb(x); }

/* --- integers --- */
#define I2(name, T, body) T smem_dev___nv_##name(T x, T y) { return body; }
I2(min, int, x < y ? x : y) I2(max, int, x > y ? x : y) I2(umin, unsigned, x < y ? x : y) I2(umax, unsigned, x > y ? x : y)
I2(llmin, long long, x < y ? x : y) I2(llmax, long long, x > y ? x : y)
I2(ullmin, unsigned long long, x < y ? x : y) I2(ullmax, unsigned long long, x > y ? x : y)
I2(mulhi, int, (int)((long long)x * y >> 32)) I2(umulhi, unsigned, (unsigned)((unsigned long long)x * y >> 32))
I2(mul64hi, long long, (long long)((__int128)x * y >> 64))
I2(umul64hi, unsigned long long, (unsigned long long)((unsigned __int128)x * y >> 64))
I2(hadd, int, (int)(((long long)x + y) >> 1)) I2(rhadd, int, (int)(((long long)x + y + 1) >> 1))
I2(uhadd, unsigned, (unsigned)(((unsigned long long)x + y) >> 1))
I2(urhadd, unsigned, (unsigned)(((unsigned long long)x + y + 1) >> 1))
static int low_24(int x) { return (int)((unsigned)x << 8) >> 8; }
I2(mul24, int, (int)((unsigned)low_24(x) * (unsigned)low_24(y)))
I2(umul24, unsigned, (x & 0xffffff) * (y & 0xffffff))
int smem_dev___nv_abs(int x) { return x < 0 ? (int)-(unsigned)x : x; }
long long smem_dev___nv_llabs(long long x) { return x < 0 ? (long long)-(unsigned long long)x : x; }
int smem_dev___nv_clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
int smem_dev___nv_clzll(long long x) { return x ? __builtin_clzll((unsigned long long)x) : 64; }
int smem_dev___nv_popc(int x) { return __builtin_popcount((unsigned)x); }
int smem_dev___nv_popcll(long long x) { return __builtin_popcountll((unsigned long long)x); }
int smem_dev___nv_ffs(int x) { return __builtin_ffs(x); }
int smem_dev___nv_ffsll(long long x) { return __builtin_ffsll(x); }
int smem_dev___nv_brev(int x) { return (int)__builtin_bitreverse32((unsigned)x); }
long long smem_dev___nv_brevll(long long x) { return (long long)__builtin_bitreverse64((unsigned long long)x); }
unsigned smem_dev___nv_sad(int x, int y, unsigned z) { return z + (unsigned)(x > y ? (unsigned)x - (unsigned)y : (unsigned)y - (unsigned)x); }
unsigned smem_dev___nv_usad(unsigned x, unsigned y, unsigned z) { return z + (x > y ? x - y : y - x); }
unsigned smem_dev___nv_byte_perm(unsigned x, unsigned y, unsigned s)
{
	uint64_t all = (uint64_t)y << 32 | x;
	unsigned out = 0;
	for (int i = 0; i < 4; i++) {
		unsigned pick = s >> 4 * i & 15, byte = (unsigned)(all >> 8 * (pick & 7)) & 255;
		if (pick & 8)
			byte = byte & 128 ? 255 : 0;
		out |= byte << 8 * i;
	}
	return out;
}

/* --- bits and conversions --- */
#define AS(name, From, To) To smem_dev___nv_##name(From x) { union { From from; To to; } u = { x }; return u.to; }
AS(float_as_int, float, int) AS(float_as_uint, float, unsigned) AS(int_as_float, int, float) AS(uint_as_float, unsigned, float)
AS(double_as_longlong, double, long long) AS(longlong_as_double, long long, double)
#define CONVERT(name, From, To, body) To smem_dev___nv_##name(From x) { return (To)(body); }
#define ROUNDED(f, From, To) \
	CONVERT(f##_rn, From, To, rint((double)x)) CONVERT(f##_rz, From, To, trunc((double)x)) \
	CONVERT(f##_rd, From, To, floor((double)x)) CONVERT(f##_ru, From, To, ceil((double)x))
ROUNDED(float2int, float, int) ROUNDED(float2uint, float, unsigned) ROUNDED(float2ll, float, long long)
ROUNDED(float2ull, float, unsigned long long) ROUNDED(double2int, double, int) ROUNDED(double2uint, double, unsigned)
ROUNDED(double2ll, double, long long) ROUNDED(double2ull, double, unsigned long long)
#define PLAIN(f, From, To) CONVERT(f##_rn, From, To, x) CONVERT(f##_rz, From, To, x) CONVERT(f##_rd, From, To, x) CONVERT(f##_ru, From, To, x)
PLAIN(int2float, int, float) PLAIN(uint2float, unsigned, float) PLAIN(ll2float, long long, float)
PLAIN(ull2float, unsigned long long, float) PLAIN(ll2double, long long, double) PLAIN(ull2double, unsigned long long, double)
PLAIN(double2float, double, float)
CONVERT(int2double_rn, int, double, x) CONVERT(uint2double_rn, unsigned, double, x)
int smem_dev___nv_double2hiint(double x) { union { double d; uint64_t u; } v = { x }; return (int)(v.u >> 32); }
int smem_dev___nv_double2loint(double x) { union { double d; uint64_t u; } v = { x }; return (int)v.u; }
double smem_dev___nv_hiloint2double(int high, int low)
{
	union { uint64_t u; double d; } v = { (uint64_t)(unsigned)high << 32 | (unsigned)low };
	return v.d;
}
