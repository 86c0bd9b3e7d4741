/* Loops whose iterations are not run one by one: one iteration is run for all of them.  Linear induction adds a multiple of a
 * symbol (the number of the iteration), alternating induction becomes a choice between two values, and other variables become
 * unknown.  A trial run of the iteration checks the guess; variables for which it fails become unknown. */
#include "eval/exec/changes.h"
#include "eval/exec/later.h"
#include "eval/exec/recorded.h"

enum { MAX_ROUNDS = 8 };
#define MOST_REPEATS ((int64_t)1 << 32) /* so that sums of their costs are numbers */

static bool change_holds(Eval *ev, const Change *c, const Cell *before, const Cell *after)
{
	if (!before || !after)
		return false;
	Value want;
	if (c->induction == INDUCTION_LINEAR) {
		want = value_binary(&ev->ctx, OP_ADD, int_wide, before->stored->v, c->delta);
	} else {
		Value twice =
			value_binary(&ev->ctx, OP_ADD, int_wide, value_binary(&ev->ctx, OP_ADD, int_wide, c->start, c->start), c->delta);
		want = value_binary(&ev->ctx, OP_SUB, int_wide, twice, before->stored->v);
	}
	return value_same(&ev->ctx, &want, &after->stored->v);
}

/* What an iteration changes besides memory. */
typedef struct Course {
	Flow flow;
	Iteration iteration;
	Exits exits;
	Returns returns;
} Course;

static Course course_of(const Eval *ev, const Iteration *iteration)
{
	return (Course){ ev->flow, *iteration, *iteration->exits, ev->frame->returns };
}

static void course_put_back(Eval *ev, Iteration *iteration, const Course *course)
{
	ev->frame->returns = course->returns;
	*iteration->exits = course->exits;
	*iteration = course->iteration;
	ev->flow = course->flow;
}

/* Runs an iteration; the journal has the contents before it. */
static bool logged_iteration(Eval *ev, Iteration *iteration, Journal *journal, bool test_first)
{
	if (!journal_begin(&ev->mem, journal))
		return false;
	iteration_whole(ev, iteration, test_first);
	journal_pause(&ev->mem, journal);
	return true;
}

/* The same of an iteration that changes memory only. */
static bool lone_iteration(Eval *ev, Iteration *iteration, Journal *journal, bool test_first)
{
	const Course before = course_of(ev, iteration);
	const bool ran = logged_iteration(ev, iteration, journal, test_first);
	course_put_back(ev, iteration, &before);
	return ran;
}

bool iteration_decides(Eval *ev, Iteration *iteration)
{
	Journal journal;
	if (!journal_begin(&ev->mem, &journal))
		return true;
	Flow flow = ev->flow;
	Iteration probe = *iteration;
	const Exits exits = *iteration->exits;
	const Returns returns = ev->frame->returns;
	ev->trial++;
	iteration_body(ev, &probe);
	if (!mask_empty(&ev->flow.may_execute))
		iteration_test(ev, &probe, true);
	ev->trial--;
	ev->frame->returns = returns;
	*iteration->exits = exits;
	iteration->from = probe.from;
	ev->flow = flow;
	journal_pause(&ev->mem, &journal);
	journal_swap(&ev->mem, &journal);
	journal_end(&ev->mem, &journal);
	return !probe.unknown;
}

static bool try_iteration(Eval *ev, Iteration *iteration, Journal *journal, bool test_first)
{
	ev->trial++;
	bool tried = lone_iteration(ev, iteration, journal, test_first);
	ev->trial--;
	return tried;
}

static void put_back(Eval *ev, const Changes *changes)
{
	for (int i = 0; i < changes->list.n; i++) {
		const Change *c = &changes->list.at[i];
		if (c->size && c->has_start && !c->came)
			memory_put(&ev->mem, c->object, c->offset, c->size, c->is_float, c->start);
	}
}

/* A candidate for alternating induction: changed by the first iteration, not linear, to be checked by two iterations from the
 * start. */
