/* The turns of a loop that are not run one by one: one turn is run for all of them.  What each turn adds to a value
 * becomes a multiple of a symbol (the number of the turn), what swaps back and forth becomes a choice, and the
 * rest is forgotten.  The guess is then checked by running the turn again, and what does not hold is forgotten. */
#include "eval/exec/loop_impl.h"
#include "eval/exec/settle.h"

#include <stdlib.h>

enum { MAX_ROUNDS = 8 };

static const Int wide = { 8, true, false };

typedef enum Habit { HABIT_STEPS, HABIT_SWAPS, HABIT_FORGET } Habit;

/* One cell that a turn changes, and how. */
typedef struct Change {
	Object *object;
	int64_t offset;
	int size;            /* 0: the whole object was forgotten */
	bool is_float;
	Habit habit;
	bool uniform;
	Reason why;          /* of what is forgotten */
	int64_t grain;       /* a power of two: each turn adds a multiple of it in each lane; 0: not even that */
	Scope apart;         /* where what it adds differs */
	bool has_start, has_delta;
	unsigned holds;      /* what addresses it had before and after */
	Value start, delta;  /* steps: start + k*delta; swaps: start, or start + delta */
} Change;

typedef struct Changes {
	VEC(Change) list;
	Arena *arena;
} Changes;

static Value kept(Eval *ev, const Changes *changes, Value v)
{
	return value_copy(changes->arena, ev->ctx.n_lanes, v);
}

/* A delta must hold for every turn: nothing in it may be younger than the loop. */
static bool is_settled(const Eval *ev, const Value *delta, int n_syms)
{
	if (delta->murk)
		return false;
	for (int i = 0; i < delta->n_terms; i++) {
		const MonoInfo *mono = &ev->ctx.monos.at[delta->terms[i].mono];
		for (int s = 0; s < mono->n; s++)
			if (mono->syms[s] >= n_syms)
				return false;
	}
	return true;
}

static Change *find_change(Changes *changes, const Object *object, const Cell *cell)
{
	for (int i = 0; i < changes->list.n; i++) {
		Change *c = &changes->list.at[i];
		if (c->object == object && c->offset == cell->offset && c->size == cell->size)
			return c;
	}
	return NULL;
}

static bool uniform_cell(const Eval *ev, const Cell *cell)
{
	Mask all = mask_first(ev->ctx.n_lanes);
	return cell && value_is_uniform(&ev->ctx, &cell->stored->v, &all);
}

/* Why a value is forgotten that was this after a turn. */
static Reason why_forgotten(const Cell *after)
{
	const Murk *murk = after ? after->stored->v.murk : NULL;
	return murk && reason_is_data(murk->reason) ? murk->reason : WHY_LOOP;
}

static void note_drift(Eval *ev, const Cell *before, const Cell *after, int64_t *grain, Scope *apart)
{
	Mask all = mask_first(ev->ctx.n_lanes);
	*grain = 0;
	*apart = SCOPE_LANE;
	if (!before || !after || before->is_float || after->is_float)
		return;
	Value delta = value_binary(&ev->ctx, OP_SUB, wide, after->stored->v, before->stored->v);
	*grain = value_holds(&ev->ctx, &delta) ? 0 : value_align(&ev->ctx, &delta);
	if (value_is_uniform(&ev->ctx, &delta, &all))
		*apart = SCOPE_UNIFORM;
	else if (value_is_warp_uniform(&ev->ctx, &delta, &all))
		*apart = SCOPE_WARP;
}

/* Before → after one turn: a first guess at the habit. */
static void note_change(Eval *ev, Changes *changes, Object *object, const Cell *before, const Cell *after, int n_syms)
{
	if (find_change(changes, object, after))
		return;
	Change c = { .object = object, .offset = after->offset, .size = after->size, .is_float = after->is_float,
		     .habit = HABIT_FORGET, .uniform = uniform_cell(ev, after) && (!before || uniform_cell(ev, before)),
		     .why = why_forgotten(after) };
	note_drift(ev, before, after, &c.grain, &c.apart);
	if (before && !after->is_float && !before->is_float) {
		Value delta = value_binary(&ev->ctx, OP_SUB, wide, after->stored->v, before->stored->v);
		if (!before->stored->v.murk && is_settled(ev, &delta, n_syms)) {
			c.habit = HABIT_STEPS;
			c.delta = kept(ev, changes, delta);
			c.has_delta = true;
		}
	}
	c.holds = value_holds(&ev->ctx, &after->stored->v) | (before ? value_holds(&ev->ctx, &before->stored->v) : 0);
	if (before) {
		c.start = kept(ev, changes, before->stored->v);
		c.has_start = true;
	}
	vec_push(changes->arena, &changes->list, c);
}

