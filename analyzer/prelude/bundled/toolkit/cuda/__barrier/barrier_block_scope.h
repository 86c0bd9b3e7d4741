/* CCCL's barrier of a block has a destructor with a body, and clang rejects shared variables of such types.
 * The functions of this header access only the barrier's eight bytes: here their bodies are empty, and a wait
 * returns at once. */
#pragma once
#include <__smemlint_names.h>
#include <cuda/std/__barrier/barrier.h>
#include <cuda/std/__barrier/poll_tester.h>
#include <cuda/std/chrono>
#include <nv/target>
#ifdef _LIBCUDACXX_BEGIN_NAMESPACE_STD
_LIBCUDACXX_BEGIN_NAMESPACE_STD
template <class... __T> __SMEMLINT_BODY bool __smemlint_wait(__T &&...) { return true; }
_LIBCUDACXX_END_NAMESPACE_STD
#define __cccl_thread_poll_with_backoff __smemlint_wait
#endif
#pragma push_macro("NV_DISPATCH_TARGET")
#undef NV_DISPATCH_TARGET
#define NV_DISPATCH_TARGET(...)
#include_next <cuda/__barrier/barrier_block_scope.h>
#pragma pop_macro("NV_DISPATCH_TARGET")
