#include "ir/library.h"

#include <string.h>

static const char *const straight[] = {
	"fabs", "fma",   "fmin",  "fmax",     "exp", "log", "rsqrt", "floor", "ceil",
	"rint", "trunc", "round", "copysign", "max", "min", "abs",   "__",    NULL,
};
static const char *const ordering[] = { "sync", "wait", "arrive", "commit", "producer", "consumer", "__fdiv_", "__ddiv_", NULL };
/* dp4a and what cuda_fp16.h and cuda_bf16.h define are inline PTX. */
static const char *const opaque[] = { "__h", "__low", "__high", "__dp2a", "__dp4a", NULL };
static const char *const roots[] = { "sqrt", NULL };
static const char *const fetches[] = {
	"tex1D", "tex2D", "tex3D", "texCubemap", "surf1Dread", "surf1DLayeredread", "surf2Dread", "surf2DLayeredread", "surf3Dread", NULL,
};

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

bool func_has_root(const Func *func)
{
	return func->is_system && is_one_of(func, roots);
}

/* __ushort_as_half, __bfloat16_as_short, …: the bits as they are. */
static bool reads_bits(const char *name)
{
	return strstr(name, "_as_") != NULL;
}

bool func_is_opaque(const Func *func)
{
	const char *name = func->base_name;
	return !reads_bits(name) && (is_one_of(func, opaque) || strstr(name, "half") || strstr(name, "bfloat"));
}

bool func_fetches(const Func *func)
{
	return func->is_system && is_one_of(func, fetches);
}

bool division_has_slow_path(const Expr *e)
{
	const Type *type = e->arg[0]->type;
	return (e->op == OP_DIV || e->op == OP_REM) && (type->kind == TY_FLOAT || e->type->kind == TY_FLOAT || type->size == 8);
}
