#pragma once
#include <curand.h>
#define __SMEMLINT_RANDOM(__S) \
	__SMEMLINT_D void curand_init(unsigned long long, unsigned long long, unsigned long long, __S *); \
	__SMEMLINT_D unsigned int curand(__S *); \
	__SMEMLINT_D float curand_uniform(__S *); \
	__SMEMLINT_D double curand_uniform_double(__S *); \
	__SMEMLINT_D float curand_normal(__S *); \
	__SMEMLINT_D double curand_normal_double(__S *); \
	__SMEMLINT_D float2 curand_normal2(__S *); \
	__SMEMLINT_D double2 curand_normal2_double(__S *); \
	__SMEMLINT_D float curand_log_normal(__S *, float, float); \
	__SMEMLINT_D unsigned int curand_poisson(__S *, double); \
	__SMEMLINT_D void skipahead(unsigned long long, __S *);
struct curandStateXORWOW {
	unsigned int d, v[5];
	int boxmuller_flag, boxmuller_flag_double;
	float boxmuller_extra;
	double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
	uint4 ctr, output;
	uint2 key;
	unsigned int STATE;
	int boxmuller_flag, boxmuller_flag_double;
	float boxmuller_extra;
	double boxmuller_extra_double;
};
struct curandStateMRG32k3a {
	unsigned int s1[3], s2[3];
	int boxmuller_flag, boxmuller_flag_double;
	float boxmuller_extra;
	double boxmuller_extra_double;
};
typedef curandStateXORWOW curandState, curandState_t, curandStateXORWOW_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
__SMEMLINT_RANDOM(curandStateXORWOW)
__SMEMLINT_RANDOM(curandStatePhilox4_32_10)
__SMEMLINT_RANDOM(curandStateMRG32k3a)
__SMEMLINT_D uint4 curand4(curandStatePhilox4_32_10 *);
__SMEMLINT_D float4 curand_uniform4(curandStatePhilox4_32_10 *);
__SMEMLINT_D float4 curand_normal4(curandStatePhilox4_32_10 *);
