/* Conditions: lanes that go one way, lanes that go the other, and lanes of which it is not known.
 *
 * Where every lane is decided the two sides simply run one after the other under their masks: what lanes
 * hold is their own.  Where some are not, each side runs on its own copy of what is held, and the two are
 * merged lane by lane. */
#include "eval/exec/exec.h"

typedef struct Way {
	Flow flow;      /* at its end */
	Mask lanes;     /* at its start */
	bool ended;     /* on the host: the program ends there */
} Way;

Mask flow_doubt(const Mask *act, const Mask *open, Scope scope)
{
	Mask doubt = mask_and(*open, *act);
	if (scope == SCOPE_LANE)
		return doubt;
	for (int w = 0; w < MAX_LANES / 32; w++)
		if (!(mask_warp(act, w) & ~mask_warp(open, w)))
			doubt.word[w >> 1] &= ~((uint64_t)UINT32_MAX << (w & 1 ? 32 : 0));
	return doubt;
}

static Flow flow_into(const Flow *flow, const Mask *lanes, const Mask *open, Scope scope)
{
	Flow in = *flow;
	in.act = mask_and(flow->act, *lanes);
	in.sure = mask_and(flow->sure, *lanes);
	in.hypo = mask_and(flow->hypo, *lanes);
	if (mask_empty(open))
		return in;
	in.hypo = mask_or(in.hypo, mask_and(*open, in.act));
	in.counted = false;
	in.sure = mask_minus(in.sure, flow_doubt(&in.act, open, scope));
	return in;
}

void eval_segment(Eval *ev)
{
	ev->segment = ++ev->mem.n_arms;
}

void eval_barrier(Eval *ev)
{
	eval_segment(ev);
	if (ev->recorder && !ev->quiet)
		recorder_barrier(ev->recorder, &(Arms){ ev->mem.arms.at, ev->mem.arms.n });
}

void eval_arm_enter(Eval *ev)
{
	arm_enter(&ev->mem);
	eval_segment(ev);
}

void eval_arm_leave(Eval *ev)
{
	arm_leave(&ev->mem);
	eval_segment(ev);
}

static Way run_way(Eval *ev, Flow in, Side *side, void *data, bool folds)
{
	Way way = { .lanes = in.act };
	ev->flow = in;
	if (side && !mask_empty(&in.act)) {
		if (!folds)
			eval_arm_enter(ev);
		side(ev, data);
		if (!folds)
			eval_arm_leave(ev);
	}
	way.flow = ev->flow;
	return way;
}

/* A side that runs because it is not known whether it does. */
static Way run_open_way(Eval *ev, Flow in, Side *side, void *data, const Cond *c, bool holds)
{
	int known = host_enter_side(ev, c, holds);
	Way way = run_way(ev, in, side, data, false);
	host_leave_side(ev, known);
	if (ev->is_host) {
		way.ended = ev->host->ended;
		ev->host->ended = false;
	}
	return way;
}

/* What comes between accesses on one side does not come between those of the other. */
typedef struct Fork {
	Recorder *recorder;
	Gaps start, first;
	bool first_left;
} Fork;

static Fork fork_begin(const Eval *ev, bool folds)
{
	Fork fork = { .recorder = folds || ev->quiet ? NULL : ev->recorder };
	if (fork.recorder)
		fork.start = recorder_fork(fork.recorder);
	return fork;
}

static void fork_second(Fork *fork, const Way *first)
{
	if (!fork->recorder)
		return;
	fork->first = recorder_gaps(fork->recorder);
	fork->first_left = mask_empty(&first->flow.act) && !mask_empty(&first->lanes);
	recorder_set_gaps(fork->recorder, fork->start);
}

static void fork_end(Fork *fork, const Way *second)
{
	if (!fork->recorder)
		return;
	bool second_left = mask_empty(&second->flow.act) && !mask_empty(&second->lanes);
	recorder_join(fork->recorder, fork->first_left ? NULL : &fork->first, second_left);
}

