#include "fix/layouts/advice.h"

#include "base/buf.h"
#include "fix/layouts/advice_rows.h"
#include "fix/layouts/layout_order.h"
#include "fix/layouts/linear_mix.h"
#include "fix/layouts/occupancy.h"
#include "fix/layouts/suits.h"

enum { MAX_PAD = 32, MAX_SHIFT = 4, N_KINDS = LAYOUT_SOA + 1, PAD_BY_FUNCTION = N_KINDS, N_SLOTS, MOST_WORK = 60000, WORTH_ALONE = 4 };

/* The simplest first. */
static const int by_simplicity[] = {
	LAYOUT_PAD, PAD_BY_FUNCTION, LAYOUT_RECORD_PAD, LAYOUT_SOA, LAYOUT_EXCHANGE, LAYOUT_XOR, LAYOUT_ROTATE, LAYOUT_LINEAR,
};

typedef struct Search {
	const KernelFacts *kernels;
	int n_kernels, arch;
	const Samples *samples;
	Grid grid;              /* of the object … */
	Grid *grids;            /* … and of each instance */
	int64_t *room;          /* of each instance: bytes that static shared memory may still grow by; -1: any */
	int64_t *taken;         /* of each kernel: its wavefronts now … */
	int64_t *change;        /* … and their change */
	bool any_size;          /* paddings may take more than half of the object's memory */
	int64_t chunk;
	int64_t spare;          /* elements at the end of each row that look like padding and that no access touches … */
	int64_t unused;         /* … and those that no access touches, whatever they look like */
	int64_t now, attainable;
	int64_t merged, attainable_merged; /* the same in the units of Layout.merged */
	int work;               /* warp requests priced so far: the search ends at MOST_WORK */
	bool over_limit;
	const char *rejected;   /* Advice.rejected */
	Layout best[N_SLOTS];   /* of each kind; kind LAYOUT_PLAIN: none found yet */
	Grid best_grid[N_SLOTS];
} Search;

static int slot_of(const Layout *layout)
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

/* Whether it frees every access, or saves one of WORTH wavefronts, or some kernel one of WORTH_ALONE: else nobody would keep it. */
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

/* Sets wavefronts, ways and instructions; false: an access does not fit in the layout or could not be merged any more, a kernel or the
 * instructions cost more than is saved, or the cost exceeds `limit`. */
static bool evaluate(Search *search, Layout *layout, int64_t limit)
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

static void consider(Search *search, Layout layout)
{
	Layout *best = &search->best[slot_of(&layout)];
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
	if (!evaluate(search, &layout, have ? best->merged : search->merged))
		return;
	if (have && !is_better(&layout, best))
		return;
	*best = layout;
	search->best_grid[slot_of(&layout)] = search->grid;
}

static void try_padding(Search *search, bool by_function)
{
	for (int dim = search->grid.n_dims - 1; dim > 0; dim--) {
		const bool is_last = dim == search->grid.n_dims - 1;
		const int64_t spare = is_last ? search->spare : 0,
			      unused = is_last ? search->unused : 0; /* a padding that is there already */
		const int64_t half = (search->grid.dim[dim] - unused) / 2 - unused;
		const int64_t most = search->any_size || half > MAX_PAD ? MAX_PAD : half;
		for (int64_t pad = spare ? -spare : 1; pad <= most; pad++)
			if (pad && (!search->grid.is_flat || pad * search->grid.elem % BANK_BYTES == 0))
				consider(search,
					 (Layout){ .kind = LAYOUT_PAD, .dim = dim, .pad = pad, .chunk = 1, .by_function = by_function });
	}
}

/* With rows that are shorter by `cut` elements. */
static void try_swizzles(Search *search, int64_t cut)
{
	int last = search->grid.n_dims - 1;
	int64_t chunks = (search->grid.dim[last] - cut) / search->chunk;
	for (int dim = last - 1; dim >= 0; dim--) {
		for (int64_t shift = 0; shift <= MAX_SHIFT; shift++) {
			for (int64_t size = 2; size <= BANKS && chunks % size == 0; size *= 2)
				consider(search, (Layout){ .kind = LAYOUT_XOR,
							   .dim = dim,
							   .mask = size - 1,
							   .shift = shift,
							   .chunk = search->chunk,
							   .pad = -cut });
			if (!search->grid.is_flat)
				consider(search,
					 (Layout){
						 .kind = LAYOUT_ROTATE, .dim = dim, .shift = shift, .chunk = search->chunk, .pad = -cut });
		}
	}
}

