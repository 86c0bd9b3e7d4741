#include "fix/prove.h"

#include "fix/layouts/merged.h"
#include "fix/uses.h"

/* --- the layout as a remap --------------------------------------------------------------------- */

static bool moved_has(const void *data, const Var *object)
{
	const Moved *moved = data;
	bool is_one = moved->tiles && tile_moves_have(moved->tiles, object, false);
	for (int i = 0; i < moved->n_objects && !is_one; i++)
		is_one = same_object(moved->objects[i], object);
	return is_one;
}

static bool moved_offset(const void *data, const Var *object, int64_t offset, int bytes, int64_t *out)
{
	const Moved *moved = data;
	Grid grid;
	if (moved->tiles)
		return tile_moves_offset(moved->tiles, object, offset, bytes, out);
	return grid_like(moved->layout->grid, object, &grid) && layout_offset(&grid, moved->layout, offset, bytes, out);
}

static bool moved_step(const void *data, const Var *object, int64_t step, int64_t *out)
{
	const Moved *moved = data;
	Grid grid;
	if (moved->tiles)
		return tile_moves_step(moved->tiles, object, step, out);
	return grid_like(moved->layout->grid, object, &grid) && layout_step(&grid, moved->layout, step, out);
}

Remap moved_remap(const Moved *moved)
{
	return (Remap){ moved, moved_has, moved_offset, moved_step };
}

/* --- before and after -------------------------------------------------------------------------- */

static bool same_access(const Fact *a, const Fact *b)
{
	return a->op == b->op && a->bytes == b->bytes && a->warps + a->merged == b->warps + b->merged && a->kind == b->kind;
}

static const char *check_access(const Fact *a, const Fact *b)
{
	if (same_access(a, b))
		return NULL;
	if (a->op == b->op && a->bytes == b->bytes && a->kind == b->kind &&
	    (a->certainty != CERTAINTY_EXACT || b->certainty != CERTAINTY_EXACT))
		return "nvcc may merge its accesses now, and it is not certain that it still could";
	return "an access would change its kind, size or number";
}

/* nvcc may merge other accesses in the new layout: accesses are compared as written, costs as sums. */
static bool is_written(const Fact *fact)
{
	return fact->written == fact->bytes;
}

static const Fact *next_written(const KernelFacts *kernel, int *at)
{
	while (*at < kernel->n_facts && !is_written(&kernel->facts[*at]))
		++*at;
	return *at < kernel->n_facts ? &kernel->facts[(*at)++] : NULL;
}

/* The same for an object of the changed source. */
static bool moved_has_new(const Moved *moved, const Var *object)
{
	size_t offset;
	if (moved->tiles)
		return tile_moves_have(moved->tiles, object, true);
	if (!object || !edits_origin(moved->edits, object->loc.file, object->loc.offset, &offset))
		return false;
	Var as_it_was = *object;
	as_it_was.loc.offset = offset;
	return moved_has(moved, &as_it_was);
}

/* Of accesses to the object, or to all others. */
typedef struct Cost {
	int64_t wavefronts, ideal, requests;
	int64_t merged, merged_requests; /* if nvcc merges what it may, in units of 1/PER_REQUEST */
} Cost;

static Cost cost_of(const KernelFacts *kernel, const Moved *moved, bool is_new, bool of_object)
{
	Cost sum = { 0 };
	for (int i = 0; i < kernel->n_facts; i++) {
		const Fact *fact = &kernel->facts[i];
		if ((is_new ? moved_has_new(moved, fact->object) : moved_has(moved, fact->object)) != of_object)
			continue;
		sum.wavefronts += fact->wavefronts;
		sum.ideal += fact->ideal;
		sum.requests += fact->warps;
		sum.merged += merged_wavefronts(fact);
		sum.merged_requests += merged_count(fact);
	}
	return sum;
}

/* "'transpose<33>' with blocks of 32 x 32" */
static const char *launch_words(Arena *arena, const KernelFacts *kernel)
{
	const int *block = kernel->launch->block;
	return arena_printf(arena, "'%s' with blocks of %d x %d x %d", kernel->launch->kernel->name, block[0], block[1], block[2]);
}

/* What costs one launch more, whatever the others save; NULL: nothing. */
static const char *check_launch(Arena *arena, const Cost *before, const Cost *after, const KernelFacts *kernel)
{
	if (after->wavefronts > before->wavefronts)
		return arena_printf(arena, "%s would take %lld wavefronts instead of %lld", launch_words(arena, kernel),
				    (long long)after->wavefronts, (long long)before->wavefronts);
	if (after->requests > before->requests)
		return arena_printf(arena, "%s would access it by %lld requests instead of %lld: nvcc would merge fewer",
				    launch_words(arena, kernel), (long long)after->requests, (long long)before->requests);
	if (after->merged_requests > before->merged_requests)
		return arena_printf(arena, "nvcc may merge its accesses in %s now, and could not any more", launch_words(arena, kernel));
	if (after->merged > before->merged)
		return arena_printf(arena, "%s would take %lld wavefronts instead of %lld if nvcc merges what it may",
				    launch_words(arena, kernel), (long long)(after->merged / PER_REQUEST),
				    (long long)(before->merged / PER_REQUEST));
	return NULL;
}