static bool may_alternate(const Change *c)
{
	int64_t delta;
	const bool may_change = c->has_delta && !(value_is_const(&c->delta, &delta) && !delta);
	return c->size && c->induction == INDUCTION_UNKNOWN && may_change && !c->is_float;
}

static void find_alternating(Eval *ev, Iteration *iteration, Changes *changes, bool test_first)
{
	Journal first, second;
	bool any = false;
	for (int i = 0; i < changes->list.n; i++)
		any = any || may_alternate(&changes->list.at[i]);
	if (!any)
		return;
	put_back(ev, changes);
	if (!try_iteration(ev, iteration, &first, test_first))
		return;
	bool both = try_iteration(ev, iteration, &second, test_first);
	for (int i = 0; both && i < changes->list.n; i++) {
		Change *c = &changes->list.at[i];
		const Cell *now = c->size ? content_find(&c->object->content, c->offset, c->size) : NULL;
		bool candidate = may_alternate(c) && now && !now->stored->v.unknown;
		if (candidate && value_same(&ev->ctx, &now->stored->v, &c->start))
			c->induction = INDUCTION_ALTERNATING;
	}
	if (both) {
		journal_swap(&ev->mem, &second);
		journal_end(&ev->mem, &second);
	}
	journal_swap(&ev->mem, &first);
	journal_end(&ev->mem, &first);
}

/* What a guess turned out to be.  SETTLED: right, and the iteration that showed it stands for all that remain. */
typedef enum Verdict { VERDICT_WRONG, VERDICT_RIGHT, VERDICT_SETTLED } Verdict;

/* The iteration that would follow does what the one did that showed that the guess is right.  It counts in the budget as if it were run. */
static void settle(Eval *ev, int64_t begun)
{
	const int64_t ops = ev->ops - begun;
	ev->ops += ops;
	ev->repeated += ops;
}

/* The iteration that is run next stands for all that remain; their number, if it is known.  Loops in loops multiply it. */
static void stand_for(Eval *ev, int64_t remaining)
{
	if (remaining && ev->flow.repeats < MOST_REPEATS)
		ev->flow.repeats += (1 + ev->flow.repeats) * (remaining - 1);
	else
		ev->flow.count_known = false;
}

/* Whether threads left in the iteration that began so, or may have. */
static bool some_left(const Eval *ev, const Iteration *iteration, const Course *start)
{
	return !mask_equal(&ev->flow.may_execute, &start->flow.may_execute) ||
	       !mask_equal(&iteration->exits->maybe_broke, &start->exits.maybe_broke) ||
	       !mask_equal(&ev->frame->returns.maybe, &start->returns.maybe);
}

/* Runs an iteration and corrects the guess where a variable changed in another way.  If nothing did, that iteration stands for all
 * that remain; else what it recorded is taken back. */
