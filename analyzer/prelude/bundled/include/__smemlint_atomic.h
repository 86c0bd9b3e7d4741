/* Atomics. */
#pragma once

#define __SMEMLINT_ATOMIC_SCOPED(name, __T) \
	__SMEMLINT_D __T name(__T *, __T); \
	__SMEMLINT_D __T name##_block(__T *, __T); \
	__SMEMLINT_D __T name##_system(__T *, __T);
#define __SMEMLINT_ATOMIC2(name) \
	__SMEMLINT_ATOMIC_SCOPED(name, int) \
	__SMEMLINT_ATOMIC_SCOPED(name, unsigned int)
#define __SMEMLINT_ATOMIC3(name) __SMEMLINT_ATOMIC2(name) __SMEMLINT_ATOMIC_SCOPED(name, unsigned long long)
#define __SMEMLINT_ATOMIC4(name) __SMEMLINT_ATOMIC3(name) __SMEMLINT_ATOMIC_SCOPED(name, long long)
__SMEMLINT_ATOMIC3(atomicAdd)
__SMEMLINT_ATOMIC_SCOPED(atomicAdd, float)
__SMEMLINT_ATOMIC_SCOPED(atomicAdd, double)
__SMEMLINT_ATOMIC_SCOPED(atomicAdd, float2)
__SMEMLINT_ATOMIC_SCOPED(atomicAdd, float4)
__SMEMLINT_ATOMIC2(atomicSub)
__SMEMLINT_ATOMIC3(atomicExch)
__SMEMLINT_ATOMIC_SCOPED(atomicExch, float)
__SMEMLINT_ATOMIC4(atomicMin)
__SMEMLINT_ATOMIC4(atomicMax)
__SMEMLINT_ATOMIC3(atomicAnd)
__SMEMLINT_ATOMIC3(atomicOr)
__SMEMLINT_ATOMIC3(atomicXor)
__SMEMLINT_ATOMIC_SCOPED(atomicInc, unsigned int)
__SMEMLINT_ATOMIC_SCOPED(atomicDec, unsigned int)
#define __SMEMLINT_ATOMIC_CAS(name, __T) \
	__SMEMLINT_D __T name(__T *, __T, __T); \
	__SMEMLINT_D __T name##_block(__T *, __T, __T); \
	__SMEMLINT_D __T name##_system(__T *, __T, __T);
__SMEMLINT_ATOMIC_CAS(atomicCAS, int)
__SMEMLINT_ATOMIC_CAS(atomicCAS, unsigned int)
__SMEMLINT_ATOMIC_CAS(atomicCAS, unsigned long long)
__SMEMLINT_ATOMIC_CAS(atomicCAS, unsigned short)
