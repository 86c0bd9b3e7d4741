#pragma once
#include <stdint.h>
__SMEMLINT_D void __pipeline_memcpy_async(void *, const void *, size_t __size, size_t __zfill = 0);
__SMEMLINT_D void __pipeline_commit();
__SMEMLINT_D void __pipeline_wait_prior(size_t);
typedef uint64_t __mbarrier_t, __mbarrier_token_t;
__SMEMLINT_D void __pipeline_arrive_on(__mbarrier_t *);
