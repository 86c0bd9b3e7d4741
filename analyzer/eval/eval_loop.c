/* Loops.  They are run, turn by turn, while it is known for every lane whether it goes on.  Where that is not
 * known, or the loop is too long, one turn is run for all the turns that remain: what each turn adds to a value
 * becomes a multiple of a symbol (the number of the turn), what swaps back and forth becomes a choice, and the
 * rest is forgotten.  The guess is then checked by running the turn again, and what does not hold is forgotten. */
#include "eval/eval.h"
#include "eval/traits.h"
#include "eval/settle.h"
#include "ir/walk.h"

#include <stdlib.h>

enum { MAX_TURNS = 4096, MAX_DOUBTFUL_TURNS = 64, MAX_ROUNDS = 8, HOST_TURNS = 256, HOST_LOOP_OPS = 4000, HOST_STALE = 3 };

static const Int wide = { 8, true, false };

/* One turn from the test on, for the lanes that go on; false when nobody does.  The lanes that leave at the test
 * are added to `left`. */
typedef struct Turn {
	const Stmt *loop;
	Exits *exits;
	Mask left, maybe_left;
	Scope maybe_scope;  /* of the unknown tests so far */
	Reason maybe_why;
	Turns turns;
	bool unknown;       /* the test was not decided, and only deciding was asked for */
	Sym from;           /* what it hangs on */
	bool journal_failed;
	bool is_tested;     /* the test has been looked at, and had no effect: */
	Cond test;
} Turn;

static void turn_body(Eval *ev, Turn *turn)
{
	Exits *exits = turn->exits;
	Journal journal;
	bool may_continue = loop_has(ev, turn->loop, LOOP_CONTINUES);
	if (may_continue && !journal_begin(&ev->mem, &journal)) {
		turn->journal_failed = true;
		return;
	}
	exits->continued = exits->maybe_continued = mask_none();
	Mask sure = ev->flow.sure;
	eval_stmt(ev, turn->loop->body);
	if (may_continue) {
		journal_pause(&ev->mem, &journal);
		eval_blur(ev, &journal, &exits->maybe_continued, false, WHY_BRANCH);
		journal_end(&ev->mem, &journal);
	}
	Mask back = mask_or(exits->continued, exits->maybe_continued);
	ev->flow.act = mask_or(ev->flow.act, back);
	ev->flow.sure = mask_or(ev->flow.sure, mask_and(sure, mask_minus(exits->continued, ev->frame->maybe_gone)));
	if (turn->loop->step && !mask_empty(&ev->flow.act))
		eval_effects(ev, turn->loop->step);
}

static Cond loop_cond(Eval *ev, const Stmt *loop)
{
	bool was = ev->in_test;
	ev->in_test = true;
	Cond c = eval_cond(ev, loop->expr);
	ev->in_test = was;
	return c;
}

static bool turn_test(Eval *ev, Turn *turn, bool must_decide)
{
	if (!turn->loop->expr)
		return true;
	Cond c = turn->is_tested ? turn->test : loop_cond(ev, turn->loop);
	turn->is_tested = false;
	Mask open = mask_minus(ev->flow.act, mask_or(c.yes, c.no));
	if (must_decide && !mask_empty(&open)) {
		turn->unknown = true;
		turn->from = c.from;
		return false;
	}
	turn->left = mask_or(turn->left, mask_and(c.no, ev->flow.act));
	turn->maybe_left = mask_or(turn->maybe_left, open);
	if (!mask_empty(&open)) {
		turn->maybe_scope = c.scope > turn->maybe_scope ? c.scope : turn->maybe_scope;
		turn->maybe_why = c.why;
		ev->flow.counted = false;
		ev->flow.hypo = mask_or(ev->flow.hypo, open);
	}
	ev->flow.act = mask_minus(ev->flow.act, c.no);
	ev->flow.sure = mask_minus(ev->flow.sure, flow_doubt(&ev->flow.act, &open, c.scope));
	ev->flow.sure = mask_and(ev->flow.sure, ev->flow.act);
	return !mask_empty(&ev->flow.act);
}

