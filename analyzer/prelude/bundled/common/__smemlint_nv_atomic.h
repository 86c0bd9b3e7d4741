/* The atomics that are built into nvcc since 12.8. */
#pragma once
#include <__smemlint_names.h>

#define __CUDACC_DEVICE_ATOMIC_BUILTINS__ 1
#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4

template <class __T> struct __smemlint_itself { typedef __T type; };
#define __SMEMLINT_NV_ATOMIC(name, __R) \
	template <class __T> __SMEMLINT_D __R name(__T *, typename __smemlint_itself<__T>::type, int, int = 4);
__SMEMLINT_NV_ATOMIC(__nv_atomic_fetch_add, __T)
__SMEMLINT_NV_ATOMIC(__nv_atomic_fetch_sub, __T)
__SMEMLINT_NV_ATOMIC(__nv_atomic_fetch_and, __T)
__SMEMLINT_NV_ATOMIC(__nv_atomic_fetch_or, __T)
__SMEMLINT_NV_ATOMIC(__nv_atomic_fetch_xor, __T)
__SMEMLINT_NV_ATOMIC(__nv_atomic_fetch_min, __T)
__SMEMLINT_NV_ATOMIC(__nv_atomic_fetch_max, __T)
__SMEMLINT_NV_ATOMIC(__nv_atomic_add, void)
__SMEMLINT_NV_ATOMIC(__nv_atomic_sub, void)
__SMEMLINT_NV_ATOMIC(__nv_atomic_and, void)
__SMEMLINT_NV_ATOMIC(__nv_atomic_or, void)
__SMEMLINT_NV_ATOMIC(__nv_atomic_xor, void)
__SMEMLINT_NV_ATOMIC(__nv_atomic_min, void)
__SMEMLINT_NV_ATOMIC(__nv_atomic_max, void)
__SMEMLINT_NV_ATOMIC(__nv_atomic_exchange_n, __T)
__SMEMLINT_D void __nv_atomic_thread_fence(int, int = 4);

/* An exchange with what a thread has, if that is there. */
template <class __T> __SMEMLINT_D __T __smemlint_nv_swap(__T *, __T, __T);
template <class __T> __SMEMLINT_D inline bool __nv_atomic_compare_exchange_n(__T *__p, __T *__expected, typename __smemlint_itself<__T>::type __desired, bool, int, int, int = 4) {
	const __T __before = *__expected, __found = __smemlint_nv_swap(__p, __before, __desired);
	*__expected = __found;
	return __found == __before;
}
template <class __T> __SMEMLINT_D inline __T __nv_atomic_load_n(const __T *__p, int, int = 4) {
	return *(const volatile __T *)__p;
}
template <class __T> __SMEMLINT_D inline void __nv_atomic_load(const __T *__p, __T *__to, int, int = 4) {
	*__to = *(const volatile __T *)__p;
}
template <class __T> __SMEMLINT_D inline void __nv_atomic_store_n(__T *__p, typename __smemlint_itself<__T>::type __v, int, int = 4) {
	*(volatile __T *)__p = __v;
}
template <class __T> __SMEMLINT_D inline void __nv_atomic_store(__T *__p, __T *__v, int, int = 4) {
	*(volatile __T *)__p = *__v;
}
