/* Loops are run iteration by iteration while it is known for every thread whether it goes on.  If that is unknown, or
 * the loop is too long, one iteration is run for all that remain (eval_induction.c). */
#include "eval/exec/leaving.h"
#include "eval/exec/loop_impl.h"
#include "eval/exec/widen.h"
#include "ir/slice/slice.h"

enum {
	MAX_ITERATIONS = 4096,
	MAX_DOUBTFUL_ITERATIONS = 64,
	HOST_ITERATIONS = 256,
	HOST_LOOP_OPS = 4000,
	MAX_NO_PROGRESS = 3,
	FEW_ITERATIONS = 8, /* running all that remain as one takes as long */
	SHORT_LOOP = 32,
	UNROLLED_BY = 4,
	OVERTIME = 4
};

void iteration_body(Eval *ev, Iteration *iteration)
{
	Exits *exits = iteration->exits;
	Journal journal;
	bool may_continue = loop_has(ev, iteration->loop, LOOP_CONTINUES);
	if (may_continue && !journal_begin(&ev->mem, &journal)) {
		iteration->journal_failed = true;
		return;
	}
	exits->continued = exits->maybe_continued = mask_none();
	exits->continuing = (Leaving){ .since = may_continue ? &journal : NULL };
	Mask must_execute = ev->flow.must_execute;
	eval_stmt(ev, iteration->loop->body);
	if (may_continue) {
		journal_pause(&ev->mem, &journal);
		leaving_end(ev, &journal, &exits->maybe_continued, &exits->continuing, REASON_BRANCH);
		exits->continuing = (Leaving){ 0 };
		journal_end(&ev->mem, &journal);
	}
	Mask back = mask_or(exits->continued, exits->maybe_continued);
	ev->flow.may_execute = mask_or(ev->flow.may_execute, back);
	ev->flow.must_execute =
		mask_or(ev->flow.must_execute, mask_and(must_execute, mask_minus(exits->continued, ev->frame->returns.maybe)));
	if (iteration->loop->step && !mask_empty(&ev->flow.may_execute))
		eval_effects(ev, iteration->loop->step);
}

static Cond loop_cond(Eval *ev, const Stmt *loop)
{
	bool was = ev->in_test;
	ev->in_test = true;
	Cond c = eval_cond(ev, loop->expr);
	ev->in_test = was;
	return c;
}

/* nvcc unrolls a loop whose trip count it does not know by 4, behind one for what remains: of lanes with different trip counts, of
 * which one is 4 at least, some execute an access apart from the others, or with them in another iteration. */
static void note_leaving(const Eval *ev, Iteration *iteration, const Mask *leave)
{
	for (int w = 0; w < MAX_THREADS / 32 && iteration->n_run; w++) {
		const uint32_t bit = (uint32_t)1 << w, active = mask_warp(&ev->flow.may_execute, w), left = mask_warp(leave, w) & active;
		if (left && left != active)
			iteration->parted |= bit;
		iteration->apart = iteration->apart || (active && iteration->parted & bit && iteration->n_run >= UNROLLED_BY);
	}
}

bool iteration_test(Eval *ev, Iteration *iteration, bool must_decide)
{
	if (!iteration->loop->expr)
		return true;
	Cond c = iteration->is_tested ? iteration->test : loop_cond(ev, iteration->loop);
	iteration->is_tested = false;
	Mask open = mask_minus(ev->flow.may_execute, mask_or(c.yes, c.no));
	if (must_decide && !mask_empty(&open)) {
		iteration->unknown = true;
		iteration->from = c.from;
		return false;
	}
	note_leaving(ev, iteration, &c.no);
	iteration->left = mask_or(iteration->left, mask_and(c.no, ev->flow.may_execute));
	iteration->maybe_left = mask_or(iteration->maybe_left, open);
	if (!mask_empty(&open)) {
		iteration->maybe_scope = c.scope > iteration->maybe_scope ? c.scope : iteration->maybe_scope;
		iteration->maybe_why = reason_either(c.why, iteration->maybe_why);
		ev->flow.doubt_why = reason_either(ev->flow.doubt_why, c.why);
		ev->flow.count_known = false;
		ev->flow.speculative = mask_or(ev->flow.speculative, open);
		ev->flow.doubt = c.scope > ev->flow.doubt ? c.scope : ev->flow.doubt;
	}
	ev->flow.may_execute = mask_minus(ev->flow.may_execute, c.no);
	ev->flow.must_execute = mask_minus(ev->flow.must_execute, flow_doubt(&ev->flow.may_execute, &open, c.scope));
	ev->flow.must_execute = mask_and(ev->flow.must_execute, ev->flow.may_execute);
	return !mask_empty(&ev->flow.may_execute);
}

