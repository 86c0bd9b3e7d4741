#include "eval/nvcc/redundant.h"

#include <string.h>

#include "base/hash.h"

enum { MOST_PAST = 4096, SLOTS = 1024, MOST_BETWEEN = 256 };

/* Offsets that are `at` + the sum of threadIdx[d] * step[d], besides runtime values. */
typedef struct Affine {
	int64_t at, step[3];
	uint64_t unknown; /* a hash of these values */
	bool known;
} Affine;

/* An earlier access or barrier. */
typedef struct Past {
	const Var *object;
	const Expr *site;
	const CallSite *stack;
	Form form;
	uint64_t address_hash; /* a hash of all threads' addresses; 0: not known */
	Affine affine;
	int64_t basic_block, region;
	int bytes;          /* as the program writes it … */
	int part, part_end; /* … and which of them are loaded */
	int fact;
	int form_next, address_next; /* earlier ones of the same slot; -1: none */
	bool is_barrier, writes, plain, certain;
	bool may_be_gone; /* a load that may be redundant */
	bool starts_branch; /* Access.starts_branch, as long as the load may be hoisted … */
	bool is_hoisted;    /* … and that it is */
} Past;

struct Redundancy {
	const ValueCtx *ctx;
	const int *block;
	Past *at;
	int n;
	int forms[SLOTS], addresses[SLOTS];
	bool dropped_some; /* accesses were dropped that may matter */
};

Redundancy *redundancy_new(Arena *arena, const ValueCtx *ctx, const int block[3])
{
	Redundancy *table = arena_new_of(arena, Redundancy);
	table->ctx = ctx;
	table->block = block;
	table->at = arena_alloc_raw(arena, sizeof *table->at * MOST_PAST);
	memset(table->forms, -1, sizeof table->forms);
	memset(table->addresses, -1, sizeof table->addresses);
	return table;
}

/* --- earlier accesses ------------------------------------------------------------------------------- */

/* Of distances beyond any shared memory, sums may not fit in an integer. */
static bool is_near(int64_t distance)
{
	return distance > -((int64_t)1 << 31) && distance < (int64_t)1 << 31;
}

static Affine affine_of(const Redundancy *table, const Value *offset)
{
	const int *block = table->block;
	const int next[3] = { 1, block[0], block[0] * block[1] };
	Affine affine = { .known = !offset->unknown };
	if (!affine.known)
		return affine;
	affine.at = per_thread_at(offset->base, 0);
	affine.known = is_near(affine.at);
	for (int d = 0; d < 3 && offset->base.v && affine.known; d++) {
		const int64_t after = block[d] > 1 ? per_thread_at(offset->base, next[d]) : affine.at;
		affine.known = is_near(after);
		affine.step[d] = affine.known ? after - affine.at : 0;
	}
	for (int l = 0; l < table->ctx->n_threads && offset->base.v && affine.known; l++)
		affine.known = per_thread_at(offset->base, l) == affine.at + l % block[0] * affine.step[0] +
									 l / block[0] % block[1] * affine.step[1] +
									 l / next[2] * affine.step[2];
	affine.unknown = value_hash_terms(table->ctx, offset, 0);
	return affine;
}

static int *form_slot(Redundancy *table, const Past *p)
{
	return &table->forms[hash_mix(p->form.key, (uint64_t)p->form.c) % SLOTS];
}

static int *address_slot(Redundancy *table, const Past *p)
{
	return &table->addresses[p->address_hash % SLOTS];
}

static void chain(Redundancy *table, int i)
{
	Past *p = &table->at[i];
	int *form = form_slot(table, p), *address = address_slot(table, p);
	p->form_next = *form;
	p->address_next = *address;
	*form = *address = i;
}

