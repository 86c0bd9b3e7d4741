/* The warp's functions. */
#pragma once

#define __SMEMLINT_8_TYPES(each, name) \
	each(name, int) each(name, unsigned int) each(name, long) each(name, unsigned long) \
	each(name, long long) each(name, unsigned long long) each(name, float) each(name, double)

#define __SMEMLINT_SHUFFLE_BY(name, __T, by) __SMEMLINT_D __T name(unsigned int __mask, __T __var, by, int __width = 32);
#define __SMEMLINT_SHUFFLE_TO(name, __T) __SMEMLINT_SHUFFLE_BY(name, __T, int __lane)
#define __SMEMLINT_SHUFFLE_MOVE(name, __T) __SMEMLINT_SHUFFLE_BY(name, __T, unsigned int __delta)
#define __SMEMLINT_OLD_SHUFFLE_BY(name, __T, by) __SMEMLINT_D __T name(__T __var, by, int __width = 32);
#define __SMEMLINT_OLD_SHUFFLE_TO(name, __T) __SMEMLINT_OLD_SHUFFLE_BY(name, __T, int __lane)
#define __SMEMLINT_OLD_SHUFFLE_MOVE(name, __T) __SMEMLINT_OLD_SHUFFLE_BY(name, __T, unsigned int __delta)
/* all of them for one more type */
#define __SMEMLINT_SHUFFLE(__T) \
	__SMEMLINT_SHUFFLE_TO(__shfl_sync, __T) __SMEMLINT_SHUFFLE_TO(__shfl_xor_sync, __T) \
	__SMEMLINT_SHUFFLE_MOVE(__shfl_up_sync, __T) __SMEMLINT_SHUFFLE_MOVE(__shfl_down_sync, __T) \
	__SMEMLINT_OLD_SHUFFLE_TO(__shfl, __T) __SMEMLINT_OLD_SHUFFLE_TO(__shfl_xor, __T) \
	__SMEMLINT_OLD_SHUFFLE_MOVE(__shfl_up, __T) __SMEMLINT_OLD_SHUFFLE_MOVE(__shfl_down, __T)
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

#define __SMEMLINT_MATCH_ANY(name, __T) __SMEMLINT_D unsigned int name(unsigned int, __T);
#define __SMEMLINT_MATCH_ALL(name, __T) __SMEMLINT_D unsigned int name(unsigned int, __T, int *);
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
