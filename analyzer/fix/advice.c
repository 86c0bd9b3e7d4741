#include "fix/advice.h"

#include "base/buf.h"
#include "fix/linear_mix.h"
#include "fix/occupancy.h"

enum { MAX_PAD = 32, MAX_SHIFT = 4, N_KINDS = LAYOUT_SOA + 1, MOST_WORK = 60000 };

/* The simplest first. */
static const LayoutKind by_simplicity[] = {
	LAYOUT_PAD, LAYOUT_RECORD_PAD, LAYOUT_SOA, LAYOUT_XOR, LAYOUT_ROTATE, LAYOUT_LINEAR,
};

typedef struct Search {
	const KernelFacts *kernels;
	int n_kernels, arch;
	const Samples *samples;
	Grid grid;
	int64_t chunk;
	int64_t spare;          /* elements at the end of each row that look like padding and that no access touches */
	int64_t now, attainable;
	int work;               /* warp requests priced so far: the search ends at MOST_WORK */
	int64_t room;           /* bytes that static shared memory may still grow by; -1: any */
	bool over_limit;
	Layout best[N_KINDS];   /* kind LAYOUT_PLAIN: none found yet */
	Grid best_grid[N_KINDS];
} Search;

/* As bank_ways(), over the attainable wavefronts instead of the ideal ones; 1: no conflict is left. */
static int ways_left(const BankCost *cost, int attainable)
{
	if (attainable < 1)
		return 1;
	return (cost->wavefronts + attainable - 1) / attainable;
}

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
static bool survives_shift(const Search *search, const Layout *layout, const Fact *fact)
{
	const Grid *grid = &search->grid;
	int last = grid->n_dims - 1;
	int64_t step = symbolic_step(fact), word = fact->bytes < BANK_BYTES ? BANK_BYTES : fact->bytes;
	if (step == 0)
		return true;
	if (layout->kind == LAYOUT_PAD)
		return step % pitch(grid, layout->dim - 1) == 0 && layout_dim(grid, layout, last) * grid->elem % word == 0;
	int64_t period = layout_period(grid, layout);
	return (layout->kind == LAYOUT_XOR || layout->kind == LAYOUT_LINEAR) && layout->dim == last - 1 &&
	       step % (pitch(grid, last - 1) * period) == 0 && (layout->dim == 0 || grid->dim[layout->dim] % period == 0);
}

/* wmma needs rows at one distance, a multiple of 16 bytes: no swizzle, and no other padding. */
static bool suits_fragments(const Search *search, const Layout *layout, const Fact *fact)
{
	const Expr *site = fact->site;
	bool fragment = site && is_intrinsic(site, IN_FRAGMENT);
	if (!fragment || layout->kind == LAYOUT_PLAIN)
		return true;
	return layout->kind == LAYOUT_PAD && layout->pad * search->grid.elem % 16 == 0;
}

/* nvcc merges accesses if the index is a sum, and not if it is swizzled. */
static bool keeps_merging(const Layout *layout)
{
	return layout->kind == LAYOUT_PLAIN || layout->kind == LAYOUT_PAD || layout->kind == LAYOUT_RECORD_PAD;
}

/* If a merged request would not stay in one aligned piece, nvcc does not merge its accesses. */
static bool move(const Grid *grid, const Layout *layout, const Fact *fact, const WarpPattern *pattern, MovedAccess *out)
{
	const bool merged = fact->written < fact->bytes;
	WarpPattern part = *pattern;
	out->n = 1;
	out->bytes = fact->bytes;
	if ((!merged || keeps_merging(layout)) && layout_pattern(grid, layout, fact, fact->bytes, pattern, &out->at[0]))
		return true;
	out->n = 0;
	out->bytes = fact->written;
	for (int i = 0; merged && i < fact->bytes / fact->written && i < MAX_PARTS; i++) {
		if (!(fact->parts >> i & 1))
			continue;
		for (int lane = 0; lane < WARP_LANES; lane++)
			part.offset[lane] = (int64_t)((uint64_t)pattern->offset[lane] + (uint64_t)(i * fact->written));
		if (!layout_pattern(grid, layout, fact, fact->written, &part, &out->at[out->n++]))
			return false;
	}
	return out->n > 0;
}

