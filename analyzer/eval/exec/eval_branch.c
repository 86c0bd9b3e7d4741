/* Branches: threads for which the condition holds, those for which it does not, and those for which it is unknown.
 *
 * If it is known for all threads, the two branches run one after the other under their masks: each thread has its own
 * values.  Else each branch runs on its own copy of memory, and the two copies are joined thread by thread. */
#include "eval/exec/exec.h"
#include "ir/effects/opaque.h"

typedef struct Branch {
	Flow flow;      /* at its end */
	Mask threads;   /* at its start */
	bool ended;     /* host code: the program ends in this branch */
} Branch;

Mask flow_doubt(const Mask *may_execute, const Mask *open, Scope scope)
{
	Mask doubt = mask_and(*open, *may_execute);
	if (scope == SCOPE_THREAD)
		return doubt;
	for (int w = 0; w < MAX_THREADS / 32; w++)
		if (!(mask_warp(may_execute, w) & ~mask_warp(open, w)))
			doubt.word[w >> 1] &= ~((uint64_t)UINT32_MAX << (w & 1 ? 32 : 0));
	return doubt;
}

static Flow flow_into(const Flow *flow, const Mask *threads, const Mask *open, Scope scope, Reason why)
{
	Flow in = *flow;
	in.may_execute = mask_and(flow->may_execute, *threads);
	in.must_execute = mask_and(flow->must_execute, *threads);
	in.speculative = mask_and(flow->speculative, *threads);
	if (mask_empty(open))
		return in;
	in.doubt = scope > in.doubt ? scope : in.doubt;
	in.doubt_why = reason_either(in.doubt_why, why);
	in.speculative = mask_or(in.speculative, mask_and(*open, in.may_execute));
	in.count_known = false;
	in.must_execute = mask_minus(in.must_execute, flow_doubt(&in.may_execute, open, scope));
	return in;
}

void eval_end_basic_block(Eval *ev)
{
	ev->basic_block = ev->nvvm_block = ev->halves_block = ++ev->mem.storage.n_regions;
}

void eval_take_slow_path(Eval *ev)
{
	ev->basic_block = ++ev->mem.storage.n_regions;
}

void eval_end_nvvm_block(Eval *ev, unsigned flags)
{
	ev->nvvm_block = ++ev->mem.storage.n_regions;
	if (flags & OPAQUE_OTHER_INSIDE)
		ev->halves_block = ev->nvvm_block;
}

void eval_barrier(Eval *ev)
{
	eval_end_basic_block(ev);
	ev->events++;
	if (ev->recorder && !ev->trial)
		recorder_barrier(ev->recorder, &(Regions){ ev->mem.storage.regions.at, ev->mem.storage.regions.n });
}

void eval_region_enter(Eval *ev)
{
	region_enter(&ev->mem.storage);
	eval_end_basic_block(ev);
}

void eval_region_leave(Eval *ev)
{
	region_leave(&ev->mem.storage);
	eval_end_basic_block(ev);
}

static Branch run_branch(Eval *ev, Flow in, BranchBody *body, void *data, bool folds)
{
	Branch branch = { .threads = in.may_execute };
	ev->flow = in;
	if (body && !mask_empty(&in.may_execute)) {
		if (!folds)
			eval_region_enter(ev);
		body(ev, data);
		if (!folds)
			eval_region_leave(ev);
	}
	branch.flow = ev->flow;
	return branch;
}

/* Runs a branch whose condition is unknown. */
static Branch run_undecided_branch(Eval *ev, Flow in, BranchBody *body, void *data, const Cond *c, bool holds)
{
	int known = host_enter_branch(ev, c, holds);
	Branch branch = run_branch(ev, in, body, data, false);
	host_leave_branch(ev, known);
	if (ev->is_host) {
		branch.ended = ev->host->ended;
		ev->host->ended = false;
	}
	return branch;
}

static bool has_left(const Branch *branch)
{
	return mask_empty(&branch->flow.may_execute) && !mask_empty(&branch->threads);
}

/* The epochs of the two branches: an instruction in one of them does not separate accesses in the other. */
typedef struct Fork {
	Recorder *recorder;
	Epochs start, first;
	bool first_left;
} Fork;

