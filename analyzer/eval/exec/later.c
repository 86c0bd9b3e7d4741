#include "eval/exec/later.h"

enum { MAX_COUNTED = 4096 };

/* The lower end of a change that may be negative: without one the symbol would be taken for a count. */
#define FALLS (INT32_MIN + (int64_t)1)

/* The value after an unknown number of iterations in a thread that ran them: the start plus a multiple of step_align, if that says
 * anything. */
static Value drifted_there(Eval *ev, const Change *c, Scope apart, Reason why, Loc loc)
{
	ValueCtx *ctx = &ev->ctx;
	bool is_useful = c->step_align > 1 || (c->step_align == 1 && (apart != SCOPE_THREAD || value_points_to(ctx, &c->start)));
	if (!c->has_start || !is_useful) {
		bool uniform = c->uniform && apart == SCOPE_UNIFORM;
		return value_pointing_to(ctx, eval_unknown_value(ev, uniform, c->uniform && apart == SCOPE_WARP, why, loc), c->points_to);
	}
	Value drift = apart == SCOPE_UNIFORM ? value_sym(ctx, sym_new(ctx, (SymInfo){ .kind = SYM_UNIFORM,
										      .low = FALLS,
										      .high = INT64_MAX,
										      .align = c->step_align,
										      .why = why,
										      .object = -1,
										      .loc = loc }))
					     : value_unknown_aligned(ctx, why, loc, c->step_align, apart == SCOPE_WARP);
	return value_binary(ctx, OP_ADD, int_wide, c->start, drift);
}

static Value drifted(Eval *ev, const Change *c, Scope apart, Reason why, Loc loc)
{
	const Mask all = mask_first(ev->ctx.n_threads);
	const Value v = drifted_there(ev, c, apart, why, loc);
	return c->has_start && !mask_subset(&all, &c->where) ? value_select(&ev->ctx, &c->where, v, c->start) : v;
}

static Value unknown_later(Eval *ev, const Change *c, Loc loc)
{
	if (c->is_float)
		return c->uniform ? value_sym(&ev->ctx, ev->float_sym) : eval_unknown_value(ev, false, false, c->why, loc);
	return drifted(ev, c, c->apart, c->why, loc);
}

/* What was not stored to since the loop began, and is not by any iteration; else NULL. */
static Stored *stored_as_it_came(const Change *c)
{
	const Cell *cell = c->came ? content_find(&c->object->content, c->offset, c->size) : NULL;
	return cell && cell->stored == c->came->stored ? cell->stored : NULL;
}

/* Each iteration leaves the value that it found. */
static bool is_steady(const Change *c)
{
	int64_t added;
	return c->induction == INDUCTION_LINEAR && value_is_const(&c->delta, &added) && !added;
}

/* Sets variables to their values at the head of an iteration: of that number, and of that parity. */
static void assume_at(Eval *ev, const Changes *changes, const Iteration *iteration, Value number, Value parity)
{
	Loc loc = iteration->loop->range.begin;
	for (int i = 0; i < changes->list.n; i++) {
		const Change *c = &changes->list.at[i];
		Value v;
		if (!c->size) {
			memory_invalidate(&ev->mem, c->object, c->why);
			c->object->content.points_to |= c->points_to;
			continue;
		}
		Stored *same = stored_as_it_came(c);
		if (same) {
			stored_keep(same, c->came);
			continue;
		}
		if (c->induction == INDUCTION_UNKNOWN) {
			v = unknown_later(ev, c, loc);
		} else {
			Value step = value_binary(&ev->ctx, OP_MUL, int_wide, c->delta, c->induction == INDUCTION_LINEAR ? number : parity);
			v = value_binary(&ev->ctx, OP_ADD, int_wide, c->start, step);
		}
		if (form_log2_align(&v.form) < c->log2_align) {
			v.form = form_fresh(&ev->ctx.n_forms, c->log2_align, REFINE_OFFSET);
			v.form.carried = true;
		}
		memory_put(&ev->mem, c->object, c->offset, c->size, c->is_float, v);
	}
}

void later_assume(Eval *ev, const Changes *changes, const Iteration *iteration, int64_t remaining)
{
	Loc loc = iteration->loop->range.begin;
	Sym k = sym_new(&ev->ctx, (SymInfo){ .kind = SYM_LOOP,
					     .name = "k",
					     .low = 0,
					     .high = remaining ? remaining - 1 : INT64_MAX,
					     .align = 1,
					     .why = REASON_LOOP,
					     .object = -1,
					     .loc = loc,
					     .not_unrolled = iteration->unrolled.kind == UNROLLING_NONE });
	Sym swap = sym_new(&ev->ctx, (SymInfo){ .kind = SYM_CHOICE,
						.name = "iteration parity",
						.low = 0,
						.high = 1,
						.align = 1,
						.why = REASON_LOOP,
						.object = -1,
						.loc = loc });
	assume_at(ev, changes, iteration, value_sym(&ev->ctx, k), value_sym(&ev->ctx, swap));
}

void later_assume_number(Eval *ev, const Changes *changes, const Iteration *iteration, int64_t n)
{
	assume_at(ev, changes, iteration, value_int(n), value_int(n & 1));
}

/* Whether all threads go on at the test; *stops: none does. */
static bool all_go_on(Eval *ev, const Iteration *iteration, bool *stops)
{
	Iteration probe = *iteration;
	Journal journal;
	const Flow flow = ev->flow;
	probe.is_tested = false;
	if (!journal_begin(&ev->mem, &journal))
		return false;
	ev->trial++;
	const bool goes_on = iteration_test(ev, &probe, true);
	ev->trial--;
	journal_pause(&ev->mem, &journal);
	journal_swap(&ev->mem, &journal);
	journal_end(&ev->mem, &journal);
	const bool all = goes_on && mask_equal(&ev->flow.may_execute, &flow.may_execute);
	*stops = !goes_on && !probe.unknown;
	ev->flow = flow;
	return all;
}

int64_t later_count(Eval *ev, const Iteration *iteration, const Changes *changes, bool test_first)
{
	bool stops = false;
	int64_t n = 0;
	if (ev->is_host || ev->trial || !test_first || !iteration->loop->expr)
		return 0;
	while (n <= MAX_COUNTED) {
		later_assume_number(ev, changes, iteration, n);
		if (!all_go_on(ev, iteration, &stops))
			break;
		n++;
	}
	return stops ? n : 0;
}

void later_part_threads(Eval *ev, const Iteration *iteration, const Changes *changes)
{
	Loc loc = iteration->loop->range.begin;
	Reason why = reason_is_data(iteration->maybe_why) ? REASON_DATA_BRANCH : REASON_LOOP;
	for (int i = 0; i < changes->list.n; i++) {
		const Change *c = &changes->list.at[i];
		Value v;
		if (!c->size || stored_as_it_came(c) || is_steady(c))
			continue;
		if (c->is_float)
			v = eval_unknown_value(ev, false, iteration->maybe_scope == SCOPE_WARP && c->uniform, why, loc);
		else
			v = drifted(ev, c, c->apart > iteration->maybe_scope ? c->apart : iteration->maybe_scope, why, loc);
		memory_put(&ev->mem, c->object, c->offset, c->size, c->is_float, v);
	}
}