bool advice_moves(const Layout *layout, const Fact *fact, const WarpPattern *pattern, MovedAccess *out)
{
	return move(layout->grid, layout, fact, pattern, out);
}

/* Prices the sample in the layout.  False: it does not fit. */
static bool cost_in(const Grid *grid, const Layout *layout, const Sample *sample, int64_t *wavefronts, int *ways)
{
	MovedAccess moved;
	*wavefronts = *ways = 0;
	if (!move(grid, layout, sample->fact, sample->pattern, &moved))
		return false;
	for (int i = 0; i < moved.n; i++) {
		const BankCost *cost = &moved.at[i].cost;
		const int attainable = moved.bytes == sample->fact->bytes ? sample->attainable : cost->ideal;
		*wavefronts += cost->wavefronts;
		*ways = ways_left(cost, attainable) > *ways ? ways_left(cost, attainable) : *ways;
	}
	return *wavefronts > 0 || moved.bytes == sample->fact->bytes;
}

/* Sets wavefronts and ways; false: an access does not fit in the layout, or the cost exceeds `limit`. */
static bool evaluate(Search *search, Layout *layout, int64_t limit)
{
	layout->wavefronts = 0;
	layout->ways = 1;
	for (int i = 0; i < search->samples->at.n; i++) {
		const Sample *sample = &search->samples->at.at[i];
		int64_t cost, wavefronts;
		int ways;
		if (++search->work > MOST_WORK)
			return false;
		if (!cost_in(&search->grid, layout, sample, &wavefronts, &ways))
			return false;
		if (!survives_shift(search, layout, sample->fact) || !suits_fragments(search, layout, sample->fact))
			return false;
		if (__builtin_mul_overflow(sample->count, wavefronts, &cost) ||
		    __builtin_add_overflow(layout->wavefronts, cost, &layout->wavefronts))
			return false;
		if (ways > layout->ways)
			layout->ways = ways;
		if (layout->wavefronts > limit)
			return false;
	}
	return true;
}

static void consider(Search *search, Layout layout)
{
	Layout *best = &search->best[layout.kind];
	bool have = best->kind != LAYOUT_PLAIN;
	layout.extra_bytes = layout_extra_bytes(&search->grid, &layout);
	if (have && best->wavefronts == search->attainable && layout.extra_bytes >= best->extra_bytes)
		return;
	if (search->room >= 0 && layout.extra_bytes > search->room) {
		search->over_limit = true;
		return;
	}
	if (!evaluate(search, &layout, have ? best->wavefronts : search->now - 1))
		return;
	if (have && layout.wavefronts == best->wavefronts && layout.extra_bytes >= best->extra_bytes)
		return;
	*best = layout;
	search->best_grid[layout.kind] = search->grid;
}

