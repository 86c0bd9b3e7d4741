#include "fix/tile_moves.h"

#include <string.h>

#include "fix/tiles.h"

enum { MOST_ELEMENTS = 1 << 20 };

/* --- pairs of tensors ------------------------------------------------------------------------------- */

/* Instances of a function have other names, but their variables do not. */
static bool is_same_variable(const TensorView *a, const TensorView *b)
{
	const Func *f = a->var->owner, *g = b->var->owner;
	return strcmp(a->var->name, b->var->name) == 0 && strcmp(a->object->name, b->object->name) == 0 &&
	       (f && g ? strcmp(f->base_name, g->base_name) == 0 : f == g);
}

/* The n-th variable like it. */
static const TensorView *counterpart(const KernelFacts *old, int i, const KernelFacts *new)
{
	int nth = 0;
	for (int k = 0; k < i; k++)
		nth += is_same_variable(&old->views[k], &old->views[i]);
	for (int k = 0; k < new->n_views; k++)
		if (is_same_variable(&new->views[k], &old->views[i]) && nth-- == 0)
			return &new->views[k];
	return NULL;
}

static bool same_extents(const CuteLayout *a, const CuteLayout *b)
{
	bool same = cute_rank(a) == cute_rank(b);
	for (int mode = 0; same && mode < cute_rank(a); mode++)
		same = cute_extent(a, mode) == cute_extent(b, mode);
	return same;
}

/* False: two elements have one place, or one lies outside. */
static bool fill(TileMove *move, int32_t *to, const CuteLayout *from, const CuteLayout *other, int bits)
{
	const int64_t size = cute_size(from);
	for (int64_t i = 0; i < move->n; i++)
		to[i] = -1;
	for (int64_t i = 0; i < size; i++) {
		const int64_t a = cute_bit_offset(from, &i, 1, bits) / bits, b = cute_bit_offset(other, &i, 1, bits) / bits;
		if (a < 0 || a >= move->n || b < 0 || b >= move->new_bytes / move->unit || b > INT32_MAX)
			return false;
		if (to[a] >= 0 && to[a] != b)
			return false;
		to[a] = (int32_t)b;
	}
	return true;
}

/* No two elements share a place. */
static bool is_injective(Arena *arena, const TileMove *move)
{
	const int64_t n = move->new_bytes / move->unit;
	bool *taken = arena_array(arena, bool, n);
	for (int64_t i = 0; i < move->n; i++) {
		if (move->to[i] < 0)
			continue;
		if (taken[move->to[i]])
			return false;
		taken[move->to[i]] = true;
	}
	return true;
}

static bool move_of(Arena *arena, const TensorView *old, const TensorView *new, TileMove *out)
{
	int bits, new_bits;
	const CuteLayout *from = tile_layout(arena, old, &bits), *to = new ? tile_layout(arena, new, &new_bits) : NULL;
	if (!from || !to || bits != new_bits || bits % 8 || !same_extents(from, to) || cute_size(from) > MOST_ELEMENTS)
		return false;
	*out = (TileMove){ .old = old, .new = new, .unit = bits / 8, .bytes = cute_bytes(from, bits), .new_bytes = cute_bytes(to, bits) };
	out->n = out->bytes / out->unit;
	if (out->n > MOST_ELEMENTS)
		return false;
	int32_t *table = arena_array(arena, int32_t, out->n);
	out->to = table;
	if (!fill(out, table, from, to, bits) || !is_injective(arena, out))
		return false;
	for (int64_t i = 0; i < out->n && !out->changes; i++)
		out->changes = table[i] >= 0 && table[i] != i;
	return true;
}

/* --- what must hold ----------------------------------------------------------------------------------- */

static bool overlap(int64_t a, int64_t a_bytes, int64_t b, int64_t b_bytes)
{
	return a < b + b_bytes && b < a + a_bytes;
}

static const char *check_overlap(const TileMove *a, const TileMove *b)
{
	if (a->new->object != b->new->object || overlap(a->old->offset, a->bytes, b->old->offset, b->bytes))
		return NULL;
	return overlap(a->new->offset, a->new_bytes, b->new->offset, b->new_bytes) ? "it would overlap another tensor" : NULL;
}

static bool is_covered(const TileMoves *moves, const Var *object, int64_t at)
{
	for (int i = 0; i < moves->at.n; i++)
		if (moves->at.at[i].old->object == object && overlap(moves->at.at[i].old->offset, moves->at.at[i].bytes, at, 1))
			return true;
	return false;
}

/* Whether the access is, as far as its places are known, in no tensor.  One of which no place is known may be anywhere; of what is
 * merged with others alone the request's fact has the places. */
