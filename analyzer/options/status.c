#include "options/status.h"

int status_worse(int a, int b)
{
	static const int gravity[] = {
		[EXIT_CLEAN] = 0,
		[EXIT_FINDINGS] = 1,
		[EXIT_INCOMPLETE] = 2,
		[EXIT_USAGE] = 3,
	};
	return gravity[b] > gravity[a] ? b : a;
}
