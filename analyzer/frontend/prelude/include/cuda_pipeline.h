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
	template <unsigned N> __SMEMLINT_D void wait_prior();
};
template <class T> __SMEMLINT_BODY void memcpy_async(T &dst, const T &src, pipeline &) {
	__pipeline_memcpy_async(&dst, &src, sizeof(T));
}
}
}