static void drop_first(Redundancy *table, int n)
{
	memset(table->forms, -1, sizeof table->forms);
	memset(table->addresses, -1, sizeof table->addresses);
	memmove(table->at, table->at + n, sizeof *table->at * (size_t)(table->n - n));
	table->n -= n;
	for (int i = 0; i < table->n; i++)
		if (!table->at[i].is_barrier)
			chain(table, i);
}

static bool is_executing(const Regions *regions, int64_t region)
{
	bool found = !region;
	for (int i = regions->n - 1; i >= 0 && !found && regions->at[i] >= region; i--)
		found = regions->at[i] == region;
	return found;
}

static void make_room(Redundancy *table, const Regions *regions)
{
	int from = table->n - 1;
	while (from > 0 && !(table->at[from].is_barrier && is_executing(regions, table->at[from].region)))
		from--;
	table->dropped_some = table->dropped_some || !from;
	drop_first(table, from ? from : table->n);
}

static void push(Redundancy *table, const Regions *regions, const Past *past)
{
	if (table->n == MOST_PAST)
		make_room(table, regions);
	table->at[table->n++] = *past;
	if (!past->is_barrier)
		chain(table, table->n - 1);
}

void redundancy_barrier(Redundancy *table, const Regions *regions)
{
	if (!regions->n) {
		drop_first(table, table->n);
		table->dropped_some = false;
		return;
	}
	push(table, regions, &(Past){ .is_barrier = true, .writes = true, .fact = -1, .region = regions_innermost(regions) });
}

/* --- clobbers ----------------------------------------------------------------------------------------- */

static bool same_object(const Past *a, const Past *b)
{
	return a->object == b->object || !a->object || !b->object || (a->object->kind == VAR_DYNAMIC && b->object->kind == VAR_DYNAMIC);
}

/* Whether at + x * step is within (-below, above) for an x of 0 .. n - 1. */
static bool is_met(int64_t at, int64_t step, int n, int64_t below, int64_t above)
{
	if (step < 0)
		return is_met(at + step * (n - 1), -step, n, below, above);
	const int64_t x = step && at <= -below ? (-below - at) / step + 1 : 0; /* the first that is above the lower end */
	return x < n && at + x * step > -below && at + x * step < above;
}

/* A thread accesses bytes of both; true where that is not known. */
static bool overlaps_in_a_thread(const Redundancy *table, const Past *a, const Past *b)
{
	const Affine *p = &a->affine, *q = &b->affine;
	const int *block = table->block;
	if (!p->known || !q->known || p->unknown != q->unknown)
		return true;
	for (int z = 0; z < block[2]; z++)
		for (int y = 0; y < block[1]; y++) {
			const int64_t at = p->at - q->at + y * (p->step[1] - q->step[1]) + z * (p->step[2] - q->step[2]);
			if (is_met(at, p->step[0] - q->step[0], block[0], a->bytes, b->bytes))
				return true;
		}
	return false;
}

/* Whether nvcc must assume that the two overlap: LLVM compares what a thread accesses, by greatest common divisors and by the ranges
 * of indices. */
static Tristate clobbers(const Redundancy *table, const Past *a, const Past *b)
{
	if (a->is_barrier || b->is_barrier)
		return TRI_YES;
	if (!same_object(a, b))
		return TRI_NO;
	bool known = a->form.known && b->form.known && a->object && b->object;
	if (!known || a->form.key != b->form.key)
		return known && form_differs(&a->form, &b->form) && overlaps_in_a_thread(table, a, b) ? TRI_YES : TRI_MAYBE;
	bool apart = a->form.c >= b->form.c + b->bytes || b->form.c >= a->form.c + a->bytes;
	return apart ? TRI_NO : TRI_YES;
}

/* Whether `from` is clobbered before `p`: by a write or, by_loads, by a load that sees it.  Certainly, if the clobber is on all
 * paths to `p` (its region is being executed) or from `from` (its region is older than that of `from`, and so was executed then). */