/* A turn that drops what was known of an object as a whole. */
static void note_forgotten(Eval *ev, Changes *changes, Object *object, const Content *was)
{
	unsigned holds = content_holds(&ev->ctx, was) | content_holds(&ev->ctx, &object->content);
	bool dropped = object->content.rest != was->rest || object->content.since != was->since;
	for (int c = 0; c < was->n && !dropped; c++)
		dropped = !content_find(&object->content, was->cells[c].offset, was->cells[c].size);
	if (dropped && !find_change(changes, object, &(Cell){ 0 }))
		vec_push(changes->arena, &changes->list, ((Change){ .object = object, .habit = HABIT_FORGET, .holds = holds }));
}

static void note_journal(Eval *ev, Changes *changes, const Journal *journal, int n_syms)
{
	for (int i = 0; i < journal->n; i++) {
		Object *object = journal->entries[i].object;
		const Content *now = &object->content, *was = &journal->entries[i].before;
		note_forgotten(ev, changes, object, was);
		for (int c = 0; c < now->n; c++) {
			const Cell *before = content_find(was, now->cells[c].offset, now->cells[c].size);
			if (!before || before->stored != now->cells[c].stored)
				note_change(ev, changes, object, before, &now->cells[c], n_syms);
		}
	}
}

/* The range of what may fall as well as rise: one that says nothing would be taken for that of a count. */
#define FALLS (INT32_MIN + (int64_t)1)

/* Nothing is known of it, or as far as something is: so many grains from where it began, in the same object. */
static Value drifted(Eval *ev, const Change *c, Scope apart, Reason why, Loc loc)
{
	ValueCtx *ctx = &ev->ctx;
	bool says_something = c->grain > 1 || (c->grain == 1 && (apart != SCOPE_LANE || value_holds(ctx, &c->start)));
	if (!c->has_start || !says_something) {
		bool uniform = c->uniform && apart == SCOPE_UNIFORM;
		return value_holding(ctx, eval_uniform_or_murk(ev, uniform, c->uniform && apart == SCOPE_WARP, why, loc), c->holds);
	}
	Value drift = apart == SCOPE_UNIFORM
			      ? value_sym(ctx, sym_new(ctx, (SymInfo){ .kind = SYM_UNIFORM, .low = FALLS, .high = INT64_MAX, .align = c->grain,
								       .why = why, .object = -1, .loc = loc }))
			      : value_murk_aligned(ctx, why, loc, c->grain, apart == SCOPE_WARP);
	return value_binary(ctx, OP_ADD, wide, c->start, drift);
}

static Value forgotten(Eval *ev, const Change *c, Loc loc)
{
	if (c->is_float)
		return c->uniform ? value_sym(&ev->ctx, ev->float_sym) : eval_uniform_or_murk(ev, false, false, c->why, loc);
	return drifted(ev, c, c->apart, c->why, loc);
}

/* The values at the head of some later turn. */
static void assume_turn(Eval *ev, const Changes *changes, const Turn *turn)
{
	Loc loc = turn->loop->range.begin;
	Sym k = sym_new(&ev->ctx, (SymInfo){ .kind = SYM_LOOP, .name = "k", .low = 0, .high = INT64_MAX, .align = 1,
					     .why = WHY_LOOP, .object = -1, .loc = loc, .alone = turn->turns == TURNS_ALONE });
	Sym swap = sym_new(&ev->ctx, (SymInfo){ .kind = SYM_CHOICE, .name = "turn parity", .low = 0, .high = 1, .align = 1,
						.why = WHY_LOOP, .object = -1, .loc = loc });
	for (int i = 0; i < changes->list.n; i++) {
		const Change *c = &changes->list.at[i];
		Value v;
		if (!c->size) {
			memory_forget(&ev->mem, c->object, WHY_LOOP);
			c->object->content.holds |= c->holds;
			continue;
		}
		if (c->habit == HABIT_FORGET) {
			v = forgotten(ev, c, loc);
		} else {
			Value step = value_binary(&ev->ctx, OP_MUL, wide, c->delta, value_sym(&ev->ctx, c->habit == HABIT_STEPS ? k : swap));
			v = value_binary(&ev->ctx, OP_ADD, wide, c->start, step);
		}
		memory_put(&ev->mem, c->object, c->offset, c->size, c->is_float, v);
	}
}

