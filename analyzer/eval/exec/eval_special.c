/* PTX's special registers (PTX ISA 8.x, chapter "Special Registers"). */
#include "eval/exec/exec.h"

#include <string.h>

/* --- functions of the thread ---------------------------------------------------------------------- */

static int64_t lane_id(int thread)
{
	return thread % 32;
}
/* The hardware may number warps in another order; programs that index by %warpid rely on this one. */
static int64_t warp_id(int thread)
{
	return thread / 32;
}
static int64_t mask_eq(int thread)
{
	return (int64_t)1 << (thread % 32);
}
static int64_t mask_lt(int thread)
{
	return mask_eq(thread) - 1;
}
static int64_t mask_le(int thread)
{
	return 2 * mask_eq(thread) - 1;
}
static int64_t mask_gt(int thread)
{
	return 0xffffffff - mask_le(thread);
}
static int64_t mask_ge(int thread)
{
	return 0xffffffff - mask_lt(thread);
}

static const struct {
	const char *name;
	int64_t (*of)(int thread);
} by_thread[] = {
	{ "%laneid", lane_id },      { "%warpid", warp_id },      { "%lanemask_eq", mask_eq }, { "%lanemask_lt", mask_lt },
	{ "%lanemask_le", mask_le }, { "%lanemask_gt", mask_gt }, { "%lanemask_ge", mask_ge },
};

/* --- components of the built-in variables --------------------------------------------------------- */

static const struct {
	const char *name;
	BuiltinVar of;
} by_builtin[] = {
	{ "%tid.", BV_THREAD_IDX },
	{ "%ntid.", BV_BLOCK_DIM },
	{ "%ctaid.", BV_BLOCK_IDX },
	{ "%nctaid.", BV_GRID_DIM },
};

static const Var *builtin_var(const Unit *unit, BuiltinVar which)
{
	for (int i = 0; i < unit->n_vars; i++)
		if (unit->vars[i]->builtin == which)
			return unit->vars[i];
	return NULL;
}

static bool component(Eval *ev, BuiltinVar which, int dim, Loc loc, Value *out)
{
	int64_t v[MAX_THREADS], below = 1;
	if (ev->launch && which == BV_BLOCK_DIM)
		return *out = value_at_run_time(&ev->ctx, value_int(ev->launch->block[dim]), 0, REFINE_NONE), true;
	if (ev->launch && which == BV_THREAD_IDX) {
		for (int i = 0; i < dim; i++)
			below *= ev->launch->block[i];
		for (int l = 0; l < ev->ctx.n_threads; l++)
			v[l] = l / below % ev->launch->block[dim];
		return *out = value_at_run_time(&ev->ctx, value_per_thread(&ev->ctx, v), 0, REFINE_NONE), true;
	}
	const Var *var = builtin_var(ev->unit, which);
	if (var)
		*out = memory_read(&ev->mem, eval_object(ev, var), 4 * dim, 4, false, loc);
	return var;
}

/* --- the same for the block, or at least for a warp ----------------------------------------------- */

static bool named(const char *const *names, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (!strncmp(names[i], name, strlen(names[i])))
			return true;
	return false;
}

Value eval_special(Eval *ev, const char *name, Loc loc)
{
	static const char *const block[] = { "%ctaid",
					     "%nctaid",
					     "%nwarpid",
					     "%nsmid",
					     "%smid",
					     "%gridid",
					     "%cluster",
					     "%ncluster",
					     "%is_explicit_cluster",
					     "%dynamic_smem_size",
					     "%total_smem_size",
					     "%aggr_smem_size" };
	static const char *const warp[] = { "%clock", "%globaltimer", "%pm" };
	int64_t v[MAX_THREADS];
	for (size_t i = 0; i < sizeof by_thread / sizeof *by_thread; i++) {
		if (strcmp(name, by_thread[i].name))
			continue;
		for (int l = 0; l < ev->ctx.n_threads; l++)
			v[l] = by_thread[i].of(l);
		return value_per_thread(&ev->ctx, v);
	}
	Value known;
	for (size_t i = 0; i < sizeof by_builtin / sizeof *by_builtin; i++) {
		size_t n = strlen(by_builtin[i].name);
		bool fits = !strncmp(name, by_builtin[i].name, n) && name[n] >= 'x' && name[n] <= 'z';
		if (fits && component(ev, by_builtin[i].of, name[n] - 'x', loc, &known))
			return known;
	}
	bool uniform = named(block, sizeof block / sizeof *block, name);
	return eval_unknown_value(ev, uniform, uniform || named(warp, sizeof warp / sizeof *warp, name), REASON_ASM, loc);
}
