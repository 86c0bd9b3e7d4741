#pragma once
#include <cuda_awbarrier_primitives.h>
#include <cuda/barrier>
namespace nvcuda {
namespace experimental {
struct awbarrier {
	typedef uint64_t arrival_token;
	uint64_t state;
	awbarrier() = default;
	__SMEMLINT_D arrival_token arrive();
	__SMEMLINT_D bool timed_wait(arrival_token, uint32_t);
	__SMEMLINT_D void wait(arrival_token);
	__SMEMLINT_D void arrive_and_wait();
};
__SMEMLINT_D void init(awbarrier *, uint32_t);
}
}
