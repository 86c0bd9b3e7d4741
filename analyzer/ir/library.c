#include "ir/library.h"

#include <string.h>

static const char *const straight[] = {
	"fabs", "fma",   "fmin",  "fmax",     "exp", "log", "rsqrt", "floor", "ceil",
	"rint", "trunc", "round", "copysign", "max", "min", "abs",   "__",    NULL,
};
static const char *const ordering[] = { "sync", "wait", "arrive", "commit", "producer", "consumer", "__fdiv", "__ddiv", NULL };

static bool is_one_of(const Func *func, const char *const *names)
{
	for (; *names; names++)
		if (!strncmp(func->base_name, *names, strlen(*names)))
			return true;
	return false;
}

bool func_orders(const Func *func)
{
	return is_one_of(func, ordering);
}

bool func_is_straight(const Func *func)
{
	return func->is_system && is_one_of(func, straight) && !func_orders(func);
}
