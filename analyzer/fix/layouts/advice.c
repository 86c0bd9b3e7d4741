#include "fix/layouts/advice.h"

#include "fix/layouts/advice_rows.h"
#include "fix/layouts/layout_order.h"
#include "fix/layouts/linear_mix.h"
#include "fix/layouts/search.h"

enum { MAX_PAD = 32, MAX_SHIFT = 4 };

/* The simplest first. */
static const int by_simplicity[] = {
	LAYOUT_PAD, PAD_BY_FUNCTION, LAYOUT_RECORD_PAD, LAYOUT_SOA, LAYOUT_EXCHANGE, LAYOUT_XOR, LAYOUT_ROTATE, LAYOUT_LINEAR,
};

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
				search_consider(
					search,
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
				search_consider(search, (Layout){ .kind = LAYOUT_XOR,
								  .dim = dim,
								  .mask = size - 1,
								  .shift = shift,
								  .chunk = search->chunk,
								  .pad = -cut });
			if (!search->grid.is_flat)
				search_consider(
					search,
					(Layout){ .kind = LAYOUT_ROTATE, .dim = dim, .shift = shift, .chunk = search->chunk, .pad = -cut });
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
	if (!can_exchange(&search->grid) || (is_open && !trial) || !search_evaluate(search, &layout, search->merged))
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
	search_consider(search, layout);
	search->work = work;
}

static void try_records(Search *search)
{
	const Type *type = search->grid.type;
	if (type->kind != TY_RECORD || type->size <= BANK_BYTES)
		return;
	int64_t align = type->align < 1 ? 1 : type->align;
	for (int64_t pad = align; pad <= 4 * MAX_PAD; pad += align)
		search_consider(search, (Layout){ .kind = LAYOUT_RECORD_PAD, .pad = pad, .chunk = 1 });
	search_consider(search, (Layout){ .kind = LAYOUT_SOA, .chunk = 1 });
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

/* Fills in what is known of a layout that was found. */
static void complete(Arena *arena, const Search *search, const Var *object, Layout *layout)
{
	const Grid *grid = layout->grid = arena_dup(arena, &search->best_grid[search_slot(layout)], sizeof *grid);
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

/* Grids and room of the instances. */
static void start(Arena *arena, Search *search)
{
	const int n = search->samples->instances.n;
	const int64_t limit = arch_model(search->arch)->shared_per_block;
	search->grids = arena_array(arena, Grid, n);
	search->room = arena_array(arena, int64_t, n);
	search->taken = arena_array(arena, int64_t, search->n_kernels);
	search->change = arena_array(arena, int64_t, search->n_kernels);
	search_count_kernels(search);
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
	search_count(&search);
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