void iteration_whole(Eval *ev, Iteration *iteration, bool test_first)
{
	ArenaMark mark = arena_mark(ev->scratch);
	host_go_on(ev);
	if (!test_first || iteration_test(ev, iteration, false))
		iteration_body(ev, iteration);
	if (!test_first && !mask_empty(&ev->flow.may_execute))
		iteration_test(ev, iteration, false);
	arena_release(ev->scratch, mark);
}

/* --- the loop ----------------------------------------------------------------------------------- */

/* Whether the test is known in all threads.  Records nothing: a test that may access shared memory is only tried here, and
 * run by iteration_test(). */
static bool test_is_decided(Eval *ev, Iteration *iteration)
{
	if (!iteration->loop->expr)
		return true;
	if (!loop_has(ev, iteration->loop, LOOP_TEST_HAS_EFFECTS)) {
		iteration->test = loop_cond(ev, iteration->loop);
		iteration->from = iteration->test.from;
		Mask decided = mask_or(iteration->test.yes, iteration->test.no);
		iteration->is_tested = mask_subset(&ev->flow.may_execute, &decided);
		return iteration->is_tested;
	}
	Iteration probe = *iteration;
	Flow flow = ev->flow;
	Journal journal;
	if (!journal_begin(&ev->mem, &journal))
		return false;
	ev->trial++;
	iteration_test(ev, &probe, true);
	ev->trial--;
	journal_pause(&ev->mem, &journal);
	journal_swap(&ev->mem, &journal);
	journal_end(&ev->mem, &journal);
	ev->flow = flow;
	iteration->from = probe.from;
	return !probe.unknown;
}

static void note_suspect(Eval *ev, const Iteration *iteration)
{
	if (!ev->suspects || ev->trial || !iteration->from)
		return;
	ev->events++;
	Suspect *suspect = suspect_sym(ev->suspects, &ev->ctx, iteration->from);
	if (suspect && loop_has(ev, iteration->loop, LOOP_COUNTS))
		suspect->counts = true;
}

/* The test is always true. */
static bool is_endless(const Stmt *loop)
{
	const Expr *test = loop->expr;
	while (test && test->kind == EX_CAST)
		test = test->arg[0];
	return !test || (test->kind == EX_INT && test->i);
}

/* The most iterations to run one by one: fewer if threads may have left already, one if also the test is always true. */
static int most_iterations(const Iteration *iteration)
{
	if (mask_empty(&iteration->exits->maybe_broke))
		return MAX_ITERATIONS;
	return is_endless(iteration->loop) ? 1 : MAX_DOUBTFUL_ITERATIONS;
}

/* What a host loop's iterations brought. */
typedef struct Progress {
	int64_t begun;             /* Eval.ops when the loop began */
	int64_t launches, fresh;   /* those of Host before the last iteration */
	int no_progress;           /* iterations in a row that launched, but nothing new */
} Progress;

/* Whether to stop running a host loop one by one: it leads to no launch, or only repeats its launches, and took more work than
 * counting bits or filling a table does. */
static bool is_unproductive(Eval *ev, const Iteration *iteration, Progress *progress, int n)
{
	const Host *host = ev->host;
	bool no_progress = host->launches > progress->launches && host->fresh == progress->fresh;
	progress->no_progress = no_progress ? progress->no_progress + 1 : host->fresh == progress->fresh ? progress->no_progress : 0;
	progress->launches = host->launches;
	progress->fresh = host->fresh;
	if (n < HOST_ITERATIONS && (n == 0 || ev->ops - progress->begun <= HOST_LOOP_OPS))
		return false;
	return progress->no_progress >= MAX_NO_PROGRESS || !loop_has(ev, iteration->loop, LOOP_LAUNCHES);
}