static bool can_exchange(const Grid *grid)
{
	return !grid->is_flat && !grid->member && !grid->is_part && grid->dim[grid->n_dims - 2] > 1 && grid->dim[grid->n_dims - 1] > 1;
}

/* What is not known of accesses may get worse, or better, in the exchanged array. */
static bool has_open(const Samples *samples)
{
	return samples->n_known < samples->n_accesses || samples->some_left;
}

static void try_exchange(Search *search, const Var *object, const Trial *trial)
{
	Layout layout = { .kind = LAYOUT_EXCHANGE, .dim = search->grid.n_dims - 2, .chunk = 1 };
	const bool is_open = has_open(search->samples);
	if (!can_exchange(&search->grid) || (is_open && !trial) || !evaluate(search, &layout, search->merged))
		return;
	const char *why = is_open ? trial->run(trial, search->kernels, search->n_kernels, object, &layout) : NULL;
	search->rejected = why ? why : search->rejected;
	if (why || (!layout.settled && layout.wavefronts >= search->now))
		return;
	search->best[LAYOUT_EXCHANGE] = layout;
	search->best_grid[LAYOUT_EXCHANGE] = search->grid;
}

/* Not tried if a simpler swizzle reaches the attainable cost. */
static void try_linear(Arena *arena, Search *search, int64_t cut)
{
	const Grid *grid = &search->grid;
	int64_t chunk = search->chunk * grid->elem < BANK_BYTES ? BANK_BYTES / grid->elem : search->chunk;
	Layout layout = { .kind = LAYOUT_LINEAR, .dim = grid->n_dims - 2, .chunk = chunk, .pad = -cut };
	for (int kind = 0; kind < N_SLOTS; kind++)
		if (layout_swizzles(&search->best[kind]) && search->best[kind].wavefronts == search->attainable)
			return;
	if (!linear_mix(arena, search->samples, grid, &layout))
		return;
	const int work = search->work;
	search->work = 0; /* it is tried even if the budget is used up */
	consider(search, layout);
	search->work = work;
}

static void try_records(Search *search)
{
	const Type *type = search->grid.type;
	if (type->kind != TY_RECORD || type->size <= BANK_BYTES)
		return;
	int64_t align = type->align < 1 ? 1 : type->align;
	for (int64_t pad = align; pad <= 4 * MAX_PAD; pad += align)
		consider(search, (Layout){ .kind = LAYOUT_RECORD_PAD, .pad = pad, .chunk = 1 });
	consider(search, (Layout){ .kind = LAYOUT_SOA, .chunk = 1 });
}

/* With rows of the length; by_name: or of what its factor is in each instance. */
static void set_rows(Arena *arena, Search *search, int64_t row, bool by_name)
{
	const int n = by_name && search->samples->instances.n > 1 ? search->samples->instances.n : 0;
	RowOf *rows = arena_array(arena, RowOf, n);
	for (int i = 0; i < n; i++)
		rows[i] = (RowOf){ search->samples->instances.at[i].object, row_in_instance(search->samples, i, row) };
	search->grid.n_dims = 2;
	search->grid.dim[1] = row;
	search->grid.rows = rows;
	search->grid.n_rows = n;
	for (int i = 0; i < search->samples->instances.n; i++)
		grid_like(&search->grid, search->samples->instances.at[i].object, &search->grids[i]);
	search->grid = search->grids[0];
}