static Fork fork_begin(const Eval *ev, bool folds)
{
	Fork fork = { .recorder = folds || ev->trial ? NULL : ev->recorder };
	if (fork.recorder)
		fork.start = recorder_fork(fork.recorder);
	return fork;
}

static void fork_second(Fork *fork, const Branch *first)
{
	if (!fork->recorder)
		return;
	fork->first = recorder_epochs(fork->recorder);
	fork->first_left = has_left(first);
	recorder_set_epochs(fork->recorder, fork->start);
}

static void fork_end(Fork *fork, const Branch *second)
{
	if (!fork->recorder)
		return;
	recorder_join(fork->recorder, fork->first_left ? NULL : &fork->first, has_left(second));
}

/* --- joining memory ----------------------------------------------------------------------------- */

typedef struct Merge {
	Mask only_a, only_b;  /* threads that certainly took the first branch, or the second */
	const Cond *cond;
	Scope scope;
	Loc loc;
} Merge;

static Value cell_or_rest(Eval *ev, Object *object, const Content *content, const Cell *like, bool *undefined)
{
	const Cell *cell = content_find(content, like->offset, like->size);
	*undefined = false;
	if (cell && cell->is_float == like->is_float)
		return value_copy(ev->ctx.arena, ev->ctx.n_threads, cell->stored->v);
	if (cell || content_touches(content, like->offset, like->size))
		return value_pointing_to(&ev->ctx, value_unknown(&ev->ctx, REASON_BITS, LOC_NONE),
					 cell ? value_points_to(&ev->ctx, &cell->stored->v) : content_points_to(&ev->ctx, content));
	*undefined = content->rest == REASON_UNINITIALISED;
	return memory_read_rest(&ev->mem, object, content, like->offset, like->size, LOC_NONE);
}

static Value merge_values(Eval *ev, const Merge *merge, Value a, Value b)
{
	Value either;
	if (!host_choose(ev, merge->cond, a, b, &either) && !align_choose(ev, merge->cond, a, b, &either))
		either = value_join(&ev->ctx, a, b, merge->scope == SCOPE_UNIFORM, merge->scope != SCOPE_THREAD, merge->cond->why,
				    merge->loc);
	Value v = value_select(&ev->ctx, &merge->only_b, b, either);
	v = value_select(&ev->ctx, &merge->only_a, a, v);
	form_choose(&v.form, value_points_to(&ev->ctx, &v) != 0);
	return v;
}

/* Of floats only uniformity is kept: the result is uniform if both values and the condition are. */
static Value merge_floats(Eval *ev, const Merge *merge, Value a, Value b)
{
	Mask all = mask_first(ev->ctx.n_threads);
	Value either;
	if (float_same(ev, &a, &b))
		return a;
	bool uniform = merge->scope == SCOPE_UNIFORM && mask_empty(&merge->only_a) && mask_empty(&merge->only_b);
	if (uniform && host_choose(ev, merge->cond, a, b, &either))
		return either;
	if (uniform && value_is_uniform(&ev->ctx, &a, &all) && value_is_uniform(&ev->ctx, &b, &all))
		return value_sym(&ev->ctx, ev->float_sym);
	return eval_unknown_value(ev, false,
				  merge->scope != SCOPE_THREAD && value_is_warp_uniform(&ev->ctx, &a, &all) &&
					  value_is_warp_uniform(&ev->ctx, &b, &all),
				  REASON_FLOAT, merge->loc);
}

static void merge_cell(Eval *ev, const Merge *merge, Object *object, const Cell *like, const Content *a, const Content *b)
{
	bool no_a, no_b;
	Value va = cell_or_rest(ev, object, a, like, &no_a), vb = cell_or_rest(ev, object, b, like, &no_b);
	Value v = no_a ? vb : no_b ? va : like->is_float ? merge_floats(ev, merge, va, vb) : merge_values(ev, merge, va, vb);
	memory_put(&ev->mem, object, like->offset, like->size, like->is_float, v);
}

/* The cell of these bytes, or NULL; *at: where the last one was found, in ascending order. */
static const Cell *next_like(const Content *content, int *at, const Cell *like)
{
	while (*at < content->n && content->cells[*at].offset < like->offset)
		++*at;
	const Cell *cell = *at < content->n ? &content->cells[*at] : NULL;
	return cell && cell->offset == like->offset && cell->size == like->size ? cell : NULL;
}