static Verdict check_guess(Eval *ev, Iteration *iteration, Changes *changes, bool test_first, int n_syms)
{
	Journal journal;
	const int64_t begun = ev->ops;
	const Course start = course_of(ev, iteration);
	Recorded *recorded = recorded_mark(ev);
	stand_for(ev, changes->remaining);
	ev->trial += !recorded;
	const bool tried = logged_iteration(ev, iteration, &journal, test_first);
	ev->trial -= !recorded;
	if (!tried) {
		recorded_end(recorded);
		course_put_back(ev, iteration, &start);
		return VERDICT_RIGHT;
	}
	int known = changes->list.n;
	changes_note(ev, changes, &journal, n_syms);
	bool correct = changes->list.n == known;
	if (changes->remaining && some_left(ev, iteration, &start))
		changes->may_count = correct = false;
	for (int i = 0; i < known; i++) {
		Change *c = &changes->list.at[i];
		if (!c->size)
			continue;
		const Content *before = NULL;
		for (int e = 0; e < journal.n; e++)
			before = journal.entries[e].object == c->object ? &journal.entries[e].before : before;
		const Cell *now = content_find(&c->object->content, c->offset, c->size);
		const Cell *was = before ? content_find(before, c->offset, c->size) : now;
		bool uniform = cell_is_uniform(ev, now);
		int64_t step_align;
		Scope apart;
		change_drift(ev, was, now, &c->where, &step_align, &apart);
		if (step_align < c->step_align || apart > c->apart) {
			c->step_align = step_align < c->step_align ? step_align : c->step_align;
			c->apart = apart > c->apart ? apart : c->apart;
			correct = correct && c->induction != INDUCTION_UNKNOWN;
		}
		if (c->came && (!now || !was || now->stored != was->stored || form_differs(&now->stored->v.form, &c->came->form))) {
			c->came = NULL;
			correct = false;
		}
		const int align = now && !now->is_float ? form_log2_align(&now->stored->v.form) : 0;
		if (align < c->log2_align) {
			c->log2_align = align;
			correct = false;
		}
		unsigned more = now ? value_points_to(&ev->ctx, &now->stored->v) & ~c->points_to : 0;
		c->points_to |= more;
		correct = correct && !(more && c->induction == INDUCTION_UNKNOWN);
		if (c->induction == INDUCTION_UNKNOWN && c->uniform && !uniform) {
			c->uniform = correct = false;
		} else if (c->induction != INDUCTION_UNKNOWN && !change_holds(ev, c, was, now)) {
			c->uniform = c->uniform && uniform;
			c->induction = INDUCTION_UNKNOWN;
			c->why = cell_why_unknown(ev, now);
			correct = false;
		}
	}
	/* Variables that only a later iteration changes become unknown. */
	for (int i = known; i < changes->list.n; i++) {
		changes->list.at[i].induction = INDUCTION_UNKNOWN;
		changes->list.at[i].has_delta = false;
	}
	const bool settled = correct && (ev->trial || recorded);
	if (settled) {
		settle(ev, begun);
	} else {
		recorded_go_back(ev, recorded);
		course_put_back(ev, iteration, &start);
		journal_swap(&ev->mem, &journal);
	}
	recorded_end(recorded);
	journal_end(&ev->mem, &journal);
	return settled ? VERDICT_SETTLED : correct ? VERDICT_RIGHT : VERDICT_WRONG;
}

/* The iteration that is to show what changes.  Inside of another such one it stands for all that remain: the outer guess is checked. */
static bool guess_iteration(Eval *ev, Iteration *iteration, Journal *journal, bool test_first)
{
	if (ev->guessing) {
		ev->trial++;
		const bool tried = logged_iteration(ev, iteration, journal, test_first);
		ev->trial--;
		return tried;
	}
	ev->guessing = !ev->is_host || !loop_has(ev, iteration->loop, LOOP_LAUNCHES);
	const bool tried = try_iteration(ev, iteration, journal, test_first);
	ev->guessing = false;
	return tried;
}

/* True: it is settled.  changes->widened: filled in at the first iteration. */
static bool guess(Eval *ev, Iteration *iteration, Changes *changes, bool test_first, bool ignores_skipped)
{
	Journal journal;
	int n_syms = ev->ctx.syms.n;
	changes->active = ev->flow.may_execute;
	if (!iteration->is_first)
		changes->widened = iteration->carried;
	else if (!changes->widened.n)
		note_widened(ev, changes->arena, &iteration->came, &changes->widened);
	const bool outer = ev->ignores_skipped;
	ev->ignores_skipped = outer || ignores_skipped;
	widened_carry(&changes->widened);
	const bool tried = guess_iteration(ev, iteration, &journal, test_first);
	widened_put_back(&changes->widened);
	ev->ignores_skipped = outer;
	if (!tried)
		return false;
	changes_note(ev, changes, &journal, n_syms);
	journal_swap(&ev->mem, &journal);
	journal_end(&ev->mem, &journal);
	changes_note_unchanged(ev, changes, n_syms);
	if (ev->guessing)
		return true;
	for (int round = 0; round < MAX_ROUNDS && !ev->failed; round++) {
		changes->remaining = changes->may_count ? later_count(ev, iteration, changes, test_first) : 0;
		later_assume(ev, changes, iteration, changes->remaining);
		const Verdict verdict = check_guess(ev, iteration, changes, test_first, n_syms);
		if (verdict != VERDICT_WRONG)
			return verdict == VERDICT_SETTLED;
		if (round == 0)
			find_alternating(ev, iteration, changes, test_first);
	}
	for (int i = 0; i < changes->list.n; i++) {
		changes->list.at[i].induction = INDUCTION_UNKNOWN;
		changes->list.at[i].uniform = false;
		changes->list.at[i].step_align = 0;
		changes->list.at[i].log2_align = 0;
		changes->list.at[i].came = NULL;
		changes->list.at[i].apart = SCOPE_THREAD;
	}
	changes->remaining = 0;
	return false;
}

