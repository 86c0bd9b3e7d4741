#pragma once
#include <cuda_pipeline_primitives.h>
__SMEMLINT_HD uint32_t __mbarrier_maximum_count();
__SMEMLINT_D void __mbarrier_init(__mbarrier_t *, uint32_t);
__SMEMLINT_D void __mbarrier_inval(__mbarrier_t *);
__SMEMLINT_D __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *);
__SMEMLINT_D __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *);
__SMEMLINT_D bool __mbarrier_test_wait(__mbarrier_t *, __mbarrier_token_t);
__SMEMLINT_D bool __mbarrier_try_wait(__mbarrier_t *, __mbarrier_token_t, uint32_t);
__SMEMLINT_D uint32_t __mbarrier_token_pending_count(__mbarrier_token_t);