static void merge_object(Eval *ev, const Merge *merge, Object *object, const Content *a)
{
	Content b;
	content_copy(&b, &object->content);
	if (a->rest != b.rest && b.rest == REASON_UNINITIALISED)
		object->content.rest = a->rest;
	object->content.points_to |= a->points_to;
	if (a->since != b.since)
		object->content.since = ++ev->mem.serial;
	for (int i = 0, at = 0; i < a->n; i++) {
		const Cell *other = next_like(&b, &at, &a->cells[i]);
		if (!other || other->stored != a->cells[i].stored)
			merge_cell(ev, merge, object, &a->cells[i], a, &b);
	}
	for (int i = 0, at = 0; i < b.n; i++)
		if (!next_like(a, &at, &b.cells[i]))
			merge_cell(ev, merge, object, &b.cells[i], a, &b);
	content_free(&ev->mem.storage, &b);
}

static const Content *entry_of(const Journal *journal, const Object *object)
{
	for (int i = 0; i < journal->n; i++)
		if (journal->entries[i].object == object)
			return &journal->entries[i].before;
	return NULL;
}

/* The entries of `first` hold the contents after the first branch; memory those after the second, `second` those before it. */
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

static Flow flow_after(const Flow *before, const Branch *a, const Branch *b, const Mask *open, Scope scope)
{
	Flow after = *before;
	after.may_execute = mask_or(a->flow.may_execute, b->flow.may_execute);
	/* If the condition is unknown and a thread left in one branch only, it is unknown whether it left. */
	Mask both = mask_and(a->flow.may_execute, b->flow.may_execute);
	Mask doubtful = mask_minus(mask_and(*open, after.may_execute), both);
	Mask must_execute = mask_or(mask_minus(a->flow.must_execute, *open), mask_minus(b->flow.must_execute, *open));
	Mask open_must = mask_and(mask_and(before->must_execute, *open), after.may_execute);
	open_must = mask_minus(open_must, flow_doubt(&after.may_execute, &doubtful, scope));
	after.must_execute = mask_or(must_execute, open_must);
	after.speculative = mask_or(mask_and(before->speculative, after.may_execute), doubtful);
	Mask was_speculative = mask_or(mask_minus(a->flow.speculative, *open), mask_minus(b->flow.speculative, *open));
	after.speculative = mask_or(after.speculative, was_speculative);
	const Scope doubt = a->flow.doubt > b->flow.doubt ? a->flow.doubt : b->flow.doubt;
	after.doubt = mask_empty(&after.speculative) || doubt < before->doubt ? before->doubt : doubt;
	const Mask new_doubts = mask_minus(mask_or(doubtful, was_speculative), before->speculative);
	after.doubt_why = mask_empty(&new_doubts) ? before->doubt_why : reason_either(a->flow.doubt_why, b->flow.doubt_why);
	bool all_known = mask_empty(&doubtful);
	bool inner = mask_empty(open) ? (a->flow.count_known || mask_empty(&a->threads)) && (b->flow.count_known || mask_empty(&b->threads))
				      : all_known;
	after.count_known = before->count_known && inner;
	return after;
}

/* All threads take one branch, and nvcc sees that: what branch_decided() does, whose other branch has no threads. */
static bool run_whole(Eval *ev, const Mask *taken, const Mask *other, BranchBody *body, void *data)
{
	const Flow before = ev->flow;
	const Mask none = mask_none(), to_other = mask_and(before.may_execute, *other);
	if (mask_empty(&before.may_execute) || !mask_subset(&before.may_execute, taken) || !mask_empty(&to_other))
		return false;
	ev->flow = flow_into(&before, taken, &none, SCOPE_UNIFORM, REASON_NONE);
	if (body)
		body(ev, data);
	Flow *after = &ev->flow;
	after->must_execute = mask_or(after->must_execute, mask_and(before.must_execute, *other));
	after->speculative = mask_or(after->speculative, mask_and(before.speculative, mask_or(after->may_execute, *other)));
	after->count_known = before.count_known && after->count_known;
	return true;
}

