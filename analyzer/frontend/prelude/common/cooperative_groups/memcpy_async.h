#pragma once
#include <__smemlint_async.h>
#include <cooperative_groups.h>

namespace cooperative_groups {
/* sizes in bytes; Aligned is cuda::aligned_size_t */
template <class Group, class T, template <size_t> class Aligned, size_t n>
__SMEMLINT_CG void memcpy_async(const Group &group, T *dst, const T *src, const Aligned<n> &size) {
	__smemlint_copy<n>(dst, src, (size_t)size, group.thread_rank(), group.size());
}
template <class Group, class T>
__SMEMLINT_CG void memcpy_async(const Group &group, T *dst, const T *src, size_t size) {
	__smemlint_copy<__smemlint_alignment<T>::value>(dst, src, size, group.thread_rank(), group.size());
}
/* sizes in elements, of both sides; the shorter one counts */
template <class Group, class T, class D, class S>
__SMEMLINT_CG void memcpy_async(const Group &group, T *dst, const D &dst_count, const T *src, const S &src_count) {
	size_t count = (size_t)dst_count < (size_t)src_count ? (size_t)dst_count : (size_t)src_count;
	__smemlint_copy<__smemlint_alignment<T>::value>(dst, src, count * sizeof(T), group.thread_rank(), group.size());
}
template <class Group> __SMEMLINT_CG void wait(const Group &group) {
	__pipeline_wait_prior(0);
	group.sync();
}
template <unsigned int stage, class Group> __SMEMLINT_CG void wait_prior(const Group &group) {
	__pipeline_wait_prior(stage);
	group.sync();
}
}
