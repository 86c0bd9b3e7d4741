#pragma once
#include <__smemlint_async.h>
#include <cooperative_groups.h>

namespace cooperative_groups {
/* sizes in bytes; Aligned is cuda::aligned_size_t */
template <class __Group, class __T, template <size_t> class __Aligned, size_t __n>
__SMEMLINT_CG void memcpy_async(const __Group &__group, __T *__dst, const __T *__src, const __Aligned<__n> &__size) {
	__smemlint_copy<__n>(__dst, __src, (size_t)__size, __group.thread_rank(), __group.size());
}
template <class __Group, class __T>
__SMEMLINT_CG void memcpy_async(const __Group &__group, __T *__dst, const __T *__src, size_t __size) {
	__smemlint_copy<__smemlint_alignment<__T>::value>(__dst, __src, __size, __group.thread_rank(), __group.size());
}
/* sizes in elements of destination and source; the smaller one is copied */
template <class __Group, class __T, class __D, class __S>
__SMEMLINT_CG void memcpy_async(const __Group &__group, __T *__dst, const __D &__dst_count, const __T *__src, const __S &__src_count) {
	size_t __count = (size_t)__dst_count < (size_t)__src_count ? (size_t)__dst_count : (size_t)__src_count;
	__smemlint_copy<__smemlint_alignment<__T>::value>(__dst, __src, __count * sizeof(__T), __group.thread_rank(), __group.size());
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
