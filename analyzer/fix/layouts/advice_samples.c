/* The accesses of an object that can be priced in other layouts. */
#include "fix/layouts/advice.h"

#include <stdlib.h>

/* The factor of a term of "32*k + n*m - 4", 1 if it has none; 0 for "(12*n)/8" and "(threadIdx.x*n)", which move lanes by parts of
 * a unit or by different distances. */
static int64_t term_factor(const char **at)
{
	const char *s = *at;
	char *end = NULL;
	long long factor = 1;
	while (*s == ' ' || *s == '+' || *s == '-')
		s++;
	if (*s >= '0' && *s <= '9') {
		factor = strtoll(s, &end, 10);
		s = end;
	}
	if (*s == '(')
		factor = 0;
	int depth = 0;
	for (; *s && (depth > 0 || (*s != '+' && *s != '-')); s++)
		depth += *s == '(' || *s == '[' ? 1 : *s == ')' || *s == ']' ? -1 : 0;
	*at = s;
	return factor;
}

int64_t symbolic_step(const Fact *fact)
{
	const char *at = fact->index.symbolic;
	int64_t step = 0, bytes;
	if (!at)
		return 0;
	while (*at) {
		int64_t factor = term_factor(&at);
		if (factor < 0 || __builtin_mul_overflow(factor, fact->index.unit, &bytes) || bytes < 1)
			return 1;
		step = gcd64(step, bytes);
	}
	return step ? step : 1;
}

/* Atomics serialise the lanes on one word in any layout. */
static int attainable(const Fact *fact, const WarpPattern *pattern)
{
	AccessKind kind = bank_op_kind(fact->op);
	if (kind != ACCESS_ATOMIC && kind != ACCESS_CP_ASYNC)
		return pattern->cost.ideal;
	WarpRequest request = warp_request(pattern, fact->op, fact->bytes);
	int64_t seen[WARP_LANES];
	int n = 0;
	for (int lane = 0; lane < WARP_LANES; lane++) {
		if (!(pattern->active >> lane & 1))
			continue;
		int i = 0;
		while (i < n && seen[i] != pattern->offset[lane])
			i++;
		if (i == n)
			seen[n++] = pattern->offset[lane];
		request.offset[lane] = (int64_t)i * (request.bytes < BANK_BYTES ? BANK_BYTES : request.bytes);
	}
	int least = bank_cost(fact->arch, &request).wavefronts;
	return least < pattern->cost.wavefronts ? least : pattern->cost.wavefronts;
}

/* Whether the part of the address that patterns leave out is a multiple of a row. */
static bool shift_is_whole_rows(const Fact *fact, const Grid *grid)
{
	bool floating = false;
	for (int p = 0; p < fact->n_patterns; p++)
		floating |= fact->patterns[p].floating;
	if (floating && !fact->index.symbolic)
		return false;
	int64_t step = symbolic_step(fact), row = grid->n_dims > 1 ? grid->dim[grid->n_dims - 1] * grid->elem : 128;
	return step == 0 || step % row == 0;
}

static bool is_known(const Fact *fact, const Grid *grid)
{
	static const Layout plain = { .kind = LAYOUT_PLAIN };
	int64_t out;
	if ((fact->certainty != CERTAINTY_EXACT && fact->certainty != CERTAINTY_BOUND) || fact->n_patterns == 0)
		return false;
	if (!shift_is_whole_rows(fact, grid))
		return false;
	for (int p = 0; p < fact->n_patterns; p++) {
		const WarpPattern *pattern = &fact->patterns[p];
		if (!pattern->cost.exact)
			return false;
		for (int lane = 0; lane < WARP_LANES; lane++)
			if (pattern->active >> lane & 1 && !layout_offset(grid, &plain, pattern->offset[lane], fact->bytes, &out))
				return false;
	}
	return true;
}

/* Whether no earlier fact is of the same place, in another launch or call. */
static bool is_new_place(const KernelFacts *kernels, int kernel, int n, const Var *object)
{
	const Fact *fact = &kernels[kernel].facts[n];
	for (int k = 0; k <= kernel; k++) {
		int end = k == kernel ? n : kernels[k].n_facts;
		for (int f = 0; f < end; f++) {
			const Fact *other = &kernels[k].facts[f];
			if (same_object(other->object, object) && other->kind == fact->kind &&
			    loc_same(other->range.begin, fact->range.begin))
				return false;
		}
	}
	return true;
}

static bool same_sample(const Sample *sample, const Fact *fact, const WarpPattern *pattern, int instance)
{
	if (sample->instance != instance || sample->fact->written != fact->written || sample->fact->op != fact->op ||
	    sample->fact->bytes != fact->bytes || merged_requests(sample->fact) != merged_requests(fact) ||
	    sample->pattern->active != pattern->active || sample->pattern->floating != pattern->floating)
		return false;
	if (pattern->floating && symbolic_step(sample->fact) != symbolic_step(fact))
		return false;
	for (int lane = 0; lane < WARP_LANES; lane++)
		if (pattern->active >> lane & 1 && sample->pattern->offset[lane] != pattern->offset[lane])
			return false;
	return true;
}

/* Whether each warp makes one request, however often it comes to the access. */
static bool is_invariant(const Fact *fact)
{
	for (int p = 0; p < fact->n_patterns; p++)
		if (fact->patterns[p].floating)
			return false;
	return !fact->more_patterns && fact->visits > 1 && fact->n_patterns <= fact->warps / fact->visits;
}

