/* What this process has taken of the machine so far. */
#ifndef SMEMLINT_BASE_USAGE_H
#define SMEMLINT_BASE_USAGE_H

#include <stdint.h>

typedef struct Usage {
	double ms;       /* processor time of all threads */
	int64_t peak_kb; /* the most memory that was resident at once */
} Usage;

Usage usage_now(void);

#endif