static void whole_turn(Eval *ev, Turn *turn, bool test_first)
{
	ArenaMark mark = arena_mark(ev->scratch);
	host_go_on(ev);
	if (!test_first || turn_test(ev, turn, false))
		turn_body(ev, turn);
	if (!test_first && !mask_empty(&ev->flow.act))
		turn_test(ev, turn, false);
	arena_release(ev->scratch, mark);
}

/* --- the turns that are not run ------------------------------------------------------------------ */

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
	whole_turn(ev, turn, test_first);
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
static void remaining_turns(Eval *ev, Turn *turn, bool test_first)
{
	Changes changes = { .arena = arena_new() };
	Flow before = ev->flow;
	guess(ev, turn, &changes, test_first);
	assume_turn(ev, &changes, turn);
	ev->flow.counted = false;
	whole_turn(ev, turn, test_first);
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
static void host_turns(Eval *ev, Turn *turn, bool test_first)
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
	remaining_turns(ev, turn, test_first);
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

/* --- the loop ----------------------------------------------------------------------------------- */

/* Decides without effect on what is recorded: the test itself may read shared memory, so it is run for real only
 * once it is known to be decided. */
static bool test_is_decided(Eval *ev, Turn *turn)
{
	if (!turn->loop->expr)
		return true;
	if (!loop_has(ev, turn->loop, LOOP_TEST_ACTS)) {
		turn->test = loop_cond(ev, turn->loop);
		turn->from = turn->test.from;
		Mask decided = mask_or(turn->test.yes, turn->test.no);
		turn->is_tested = mask_subset(&ev->flow.act, &decided);
		return turn->is_tested;
	}
	Turn probe = *turn;
	Flow flow = ev->flow;
	Journal journal;
	if (!journal_begin(&ev->mem, &journal))
		return false;
	ev->quiet++;
	turn_test(ev, &probe, true);
	ev->quiet--;
	journal_pause(&ev->mem, &journal);
	journal_swap(&ev->mem, &journal);
	journal_end(&ev->mem, &journal);
	ev->flow = flow;
	turn->from = probe.from;
	return !probe.unknown;
}

static void note_suspect(Eval *ev, const Turn *turn)
{
	if (!ev->suspects || ev->quiet || !turn->from)
		return;
	Suspect *suspect = suspect_sym(ev->suspects, &ev->ctx, turn->from);
	if (suspect && loop_has(ev, turn->loop, LOOP_COUNTS))
		suspect->counts = true;
}

/* Only a break ends it. */
static bool is_endless(const Stmt *loop)
{
	const Expr *test = loop->expr;
	while (test && test->kind == EX_CAST)
		test = test->arg[0];
	return !test || (test->kind == EX_INT && test->i);
}

/* Where lanes may have left already, further turns are worth little; of a loop without an end, nothing. */
static int most_turns(const Turn *turn)
{
	if (mask_empty(&turn->exits->maybe_broke))
		return MAX_TURNS;
	return is_endless(turn->loop) ? 1 : MAX_DOUBTFUL_TURNS;
}

/* What a host loop's turns led to. */
typedef struct Yield {
	int64_t begun;             /* Eval.ops */
	int64_t launches, fresh;   /* up to the last turn; of Host */
	int stale;                 /* turns in a row that launched, and nothing new */
} Yield;

/* A loop that leads to no launch, or only repeats its launches, is only worth as much as counting bits or filling a table
 * takes. */
static bool is_idle(Eval *ev, const Turn *turn, Yield *yield, int n)
{
	const Host *host = ev->host;
	bool stale = host->launches > yield->launches && host->fresh == yield->fresh;
	yield->stale = stale ? yield->stale + 1 : host->fresh == yield->fresh ? yield->stale : 0;
	yield->launches = host->launches;
	yield->fresh = host->fresh;
	if (n < HOST_TURNS && (n == 0 || ev->ops - yield->begun <= HOST_LOOP_OPS))
		return false;
	return yield->stale >= HOST_STALE || !loop_has(ev, turn->loop, LOOP_LAUNCHES);
}

/* One turn of a loop that stays one ends and the next one begins; `n` were run. */
static void next_turn(Eval *ev, const Turn *turn, int n)
{
	if (turn->turns == TURNS_LAID_OUT && !n)
		settle_counter(ev, turn->loop);
	if (turn->turns == TURNS_LAID_OUT)
		return;
	if (turn->turns == TURNS_ALONE)
		ev->turn = ++ev->turns;
	if (n)
		eval_arm_leave(ev);
	eval_arm_enter(ev);
	if (!settle(ev, turn->loop, turn->turns, n > 0) && !n)
		ev->unsettled = true;
}

static void run_turns(Eval *ev, Turn *turn)
{
	bool test_first = !turn->loop->is_do;
	Yield yield = { .begun = ev->ops, .launches = INT64_MAX };
	for (int n = 0;; n++) {
		next_turn(ev, turn, n);
		/* What nvcc merges shows only where the turns that it lays out are run. */
		bool shows = turn->turns == TURNS_LAID_OUT && ev->recorder && !ev->quiet;
		bool tired = n >= most_turns(turn) || (ev->ops > ev->max_ops && n > 0 && !shows) ||
			     (ev->is_host && is_idle(ev, turn, &yield, n));
		if (ev->failed || mask_empty(&ev->flow.act) || turn->journal_failed)
			return;
		if (tired || (test_first && !test_is_decided(ev, turn))) {
			note_suspect(ev, turn);
			if (ev->is_host && !n && !ev->quiet)
				host_turns(ev, turn, test_first);
			else
				remaining_turns(ev, turn, test_first);
			return;
		}
		ArenaMark mark = arena_mark(ev->scratch);
		if (!test_first || turn_test(ev, turn, false))
			turn_body(ev, turn);
		arena_release(ev->scratch, mark);
		test_first = true;
	}
}

typedef struct Layout {
	Eval *ev;
	bool all_laid_out;
} Layout;

static void note_loop(void *data, const Stmt *s)
{
	Layout *layout = data;
	if (s->kind == ST_LOOP && layout->all_laid_out)
		layout->all_laid_out = unroll_turns(layout->ev, s) == TURNS_LAID_OUT;
}

/* Not run; but nvcc sees a loop there, and does not merge what is on its two sides. */
static void pass_by(Eval *ev, const Stmt *loop)
{
	Layout layout = { ev, true };
	Walk inner = { .stmt = note_loop, .data = &layout };
	walk_stmt(&inner, loop);
	if (layout.all_laid_out)
		return;
	eval_arm_enter(ev);
	eval_arm_leave(ev);
}

void eval_loop(Eval *ev, const Stmt *s)
{
	/* A trial asks only what changes between turns. */
	if (ev->quiet && loop_has(ev, s, LOOP_FLOATS)) {
		loop_skip(ev, s);
		return;
	}
	if (s->init)
		eval_stmt(ev, s->init);
	if (!ev->runs_all && loop_has(ev, s, LOOP_IDLE)) {
		pass_by(ev, s);
		return;
	}
	Exits exits;
	Turn turn = { .loop = s, .exits = &exits };
	Flow before = ev->flow;
	Journal journal;
	if (!journal_begin(&ev->mem, &journal)) {
		eval_fail(ev, reason_text(WHY_RECURSION), s->range.begin);
		return;
	}
	exits_enter(ev, &exits, s);
	int64_t outer_turn = ev->turn;
	int outer_before = ev->before_loop;
	ev->before_loop = ev->recorder ? recorder_last(ev->recorder) : -1;
	bool outer_unsettled = ev->unsettled;
	turn.turns = unroll_turns(ev, s);
	run_turns(ev, &turn);
	if (turn.turns != TURNS_LAID_OUT)
		eval_arm_leave(ev);
	ev->turn = outer_turn;
	ev->before_loop = outer_before;
	ev->unsettled = outer_unsettled;
	if (turn.journal_failed)
		eval_fail(ev, reason_text(WHY_RECURSION), s->range.begin);
	journal_pause(&ev->mem, &journal);
	eval_blur(ev, &journal, &exits.maybe_broke, false, WHY_LOOP);
	journal_end(&ev->mem, &journal);
	ev->flow.act = ev->flow.sure = ev->flow.hypo = mask_none();
	host_go_on(ev);
	flow_rejoin(ev, &before, before.act);
	exits_leave(ev, &exits);
}
