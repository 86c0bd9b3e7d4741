#include "fix/layouts/search.h"

#include "fix/layouts/suits.h"

enum { WORTH_ALONE = 4 };

int search_slot(const Layout *layout)
{
	return layout->by_function ? PAD_BY_FUNCTION : (int)layout->kind;
}

/* As bank_ways(), over the attainable wavefronts instead of the ideal ones; 1: no conflict is left. */
static int ways_left(const BankCost *cost, int attainable)
{
	if (attainable < 1)
		return 1;
	return (cost->wavefronts + attainable - 1) / attainable;
}

/* Whether no kernel takes more wavefronts than now. */
static bool worsens_none(const Search *search)
{
	for (int k = 0; k < search->n_kernels; k++)
		if (search->change[k] > 0)
			return false;
	return true;
}

/* Whether it frees every access, or saves more than one of WORTH wavefronts, or some kernel more than one of WORTH_ALONE: else nobody
 * would keep it.  What an exchange saves may be in accesses that are not known. */
static bool is_worthwhile(const Search *search, const Layout *layout)
{
	const int64_t saved = search->now - layout->wavefronts;
	bool is = layout->wavefronts <= search->attainable || saved <= 0 || saved > search->now / WORTH;
	for (int k = 0; k < search->n_kernels && !is; k++)
		is = -search->change[k] > search->taken[k] / WORTH_ALONE;
	return is;
}

/* Whether accesses that are free of conflicts whatever rows data choose stay so. */
static bool keeps_open_rows(const Search *search, const Layout *layout)
{
	for (int i = 0; i < search->samples->open.n; i++) {
		const OpenRows *open = &search->samples->open.at[i];
		if (!keeps_banks(&search->grids[open->instance], layout, open->step))
			return false;
	}
	return true;
}

static bool add_product(int64_t *sum, int64_t a, int64_t b)
{
	int64_t product, result;
	if (__builtin_mul_overflow(a, b, &product) || __builtin_add_overflow(*sum, product, &result))
		return false;
	*sum = result;
	return true;
}

bool search_evaluate(Search *search, Layout *layout, int64_t limit)
{
	layout->wavefronts = layout->merged = layout->instructions = 0;
	layout->ways = 1;
	const bool is_exchange = layout->kind == LAYOUT_EXCHANGE; /* it may save what is not known */
	bool keeps = true;
	for (int k = 0; k < search->n_kernels; k++)
		search->change[k] = 0;
	for (int i = 0; i < search->samples->at.n; i++) {
		const Sample *sample = &search->samples->at.at[i];
		const Grid *grid = &search->grids[sample->instance];
		int64_t merged;
		BankCost cost;
		if (++search->work > MOST_WORK)
			return false;
		if (!suits(grid, layout, sample, &cost))
			return false;
		keeps = keeps_merged(grid, layout, sample, &cost, &merged) && keeps;
		if (!add_product(&layout->wavefronts, sample->count, cost.wavefronts) ||
		    !add_product(&layout->merged, sample->count, merged))
			return false;
		const int ways = ways_left(&cost, sample->attainable);
		layout->ways = ways > layout->ways ? ways : layout->ways;
		if (layout->wavefronts >= search->now + is_exchange || layout->merged > limit)
			return false;
		layout->instructions += sample->computed * layout_instructions(grid, layout);
		for (int s = 0; s < sample->in.n; s++)
			search->change[sample->in.at[s].kernel] +=
				sample->in.at[s].count * (cost.wavefronts - sample->pattern->cost.wavefronts);
	}
	if (!keeps_open_rows(search, layout))
		search->rejected = "the banks of an access would depend on data";
	else if (!keeps)
		search->rejected = "nvcc may merge its accesses now, and could not any more";
	else if (!worsens_none(search))
		search->rejected = "what saves wavefronts in one launch costs another more";
	else if (layout->instructions > search->now - layout->wavefronts)
		search->rejected = "what saves wavefronts adds more instructions";
	else if (!is_worthwhile(search, layout))
		search->rejected = "what another layout saves is less than a twentieth";
	else
		return true;
	return false;
}

/* Whether each instance's kernels have room for the layout. */
static bool has_room(const Search *search, const Layout *layout)
{
	for (int i = 0; i < search->samples->instances.n; i++)
		if (search->room[i] >= 0 && layout_extra_bytes(&search->grids[i], layout) > search->room[i])
			return false;
	return true;
}

/* Of one kind: the fewest wavefronts, if nvcc merges what it may and if not, then instructions, then bytes. */
static bool is_better(const Layout *a, const Layout *b)
{
	if (a->merged != b->merged)
		return a->merged < b->merged;
	if (a->wavefronts != b->wavefronts)
		return a->wavefronts < b->wavefronts;
	return a->instructions != b->instructions ? a->instructions < b->instructions : a->extra_bytes < b->extra_bytes;
}

void search_consider(Search *search, Layout layout)
{
	Layout *best = &search->best[search_slot(&layout)];
	const bool have = best->kind != LAYOUT_PLAIN;
	const bool is_free = have && best->wavefronts == search->attainable && best->merged == search->attainable_merged &&
			     (best->instructions == 0 || layout.by_function);
	layout.extra_bytes = layout_extra_bytes(&search->grid, &layout);
	if (is_free && layout.extra_bytes >= best->extra_bytes)
		return;
	if (!has_room(search, &layout)) {
		search->over_limit = true;
		return;
	}
	if (!search_evaluate(search, &layout, have ? best->merged : search->merged))
		return;
	if (have && !is_better(&layout, best))
		return;
	*best = layout;
	search->best_grid[search_slot(&layout)] = search->grid;
}

void search_count(Search *search)
{
	for (int i = 0; i < search->samples->at.n; i++) {
		const Sample *sample = &search->samples->at.at[i];
		int64_t merged = (int64_t)sample->pattern->cost.wavefronts * PER_REQUEST, least = (int64_t)sample->attainable * PER_REQUEST;
		if (sample->merged) {
			const int64_t share = PER_REQUEST / merged_requests(sample->fact);
			merged = sample->merged->pattern.cost.wavefronts * share;
			least = sample->merged->pattern.cost.ideal * share;
		}
		if (!add_product(&search->now, sample->count, sample->pattern->cost.wavefronts))
			search->now = INT64_MAX;
		if (!add_product(&search->merged, sample->count, merged))
			search->merged = INT64_MAX;
		add_product(&search->attainable, sample->count, sample->attainable);
		add_product(&search->attainable_merged, sample->count, least);
	}
}

void search_count_kernels(Search *search)
{
	for (int i = 0; i < search->samples->at.n; i++) {
		const Sample *sample = &search->samples->at.at[i];
		for (int s = 0; s < sample->in.n; s++)
			add_product(&search->taken[sample->in.at[s].kernel], sample->in.at[s].count, sample->pattern->cost.wavefronts);
	}
}
