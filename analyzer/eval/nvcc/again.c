#include "eval/nvcc/again.h"

#include <string.h>

enum { MOST_PAST = 4096, SLOTS = 1024, MOST_BETWEEN = 256 };

/* An access, or a barrier, that was. */
typedef struct Past {
	const Var *object;
	const Expr *site;
	const CallSite *stack;
	Form form;
	uint64_t place;    /* all lanes' addresses in one number; 0: not known */
	int64_t segment, arm;
	int bytes, fact;
	int form_next, place_next; /* earlier ones of the same slot; -1: none */
	bool is_barrier, writes, plain, sure;
} Past;

struct Again {
	const ValueCtx *ctx;
	Past *at;
	int n;
	int forms[SLOTS], places[SLOTS];
	bool lost;         /* some that may matter were forgotten */
};

Again *again_new(Arena *arena, const ValueCtx *ctx)
{
	Again *again = arena_new_of(arena, Again);
	again->ctx = ctx;
	again->at = arena_alloc_raw(arena, sizeof *again->at * MOST_PAST);
	memset(again->forms, -1, sizeof again->forms);
	memset(again->places, -1, sizeof again->places);
	return again;
}

/* --- what is kept ----------------------------------------------------------------------------------- */

static uint64_t mixed(uint64_t a, uint64_t b)
{
	a = (a ^ b) * 0x9e3779b97f4a7c15u;
	return a ^ a >> 29;
}

static uint64_t lanes_number(const ValueCtx *ctx, const Lanes *lanes, uint64_t number)
{
	for (int l = 0; l < ctx->n_lanes && (lanes->v || l == 0); l++)
		number = mixed(number, (uint64_t)lanes_at(*lanes, l) + 1);
	return number;
}

static uint64_t place_of(const ValueCtx *ctx, const Value *offset)
{
	if (offset->murk)
		return 0;
	uint64_t number = lanes_number(ctx, &offset->base, 0x5eed);
	for (int i = 0; i < offset->n_terms; i++)
		number = lanes_number(ctx, &offset->terms[i].k, mixed(number, (uint64_t)offset->terms[i].mono));
	return number | 1;
}

static int *form_slot(Again *again, const Past *p)
{
	return &again->forms[mixed(p->form.key, (uint64_t)p->form.c) % SLOTS];
}

static int *place_slot(Again *again, const Past *p)
{
	return &again->places[p->place % SLOTS];
}

static void chain(Again *again, int i)
{
	Past *p = &again->at[i];
	int *form = form_slot(again, p), *place = place_slot(again, p);
	p->form_next = *form;
	p->place_next = *place;
	*form = *place = i;
}

static void forget(Again *again, int n)
{
	memset(again->forms, -1, sizeof again->forms);
	memset(again->places, -1, sizeof again->places);
	memmove(again->at, again->at + n, sizeof *again->at * (size_t)(again->n - n));
	again->n -= n;
	for (int i = 0; i < again->n; i++)
		if (!again->at[i].is_barrier)
			chain(again, i);
}

static bool is_open(const Arms *arms, int64_t arm)
{
	bool found = !arm;
	for (int i = arms->n - 1; i >= 0 && !found && arms->at[i] >= arm; i--)
		found = arms->at[i] == arm;
	return found;
}

static void make_room(Again *again, const Arms *arms)
{
	int from = again->n - 1;
	while (from > 0 && !(again->at[from].is_barrier && is_open(arms, again->at[from].arm)))
		from--;
	again->lost = again->lost || !from;
	forget(again, from ? from : again->n);
}

static void push(Again *again, const Arms *arms, const Past *past)
{
	if (again->n == MOST_PAST)
		make_room(again, arms);
	again->at[again->n++] = *past;
	if (!past->is_barrier)
		chain(again, again->n - 1);
}

static int64_t innermost(const Arms *arms)
{
	return arms->n ? arms->at[arms->n - 1] : 0;
}

void again_barrier(Again *again, const Arms *arms)
{
	if (!arms->n) {
		forget(again, again->n);
		again->lost = false;
		return;
	}
	push(again, arms, &(Past){ .is_barrier = true, .writes = true, .arm = innermost(arms) });
}

/* --- what comes between ------------------------------------------------------------------------------- */

static bool same_object(const Past *a, const Past *b)
{
	return a->object == b->object || !a->object || !b->object ||
	       (a->object->kind == VAR_DYNAMIC && b->object->kind == VAR_DYNAMIC);
}

