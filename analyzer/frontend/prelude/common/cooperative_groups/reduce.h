#pragma once
#include <cooperative_groups.h>

namespace cooperative_groups {
#define __SMEMLINT_FUNCTOR(name, expression) \
	template <class T = void> struct name { \
		__SMEMLINT_CG T operator()(const T &a, const T &b) const { return expression; } \
	};
__SMEMLINT_FUNCTOR(plus, a + b)
__SMEMLINT_FUNCTOR(less, a < b ? a : b)
__SMEMLINT_FUNCTOR(greater, a < b ? b : a)
__SMEMLINT_FUNCTOR(bit_and, a & b)
__SMEMLINT_FUNCTOR(bit_or, a | b)
__SMEMLINT_FUNCTOR(bit_xor, a ^ b)

/* registers of a warp only; what comes out is the same in all lanes */
template <class Group, class T, class F> __SMEMLINT_D T reduce(const Group &, T, F &&);
template <class Group, class A, class T, class F> __SMEMLINT_D void reduce_update_async(const Group &, A &, T &&, F &&);
template <class Group, class A, class T, class F> __SMEMLINT_D void reduce_store_async(const Group &, A &, T &&, F &&);
template <class Group, class T, class F> __SMEMLINT_D T inclusive_scan(const Group &, T, F &&);
template <class Group, class T, class F> __SMEMLINT_D T exclusive_scan(const Group &, T, F &&);
template <class Group, class T> __SMEMLINT_D T inclusive_scan(const Group &, T);
template <class Group, class T> __SMEMLINT_D T exclusive_scan(const Group &, T);
template <class Group, class F> __SMEMLINT_CG auto invoke_one_broadcast(const Group &, F &&f) -> decltype(f()) {
	return f();
}
template <class Group, class F> __SMEMLINT_CG void invoke_one(const Group &group, F &&f) {
	if (group.thread_rank() == 0)
		f();
}
}
