#include "eval/state/kept.h"

#include <stdlib.h>

#include "base/heap.h"
#include "eval/cost/price.h"

Kept *kept_new(const Unit *unit)
{
	Kept *kept = heap_alloc(1, sizeof *kept);
	kept->arena = arena_new();
	kept->unit = unit;
	kept->loop_traits = heap_alloc((size_t)unit->n_stmts + 1, 1);
	kept->touched = heap_alloc((size_t)unit->n_stmts + 1, sizeof *kept->touched);
	kept->prices = price_memo_new(kept->arena);
	return kept;
}

static void forget_kernel(Kept *kept)
{
	arena_free(kept->of_kernel);
	kept->of_kernel = NULL;
	kept->known_aligns = NULL;
	kept->places = NULL;
}

void kept_free(Kept *kept)
{
	if (!kept)
		return;
	forget_kernel(kept);
	arena_free(kept->arena);
	free(kept->loop_traits);
	free(kept->touched);
	free(kept);
}

void kept_begin(Kept *kept, const Func *kernel)
{
	if (kept->of_kernel && kept->kernel == kernel)
		return;
	forget_kernel(kept);
	kept->of_kernel = arena_new();
	kept->kernel = kernel;
}