/* One may write to, or look at, what the other one does. */
static Done touches(const Past *a, const Past *b)
{
	if (a->is_barrier || b->is_barrier)
		return DONE_BEFORE;
	if (!same_object(a, b))
		return DONE_NOT;
	bool known = a->form.known && b->form.known && a->object && b->object;
	if (!known || a->form.key != b->form.key)
		return known && form_differs(&a->form, &b->form) ? DONE_BEFORE : DONE_PERHAPS;
	bool apart = a->form.c >= b->form.c + b->bytes || b->form.c >= a->form.c + a->bytes;
	return apart ? DONE_NOT : DONE_BEFORE;
}

/* Whether what `from` left is gone before `p`: by a write, or (looks) by whoever looks at it.  Surely, where all ways to
 * `p`, or all from `from`, lead there: an arm that is older than that of `from` was open then. */
static Done gone(const Again *again, int from, const Past *p, const Arms *arms, bool looks)
{
	Done done = again->n - from > MOST_BETWEEN ? DONE_PERHAPS : DONE_NOT;
	for (int i = from + 1; i < again->n && i <= from + MOST_BETWEEN; i++) {
		const Past *other = &again->at[i];
		Done touch = other->writes != looks || other->is_barrier ? touches(other, p) : DONE_NOT;
		if (touch == DONE_BEFORE && (is_open(arms, other->arm) || other->arm <= again->at[from].arm))
			return DONE_BEFORE;
		done = touch ? DONE_PERHAPS : done;
	}
	return done;
}

/* --- what is asked ------------------------------------------------------------------------------------ */

static bool matches(const Past *a, const Past *b)
{
	return a->plain && b->plain && a->object && a->object == b->object && a->bytes == b->bytes;
}

/* The last one of the same address, as the compiler sees it, or else as it turns out; -1: none. */
static int find_same(Again *again, const Past *p, bool *seen)
{
	for (int i = p->form.known ? *form_slot(again, p) : -1; i >= 0; i = again->at[i].form_next)
		if (again->at[i].form.known && again->at[i].form.key == p->form.key && again->at[i].form.c == p->form.c && matches(&again->at[i], p))
			return *seen = true, i;
	*seen = false;
	for (int i = p->place ? *place_slot(again, p) : -1; i >= 0; i = again->at[i].place_next)
		if (again->at[i].place == p->place && matches(&again->at[i], p))
			return i;
	return -1;
}

/* A load of one side of a condition, or of another turn of a loop, may be done for both, before them. */
static bool is_beside(const Past *a, const Past *p, const Arms *arms)
{
	return !a->writes && ((p->arm > a->arm && !is_open(arms, a->arm)) ||
			      (a->site == p->site && a->stack == p->stack && a->segment == p->segment));
}

static Verdict ask_load(Again *again, const Past *p, const Arms *arms)
{
	bool seen;
	int at = find_same(again, p, &seen);
	if (at < 0)
		return (Verdict){ again->lost ? DONE_PERHAPS : DONE_NOT, -1, -1 };
	const Past *a = &again->at[at];
	Done between = gone(again, at, p, arms, false);
	if (between == DONE_BEFORE)
		return (Verdict){ DONE_NOT, -1, -1 };
	bool sure = seen && between == DONE_NOT && a->segment == p->segment && a->sure && p->sure;
	return (Verdict){ sure ? DONE_BEFORE : DONE_PERHAPS, a->fact, is_beside(a, p, arms) ? a->fact : -1 };
}

/* What a store overwrites that nobody looked at. */
static Verdict ask_store(Again *again, const Past *p, const Arms *arms)
{
	bool seen;
	int at = find_same(again, p, &seen);
	Verdict verdict = { DONE_NOT, -1, -1 };
	if (at >= 0 && again->at[at].writes && again->at[at].segment == p->segment &&
	    gone(again, at, p, arms, true) != DONE_BEFORE)
		verdict.open = again->at[at].fact;
	return verdict;
}

static bool is_write(const Access *access)
{
	AccessKind kind = bank_op_kind(access->op);
	return kind != ACCESS_LOAD && kind != ACCESS_LDMATRIX;
}

Verdict again_add(Again *again, const Access *a, int fact)
{
	bool plain = (a->op == BANK_LD || a->op == BANK_ST) && !a->is_volatile && !a->unknown && a->offset;
	Past p = { .object = a->object, .site = a->site, .stack = a->stack, .segment = a->segment, .arm = innermost(&a->arms),
		   .bytes = a->bytes, .fact = fact, .writes = is_write(a), .plain = plain, .sure = a->certain && !a->is_copy };
	Verdict verdict = { DONE_NOT, -1, -1 };
	if (plain) {
		p.form = a->offset->form;
		p.place = place_of(again->ctx, a->offset);
		verdict = p.writes ? ask_store(again, &p, &a->arms) : ask_load(again, &p, &a->arms);
	}
	if (verdict.done != DONE_BEFORE)
		push(again, &a->arms, &p);
	return verdict;
}
