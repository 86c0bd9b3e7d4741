/* A copy by the threads of a group, which take consecutive units in turn. */
#pragma once
#include <__smemlint_names.h>
#include <cuda_pipeline_primitives.h>

template <class __T> struct __smemlint_alignment { static constexpr size_t value = alignof(__T); };
template <> struct __smemlint_alignment<void> { static constexpr size_t value = 1; };
template <> struct __smemlint_alignment<const void> { static constexpr size_t value = 1; };

template <size_t __size> struct __smemlint_unit { typedef char type; };
template <> struct __smemlint_unit<2> { typedef short type; };
template <> struct __smemlint_unit<4> { typedef int type; };
template <> struct __smemlint_unit<8> { typedef int2 type; };
template <> struct __smemlint_unit<16> { typedef int4 type; };

/* Since sm_80, units of 4, 8 or 16 bytes are copied by cp.async; other units are loaded and stored. */
template <size_t __align>
__SMEMLINT_D inline void __smemlint_copy(void *__dst, const void *__src, size_t __size, size_t __rank, size_t __threads) {
	constexpr size_t __unit = __align >= 16 ? 16 : __align;
	typedef typename __smemlint_unit<__unit>::type Unit;
	for (size_t __i = __rank; __i < __size / __unit; __i += __threads) {
#if __CUDA_ARCH__ >= 800
		if (__unit >= 4)
			__pipeline_memcpy_async((Unit *)__dst + __i, (const Unit *)__src + __i, __unit);
		else
#endif
			((Unit *)__dst)[__i] = ((const Unit *)__src)[__i];
	}
}

/* A bulk copy of sm_90: one thread starts it, and no lane accesses a bank. */
__SMEMLINT_D inline void __smemlint_copy_bulk(void *__dst, const void *__src, size_t __size, size_t __rank) {
	if (__rank == 0)
		asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%0];"
			     : : "r"((unsigned int)__cvta_generic_to_shared(__dst)), "l"(__src), "r"((unsigned int)__size)
			     : "memory");
}

/* Only a copy that completes at a barrier of the block can be a bulk copy. */
template <size_t __align, bool __for_barrier>
__SMEMLINT_D inline void __smemlint_copy_for(void *__dst, const void *__src, size_t __size, size_t __rank, size_t __threads) {
#if __CUDA_ARCH__ >= 900
	if (__for_barrier && __align >= 16)
		__smemlint_copy_bulk(__dst, __src, __size, __rank);
	else
#endif
		__smemlint_copy<__align>(__dst, __src, __size, __rank, __threads);
}