static void try_flat(Arena *arena, Search *search)
{
	Rows rows;
	rows_of(search->samples, search->grid.elem, &rows);
	for (int r = 0; r < rows.n; r++) {
		if (rows.at[r] % search->chunk)
			continue;
		if (r < rows.n_written) {
			set_rows(arena, search, rows.at[r], true);
			try_padding(search, false);
		}
		set_rows(arena, search, rows.at[r], false);
		if (search->any_size || !is_power(rows.at[r]))
			continue;
		try_swizzles(search, 0);
		if (search->samples->instances.n == 1)
			try_linear(arena, search, 0);
	}
	/* A function of the index needs no row in the subscripts.  It is tried even if the budget is used up. */
	search->work = 0;
	for (int r = 0; r < rows.n; r++) {
		if (rows.at[r] % search->chunk || !is_power(rows.at[r]))
			continue;
		set_rows(arena, search, rows.at[r], false);
		try_padding(search, true);
	}
}

/* Bytes of shared memory that the kernels that use the instance have, including it, of those that count for its limit: the most. */
static int64_t static_bytes(const Search *search, const Var *object)
{
	int64_t most = 0;
	const int64_t limit = arch_model(search->arch)->shared_per_block;
	for (int k = 0; k < search->n_kernels; k++) {
		int64_t sum = uses_object(&search->kernels[k], object) ? static_shared_bytes(&search->kernels[k]) : 0;
		const int64_t dynamic = search->kernels[k].launch->dynamic_bytes;
		sum += sum && dynamic > 0 && sum + dynamic <= limit ? dynamic : 0; /* more needs an attribute, which allows more */
		most = sum > most ? sum : most;
	}
	return most;
}

static void count_now(Search *search)
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

/* Fills in what is known of a layout that was found. */
static void complete(Arena *arena, const Search *search, const Var *object, Layout *layout)
{
	const Grid *grid = layout->grid = arena_dup(arena, &search->best_grid[slot_of(layout)], sizeof *grid);
	layout->text = layout_text(arena, object, grid, layout);
	layout->todo = layout_todo(arena, object, grid, layout);
	if (layout->extra_bytes != EXTRA_UNKNOWN)
		layout->blocks = occupancy_of(search->kernels, search->n_kernels, &object, 1, search->arch, layout);
	layout->price = layout_price(arena, grid, layout);
}

/* Fills in advice->layouts. */
static void keep_layouts(Arena *arena, Search *search, Preference prefer, Advice *advice)
{
	Layout *kept = arena_array(arena, Layout, N_SLOTS);
	int n = 0;
	for (size_t i = 0; i < sizeof by_simplicity / sizeof by_simplicity[0]; i++) {
		Layout *layout = &search->best[by_simplicity[i]];
		if (layout->kind == LAYOUT_PLAIN)
			continue;
		complete(arena, search, advice->object, layout);
		if (!layout_is_beaten(layout, kept, n))
			kept[n++] = *layout;
		else if (layout->by_function)
			advice->fallback = arena_dup(arena, layout, sizeof *layout);
	}
	layouts_sort(kept, n, prefer);
	advice->layouts = kept;
	advice->n_layouts = n;
}

const Advice *advice_about(const Diags *diags, const Fact *fact)
{
	const Part part = part_of(fact);
	for (int i = 0; fact->object && i < diags->n; i++)
		if (diags->at[i].advice && diags->at[i].advice->object == fact->object && part_same(diags->at[i].advice->part, part))
			return diags->at[i].advice;
	return NULL;
}

static void count_kernels(Search *search)
{
	for (int i = 0; i < search->samples->at.n; i++) {
		const Sample *sample = &search->samples->at.at[i];
		for (int s = 0; s < sample->in.n; s++)
			add_product(&search->taken[sample->in.at[s].kernel], sample->in.at[s].count, sample->pattern->cost.wavefronts);
	}
}

/* Grids and room of the instances. */
static void start(Arena *arena, Search *search)
{
	const int n = search->samples->instances.n;
	const int64_t limit = arch_model(search->arch)->shared_per_block;
	search->grids = arena_array(arena, Grid, n);
	search->room = arena_array(arena, int64_t, n);
	search->taken = arena_array(arena, int64_t, search->n_kernels);
	search->change = arena_array(arena, int64_t, search->n_kernels);
	count_kernels(search);
	for (int i = 0; i < n; i++) {
		const Instance *instance = &search->samples->instances.at[i];
		const int64_t used = static_bytes(search, instance->object);
		search->grids[i] = instance->grid;
		search->room[i] = instance->object->kind != VAR_SHARED ? -1 : used < limit ? limit - used : 0;
	}
}