static void add_share(Arena *arena, Sample *sample, int kernel, int64_t count)
{
	Share *last = sample->in.n ? &sample->in.at[sample->in.n - 1] : NULL;
	if (last && last->kernel == kernel)
		last->count += count;
	else
		vec_push(arena, &sample->in, ((Share){ kernel, count }));
}

static const MergedRequest *merged_with(Arena *arena, const Fact *fact, const WarpPattern *pattern)
{
	if (merged_requests(fact) == 1)
		return NULL;
	MergedRequest *merged = arena_new_of(arena, MergedRequest);
	merged_of(fact, pattern, merged);
	return merged;
}

static void add_fact(Arena *arena, const Fact *fact, int kernel, int instance, Samples *out)
{
	const bool once = is_invariant(fact);
	for (int p = 0; p < fact->n_patterns; p++) {
		const WarpPattern *pattern = &fact->patterns[p];
		int i = 0;
		int64_t sum;
		while (i < out->at.n && !same_sample(&out->at.at[i], fact, pattern, instance))
			i++;
		if (i == out->at.n && i == MAX_SAMPLES) {
			out->some_left = true;
			continue;
		}
		if (i == out->at.n)
			vec_push(arena, &out->at,
				 ((Sample){ .fact = fact,
					    .pattern = pattern,
					    .instance = instance,
					    .attainable = attainable(fact, pattern),
					    .merged = merged_with(arena, fact, pattern) }));
		Sample *sample = &out->at.at[i];
		if (__builtin_add_overflow(sample->count, pattern->count, &sum))
			continue;
		sample->count = sum;
		sample->computed += once ? pattern->count / fact->visits : pattern->count;
		add_share(arena, sample, kernel, pattern->count);
	}
	out->some_left |= fact->more_patterns;
}

/* -1: its elements are not known, or it has other dimensions. */
static int instance_of(Arena *arena, const Var *object, Samples *out)
{
	Instance instance = { .object = object };
	for (int i = 0; i < out->instances.n; i++)
		if (out->instances.at[i].object == object)
			return i;
	if (!grid_like(&out->instances.at[0].grid, object, &instance.grid))
		return -1;
	vec_push(arena, &out->instances, instance);
	return out->instances.n - 1;
}

/* Its accesses are known to be in another part. */
static bool is_elsewhere(const Fact *fact, const Grid *grid)
{
	const Part part = part_of(fact);
	Grid own;
	if (!grid->is_part || (!part.member && !part.place))
		return false;
	return !grid_like(grid, fact->object, &own) || own.begin != (part.place ? part.place->at : part.member->offset);
}

static void add_open(Arena *arena, int instance, int64_t step, Samples *out)
{
	for (int i = 0; i < out->open.n; i++)
		if (out->open.at[i].instance == instance && out->open.at[i].step == step)
			return;
	vec_push(arena, &out->open, ((OpenRows){ instance, step }));
}

void samples_of(Arena *arena, const KernelFacts *kernels, int n_kernels, const Var *object, const Grid *grid, Samples *out)
{
	*out = (Samples){ .n_accesses = 0 };
	vec_push(arena, &out->instances, ((Instance){ object, *grid }));
	for (int k = 0; k < n_kernels; k++) {
		for (int f = 0; f < kernels[k].n_facts; f++) {
			const Fact *fact = &kernels[k].facts[f];
			if (!same_object(fact->object, object) || (!fact->warps && fact->merged) || is_elsewhere(fact, grid))
				continue;
			const int instance = instance_of(arena, fact->object, out);
			bool is_new = is_new_place(kernels, k, f, object);
			bool known = instance >= 0 && is_known(fact, &out->instances.at[instance].grid);
			out->n_accesses += is_new;
			out->n_known += is_new && known;
			if (instance >= 0 && fact->open_rows)
				add_open(arena, instance, fact->open_rows, out);
			if (known)
				add_fact(arena, fact, k, instance, out);
		}
	}
}

int64_t samples_widest(const Samples *samples)
{
	int64_t most = 1;
	for (int i = 0; i < samples->at.n; i++) {
		const Sample *sample = &samples->at.at[i];
		const int64_t elem = samples->instances.at[sample->instance].grid.elem, n = (sample->fact->written + elem - 1) / elem;
		most = n > most ? n : most;
	}
	return most;
}

int64_t samples_spare(const Grid *grid, const Samples *samples)
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

/* The end of what a lane accesses in its row, in bytes; -1: it is not known, or in no row. */
static int64_t end_in_row(const Grid *grid, const Sample *sample, int lane, int64_t row)
{
	int64_t at;
	if (sample->pattern->floating || __builtin_sub_overflow(sample->pattern->offset[lane], grid->begin, &at) || at < 0)
		return -1;
	const int64_t end = at % row + sample->fact->bytes;
	return end <= row ? end : -1;
}

int64_t samples_unused(const Grid *grid, const Samples *samples)
{
	const int64_t row = grid->dim[grid->n_dims - 1] * grid->elem;
	int64_t most = 0;
	if (grid->is_flat || row <= 0 || samples->n_known < samples->n_accesses || samples->some_left)
		return 0;
	for (int i = 0; i < samples->at.n; i++) {
		const Sample *sample = &samples->at.at[i];
		for (int lane = 0; lane < WARP_LANES && sample->instance == 0; lane++) {
			if (!(sample->pattern->active >> lane & 1))
				continue;
			const int64_t end = end_in_row(grid, sample, lane, row);
			if (end < 0)
				return 0;
			most = end > most ? end : most;
		}
	}
	return row - most <= most / 2 ? (row - most) / grid->elem : 0;
}
