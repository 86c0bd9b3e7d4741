/* CCCL selects how to copy by the address spaces of the pointers at run time.  Here a copy is always taken to be
 * from global to shared memory. */
#pragma once
#include <__smemlint_async.h>
#include_next <cuda/__memcpy_async/dispatch_memcpy_async.h>
namespace cuda {
/* a sixth argument is the handle of a barrier */
template <size_t __align, class __Group, class... __Handle>
__SMEMLINT_D inline __completion_mechanism __smemlint_dispatch(const __Group &__group, char *__dst, const char *__src,
							       size_t __size, unsigned int, __Handle...) {
	__smemlint_copy_for<__align, sizeof...(__Handle) != 0>(__dst, __src, __size, __group.thread_rank(), __group.size());
	return __completion_mechanism::__async_group;
}
}
#define __dispatch_memcpy_async __smemlint_dispatch