static bool holds(Eval *ev, const Change *c, const Cell *before, const Cell *after)
{
	if (!before || !after)
		return false;
	Value want;
	if (c->habit == HABIT_STEPS) {
		want = value_binary(&ev->ctx, OP_ADD, wide, before->stored->v, c->delta);
	} else {
		Value twice = value_binary(&ev->ctx, OP_ADD, wide, value_binary(&ev->ctx, OP_ADD, wide, c->start, c->start), c->delta);
		want = value_binary(&ev->ctx, OP_SUB, wide, twice, before->stored->v);
	}
	return value_same(&ev->ctx, &want, &after->stored->v);
}

/* Runs a turn that leaves nothing behind but memory as it reached it; the journal has what there was before. */
static bool lone_turn(Eval *ev, Turn *turn, Journal *journal, bool test_first)
{
	if (!journal_begin(&ev->mem, journal))
		return false;
	Flow flow = ev->flow;
	Turn saved = *turn;
	Exits exits = *turn->exits;
	Frame frame = *ev->frame;
	turn_whole(ev, turn, test_first);
	ev->frame->gone = frame.gone;
	ev->frame->maybe_gone = frame.maybe_gone;
	ev->frame->maybe_gone_uniform = frame.maybe_gone_uniform;
	*turn->exits = exits;
	*turn = saved;
	ev->flow = flow;
	journal_pause(&ev->mem, journal);
	return true;
}

static bool try_turn(Eval *ev, Turn *turn, Journal *journal, bool test_first)
{
	ev->quiet++;
	bool tried = lone_turn(ev, turn, journal, test_first);
	ev->quiet--;
	return tried;
}

static void put_back(Eval *ev, const Changes *changes)
{
	for (int i = 0; i < changes->list.n; i++) {
		const Change *c = &changes->list.at[i];
		if (c->size && c->has_start)
			memory_put(&ev->mem, c->object, c->offset, c->size, c->is_float, c->start);
	}
}

/* Two turns from the start: a value that does not step, and is back where it started, swaps. */
static bool may_swap(const Change *c)
{
	return c->size && c->habit == HABIT_FORGET && c->has_delta && !c->is_float;
}

static void find_swaps(Eval *ev, Turn *turn, Changes *changes, bool test_first)
{
	Journal first, second;
	bool any = false;
	for (int i = 0; i < changes->list.n; i++)
		any = any || may_swap(&changes->list.at[i]);
	if (!any)
		return;
	put_back(ev, changes);
	if (!try_turn(ev, turn, &first, test_first))
		return;
	bool again = try_turn(ev, turn, &second, test_first);
	for (int i = 0; again && i < changes->list.n; i++) {
		Change *c = &changes->list.at[i];
		const Cell *now = c->size ? content_find(&c->object->content, c->offset, c->size) : NULL;
		bool candidate = may_swap(c) && now && !now->stored->v.murk;
		if (candidate && value_same(&ev->ctx, &now->stored->v, &c->start))
			c->habit = HABIT_SWAPS;
	}
	if (again) {
		journal_swap(&ev->mem, &second);
		journal_end(&ev->mem, &second);
	}
	journal_swap(&ev->mem, &first);
	journal_end(&ev->mem, &first);
}

/* One check: everything that a turn changes must change as was guessed.  True when the guess stands. */
static bool check_guess(Eval *ev, Turn *turn, Changes *changes, bool test_first, int n_syms)
{
	Journal journal;
	if (!try_turn(ev, turn, &journal, test_first))
		return true;
	bool stands = true;
	int known = changes->list.n;
	note_journal(ev, changes, &journal, n_syms);
	stands = changes->list.n == known;
	for (int i = 0; i < known; i++) {
		Change *c = &changes->list.at[i];
		if (!c->size)
			continue;
		const Content *before = NULL;
		for (int e = 0; e < journal.n; e++)
			before = journal.entries[e].object == c->object ? &journal.entries[e].before : before;
		const Cell *now = content_find(&c->object->content, c->offset, c->size);
		const Cell *was = before ? content_find(before, c->offset, c->size) : now;
		bool uniform = uniform_cell(ev, now);
		int64_t grain;
		Scope apart;
		note_drift(ev, was, now, &grain, &apart);
		if (grain < c->grain || apart > c->apart) {
			c->grain = grain < c->grain ? grain : c->grain;
			c->apart = apart > c->apart ? apart : c->apart;
			stands = stands && c->habit != HABIT_FORGET;
		}
		unsigned more = now ? value_holds(&ev->ctx, &now->stored->v) & ~c->holds : 0;
		c->holds |= more;
		stands = stands && !(more && c->habit == HABIT_FORGET);
		if (c->habit == HABIT_FORGET && c->uniform && !uniform) {
			c->uniform = stands = false;
		} else if (c->habit != HABIT_FORGET && !holds(ev, c, was, now)) {
			c->uniform = c->uniform && uniform;
			c->habit = HABIT_FORGET;
			c->why = why_forgotten(now);
			stands = false;
		}
	}
	/* What only shows itself now was not there at the first turn: forget it. */
	for (int i = known; i < changes->list.n; i++)
		changes->list.at[i].habit = HABIT_FORGET;
	journal_swap(&ev->mem, &journal);
	journal_end(&ev->mem, &journal);
	return stands;
}