static Tristate is_clobbered(const Redundancy *table, int from, const Past *p, const Regions *regions, bool by_loads)
{
	Tristate clobbered = table->n - from > MOST_BETWEEN ? TRI_MAYBE : TRI_NO;
	for (int i = from + 1; i < table->n && i <= from + MOST_BETWEEN; i++) {
		const Past *other = &table->at[i];
		Tristate clobber = other->writes != by_loads || other->is_barrier ? clobbers(table, other, p) : TRI_NO;
		if (clobber == TRI_YES && !other->may_be_gone &&
		    (is_executing(regions, other->region) || other->region <= table->at[from].region))
			return TRI_YES;
		clobbered = clobber ? TRI_MAYBE : clobbered;
	}
	return clobbered;
}

static const RedundancyVerdict needed = { .is_redundant = TRI_NO, .by = -1, .uncertain = -1, .hoisted = -1, .before_hoisted = -1 };

/* --- verdicts ----------------------------------------------------------------------------------------- */

static bool matches(const Past *a, const Past *b)
{
	const bool overlap = a->part < b->part_end && b->part < a->part_end;
	return a->plain && b->plain && a->object && a->object == b->object && a->bytes == b->bytes && overlap;
}

static bool same_address(const Past *a, const Past *b)
{
	return a->form.known && b->form.known && a->form.key == b->form.key && a->form.c == b->form.c && matches(a, b);
}

/* The last access of the same address: as the text shows (*seen), or else as the values show; for a store none that may be gone.
 * -1: none. */
static int find_same(Redundancy *table, const Past *p, bool *seen)
{
	for (int i = p->form.known ? *form_slot(table, p) : -1; i >= 0; i = table->at[i].form_next)
		if (same_address(&table->at[i], p) && !(p->writes && table->at[i].may_be_gone))
			return *seen = true, i;
	*seen = false;
	for (int i = p->address_hash ? *address_slot(table, p) : -1; i >= 0; i = table->at[i].address_next)
		if (table->at[i].address_hash == p->address_hash && matches(&table->at[i], p) && !(p->writes && table->at[i].may_be_gone))
			return i;
	return -1;
}

/* A load in the other branch of a condition, or in another iteration of a loop, may be hoisted for both. */
static bool in_other_branch(const Past *a, const Past *p, const Regions *regions)
{
	return !a->writes && ((p->region > a->region && !is_executing(regions, a->region)) ||
			      (a->site == p->site && a->stack == p->stack && a->basic_block == p->basic_block));
}

/* at[i] is in a branch without an else, and accesses what p loads behind that: nvcc loads it in the other case, too, and, if the
 * branch begins with that load, once, before the condition (docs/developers/compiler.md).  That is not done if the branch has no
 * store to shared memory. */
static void find_hoisted(Redundancy *table, int i, const Past *p, RedundancyVerdict *verdict)
{
	const int64_t block = table->at[i].basic_block;
	int first = i, start;
	bool writes = false;
	while (first > 0 && table->at[first - 1].basic_block == block && !table->at[first - 1].is_barrier)
		first--;
	for (int k = first; k < table->n && table->at[k].basic_block == block; k++)
		writes = writes || table->at[k].writes;
	for (start = first; start < i && table->at[start].is_hoisted;)
		start++;
	Past *next = &table->at[start];
	next->is_hoisted = writes && next->starts_branch && same_address(next, p);
	next->starts_branch = next->is_hoisted; /* else the two cases differ from here on */
	if (!next->is_hoisted)
		return;
	verdict->hoisted = next->fact;
	verdict->hoisted_from = block;
	verdict->before_hoisted = first > 0 ? table->at[first - 1].fact : -1;
}

/* `a` loads at least what `p` does. */
static bool covers(const Past *a, const Past *p)
{
	return a->part <= p->part && p->part_end <= a->part_end;
}

