/* Loops.  They are run, turn by turn, while it is known for every lane whether it goes on.  Where that is not
 * known, or the loop is too long, one turn is run for all the turns that remain (eval_turns.c). */
#include "eval/exec/loop_impl.h"
#include "eval/exec/settle.h"
#include "ir/walk.h"

enum { MAX_TURNS = 4096, MAX_DOUBTFUL_TURNS = 64, HOST_TURNS = 256, HOST_LOOP_OPS = 4000, HOST_STALE = 3 };

void turn_body(Eval *ev, Turn *turn)
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

bool turn_test(Eval *ev, Turn *turn, bool must_decide)
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

void turn_whole(Eval *ev, Turn *turn, bool test_first)
{
	ArenaMark mark = arena_mark(ev->scratch);
	host_go_on(ev);
	if (!test_first || turn_test(ev, turn, false))
		turn_body(ev, turn);
	if (!test_first && !mask_empty(&ev->flow.act))
		turn_test(ev, turn, false);
	arena_release(ev->scratch, mark);
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
				turns_of_host(ev, turn, test_first);
			else
				turns_remaining(ev, turn, test_first);
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
