/* Tree reductions whose step doubles: halving the step instead avoids the conflict, whatever the layout. */
#include "rules/explain.h"

enum { FEWEST_ITERATIONS = 3 };

/* In an iteration lane t accesses the offset first + t * step, in bytes. */
typedef struct Iteration {
	int64_t first, step;
} Iteration;

/* False if the active lanes are not 0, 1, … at equal positive distances. */
static bool iteration_of(const WarpPattern *pattern, Iteration *out)
{
	int lanes = __builtin_popcount(pattern->active);
	if (lanes < 2 || pattern->floating || (lanes < WARP_LANES && pattern->active != (UINT32_C(1) << lanes) - 1))
		return false;
	out->first = pattern->offset[0];
	if (__builtin_sub_overflow(pattern->offset[1], pattern->offset[0], &out->step))
		return false;
	for (int lane = 2; lane < lanes; lane++) {
		int64_t step;
		if (__builtin_sub_overflow(pattern->offset[lane], pattern->offset[lane - 1], &step) || step != out->step)
			return false;
	}
	return out->step > 0;
}

/* Whether the step doubles in each iteration, while lane 0 of the first warp accesses `target` in all of them or, of a
 * partner, the element half a step behind it. */
static bool is_tree(const Fact *fact, int64_t target, bool partner)
{
	int64_t last = 0;
	int n = 0;
	for (int p = 0; p < fact->n_patterns; p++) {
		Iteration iteration;
		if (fact->patterns[p].warp != 0 || !__builtin_popcount(fact->patterns[p].active & ~1u))
			continue;
		if (!iteration_of(&fact->patterns[p], &iteration) || iteration.first != target + (partner ? iteration.step / 2 : 0))
			return false;
		if (last && iteration.step != 2 * last)
			return false;
		last = iteration.step;
		n++;
	}
	return n >= FEWEST_ITERATIONS;
}

/* The lowest offset that lane 0 accesses. */
static int64_t lowest(const Fact *fact)
{
	int64_t low = INT64_MAX;
	for (int p = 0; p < fact->n_patterns; p++)
		if (fact->patterns[p].active & 1 && fact->patterns[p].offset[0] < low)
			low = fact->patterns[p].offset[0];
	return low;
}

static bool has_partner(const KernelFacts *kernel, const Fact *store, int64_t target)
{
	for (int f = 0; f < kernel->n_facts; f++)
		if (kernel->facts[f].object == store->object && kernel->facts[f].kind == ACCESS_LOAD &&
		    is_tree(&kernel->facts[f], target, true))
			return true;
	return false;
}

/* What is_tree() asks at least, wherever the target is: most accesses need no look at all the others. */
static bool may_be_tree(const Fact *fact)
{
	int n = 0;
	for (int p = 0; p < fact->n_patterns; p++) {
		const WarpPattern *pattern = &fact->patterns[p];
		Iteration iteration;
		if (pattern->warp != 0 || !__builtin_popcount(pattern->active & ~1u))
			continue;
		if (!iteration_of(pattern, &iteration))
			return false;
		n++;
	}
	return n >= FEWEST_ITERATIONS;
}

static bool is_reduction(const KernelFacts *kernel, const Fact *fact)
{
	if (!may_be_tree(fact))
		return false;
	for (int f = 0; f < kernel->n_facts; f++) {
		const Fact *store = &kernel->facts[f];
		int64_t target = lowest(store);
		if (store->object != fact->object || store->kind != ACCESS_STORE || !is_tree(store, target, false))
			continue;
		if (has_partner(kernel, store, target) && (is_tree(fact, target, false) || is_tree(fact, target, true)))
			return true;
	}
	return false;
}

const char *explain_reduction(Arena *arena, const KernelFacts *kernel, const Fact *fact)
{
	if (!fact->object || !is_reduction(kernel, fact))
		return NULL;
	return arena_printf(arena,
			    "the reduction's step doubles: with a step that halves (from half the elements down to 1, thread t adds "
			    "element t + step to element t) neighbouring threads access neighbouring elements of '%s' in every iteration",
			    fact->object->name);
}
