#include "eval/neighbours.h"

#include <string.h>

enum { WINDOW = 64, MAX_PAIRS = 1024 };

typedef struct Slot {
	BankOp op;
	int bytes, fact, place;
	int64_t turn;
	const Var *object;
	int first;           /* the lowest active lane, and its offset */
	int64_t at;
	Mask act;
	Value offset;
} Slot;

/* Two accesses that were neighbours in the first turn of their loop, by their places in the turn. */
typedef struct Pair {
	int fact[2], place[2];
	bool refuted;
} Pair;

struct Neighbours {
	ValueCtx *ctx;
	Arena *values;
	Arena *keep;
	Slot slot[WINDOW];
	int n;
	int64_t turn;
	int place;           /* how many accesses the turn had before */
	VEC(Pair) pairs;
	bool crowded;        /* there were more neighbours than are kept: any access may have one */
	int n_facts;
};

Neighbours *neighbours_new(Arena *arena, ValueCtx *ctx)
{
	Neighbours *n = arena_new_of(arena, Neighbours);
	n->ctx = ctx;
	n->keep = arena;
	n->values = arena_new();
	return n;
}

void neighbours_free(Neighbours *n)
{
	arena_free(n->values);
}

void neighbours_forget(Neighbours *n)
{
	arena_free(n->values);
	n->values = arena_new();
	n->n = 0;
}

static bool same_terms(const Neighbours *n, const Value *a, const Value *b)
{
	if (a->n_terms != b->n_terms)
		return false;
	for (int i = 0; i < a->n_terms; i++) {
		if (a->terms[i].mono != b->terms[i].mono)
			return false;
		for (int l = 0; l < n->ctx->n_lanes; l++)
			if (lanes_at(a->terms[i].k, l) != lanes_at(b->terms[i].k, l))
				return false;
	}
	return true;
}

/* In every active lane one starts where the other ends, and the two together start at a multiple of their size. */
static bool adjoin(const Neighbours *n, const Slot *a, const Access *b)
{
	int64_t step = 0, pair = 2 * (int64_t)b->bytes;
	for (int l = 0; l < n->ctx->n_lanes; l++) {
		if (!mask_has(b->act, l))
			continue;
		int64_t x = lanes_at(a->offset.base, l), y = lanes_at(b->offset->base, l), distance;
		if (__builtin_sub_overflow(y, x, &distance))
			return false;
		if (step == 0)
			step = distance;
		int64_t low = x < y ? x : y;
		if ((step != b->bytes && step != -b->bytes) || distance != step || low % pair)
			return false;
	}
	return step != 0 && value_symbolic_align(n->ctx, b->offset) % pair == 0;
}

static bool comparable(const Slot *a, const Access *b)
{
	return a->op == b->op && a->bytes == b->bytes && a->object == b->object && a->turn == b->turn;
}

/* What the first active lane says is enough to rule most out. */
static bool may_adjoin(const Slot *a, const Access *b, int first, int64_t at)
{
	uint64_t step = (uint64_t)at - (uint64_t)a->at;
	return a->first == first && (step == (uint64_t)b->bytes || step == 0 - (uint64_t)b->bytes) && mask_equal(&a->act, b->act);
}

static Pair *find_pair(Neighbours *n, const Slot *a, int fact, int place)
{
	for (int i = 0; i < n->pairs.n; i++) {
		Pair *pair = &n->pairs.at[i];
		if (pair->fact[0] == a->fact && pair->place[0] == a->place && pair->fact[1] == fact && pair->place[1] == place)
			return pair;
	}
	return NULL;
}

static void compare(Neighbours *n, const Slot *a, const Access *b, int fact, int first, int64_t at)
{
	if (!comparable(a, b))
		return;
	bool held = may_adjoin(a, b, first, at) && same_terms(n, &a->offset, b->offset) && adjoin(n, a, b);
	if (!held && (!a->turn || b->first_turn))
		return;
	Pair *pair = find_pair(n, a, fact, n->place);
	if (pair)
		pair->refuted = pair->refuted || !held;
	else if (a->turn && !b->first_turn)
		return; /* not neighbours in the first turn */
	else if (n->pairs.n >= MAX_PAIRS)
		n->crowded = true;
	else
		vec_push(n->keep, &n->pairs, ((Pair){ { a->fact, fact }, { a->place, n->place }, false }));
}

void neighbours_add(Neighbours *n, const Access *access, int fact)
{
	if ((access->op != BANK_LD && access->op != BANK_ST) || access->bytes > 8 || access->is_volatile || access->offset->murk)
		return;
	n->n_facts = fact >= n->n_facts ? fact + 1 : n->n_facts;
	if (access->turn != n->turn)
		n->place = 0;
	n->turn = access->turn;
	int first = mask_lowest(access->act);
	int64_t at = lanes_at(access->offset->base, first < 0 ? 0 : first);
	for (int i = 0; i < n->n; i++)
		compare(n, &n->slot[i], access, fact, first, at);
	if (n->n == WINDOW)
		neighbours_forget(n);
	n->slot[n->n++] = (Slot){ .op = access->op, .bytes = access->bytes, .fact = fact, .place = n->place,
				  .turn = access->turn, .object = access->object, .first = first, .at = at,
				  .act = *access->act,
				  .offset = value_copy(n->values, n->ctx->n_lanes, *access->offset) };
	if (access->turn)
		n->place++;
}

void neighbours_finish(const Neighbours *n, void (*merge)(void *data, int fact), void *data)
{
	for (int i = 0; i < n->n_facts && n->crowded; i++)
		merge(data, i);
	for (int i = 0; i < n->pairs.n; i++) {
		const Pair *pair = &n->pairs.at[i];
		if (pair->refuted)
			continue;
		merge(data, pair->fact[0]);
		merge(data, pair->fact[1]);
	}
}