static void try_padding(Search *search)
{
	for (int dim = search->grid.n_dims - 1; dim > 0; dim--)
		for (int64_t pad = dim == search->grid.n_dims - 1 ? -search->spare : 1; pad <= MAX_PAD; pad++)
			if (pad && (!search->grid.is_flat || pad * search->grid.elem % BANK_BYTES == 0))
				consider(search, (Layout){ .kind = LAYOUT_PAD, .dim = dim, .pad = pad, .chunk = 1 });
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

/* Not tried if a simpler swizzle reaches the attainable cost. */
static void try_linear(Arena *arena, Search *search, int64_t cut)
{
	const Grid *grid = &search->grid;
	int64_t chunk = search->chunk * grid->elem < BANK_BYTES ? BANK_BYTES / grid->elem : search->chunk;
	Layout layout = { .kind = LAYOUT_LINEAR, .dim = grid->n_dims - 2, .chunk = chunk, .pad = -cut };
	for (int kind = 0; kind < N_KINDS; kind++)
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

/* The elements of the widest access. */
static int64_t widest(const Samples *samples, int64_t elem)
{
	int64_t most = elem;
	for (int i = 0; i < samples->at.n; i++)
		if (samples->at.at[i].fact->written > most)
			most = samples->at.at[i].fact->written;
	return (most + elem - 1) / elem;
}

/* By how much rows exceed a power of two, if every access is known and none touches the excess; else 0. */
static int64_t spare_columns(const Grid *grid, const Samples *samples)
{
	int64_t row = grid->dim[grid->n_dims - 1], power = 8;
	if (grid->is_flat || row <= power || samples->n_known < samples->n_accesses || samples->some_left)
		return 0;
	while (power * 2 <= row)
		power *= 2;
	const Layout cut = { .kind = LAYOUT_PAD, .dim = grid->n_dims - 1, .pad = power - row, .chunk = 1 };
	for (int i = 0; i < samples->at.n && row - power <= power / 4; i++) {
		const Sample *sample = &samples->at.at[i];
		for (int lane = 0; lane < WARP_LANES; lane++) {
			int64_t at;
			if (sample->pattern->active >> lane & 1 && !layout_offset(grid, &cut, sample->pattern->offset[lane], 1, &at))
				return 0;
		}
	}
	return row - power <= power / 4 ? row - power : 0;
}

/* Row lengths to try for a one-dimensional object: 32 words, and the distances between lanes and between steps of
 * threadIdx. */
static int row_lengths(const Search *search, int64_t *rows, int most)
{
	int n = 0;
	rows[n++] = search->grid.elem <= 128 ? 128 / search->grid.elem : 1;
	for (int i = 0; i < search->samples->at.n && n < most; i++) {
		const IndexForm *index = &search->samples->at.at[i].fact->index;
		for (int d = 0; d < 3 && index->kind == INDEX_AFFINE && n < most; d++) {
			int64_t bytes;
			if (__builtin_mul_overflow(index->coef[d], index->unit, &bytes) || bytes % search->grid.elem)
				continue;
			int64_t row = bytes / search->grid.elem;
			bool is_new = row >= 8 && row <= 1024 && (row & (row - 1)) == 0;
			for (int r = 0; r < n; r++)
				is_new &= rows[r] != row;
			if (is_new)
				rows[n++] = row;
		}
	}
	return n;
}

static void try_flat(Arena *arena, Search *search)
{
	const Grid grid = search->grid;
	int64_t rows[4];
	int n = row_lengths(search, rows, 4);
	for (int r = 0; r < n; r++) {
		if (rows[r] < 2 || rows[r] % search->chunk)
			continue;
		search->grid = grid;
		search->grid.n_dims = 2;
		search->grid.dim[1] = rows[r];
		search->grid.dim[0] = grid.dim[0] < 0 ? -1 : (grid.dim[0] + rows[r] - 1) / rows[r];
		try_padding(search);
		try_swizzles(search, 0);
		try_linear(arena, search, 0);
	}
	search->grid = grid;
}

/* Bytes of static shared memory of the kernels that use the object, including it: the most of them. */
static int64_t static_bytes(const KernelFacts *kernels, int n_kernels, const Var *object)
{
	int64_t most = 0;
	for (int k = 0; k < n_kernels; k++) {
		int64_t sum = uses_object(&kernels[k], object) ? static_shared_bytes(&kernels[k]) : 0;
		most = sum > most ? sum : most;
	}
	return most;
}

static void count_now(Search *search)
{
	for (int i = 0; i < search->samples->at.n; i++) {
		const Sample *sample = &search->samples->at.at[i];
		int64_t now = 0, least = 0;
		if (__builtin_mul_overflow(sample->count, sample->pattern->cost.wavefronts, &now) ||
		    __builtin_add_overflow(search->now, now, &search->now))
			search->now = INT64_MAX;
		if (!__builtin_mul_overflow(sample->count, sample->attainable, &least))
			search->attainable += search->attainable < INT64_MAX - least ? least : 0;
	}
}

static bool is_beaten(const Layout *layout, const Layout *by, int n)
{
	for (int i = 0; i < n; i++)
		if (by[i].wavefronts <= layout->wavefronts && by[i].extra_bytes != EXTRA_UNKNOWN &&
		    (layout->extra_bytes == EXTRA_UNKNOWN || by[i].extra_bytes <= layout->extra_bytes))
			return true;
	return false;
}

/* An unknown size counts as the largest. */
static int compare_bytes(const Layout *a, const Layout *b)
{
	if (a->extra_bytes == b->extra_bytes)
		return 0;
	if (a->extra_bytes == EXTRA_UNKNOWN || b->extra_bytes == EXTRA_UNKNOWN)
		return a->extra_bytes == EXTRA_UNKNOWN ? 1 : -1;
	return a->extra_bytes < b->extra_bytes ? -1 : 1;
}

static bool comes_before(const Layout *a, const Layout *b, Preference prefer)
{
	if (a->wavefronts != b->wavefronts)
		return a->wavefronts < b->wavefronts;
	return prefer == PREFER_MEMORY && compare_bytes(a, b) < 0;
}

/* A stable sort: equal layouts stay in order of simplicity. */
static void sort_layouts(Layout *layouts, int n, Preference prefer)
{
	for (int i = 1; i < n; i++) {
		const Layout moving = layouts[i];
		int j = i;
		for (; j > 0 && comes_before(&moving, &layouts[j - 1], prefer); j--)
			layouts[j] = layouts[j - 1];
		layouts[j] = moving;
	}
}

/* Fills in advice->layouts, with their texts. */
static void keep_layouts(Arena *arena, Search *search, Preference prefer, Advice *advice)
{
	Layout *kept = arena_array(arena, Layout, N_KINDS);
	int n = 0;
	for (size_t i = 0; i < sizeof by_simplicity / sizeof by_simplicity[0]; i++) {
		Layout *layout = &search->best[by_simplicity[i]];
		if (layout->kind == LAYOUT_PLAIN || is_beaten(layout, kept, n))
			continue;
		const Grid *grid = arena_dup(arena, &search->best_grid[layout->kind], sizeof *grid);
		layout->grid = grid;
		layout->text = layout_text(arena, advice->object, grid, layout);
		layout->todo = layout_todo(arena, advice->object, grid, layout);
		if (layout->extra_bytes != EXTRA_UNKNOWN)
			layout->blocks =
				occupancy_of(search->kernels, search->n_kernels, advice->object, search->arch, layout->extra_bytes);
		layout->price = layout_price(arena, grid, layout);
		kept[n++] = *layout;
	}
	sort_layouts(kept, n, prefer);
	advice->layouts = kept;
	advice->n_layouts = n;
}

const Advice *advice_about(const Diags *diags, const Var *object)
{
	for (int i = 0; object && i < diags->n; i++)
		if (diags->at[i].advice && diags->at[i].advice->object == object)
			return diags->at[i].advice;
	return NULL;
}

const Advice *advise(Arena *arena, const KernelFacts *kernels, int n_kernels, const Var *object, int arch, Preference prefer)
{
	Search search = { .kernels = kernels, .n_kernels = n_kernels, .arch = arch, .room = -1 };
	Samples samples;
	if (!grid_of(object, &search.grid))
		return NULL;
	samples_of(arena, kernels, n_kernels, object, &search.grid, &samples);
	search.samples = &samples;
	search.spare = spare_columns(&search.grid, &samples);
	search.chunk = widest(&samples, search.grid.elem);
	count_now(&search);
	if (search.now <= search.attainable)
		return NULL;
	if (object->kind == VAR_SHARED) {
		int64_t used = static_bytes(kernels, n_kernels, object), limit = arch_model(arch)->shared_per_block;
		search.room = used < limit ? limit - used : 0;
	}
	Advice *advice = arena_new_of(arena, Advice);
	*advice = (Advice){ .object = object,
			    .wavefronts = search.now,
			    .attainable = search.attainable,
			    .n_accesses = samples.n_accesses,
			    .n_known = samples.n_known };
	if (search.grid.is_flat)
		try_flat(arena, &search);
	else {
		try_padding(&search);
		try_swizzles(&search, 0);
		try_linear(arena, &search, 0);
		if (search.spare) {
			try_swizzles(&search, search.spare);
			try_linear(arena, &search, search.spare);
		}
	}
	try_records(&search);
	advice->over_limit = search.over_limit;
	keep_layouts(arena, &search, prefer, advice);
	advice->some_left = samples.some_left;
	advice->text = advice_prose(arena, advice, &samples);
	return advice;
}
