/* The warp's functions. */
#pragma once

#define __SMEMLINT_8_TYPES(each, name) \
	each(name, int) each(name, unsigned int) each(name, long) each(name, unsigned long) \
	each(name, long long) each(name, unsigned long long) each(name, float) each(name, double)

#define __SMEMLINT_SHUFFLE_BY(name, T, by) __SMEMLINT_D T name(unsigned int mask, T var, by, int width = 32);
#define __SMEMLINT_SHUFFLE_TO(name, T) __SMEMLINT_SHUFFLE_BY(name, T, int lane)
#define __SMEMLINT_SHUFFLE_MOVE(name, T) __SMEMLINT_SHUFFLE_BY(name, T, unsigned int delta)
#define __SMEMLINT_OLD_SHUFFLE_BY(name, T, by) __SMEMLINT_D T name(T var, by, int width = 32);
#define __SMEMLINT_OLD_SHUFFLE_TO(name, T) __SMEMLINT_OLD_SHUFFLE_BY(name, T, int lane)
#define __SMEMLINT_OLD_SHUFFLE_MOVE(name, T) __SMEMLINT_OLD_SHUFFLE_BY(name, T, unsigned int delta)
/* all of them for one more type */
#define __SMEMLINT_SHUFFLE(T) \
	__SMEMLINT_SHUFFLE_TO(__shfl_sync, T) __SMEMLINT_SHUFFLE_TO(__shfl_xor_sync, T) \
	__SMEMLINT_SHUFFLE_MOVE(__shfl_up_sync, T) __SMEMLINT_SHUFFLE_MOVE(__shfl_down_sync, T) \
	__SMEMLINT_OLD_SHUFFLE_TO(__shfl, T) __SMEMLINT_OLD_SHUFFLE_TO(__shfl_xor, T) \
	__SMEMLINT_OLD_SHUFFLE_MOVE(__shfl_up, T) __SMEMLINT_OLD_SHUFFLE_MOVE(__shfl_down, T)
#define __SMEMLINT_SHUFFLES_TO(name) __SMEMLINT_8_TYPES(__SMEMLINT_SHUFFLE_TO, name)
#define __SMEMLINT_SHUFFLES_MOVE(name) __SMEMLINT_8_TYPES(__SMEMLINT_SHUFFLE_MOVE, name)
#define __SMEMLINT_OLD_SHUFFLES_TO(name) __SMEMLINT_8_TYPES(__SMEMLINT_OLD_SHUFFLE_TO, name)
#define __SMEMLINT_OLD_SHUFFLES_MOVE(name) __SMEMLINT_8_TYPES(__SMEMLINT_OLD_SHUFFLE_MOVE, name)
__SMEMLINT_SHUFFLES_TO(__shfl_sync)
__SMEMLINT_SHUFFLES_TO(__shfl_xor_sync)
__SMEMLINT_SHUFFLES_MOVE(__shfl_up_sync)
__SMEMLINT_SHUFFLES_MOVE(__shfl_down_sync)
__SMEMLINT_OLD_SHUFFLES_TO(__shfl)
__SMEMLINT_OLD_SHUFFLES_TO(__shfl_xor)
__SMEMLINT_OLD_SHUFFLES_MOVE(__shfl_up)
__SMEMLINT_OLD_SHUFFLES_MOVE(__shfl_down)

#define __SMEMLINT_MATCH_ANY(name, T) __SMEMLINT_D unsigned int name(unsigned int, T);
#define __SMEMLINT_MATCH_ALL(name, T) __SMEMLINT_D unsigned int name(unsigned int, T, int *);
#define __SMEMLINT_MATCHES_ANY(name) __SMEMLINT_8_TYPES(__SMEMLINT_MATCH_ANY, name)
#define __SMEMLINT_MATCHES_ALL(name) __SMEMLINT_8_TYPES(__SMEMLINT_MATCH_ALL, name)
__SMEMLINT_MATCHES_ANY(__match_any_sync)
__SMEMLINT_MATCHES_ALL(__match_all_sync)

#define __SMEMLINT_WARP_REDUCE(name) \
	__SMEMLINT_D int name(unsigned int, int); \
	__SMEMLINT_D unsigned int name(unsigned int, unsigned int);
__SMEMLINT_WARP_REDUCE(__reduce_add_sync)
__SMEMLINT_WARP_REDUCE(__reduce_min_sync)
__SMEMLINT_WARP_REDUCE(__reduce_max_sync)
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
