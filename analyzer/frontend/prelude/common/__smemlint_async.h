/* A copy that the threads of a group share: unit by unit, thread after thread. */
#pragma once
#include <__smemlint_names.h>
#include <cuda_pipeline_primitives.h>

template <class T> struct __smemlint_alignment { static constexpr size_t value = alignof(T); };
template <> struct __smemlint_alignment<void> { static constexpr size_t value = 1; };
template <> struct __smemlint_alignment<const void> { static constexpr size_t value = 1; };

template <size_t size> struct __smemlint_unit { typedef char type; };
template <> struct __smemlint_unit<2> { typedef short type; };
template <> struct __smemlint_unit<4> { typedef int type; };
template <> struct __smemlint_unit<8> { typedef int2 type; };
template <> struct __smemlint_unit<16> { typedef int4 type; };

/* Since sm_80 the hardware copies 4, 8 or 16 bytes; what it does not copy is loaded and stored. */
template <size_t align>
__SMEMLINT_D inline void __smemlint_copy(void *dst, const void *src, size_t size, size_t rank, size_t threads) {
	constexpr size_t unit = align >= 16 ? 16 : align;
	typedef typename __smemlint_unit<unit>::type Unit;
	for (size_t i = rank; i < size / unit; i += threads) {
#if __CUDA_ARCH__ >= 800
		if (unit >= 4)
			__pipeline_memcpy_async((Unit *)dst + i, (const Unit *)src + i, unit);
		else
#endif
			((Unit *)dst)[i] = ((const Unit *)src)[i];
	}
}

/* Whole, by the bulk copy engine of sm_90: one thread asks for it, and no lane touches a bank. */
__SMEMLINT_D inline void __smemlint_copy_bulk(void *dst, const void *src, size_t size, size_t rank) {
	if (rank == 0)
		asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%0];"
			     : : "r"((unsigned int)__cvta_generic_to_shared(dst)), "l"(src), "r"((unsigned int)size)
			     : "memory");
}

/* To a barrier of the block the bulk engine can report what it copied. */
template <size_t align, bool for_barrier>
__SMEMLINT_D inline void __smemlint_copy_for(void *dst, const void *src, size_t size, size_t rank, size_t threads) {
#if __CUDA_ARCH__ >= 900
	if (for_barrier && align >= 16)
		__smemlint_copy_bulk(dst, src, size, rank);
	else
#endif
		__smemlint_copy<align>(dst, src, size, rank, threads);
}