static void guess(Eval *ev, Turn *turn, Changes *changes, bool test_first)
{
	Journal journal;
	int n_syms = ev->ctx.syms.n;
	if (!try_turn(ev, turn, &journal, test_first))
		return;
	note_journal(ev, changes, &journal, n_syms);
	journal_swap(&ev->mem, &journal);
	journal_end(&ev->mem, &journal);
	for (int round = 0; round < MAX_ROUNDS && !ev->failed; round++) {
		assume_turn(ev, changes, turn);
		if (check_guess(ev, turn, changes, test_first, n_syms))
			return;
		if (round == 0)
			find_swaps(ev, turn, changes, test_first);
	}
	for (int i = 0; i < changes->list.n; i++) {
		changes->list.at[i].habit = HABIT_FORGET;
		changes->list.at[i].uniform = false;
		changes->list.at[i].grain = 0;
		changes->list.at[i].apart = SCOPE_LANE;
	}
}

/* Each lane, or warp, has turned as often as it did. */
static void part_lanes(Eval *ev, const Turn *turn, const Changes *changes)
{
	Loc loc = turn->loop->range.begin;
	Reason why = reason_is_data(turn->maybe_why) ? WHY_DATA_BRANCH : WHY_LOOP;
	for (int i = 0; i < changes->list.n; i++) {
		const Change *c = &changes->list.at[i];
		Value v;
		if (!c->size)
			continue;
		if (c->is_float)
			v = eval_uniform_or_murk(ev, false, turn->maybe_scope == SCOPE_WARP && c->uniform, why, loc);
		else
			v = drifted(ev, c, c->apart > turn->maybe_scope ? c->apart : turn->maybe_scope, why, loc);
		memory_put(&ev->mem, c->object, c->offset, c->size, c->is_float, v);
	}
}

/* All the turns that remain, as one. */
void turns_remaining(Eval *ev, Turn *turn, bool test_first)
{
	Changes changes = { .arena = arena_new() };
	Flow before = ev->flow;
	guess(ev, turn, &changes, test_first);
	assume_turn(ev, &changes, turn);
	ev->flow.counted = false;
	turn_whole(ev, turn, test_first);
	/* After the loop: some number of turns later, not the same one for all lanes if they part at the test. */
	ev->flow = before;
	ev->flow.counted = before.counted;
	assume_turn(ev, &changes, turn);
	if (turn->maybe_scope != SCOPE_UNIFORM && !mask_empty(&turn->maybe_left))
		part_lanes(ev, turn, &changes);
	arena_free(changes.arena);
}

/* The first turn by itself, for its launches; `all`: what the remaining turns changed. */
static void first_launches(Eval *ev, Turn *turn, Journal *all, bool test_first)
{
	Journal first;
	journal_swap(&ev->mem, all);
	if (lone_turn(ev, turn, &first, test_first)) {
		journal_swap(&ev->mem, &first);
		journal_end(&ev->mem, &first);
	}
	journal_swap(&ev->mem, all);
}

/* Turns taken as one may not say what block they launch with; the first one of them, by itself, may. */
void turns_of_host(Eval *ev, Turn *turn, bool test_first)
{
	Journal all;
	Flow before = ev->flow;
	Exits exits = *turn->exits;
	Turn begun = *turn;
	int64_t blockless = ev->host->blockless;
	if (!journal_begin(&ev->mem, &all)) {
		turn->journal_failed = true;
		return;
	}
	turns_remaining(ev, turn, test_first);
	journal_pause(&ev->mem, &all);
	if (ev->host->blockless != blockless && !ev->failed && ev->ops <= ev->max_ops) {
		Flow after = ev->flow;
		Exits left = *turn->exits;
		ev->flow = before;
		*turn->exits = exits;
		first_launches(ev, &begun, &all, test_first);
		*turn->exits = left;
		ev->flow = after;
	}
	journal_end(&ev->mem, &all);
}