static void branch_decided(Eval *ev, const Cond *c, BranchBody *then, BranchBody *otherwise, void *data)
{
	if (c->folds && (run_whole(ev, &c->yes, &c->no, then, data) || run_whole(ev, &c->no, &c->yes, otherwise, data)))
		return;
	Flow before = ev->flow;
	Mask none = mask_none();
	Fork fork = fork_begin(ev, c->folds);
	Branch a = run_branch(ev, flow_into(&before, &c->yes, &none, SCOPE_UNIFORM, REASON_NONE), then, data, c->folds);
	fork_second(&fork, &a);
	Branch b = run_branch(ev, flow_into(&before, &c->no, &none, SCOPE_UNIFORM, REASON_NONE), otherwise, data, c->folds);
	fork_end(&fork, &b);
	ev->flow = flow_after(&before, &a, &b, &none, SCOPE_UNIFORM);
}

/* The program ended in one branch: threads that are left took the other one, and are not speculative for its condition. */
static void flow_after_end(Eval *ev, const Flow *before, const Branch *a, const Branch *b)
{
	ev->flow.speculative = mask_and(before->speculative, ev->flow.may_execute);
	ev->flow.must_execute = mask_and(before->must_execute, ev->flow.may_execute);
	ev->flow.count_known = before->count_known;
	ev->host->ended = a->ended && b->ended;
}

/* If the program ends in one branch, the code that follows runs after the other one only. */
static void take_only_branch(Merge *merge, const Branch *a, const Branch *b, const Mask *open)
{
	if (a->ended && !b->ended)
		merge->only_b = mask_or(merge->only_b, *open);
	if (b->ended && !a->ended)
		merge->only_a = mask_or(merge->only_a, *open);
}

/* Host code behind `if (c) return;` runs only where `c` does not hold.  (In loops and switches it may have been a `break`.) */
static void know_the_rest(Eval *ev, const Cond *c, const Branch *a, const Branch *b)
{
	if (!ev->frame->exits && has_left(a) != has_left(b))
		host_enter_branch(ev, c, has_left(b));
}

void eval_branch(Eval *ev, Cond c, BranchBody *then, BranchBody *otherwise, void *data)
{
	host_decide(ev, &c);
	Mask open = mask_minus(ev->flow.may_execute, mask_or(c.yes, c.no));
	if (mask_empty(&open)) {
		branch_decided(ev, &c, then, otherwise, data);
		return;
	}
	Flow before = ev->flow;
	Journal first, second;
	if (!journal_begin(&ev->mem, &first)) {
		eval_fail(ev, reason_text(REASON_RECURSION), c.loc);
		return;
	}
	Mask to_a = mask_or(mask_and(c.yes, before.may_execute), open), to_b = mask_or(mask_and(c.no, before.may_execute), open);
	ev->events++;
	Fork fork = fork_begin(ev, false);
	Flow into_a = flow_into(&before, &to_a, &open, c.scope, c.why);
	into_a.lone = into_a.lone || c.lone;
	Branch a = run_undecided_branch(ev, into_a, then, data, &c, true);
	fork_second(&fork, &a);
	journal_pause(&ev->mem, &first);
	journal_swap(&ev->mem, &first);
	journal_begin(&ev->mem, &second);
	Branch b = run_undecided_branch(ev, flow_into(&before, &to_b, &open, c.scope, c.why), otherwise, data, &c, false);
	fork_end(&fork, &b);
	journal_pause(&ev->mem, &second);
	Merge merge = { .only_a = mask_and(c.yes, before.may_execute),
			.only_b = mask_and(c.no, before.may_execute),
			.cond = &c,
			.scope = c.scope,
			.loc = c.loc };
	/* Outside of calls, loops and switches a thread that left has returned for good: only the other branch's values count. */
	if (!ev->frame->up && !ev->frame->exits) {
		merge.only_b = mask_or(merge.only_b, mask_minus(open, a.flow.may_execute));
		merge.only_a = mask_or(merge.only_a, mask_minus(mask_and(open, a.flow.may_execute), b.flow.may_execute));
	}
	take_only_branch(&merge, &a, &b, &open);
	merge_memory(ev, &merge, &first, &second);
	journal_end(&ev->mem, &second);
	journal_end(&ev->mem, &first);
	ev->flow = flow_after(&before, &a, &b, &open, c.scope);
	if (a.ended || b.ended)
		flow_after_end(ev, &before, &a, &b);
	know_the_rest(ev, &c, &a, &b);
}