/* --- merging what is held ----------------------------------------------------------------------- */

typedef struct Merge {
	Mask only_a, only_b;  /* lanes that certainly went one way */
	const Cond *cond;
	Scope scope;
	Loc loc;
} Merge;

static Value cell_or_rest(Eval *ev, Object *object, const Content *content, const Cell *like, bool *undefined)
{
	const Cell *cell = content_find(content, like->offset, like->size);
	*undefined = false;
	if (cell && cell->is_float == like->is_float)
		return value_copy(ev->ctx.arena, ev->ctx.n_lanes, cell->stored->v);
	if (cell || content_touches(content, like->offset, like->size))
		return value_holding(&ev->ctx, value_murk(&ev->ctx, WHY_BITS, LOC_NONE),
				     cell ? value_holds(&ev->ctx, &cell->stored->v) : content_holds(&ev->ctx, content));
	*undefined = content->rest == WHY_UNINITIALISED;
	return memory_unset(&ev->mem, object, content, like->offset, like->size, LOC_NONE);
}

static Value merge_values(Eval *ev, const Merge *merge, Value a, Value b)
{
	Value either;
	if (!host_choose(ev, merge->cond, a, b, &either))
		either = value_join(&ev->ctx, a, b, merge->scope == SCOPE_UNIFORM, merge->scope != SCOPE_LANE, merge->cond->why,
				    merge->loc);
	Value v = value_select(&ev->ctx, &merge->only_b, b, either);
	return value_select(&ev->ctx, &merge->only_a, a, v);
}

/* A float is only ever uniform or not: what is joined is uniform if both are and the choice is. */
static Value merge_floats(Eval *ev, const Merge *merge, Value a, Value b)
{
	Mask all = mask_first(ev->ctx.n_lanes);
	bool uniform = merge->scope == SCOPE_UNIFORM && mask_empty(&merge->only_a) && mask_empty(&merge->only_b);
	if (uniform && value_is_uniform(&ev->ctx, &a, &all) && value_is_uniform(&ev->ctx, &b, &all))
		return value_sym(&ev->ctx, ev->float_sym);
	return eval_uniform_or_murk(ev, false, merge->scope != SCOPE_LANE && value_is_warp_uniform(&ev->ctx, &a, &all) &&
				    value_is_warp_uniform(&ev->ctx, &b, &all), WHY_FLOAT, merge->loc);
}

static void merge_cell(Eval *ev, const Merge *merge, Object *object, const Cell *like, const Content *a, const Content *b)
{
	const Cell *in_a = content_find(a, like->offset, like->size), *in_b = content_find(b, like->offset, like->size);
	if (in_a && in_b && in_a->stored == in_b->stored)
		return;
	bool no_a, no_b;
	Value va = cell_or_rest(ev, object, a, like, &no_a), vb = cell_or_rest(ev, object, b, like, &no_b);
	Value v = no_a ? vb : no_b ? va : like->is_float ? merge_floats(ev, merge, va, vb) : merge_values(ev, merge, va, vb);
	memory_put(&ev->mem, object, like->offset, like->size, like->is_float, v);
}

static void merge_object(Eval *ev, const Merge *merge, Object *object, const Content *a)
{
	Content b;
	content_copy(&b, &object->content);
	if (a->rest != b.rest && b.rest == WHY_UNINITIALISED)
		object->content.rest = a->rest;
	object->content.holds |= a->holds;
	if (a->since != b.since)
		object->content.since = ++ev->mem.serial;
	for (int i = 0; i < a->n; i++)
		merge_cell(ev, merge, object, &a->cells[i], a, &b);
	for (int i = 0; i < b.n; i++)
		if (!content_find(a, b.cells[i].offset, b.cells[i].size))
			merge_cell(ev, merge, object, &b.cells[i], a, &b);
	content_free(&ev->mem, &b);
}

