#pragma once
#include <cuda_pipeline_primitives.h>
#include <cuda/pipeline>
namespace nvcuda {
namespace experimental {
struct pipeline {
	__SMEMLINT_D pipeline();
	__SMEMLINT_D size_t commit();
	__SMEMLINT_D void commit_and_wait();
	__SMEMLINT_D void wait(size_t);
	template <unsigned __N> __SMEMLINT_D void wait_prior();
};
template <class __T> __SMEMLINT_BODY void memcpy_async(__T &__dst, const __T &__src, pipeline &) {
	__pipeline_memcpy_async(&__dst, &__src, sizeof(__T));
}
}
}
