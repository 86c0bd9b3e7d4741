#include "fix/layouts/suits.h"

#include "fix/layouts/merged.h"

/* Bytes from one index of `dim` to the next, in the present layout. */
static int64_t pitch(const Grid *grid, int dim)
{
	int64_t bytes = grid->elem;
	for (int d = grid->n_dims - 1; d > dim; d--)
		bytes *= grid->dim[d];
	return bytes;
}

/* A runtime value may move all lanes by a distance: whether they are moved by one distance in the other layout, too, and by
 * whole words. */
static bool survives_shift(const Grid *grid, const Layout *layout, const Fact *fact)
{
	int last = grid->n_dims - 1;
	int64_t step = symbolic_step(fact), word = fact->bytes < BANK_BYTES ? BANK_BYTES : fact->bytes;
	if (step == 0)
		return true;
	if (layout->kind == LAYOUT_EXCHANGE)
		return layout_step(grid, layout, step, &step) && step % word == 0;
	if (layout->kind == LAYOUT_PAD)
		return step % pitch(grid, layout->dim - 1) == 0 && layout_dim(grid, layout, last) * grid->elem % word == 0;
	int64_t period = layout_period(grid, layout);
	return (layout->kind == LAYOUT_XOR || layout->kind == LAYOUT_LINEAR) && layout->dim == last - 1 &&
	       step % (pitch(grid, last - 1) * period) == 0 && (layout->dim == 0 || grid->dim[layout->dim] % period == 0);
}

bool keeps_banks(const Grid *grid, const Layout *layout, int64_t step)
{
	int64_t moved;
	return layout->kind == LAYOUT_PLAIN || (layout_step(grid, layout, step, &moved) && moved % (BANKS * BANK_BYTES) == 0);
}

/* wmma needs rows at one distance, a multiple of 16 bytes: no swizzle, and no other padding. */
static bool suits_fragments(const Grid *grid, const Layout *layout, const Fact *fact)
{
	const Expr *site = fact->site;
	bool fragment = site && is_intrinsic(site, IN_FRAGMENT);
	if (!fragment || layout->kind == LAYOUT_PLAIN)
		return true;
	return layout->kind == LAYOUT_PAD && !layout->by_function && layout->pad * grid->elem % 16 == 0;
}

/* nvcc merges accesses if the index is a sum, and not if it is swizzled. */
static bool keeps_merging(const Layout *layout)
{
	return layout->kind == LAYOUT_PLAIN || layout->kind == LAYOUT_PAD || layout->kind == LAYOUT_EXCHANGE ||
	       layout->kind == LAYOUT_RECORD_PAD;
}

/* A merged request must stay in one aligned piece, or nvcc would not merge its accesses. */
static bool move(const Grid *grid, const Layout *layout, const Fact *fact, const WarpPattern *pattern, WarpPattern *out)
{
	const bool merged = fact->written < fact->bytes;
	return (!merged || keeps_merging(layout)) && layout_pattern(grid, layout, fact, fact->bytes, pattern, out);
}

bool advice_moves(const Layout *layout, const Fact *fact, const WarpPattern *pattern, WarpPattern *out)
{
	return move(layout->grid, layout, fact, pattern, out);
}

bool keeps_merged(const Grid *grid, const Layout *layout, const Sample *sample, const BankCost *cost, int64_t *wavefronts)
{
	WarpPattern moved;
	*wavefronts = (int64_t)cost->wavefronts * PER_REQUEST;
	if (!sample->merged)
		return true;
	if (!move(grid, layout, &sample->merged->fact, &sample->merged->pattern, &moved))
		return false;
	*wavefronts = (int64_t)moved.cost.wavefronts * PER_REQUEST / merged_requests(sample->fact);
	return true;
}

bool suits(const Grid *grid, const Layout *layout, const Sample *sample, BankCost *cost)
{
	WarpPattern moved;
	if (!move(grid, layout, sample->fact, sample->pattern, &moved))
		return false;
	*cost = moved.cost;
	return survives_shift(grid, layout, sample->fact) && suits_fragments(grid, layout, sample->fact);
}