static bool is_elsewhere(const TileMoves *moves, const Fact *fact)
{
	int n_covered = 0;
	for (int p = 0; p < fact->n_patterns; p++) {
		const WarpPattern *pattern = &fact->patterns[p];
		if (pattern->floating || !pattern->active)
			continue;
		if (!is_covered(moves, fact->object, pattern->offset[__builtin_ctz(pattern->active)]))
			return true;
		n_covered++;
	}
	return !n_covered && fact->warps > 0;
}

static bool meets_others(const TileMoves *moves, const TileMove *grown, const KernelFacts *old)
{
	for (int i = 0; i < old->n_facts; i++)
		if (old->facts[i].object == grown->old->object && is_elsewhere(moves, &old->facts[i]))
			return true;
	return false;
}

static const char *check_size(const TileMoves *moves, const TileMove *move, const KernelFacts *old, const KernelFacts *new)
{
	const Var *object = move->new->object;
	const int64_t size = object->kind == VAR_DYNAMIC ? new->launch->dynamic_bytes : object->type->size;
	if (move->new_bytes <= move->bytes)
		return NULL;
	if (size < 0)
		return "it is not known whether its memory, which the launch gives, is large enough";
	if (move->new->offset + move->new_bytes > size)
		return "its array would be too small, since its length does not follow from the layout";
	return meets_others(moves, move, old) ? "other accesses share its memory" : NULL;
}

TileMoves tile_moves(Arena *arena, const KernelFacts *old, const KernelFacts *new)
{
	TileMoves moves = { 0 };
	for (int i = 0; i < old->n_views; i++) {
		TileMove move;
		if (move_of(arena, &old->views[i], counterpart(old, i, new), &move))
			vec_push(arena, &moves.at, move);
	}
	for (int i = 0; i < moves.at.n && !moves.why; i++) {
		if (!moves.at.at[i].changes)
			continue;
		moves.why = units_may_access(old, moves.at.at[i].old->object)
				    ? "tensor copies or tensor cores access it, whose swizzle is fixed"
				    : NULL;
		moves.why = moves.why ? moves.why : check_size(&moves, &moves.at.at[i], old, new);
		for (int k = 0; k < moves.at.n && !moves.why; k++)
			moves.why = check_overlap(&moves.at.at[i], &moves.at.at[k]);
	}
	return moves;
}

/* --- as a remap ------------------------------------------------------------------------------------------ */

bool tile_moves_have(const TileMoves *moves, const Var *object, bool is_new)
{
	for (int i = 0; i < moves->at.n; i++) {
		const TileMove *move = &moves->at.at[i];
		if (move->changes && (is_new ? move->new : move->old)->object == object)
			return true;
	}
	return false;
}

static bool map(const TileMove *move, int64_t offset, int bytes, int64_t *out)
{
	const int64_t first = offset / move->unit, last = (offset + bytes - 1) / move->unit;
	if (last >= move->n || move->to[first] < 0)
		return false;
	for (int64_t i = first; i <= last; i++)
		if (move->to[i] != move->to[first] + (i - first))
			return false;
	*out = move->new->offset + move->to[first] * move->unit + offset % move->unit;
	return *out % bytes == 0 || (move->old->offset + offset) % bytes != 0;
}

bool tile_moves_offset(const TileMoves *moves, const Var *object, int64_t offset, int bytes, int64_t *out)
{
	*out = offset;
	for (int i = 0; i < moves->at.n; i++) {
		const TileMove *move = &moves->at.at[i];
		const int64_t at = offset - move->old->offset;
		if (move->old->object == object && at >= 0 && at < move->bytes)
			return map(move, at, bytes, out);
	}
	return true;
}

/* Only what moves every element alike: nothing is known of where an access starts. */
bool tile_moves_step(const TileMoves *moves, const Var *object, int64_t step, int64_t *out)
{
	*out = step;
	for (int i = 0; i < moves->at.n; i++) {
		const TileMove *move = &moves->at.at[i];
		if (move->old->object != object || !move->changes)
			continue;
		if (step % move->unit)
			return false;
		const int64_t by = step / move->unit < 0 ? -(step / move->unit) : step / move->unit;
		if (by >= move->n)
			return false;
		const int64_t to = move->to[by] - move->to[0];
		for (int64_t k = 0; k + by < move->n; k++)
			if (move->to[k] >= 0 && move->to[k + by] >= 0 && move->to[k + by] - move->to[k] != to)
				return false;
		*out = (step < 0 ? -to : to) * move->unit;
	}
	return true;
}
