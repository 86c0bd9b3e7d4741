#include "base/usage.h"

#include <sys/resource.h>
#include <time.h>

Usage usage_now(void)
{
	struct timespec t = { 0 };
	struct rusage r = { 0 };
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	getrusage(RUSAGE_SELF, &r);
	return (Usage){ (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6, r.ru_maxrss };
}