static RedundancyVerdict check_load(Redundancy *table, const Past *p, const Regions *regions)
{
	bool seen;
	int at = find_same(table, p, &seen);
	RedundancyVerdict verdict = needed;
	if (at < 0) {
		verdict.is_redundant = table->dropped_some ? TRI_MAYBE : TRI_NO;
		return verdict;
	}
	const Past *a = &table->at[at];
	Tristate between = is_clobbered(table, at, p, regions, false);
	if (between == TRI_YES)
		return verdict;
	bool certain = seen && between == TRI_NO && a->certain && p->certain && covers(a, p);
	verdict.is_redundant = certain && a->basic_block == p->basic_block ? TRI_YES : TRI_MAYBE;
	verdict.by = a->fact;
	verdict.uncertain = in_other_branch(a, p, regions) ? a->fact : -1;
	if (certain && a->basic_block + 1 == p->basic_block && !is_executing(regions, a->region))
		find_hoisted(table, at, p, &verdict);
	return verdict;
}

/* The store of another iteration of a loop, which nvcc may have unrolled, or whose value it may keep in a register. */
static bool is_of_iteration(const Past *a, const Past *p)
{
	return a->site == p->site && a->stack == p->stack;
}

/* Finds the store that this one overwrites before any load. */
static RedundancyVerdict check_store(Redundancy *table, const Past *p, const Regions *regions)
{
	bool seen;
	int at = find_same(table, p, &seen);
	RedundancyVerdict verdict = needed;
	if (at >= 0 && table->at[at].writes && (table->at[at].basic_block == p->basic_block || is_of_iteration(&table->at[at], p)) &&
	    is_clobbered(table, at, p, regions, true) != TRI_YES)
		verdict.uncertain = table->at[at].fact;
	if (verdict.uncertain >= 0 && is_of_iteration(&table->at[at], p)) /* so may the next one overwrite this one */
		verdict.is_redundant = TRI_MAYBE;
	return verdict;
}

static bool is_write(const Access *access)
{
	AccessKind kind = bank_op_kind(access->op);
	return kind != ACCESS_LOAD && kind != ACCESS_LDMATRIX;
}

RedundancyVerdict redundancy_add(Redundancy *table, const Access *a, int fact)
{
	bool plain = (a->op == BANK_LD || a->op == BANK_ST) && !a->is_volatile && !a->unknown && a->offset;
	Past p = { .object = a->object,
		   .site = a->site,
		   .stack = a->stack,
		   .basic_block = a->basic_block,
		   .region = regions_innermost(&a->regions),
		   .bytes = a->written,
		   .part = a->part_offset,
		   .part_end = a->part_offset + a->bytes,
		   .fact = fact,
		   .writes = is_write(a),
		   .plain = plain,
		   .certain = a->certain && !a->is_copy,
		   .starts_branch = a->starts_branch };
	RedundancyVerdict verdict = needed;
	if (plain) {
		p.form = a->offset->form;
		p.form.c -= a->part_offset;
		p.affine = affine_of(table, a->offset);
		p.address_hash = value_hash(table->ctx, a->offset, a->part_offset);
		verdict = p.writes ? check_store(table, &p, &a->regions) : check_load(table, &p, &a->regions);
	}
	p.may_be_gone = !p.writes && verdict.is_redundant == TRI_MAYBE;
	if (verdict.is_redundant != TRI_YES)
		push(table, &a->regions, &p);
	return verdict;
}

struct RedundancyMark {
	Redundancy table;
	Past *at;
};

RedundancyMark *redundancy_mark(const Redundancy *table, Arena *arena)
{
	RedundancyMark *mark = arena_new_of(arena, RedundancyMark);
	mark->table = *table;
	mark->at = arena_dup(arena, table->at, sizeof *table->at * (size_t)table->n);
	return mark;
}

void redundancy_go_back(Redundancy *table, const RedundancyMark *mark)
{
	*table = mark->table;
	memcpy(table->at, mark->at, sizeof *table->at * (size_t)table->n);
}
