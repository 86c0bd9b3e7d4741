/* Time and memory that this process has used so far. */
#ifndef SMEMLINT_BASE_USAGE_H
#define SMEMLINT_BASE_USAGE_H

#include <stdint.h>

typedef struct Usage {
	double ms;       /* CPU time of all threads */
	int64_t peak_kb; /* peak resident memory */
} Usage;

Usage usage_now(void);

#endif
