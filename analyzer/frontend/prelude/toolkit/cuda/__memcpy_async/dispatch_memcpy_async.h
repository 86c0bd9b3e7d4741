/* CCCL's choice between ways to copy asks at run time where pointers point to.  Here the answer is taken to be
 * the one that the function is made for: from global to shared memory. */
#pragma once
#include <__smemlint_async.h>
#include_next <cuda/__memcpy_async/dispatch_memcpy_async.h>
namespace cuda {
/* a sixth argument is the handle of a barrier */
template <size_t align, class Group, class... Handle>
__SMEMLINT_D inline __completion_mechanism __smemlint_dispatch(const Group &group, char *dst, const char *src,
							       size_t size, unsigned int, Handle...) {
	__smemlint_copy_for<align, sizeof...(Handle) != 0>(dst, src, size, group.thread_rank(), group.size());
	return __completion_mechanism::__async_group;
}
}
#define __dispatch_memcpy_async __smemlint_dispatch