static const Content *entry_of(const Journal *journal, const Object *object)
{
	for (int i = 0; i < journal->n; i++)
		if (journal->entries[i].object == object)
			return &journal->entries[i].before;
	return NULL;
}

/* `first` holds what the first way reached; memory holds what the second did, `second` what it began with. */
static void merge_memory(Eval *ev, const Merge *merge, const Journal *first, const Journal *second)
{
	for (int i = 0; i < first->n; i++)
		merge_object(ev, merge, first->entries[i].object, &first->entries[i].before);
	for (int i = 0; i < second->n; i++) {
		Object *object = second->entries[i].object;
		if (!entry_of(first, object))
			merge_object(ev, merge, object, &second->entries[i].before);
	}
}

/* --- the branch --------------------------------------------------------------------------------- */

static Flow flow_after(const Flow *before, const Way *a, const Way *b, const Mask *open, Scope scope)
{
	Flow after = *before;
	after.act = mask_or(a->flow.act, b->flow.act);
	/* An undecided lane that left on one side may or may not still be here. */
	Mask both = mask_and(a->flow.act, b->flow.act);
	Mask doubtful = mask_minus(mask_and(*open, after.act), both);
	Mask sure = mask_or(mask_minus(a->flow.sure, *open), mask_minus(b->flow.sure, *open));
	Mask open_sure = mask_and(mask_and(before->sure, *open), after.act);
	open_sure = mask_minus(open_sure, flow_doubt(&after.act, &doubtful, scope));
	after.sure = mask_or(sure, open_sure);
	after.hypo = mask_or(mask_and(before->hypo, after.act), doubtful);
	Mask was_hypo = mask_or(mask_minus(a->flow.hypo, *open), mask_minus(b->flow.hypo, *open));
	after.hypo = mask_or(after.hypo, was_hypo);
	bool still = mask_empty(&doubtful);
	bool inner = mask_empty(open) ? (a->flow.counted || mask_empty(&a->lanes)) && (b->flow.counted || mask_empty(&b->lanes)) : still;
	after.counted = before->counted && inner;
	return after;
}

static void branch_decided(Eval *ev, const Cond *c, Side *then, Side *otherwise, void *data)
{
	Flow before = ev->flow;
	Mask none = mask_none();
	Fork fork = fork_begin(ev, c->folds);
	Way a = run_way(ev, flow_into(&before, &c->yes, &none, SCOPE_UNIFORM), then, data, c->folds);
	fork_second(&fork, &a);
	Way b = run_way(ev, flow_into(&before, &c->no, &none, SCOPE_UNIFORM), otherwise, data, c->folds);
	fork_end(&fork, &b);
	ev->flow = flow_after(&before, &a, &b, &none, SCOPE_UNIFORM);
}

/* Whoever is still here was never in doubt. */
static void flow_after_end(Eval *ev, const Flow *before, const Way *a, const Way *b)
{
	ev->flow.hypo = mask_and(before->hypo, ev->flow.act);
	ev->flow.sure = mask_and(before->sure, ev->flow.act);
	ev->flow.counted = before->counted;
	ev->host->ended = a->ended && b->ended;
}

/* Where the program ends on one side, what follows is on the other. */
static void take_only_way(Merge *merge, const Way *a, const Way *b, const Mask *open)
{
	if (a->ended && !b->ended)
		merge->only_b = mask_or(merge->only_b, *open);
	if (b->ended && !a->ended)
		merge->only_a = mask_or(merge->only_a, *open);
}