/* Between two iterations, of which `n` were run: if the loop stays one, each iteration, or as many as are copies in it, is a region of its
 * own. */
static void next_iteration(Eval *ev, Iteration *iteration, int n)
{
	const Unrolled *unrolled = &iteration->unrolled;
	const bool in_copies = unrolled->copies && n >= unrolled->first && n < unrolled->end;
	const int copy = in_copies ? (n - unrolled->first) % unrolled->copies : 0;
	if (unrolled->kind == UNROLLING_FULL && !n)
		mark_unrolled_counter(ev, iteration->loop);
	if (copy && copy == unrolled->exit)
		eval_end_basic_block(ev);
	if (unrolled->kind == UNROLLING_FULL || copy)
		return;
	if (unrolled->kind == UNROLLING_NONE || unrolled->is_certain || (unrolled->copies && !in_copies))
		ev->iteration = ++ev->n_iterations;
	if (n)
		eval_region_leave(ev);
	eval_region_enter(ev);
	CameForms *came = n || ev->is_host ? NULL : &iteration->came;
	if (!widen_forms(ev, iteration->loop, unrolled->kind, in_copies ? unrolled->copies : 1, n > 0, came) && !n)
		ev->forms_uncertain = true;
	widened_keep(ev, &iteration->carried);
}

/* Only the alignments of what is recorded matter. */
static bool may_carry(const Eval *ev, const Iteration *iteration)
{
	return ev->recorder && !ev->trial && !ev->is_host && iteration->unrolled.kind != UNROLLING_FULL;
}

/* Beyond the budget: loops of a few iterations, whose number is a constant of the text, are part of the iteration of an outer
 * one that is run for all that remain: a tile's rows.  Of an unrolled loop all must be run to see which accesses nvcc merges. */
static bool needs_all(const Eval *ev, const Iteration *iteration)
{
	if (!ev->recorder || ev->trial)
		return false;
	if (iteration->unrolled.kind == UNROLLING_FULL)
		return true;
	int trip_count = constant_trip_count(ev, iteration->loop);
	return trip_count >= 0 && trip_count <= SHORT_LOOP && ev->ops <= OVERTIME * ev->max_ops;
}

/* Whether the budget ends the loop here, or, of a run that is compared with another one, the other one's did. */
static bool is_cut(Eval *ev, const Iteration *iteration, int64_t loop, int n, int few)
{
	const LoopCuts *given = ev->options ? ev->options->cuts : NULL;
	if (!given)
		return ev->ops > ev->max_ops && n >= few && !needs_all(ev, iteration);
	const LoopCut *next = ev->n_cuts < given->n ? &given->at[ev->n_cuts] : NULL;
	const bool is_next = next && next->loop == loop && next->n == n;
	ev->n_cuts += is_next;
	return is_next;
}

static void run_iterations(Eval *ev, Iteration *iteration)
{
	bool test_first = !iteration->loop->is_do;
	const int few = ev->is_host ? 1 : FEW_ITERATIONS;
	const int64_t loop = ++ev->n_loops;
	Progress progress = { .begun = ev->ops, .launches = INT64_MAX };
	for (int n = 0;; n++) {
		iteration->is_first = !n;
		iteration->n_run = n;
		next_iteration(ev, iteration, n);
		const bool cut = is_cut(ev, iteration, loop, n, few);
		bool stop = cut || n >= most_iterations(iteration) || (ev->is_host && is_unproductive(ev, iteration, &progress, n));
		if (ev->failed || mask_empty(&ev->flow.may_execute) || iteration->journal_failed)
			return;
		/* Of compiled code most loops test behind the body: one whose trip count is not known is not begun by itself. */
		bool open = test_first ? !test_is_decided(ev, iteration) : !n && ev->unit->is_compiled && !iteration_decides(ev, iteration);
		if (cut && ev->cuts)
			vec_push(ev->arena, ev->cuts, ((LoopCut){ loop, n }));
		if (stop || open) {
			note_suspect(ev, iteration);
			if (ev->is_host && !n && !ev->trial)
				iterations_of_host(ev, iteration, test_first);
			else
				iterations_remaining(ev, iteration, test_first);
			return;
		}
		if (!n && may_carry(ev, iteration))
			iteration_find_carried(ev, iteration, test_first);
		if (!n)
			widened_keep(ev, &iteration->carried);
		ArenaMark mark = arena_mark(ev->scratch);
		if (!test_first || iteration_test(ev, iteration, false))
			iteration_body(ev, iteration);
		arena_release(ev->scratch, mark);
		test_first = true;
	}
}

