#pragma once
#include <__smemlint_async.h>
#include <cooperative_groups.h>

namespace cooperative_groups {
template <size_t __align, class __Group>
__SMEMLINT_CG void __smemlint_copy_by(const __Group &__group, void *__dst, const void *__src, size_t __size) {
	__smemlint_copy<__align>(__dst, __src, __size, __group.thread_rank(), __group.size());
}
/* By a tile, the last units are copied by all its threads, those too many like the last one. */
template <size_t __align, unsigned int __n, class __Parent>
__SMEMLINT_CG void __smemlint_copy_by(const thread_block_tile<__n, __Parent> &__tile, void *__dst, const void *__src, size_t __size) {
	const size_t __unit = __align >= 16 ? 16 : __align, __rank = __tile.thread_rank(), __rest = __size / __unit % __n;
	const size_t __whole = __size / __unit - __rest;
	char *__to = (char *)__dst + __whole * __unit;
	const char *__from = (const char *)__src + __whole * __unit;
#if __CUDA_ARCH__ >= 800
	const bool __is_async = __unit >= 4;
#else
	const bool __is_async = false;
#endif
	__smemlint_copy<__align>(__dst, __src, __is_async ? __whole * __unit : __size, __rank, __n);
	if (__is_async && __rest)
		__smemlint_copy<__align>(__to, __from, __rest * __unit, __rank < __rest ? __rank : __rest - 1, __n);
}
/* sizes in bytes; Aligned is cuda::aligned_size_t */
template <class __Group, class __T, template <size_t> class __Aligned, size_t __n>
__SMEMLINT_CG void memcpy_async(const __Group &__group, __T *__dst, const __T *__src, const __Aligned<__n> &__size) {
	__smemlint_copy_by<__n>(__group, __dst, __src, (size_t)__size);
}
template <class __Group, class __T>
__SMEMLINT_CG void memcpy_async(const __Group &__group, __T *__dst, const __T *__src, size_t __size) {
	__smemlint_copy_by<__smemlint_alignment<__T>::value>(__group, __dst, __src, __size);
}
/* sizes in elements of destination and source; the smaller one is copied */
template <class __Group, class __T, class __D, class __S>
__SMEMLINT_CG void memcpy_async(const __Group &__group, __T *__dst, const __D &__dst_count, const __T *__src, const __S &__src_count) {
	size_t __count = (size_t)__dst_count < (size_t)__src_count ? (size_t)__dst_count : (size_t)__src_count;
	__smemlint_copy_by<__smemlint_alignment<__T>::value>(__group, __dst, __src, __count * sizeof(__T));
}
template <class __Group> __SMEMLINT_CG void wait(const __Group &__group) {
	__pipeline_wait_prior(0);
	__group.sync();
}
template <unsigned int __stage, class __Group> __SMEMLINT_CG void wait_prior(const __Group &__group) {
	__pipeline_wait_prior(__stage);
	__group.sync();
}
}
