#pragma once
#include <cooperative_groups.h>

template <class __T> __SMEMLINT_D __T __smemlint_reduce(unsigned int, __T);

namespace cooperative_groups {
#define __SMEMLINT_FUNCTOR(name, expression) \
	template <class __T = void> struct name { \
		__SMEMLINT_CG __T operator()(const __T &__a, const __T &__b) const { return expression; } \
	};
__SMEMLINT_FUNCTOR(plus, __a + __b)
__SMEMLINT_FUNCTOR(less, __a < __b ? __a : __b)
__SMEMLINT_FUNCTOR(greater, __a < __b ? __b : __a)
__SMEMLINT_FUNCTOR(bit_and, __a & __b)
__SMEMLINT_FUNCTOR(bit_or, __a | __b)
__SMEMLINT_FUNCTOR(bit_xor, __a ^ __b)

/* registers of a warp only; what comes out is the same in all lanes */
template <class __Group, class __T, class __F> __SMEMLINT_D __T reduce(const __Group &, __T, __F &&);
template <class __P, class __T, class __F>
__SMEMLINT_CG typename __smemlint_if<__is_arithmetic(__T), __T>::type reduce(const thread_block_tile<32, __P> &, __T __v, __F &&) {
	return __smemlint_reduce(0xffffffffu, __v);
}
/* of a warp's sum, its first thread stores it or updates an atomic */
template <class __A, class __T> __SMEMLINT_CG void __smemlint_update(__A &__to, __T __v, const plus<__T> *) { __to.fetch_add(__v); }
template <class __A, class __T> __SMEMLINT_CG void __smemlint_update(__A &__to, __T __v, const less<__T> *) { __to.fetch_min(__v); }
template <class __A, class __T> __SMEMLINT_CG void __smemlint_update(__A &__to, __T __v, const greater<__T> *) { __to.fetch_max(__v); }
template <class __A, class __T> __SMEMLINT_CG void __smemlint_update(__A &__to, __T __v, const bit_and<__T> *) { __to.fetch_and(__v); }
template <class __A, class __T> __SMEMLINT_CG void __smemlint_update(__A &__to, __T __v, const bit_or<__T> *) { __to.fetch_or(__v); }
template <class __A, class __T> __SMEMLINT_CG void __smemlint_update(__A &__to, __T __v, const bit_xor<__T> *) { __to.fetch_xor(__v); }
template <class __A, class __T> __SMEMLINT_D void __smemlint_update(__A &__to, __T __v, ...);
template <class __Group, class __A, class __T, class __F>
__SMEMLINT_CG void reduce_update_async(const __Group &__group, __A &&__to, __T __v, __F __f) {
	const __T __sum = reduce(__group, __v, __f);
	if (__group.thread_rank() == 0)
		__smemlint_update(__to, __sum, &__f);
}
template <class __Group, class __A, class __T, class __F>
__SMEMLINT_CG void reduce_store_async(const __Group &__group, __A &&__to, __T __v, __F &&__f) {
	const __T __sum = reduce(__group, __v, __f);
	if (__group.thread_rank() == 0)
		__to.store(__sum);
}
template <class __Group, class __P, class __T, class __F>
__SMEMLINT_CG void reduce_store_async(const __Group &__group, __P *__to, __T __v, __F &&__f) {
	const __P __sum = reduce(__group, (__P)__v, __f);
	if (__group.thread_rank() == 0)
		*__to = __sum;
}
template <class __Group, class __T, class __F> __SMEMLINT_D __T inclusive_scan(const __Group &, __T, __F &&);
template <class __Group, class __T, class __F> __SMEMLINT_D __T exclusive_scan(const __Group &, __T, __F &&);
template <class __Group, class __T> __SMEMLINT_D __T inclusive_scan(const __Group &, __T);
template <class __Group, class __T> __SMEMLINT_D __T exclusive_scan(const __Group &, __T);
template <class __Group, class __F> __SMEMLINT_CG auto invoke_one_broadcast(const __Group &, __F &&__f) -> decltype(__f()) {
	return __f();
}
template <class __Group, class __F> __SMEMLINT_CG void invoke_one(const __Group &__group, __F &&__f) {
	if (__group.thread_rank() == 0)
		__f();
}
}