void eval_branch(Eval *ev, Cond c, Side *then, Side *otherwise, void *data)
{
	Mask open = mask_minus(ev->flow.act, mask_or(c.yes, c.no));
	if (mask_empty(&open)) {
		branch_decided(ev, &c, then, otherwise, data);
		return;
	}
	Flow before = ev->flow;
	Journal first, second;
	if (!journal_begin(&ev->mem, &first)) {
		eval_fail(ev, reason_text(WHY_RECURSION), c.loc);
		return;
	}
	Mask to_a = mask_or(mask_and(c.yes, before.act), open), to_b = mask_or(mask_and(c.no, before.act), open);
	Fork fork = fork_begin(ev, false);
	Way a = run_open_way(ev, flow_into(&before, &to_a, &open, c.scope), then, data, &c, true);
	fork_second(&fork, &a);
	journal_pause(&ev->mem, &first);
	journal_swap(&ev->mem, &first);
	journal_begin(&ev->mem, &second);
	Way b = run_open_way(ev, flow_into(&before, &to_b, &open, c.scope), otherwise, data, &c, false);
	fork_end(&fork, &b);
	journal_pause(&ev->mem, &second);
	Merge merge = { .only_a = mask_and(c.yes, before.act), .only_b = mask_and(c.no, before.act), .cond = &c,
			.scope = c.scope, .loc = c.loc };
	/* At the kernel's own level a lane that returned never comes back: the other side's view holds alone. */
	if (!ev->frame->up && !ev->frame->exits) {
		merge.only_b = mask_or(merge.only_b, mask_minus(open, a.flow.act));
		merge.only_a = mask_or(merge.only_a, mask_minus(mask_and(open, a.flow.act), b.flow.act));
	}
	take_only_way(&merge, &a, &b, &open);
	merge_memory(ev, &merge, &first, &second);
	journal_end(&ev->mem, &second);
	journal_end(&ev->mem, &first);
	ev->flow = flow_after(&before, &a, &b, &open, c.scope);
	if (a.ended || b.ended)
		flow_after_end(ev, &before, &a, &b);
}

/* --- lanes that come back ------------------------------------------------------------------------ */

/* Whatever else is not known, what comes of data is data's. */
static Reason blur_reason(const Cell *was, const Cell *now, Reason reason)
{
	const Murk *murks[] = { now->stored->v.murk, was ? was->stored->v.murk : NULL };
	for (int i = 0; i < 2; i++)
		if (murks[i] && reason_is_data(murks[i]->reason))
			return murks[i]->reason;
	return reason;
}

static void blur_cell(Eval *ev, Object *object, const Cell *cell, const Content *before, const Mask *maybe, bool uniform, Reason reason)
{
	const Cell *was = content_find(before, cell->offset, cell->size);
	if (was && was->stored == cell->stored)
		return;
	Value now = value_copy(ev->ctx.arena, ev->ctx.n_lanes, cell->stored->v);
	Mask all = mask_first(ev->ctx.n_lanes);
	bool same = uniform && was && value_is_uniform(&ev->ctx, &now, &all) && value_is_uniform(&ev->ctx, &was->stored->v, &all);
	Loc loc = object->var ? object->var->loc : LOC_NONE;
	Value unknown = same && cell->is_float ? value_sym(&ev->ctx, ev->float_sym)
					       : eval_uniform_or_murk(ev, same, false, blur_reason(was, cell, reason), loc);
	if (!cell->is_float)
		unknown = value_holding(&ev->ctx, unknown, value_holds(&ev->ctx, &now) |
					(was ? value_holds(&ev->ctx, &was->stored->v) : before->holds));
	memory_put(&ev->mem, object, cell->offset, cell->size, cell->is_float,
		   same ? unknown : value_select(&ev->ctx, maybe, unknown, now));
}

void eval_blur(Eval *ev, Journal *journal, const Mask *maybe, bool uniform, Reason reason)
{
	if (mask_empty(maybe))
		return;
	for (int i = 0; i < journal->n; i++) {
		Object *object = journal->entries[i].object;
		Content now;
		content_copy(&now, &object->content);
		for (int c = 0; c < now.n; c++)
			blur_cell(ev, object, &now.cells[c], &journal->entries[i].before, maybe, uniform, reason);
		content_free(&ev->mem, &now);
	}
}
