/* The warp's functions. */
#pragma once

#define __SMEMLINT_SHUFFLE(T) \
	__SMEMLINT_D T __shfl_sync(unsigned int mask, T var, int lane, int width = 32); \
	__SMEMLINT_D T __shfl_up_sync(unsigned int mask, T var, unsigned int delta, int width = 32); \
	__SMEMLINT_D T __shfl_down_sync(unsigned int mask, T var, unsigned int delta, int width = 32); \
	__SMEMLINT_D T __shfl_xor_sync(unsigned int mask, T var, int lane_mask, int width = 32); \
	__SMEMLINT_D T __shfl(T var, int lane, int width = 32); \
	__SMEMLINT_D T __shfl_up(T var, unsigned int delta, int width = 32); \
	__SMEMLINT_D T __shfl_down(T var, unsigned int delta, int width = 32); \
	__SMEMLINT_D T __shfl_xor(T var, int lane_mask, int width = 32);
__SMEMLINT_SHUFFLE(int) __SMEMLINT_SHUFFLE(unsigned int) __SMEMLINT_SHUFFLE(long)
__SMEMLINT_SHUFFLE(unsigned long) __SMEMLINT_SHUFFLE(long long) __SMEMLINT_SHUFFLE(unsigned long long)
__SMEMLINT_SHUFFLE(float) __SMEMLINT_SHUFFLE(double)
#define __SMEMLINT_MATCH(T) \
	__SMEMLINT_D unsigned int __match_any_sync(unsigned int, T); \
	__SMEMLINT_D unsigned int __match_all_sync(unsigned int, T, int *);
__SMEMLINT_MATCH(int) __SMEMLINT_MATCH(unsigned int) __SMEMLINT_MATCH(long)
__SMEMLINT_MATCH(unsigned long) __SMEMLINT_MATCH(long long) __SMEMLINT_MATCH(unsigned long long)
__SMEMLINT_MATCH(float) __SMEMLINT_MATCH(double)
#define __SMEMLINT_WARP_REDUCE(T) \
	__SMEMLINT_D T __reduce_add_sync(unsigned int, T); \
	__SMEMLINT_D T __reduce_min_sync(unsigned int, T); \
	__SMEMLINT_D T __reduce_max_sync(unsigned int, T);
__SMEMLINT_WARP_REDUCE(int) __SMEMLINT_WARP_REDUCE(unsigned int)
__SMEMLINT_D unsigned int __reduce_and_sync(unsigned int, unsigned int);
__SMEMLINT_D unsigned int __reduce_or_sync(unsigned int, unsigned int);
__SMEMLINT_D unsigned int __reduce_xor_sync(unsigned int, unsigned int);
__SMEMLINT_D unsigned int __ballot_sync(unsigned int, int);
__SMEMLINT_D int __all_sync(unsigned int, int);
__SMEMLINT_D int __any_sync(unsigned int, int);
__SMEMLINT_D int __uni_sync(unsigned int, int);
__SMEMLINT_D unsigned int __ballot(int);
__SMEMLINT_D int __all(int);
__SMEMLINT_D int __any(int);
__SMEMLINT_D unsigned int __activemask();
__SMEMLINT_D unsigned int __fns(unsigned int, unsigned int, int);
__SMEMLINT_D unsigned int __lanemask_lt();
