#include <math.h>
#include <cmath>
#include <algorithm>
#include <math_constants.h>
#include <cuComplex.h>

__global__ void single(float *p, int n) {
	float x = p[0], y = p[1], s, c;
	sincosf(x, &s, &c);
	__sincosf(x, &s, &c);
	p[2] = sinf(x) + cosf(x) + tanf(x) + expf(x) + exp2f(x) + logf(x) + log2f(x) + sqrtf(x) + rsqrtf(x) + powf(x, y);
	p[3] = fabsf(x) + fminf(x, y) + fmaxf(x, y) + fmodf(x, y) + floorf(x) + ceilf(x) + roundf(x) + truncf(x) + rintf(x);
	p[4] = fmaf(x, y, s) + hypotf(x, y) + atan2f(x, y) + erff(x) + tanhf(x) + cbrtf(x) + copysignf(x, y) + ldexpf(x, 2);
	p[5] = __sinf(x) + __cosf(x) + __expf(x) + __logf(x) + __powf(x, y) + __fdividef(x, y) + __saturatef(x);
	p[6] = __fadd_rn(x, y) + __fmul_rn(x, y) + __fmaf_rn(x, y, s) + __frcp_rn(x) + __fsqrt_rn(x) + __frsqrt_rn(x);
	p[7] = sin(x) + cos(x) + exp(x) + sqrt(x) + fabs(x) + pow(x, y) + log(x) + floor(x) + abs(x) + fmax(x, y) + pow(x, 2);
	p[8] = std::sin(x) + std::sqrt(x) + std::abs(x) + std::max(x, y) + std::min(x, y) + std::exp(x) + std::pow(x, y);
	p[9] = (float)(max(n, 3) + min(n, 4) + abs(n) + std::max(n, 5) + __float2int_rn(x) + __float2int_rz(y));
	p[10] = max(x, y) + min(x, y) + __int2float_rn(n) + __int_as_float(n) + isnan(x) + isinf(y) + (float)sqrt((double)n);
	p[11] = CUDART_PI_F + CUDART_INF_F + lrintf(x) + (float)max(3u, 4u) + (float)max(3ll, 4ll);
	p[12] = HUGE_VALF + INFINITY + (float)M_PI;
}

__global__ void twice(double *p, int n) {
	double x = p[0], y = p[1], s, c;
	sincos(x, &s, &c);
	p[2] = sin(x) + cos(x) + exp(x) + log(x) + sqrt(x) + rsqrt(x) + pow(x, y) + pow(x, 3) + fabs(x) + fma(x, y, s);
	p[3] = fmin(x, y) + fmax(x, y) + max(x, y) + min(x, y) + floor(x) + ceil(x) + atan2(x, y) + hypot(x, y) + abs(x);
	p[4] = __dadd_rn(x, y) + __ddiv_rn(x, y) + __longlong_as_double(3) + __double2int_rn(x) + __hiloint2double(1, 2);
	p[5] = std::sqrt(x) + std::abs(x) + std::isnan(x) + std::floor(x) + n;
}

__global__ void complex_numbers(cuFloatComplex *p) {
	p[0] = cuCmulf(p[1], cuCaddf(p[2], make_cuFloatComplex(1.f, 2.f)));
	p[3].x = cuCrealf(p[4]) + cuCimagf(p[5]) + cuCabsf(p[6]);
}

int main() {
	double d = sqrt(2.0) + fabs(-1.0) + std::max(1, 2) + abs(-1) + pow(2.0, 3.0);
	single<<<1, 32>>>(nullptr, (int)ceil(d));
	return (int)floorf(2.5f);
}