/* An idle loop is not run; but unless nvcc unrolls it, it separates the regions before and after it. */
static void skip_idle(Eval *ev, const Stmt *loop)
{
	if (unroll_all(ev, loop)) {
		if (ev->slice && loop->body)
			eval_leave(ev, ev->slice[loop->body->id]);
		return;
	}
	eval_region_enter(ev);
	eval_region_leave(ev);
}

static void run_loop(Eval *ev, const Stmt *s)
{
	Exits exits;
	Iteration iteration = { .loop = s, .exits = &exits };
	Flow before = ev->flow;
	Journal journal;
	if (!journal_begin(&ev->mem, &journal)) {
		eval_fail(ev, reason_text(REASON_RECURSION), s->range.begin);
		return;
	}
	exits_enter(ev, &exits, s);
	exits.breaking.since = &journal;
	int64_t outer_iteration = ev->iteration;
	int outer_before = ev->before_loop;
	ev->before_loop = ev->recorder ? recorder_last(ev->recorder) : -1;
	bool outer_forms_uncertain = ev->forms_uncertain;
	iteration.unrolled = unroll_predict(ev, s);
	const int n_recorded = ev->recorder ? recorder_count(ev->recorder) : 0;
	run_iterations(ev, &iteration);
	const bool may_unroll = iteration.unrolled.kind != UNROLLING_FULL && iteration.unrolled.kind != UNROLLING_NONE;
	if (iteration.apart && may_unroll && ev->recorder && !ev->trial && !ev->unit->is_compiled && recorder_models_nvcc(ev->recorder))
		recorder_weaken(ev->recorder, n_recorded, REASON_APART);
	if (iteration.unrolled.kind != UNROLLING_FULL)
		eval_region_leave(ev);
	widened_keep_unchanged(&iteration.carried);
	if (iteration.came.arena)
		arena_free(iteration.came.arena);
	ev->iteration = outer_iteration;
	ev->before_loop = outer_before;
	ev->forms_uncertain = outer_forms_uncertain;
	if (iteration.journal_failed)
		eval_fail(ev, reason_text(REASON_RECURSION), s->range.begin);
	journal_pause(&ev->mem, &journal);
	leaving_end(ev, &journal, &exits.maybe_broke, &exits.breaking, REASON_LOOP);
	journal_end(&ev->mem, &journal);
	ev->flow.may_execute = ev->flow.must_execute = ev->flow.speculative = mask_none();
	host_go_on(ev);
	flow_rejoin(ev, &before, before.may_execute);
	exits_leave(ev, &exits);
}

static void loop_on_path(Eval *ev, void *data)
{
	run_loop(ev, data);
}

void eval_loop(Eval *ev, const Stmt *s)
{
	/* A trial is to find what changes between iterations: for floats this is known without a run. */
	if (ev->trial && loop_has(ev, s, LOOP_FLOATS)) {
		loop_skip(ev, s);
		return;
	}
	if (s->init)
		eval_stmt(ev, s->init);
	const bool hollow = ev->slice && ev->slice[s->id] & SLICE_HOLLOW;
	if (hollow || (!ev->runs_all && loop_has(ev, s, LOOP_IDLE))) {
		skip_idle(ev, s);
		return;
	}
	Ways *ways = host_ways_of_loop(ev, s);
	Stmt loop = *s;
	if (!ways || !host_each_path(ev, ways, loop_on_path, &loop))
		run_loop(ev, s);
}