/* The accessed addresses are known and differ. */
static bool went_elsewhere(const Fact *new, const Fact *old)
{
	return !old->digest.unknown && !new->digest.unknown && old->digest.sum != new->digest.sum;
}

static const char *check_moved(Proof *proof, const Fact *old, const Fact *new)
{
	if (old->digest.unknown || new->digest.unknown)
		proof->complete = false;
	else if (went_elsewhere(new, old))
		return "an access would not reach its element";
	return NULL;
}

/* What is not known of an access decides its cost as before, or not any more.  NULL, or what is wrong. */
static const char *check_open(Proof *proof, const Fact *old, const Fact *new, int64_t elem)
{
	if (old->written > elem)
		return "an access of several elements would come apart";
	const bool was_known = old->certainty <= CERTAINTY_BOUND, is_known = new->certainty <= CERTAINTY_BOUND;
	proof->settled += !was_known && is_known;
	proof->open += !is_known;
	if (is_known)
		return NULL;
	if (new->certainty > old->certainty)
		return "the banks of an access would depend on data";
	const bool costs_more = new->wavefronts * old->ideal > old->wavefronts *new->ideal || new->expected > old->expected;
	return costs_more ? "an access whose banks are not known might cost more" : NULL;
}

/* Through a tensor: what depends on runtime values has its addresses from the same expression as what does not.  NULL, or what is
 * wrong. */
static const char *check_tile(const Fact *old, const Fact *new)
{
	const Digest *was = &old->digest, *is = &new->digest;
	if (!was->unknown && !is->unknown && was->sum == is->sum)
		return NULL;
	if (was->is_lost || was->n_plain != is->n_plain || !was->n_plain)
		return "not all its accesses are known";
	return was->plain == is->plain ? NULL : "an access would not reach its element";
}

static const char *check_other(const Fact *old, const Fact *new, const Moved *moved)
{
	const bool differs = moved->tiles ? old->digest.plain != new->digest.plain : went_elsewhere(new, old);
	if (new->certainty > old->certainty)
		return "an access of another object would cost more";
	return differs ? "an access of another object would change its address" : NULL;
}

/* A change of a tensor's layout is made for all of its accesses: none may get worse. */
static const char *check_cost(const Fact *old, const Fact *new)
{
	if (new->certainty > old->certainty)
		return new->reason == REASON_MERGE ? "nvcc might no longer merge its accesses"
						   : "an access of it would not be understood any more";
	if (!old->merged && !new->merged &&new->wavefronts * old->ideal > old->wavefronts *new->ideal)
		return "another access of it would cost more";
	return NULL;
}

/* Units other than the lanes have a layout of their own, which an edit of subscripts does not change. */
static bool is_seen_by_units(const KernelFacts *kernel, const Moved *moved)
{
	for (int i = 0; i < moved->n_objects && !moved->tiles; i++)
		if (units_may_access(kernel, moved->objects[i]))
			return true;
	return false;
}

static const char *check_kernel(Arena *arena, Proof *proof, const KernelFacts *old, const KernelFacts *new, const Moved *moved)
{
	const Cost before = cost_of(old, moved, false, true), after = cost_of(new, moved, true, true);
	const bool is_exchange = moved->layout && moved->layout->kind == LAYOUT_EXCHANGE;
	int at_old = 0, at_new = 0;
	const Fact *was, *is = NULL;
	proof->before += before.wavefronts;
	proof->after += after.wavefronts;
	proof->left += after.wavefronts - after.ideal;
	if (old->failed || new->failed)
		return "the kernel could not be evaluated to its end";
	if (is_seen_by_units(old, moved))
		return "bulk copies, tensor copies or tensor cores access it in its present layout";
	while ((was = next_written(old, &at_old)) != NULL) {
		is = next_written(new, &at_new);
		if (!is)
			return "accesses would appear or disappear";
		const char *refuted = check_access(was, is);
		if (!refuted && !moved_has(moved, was->object))
			refuted = check_other(was, is, moved);
		else if (!refuted && moved->tiles)
			refuted = check_tile(was, is);
		else if (!refuted)
			refuted = check_moved(proof, was, is);
		if (!refuted && is_exchange && moved_has(moved, was->object))
			refuted = check_open(proof, was, is, moved->layout->grid->elem);
		if (!refuted && moved->tiles && moved_has(moved, was->object))
			refuted = check_cost(was, is);
		if (refuted)
			return refuted;
	}
	if (next_written(new, &at_new))
		return "accesses would appear or disappear";
	if (cost_of(new, moved, true, false).wavefronts > cost_of(old, moved, false, false).wavefronts)
		return "an access of another object would cost more";
	return check_launch(arena, &before, &after, old);
}

void prove_kernel(Arena *arena, Proof *proof, const KernelFacts *old, const KernelFacts *new, const Moved *moved)
{
	proof->refuted = check_kernel(arena, proof, old, new, moved);
}

Proof prove(Arena *arena, const KernelFacts *old, int n_old, const KernelFacts *new, int n_new, const Moved *moved)
{
	Proof proof = { .complete = true };
	if (n_old != n_new)
		proof.refuted = "kernels or launches would appear or disappear";
	for (int k = 0; k < n_old && !proof.refuted; k++)
		proof.refuted = check_kernel(arena, &proof, &old[k], &new[k], moved);
	if (!proof.refuted && proof.after >= proof.before)
		proof.refuted = "it would save nothing over all launches";
	return proof;
}
