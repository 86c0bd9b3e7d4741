#ifndef SMEMLINT_BASE_POWER_H
#define SMEMLINT_BASE_POWER_H

#include <stdbool.h>
#include <stdint.h>

/* A power of two. */
static inline bool is_power(int64_t n)
{
	return n > 0 && !(n & (n - 1));
}

#endif