/* Some layouts are made of the lengths and the accesses of the one instance there is. */
static void search_rows(Arena *arena, Search *search)
{
	const bool is_only = search->samples->instances.n == 1;
	try_padding(search, false);
	try_swizzles(search, 0);
	if (is_only)
		try_linear(arena, search, 0);
	if (!search->spare)
		return;
	try_swizzles(search, search->spare);
	try_linear(arena, search, search->spare);
}

/* A padding of any size, if nothing else helps. */
static const Layout *search_too_large(Arena *arena, Search *search, const Var *object)
{
	search->any_size = true;
	search->work = 0;
	if (search->grid.is_flat)
		try_flat(arena, search);
	else
		try_padding(search, false);
	Layout *best = &search->best[search->best[LAYOUT_PAD].kind ? (int)LAYOUT_PAD : (int)PAD_BY_FUNCTION];
	if (best->kind == LAYOUT_PLAIN)
		return NULL;
	complete(arena, search, object, best);
	return arena_dup(arena, best, sizeof *best);
}

/* The last part of dynamic shared memory ends where what all launches allocate does. */
static void bound_by_launches(Search *search, const Var *object)
{
	int64_t bytes = -1;
	for (int k = 0; k < search->n_kernels; k++) {
		const int64_t allocated = search->kernels[k].launch->dynamic_bytes;
		if (!uses_instance(&search->kernels[k], object))
			continue;
		if (allocated < 0 || (bytes >= 0 && allocated != bytes))
			return;
		bytes = allocated;
	}
	if (bytes > search->grid.begin)
		search->grid.dim[0] = search->grid.count = (bytes - search->grid.begin) / search->grid.elem;
}

const Advice *advise(Arena *arena, const KernelFacts *kernels, int n_kernels, const Var *object, Part part, int arch, Preference prefer,
		     const Trial *trial)
{
	Search search = { .kernels = kernels, .n_kernels = n_kernels, .arch = arch, .any_size = prefer == PREFER_SIMPLICITY };
	Samples samples;
	if (!grid_of_part(object, part, &search.grid))
		return NULL;
	if (search.grid.place && search.grid.count < 0)
		bound_by_launches(&search, object);
	samples_of(arena, kernels, n_kernels, object, &search.grid, &samples);
	search.samples = &samples;
	search.spare = samples.instances.n == 1 ? samples_spare(&search.grid, &samples) : 0;
	search.unused = samples_unused(&search.grid, &samples);
	search.chunk = samples_widest(&samples);
	count_now(&search);
	const bool is_free = search.now <= search.attainable;
	if (is_free && !(trial && can_exchange(&search.grid) && has_open(&samples)))
		return NULL;
	start(arena, &search);
	try_exchange(&search, object, trial);
	if (is_free && !search.best[LAYOUT_EXCHANGE].kind)
		return NULL;
	Advice *advice = arena_new_of(arena, Advice);
	*advice = (Advice){ .object = object,
			    .part = part,
			    .name = grid_name(arena, object, &search.grid),
			    .loc = grid_loc(object, &search.grid),
			    .wavefronts = search.now,
			    .attainable = search.attainable,
			    .n_accesses = samples.n_accesses,
			    .n_known = samples.n_known,
			    .some_left = samples.some_left };
	if (search.grid.is_flat)
		try_flat(arena, &search);
	else if (!is_free)
		search_rows(arena, &search);
	try_records(&search);
	keep_layouts(arena, &search, prefer, advice);
	if (!advice->n_layouts && !search.any_size)
		advice->too_large = search_too_large(arena, &search, object);
	advice->over_limit = search.over_limit;
	advice->rejected = search.rejected;
	advice->text = advice_prose(arena, advice, &samples);
	return advice;
}