void iteration_find_carried(Eval *ev, Iteration *iteration, bool test_first)
{
	Changes changes = { .arena = arena_new() };
	note_widened(ev, changes.arena, &iteration->came, &changes.widened);
	Journal all;
	if (!widened_may_carry(&changes.widened) || !journal_begin(&ev->mem, &all)) {
		arena_free(changes.arena);
		return;
	}
	const Course before = course_of(ev, iteration);
	ev->trial++;
	guess(ev, iteration, &changes, test_first, false);
	ev->trial--;
	course_put_back(ev, iteration, &before);
	journal_pause(&ev->mem, &all);
	journal_swap(&ev->mem, &all);
	journal_end(&ev->mem, &all);
	changes_note_carried(&changes, iteration);
	arena_free(changes.arena);
}

void iterations_remaining(Eval *ev, Iteration *iteration, bool test_first)
{
	Changes changes = { .arena = arena_new(), .may_count = true };
	Flow before = ev->flow;
	if (!guess(ev, iteration, &changes, test_first, true)) {
		later_assume(ev, &changes, iteration, changes.remaining);
		stand_for(ev, changes.remaining);
		iteration_whole(ev, iteration, test_first);
	}
	/* After the loop: if the number of iterations is unknown, it may differ between threads, as the test does. */
	ev->flow = before;
	if (changes.remaining)
		later_assume_number(ev, &changes, iteration, changes.remaining);
	else
		later_assume(ev, &changes, iteration, 0);
	if (iteration->maybe_scope != SCOPE_UNIFORM && !mask_empty(&iteration->maybe_left))
		later_part_threads(ev, iteration, &changes);
	arena_free(changes.arena);
}

/* Runs the first iteration by itself, to report its launches; `all`: the journal of iterations_remaining(). */
static void first_launches(Eval *ev, Iteration *iteration, Journal *all, bool test_first)
{
	Journal first;
	journal_swap(&ev->mem, all);
	if (lone_iteration(ev, iteration, &first, test_first)) {
		journal_swap(&ev->mem, &first);
		journal_end(&ev->mem, &first);
	}
	journal_swap(&ev->mem, all);
}

void iterations_of_host(Eval *ev, Iteration *iteration, bool test_first)
{
	Journal all;
	Flow before = ev->flow;
	Exits exits = *iteration->exits;
	Iteration begun = *iteration;
	int64_t blockless = ev->host->blockless;
	if (!journal_begin(&ev->mem, &all)) {
		iteration->journal_failed = true;
		return;
	}
	iterations_remaining(ev, iteration, test_first);
	journal_pause(&ev->mem, &all);
	if (ev->host->blockless != blockless && !ev->failed && ev->ops <= ev->max_ops) {
		Flow after = ev->flow;
		Exits left = *iteration->exits;
		ev->flow = before;
		*iteration->exits = exits;
		first_launches(ev, &begun, &all, test_first);
		*iteration->exits = left;
		ev->flow = after;
	}
	journal_end(&ev->mem, &all);
}
