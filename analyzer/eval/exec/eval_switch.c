/* switch: each label is a branch of its own, from the label to the end or a break. */
#include "eval/exec/exec.h"
#include "eval/exec/leaving.h"
#include "eval/nvcc/sinking.h"

typedef struct Switch {
	const Stmt *body;
	Value value;
	Int type;
	int label;      /* the index of the current label in the body's items */
	Mask *broke, *maybe_broke; /* those that left by a break behind a label that was not decided */
} Switch;

static void run_from(Eval *ev, const Switch *sw, int item)
{
	for (int i = item; i < sw->body->n_items && !mask_empty(&ev->flow.may_execute); i++)
		eval_stmt(ev, sw->body->items[i]);
}

static int next_label(const Switch *sw, int item)
{
	while (item < sw->body->n_items && sw->body->items[item]->kind != ST_CASE)
		item++;
	return item;
}

static void run_labelled(Eval *ev, void *data)
{
	const Switch *sw = data;
	Exits *exits = ev->frame->exits;
	Mask outside = ev->flow.speculative, outer = exits->outer_speculative;
	const Mask broke = exits->broke, maybe_broke = exits->maybe_broke;
	exits->outer_speculative = mask_or(outer, outside);
	ev->flow.speculative = mask_none();
	run_from(ev, sw, sw->label);
	ev->flow.speculative = mask_and(mask_or(ev->flow.speculative, outside), ev->flow.may_execute);
	exits->outer_speculative = outer;
	/* Behind the other labels the same threads have not left. */
	*sw->broke = mask_or(*sw->broke, exits->broke);
	*sw->maybe_broke = mask_or(*sw->maybe_broke, exits->maybe_broke);
	exits->broke = broke;
	exits->maybe_broke = maybe_broke;
}

static Cond matches(Eval *ev, const Switch *sw, const Stmt *label)
{
	ValueCtx *ctx = &ev->ctx;
	Value v = label->low == label->high ? value_binary(ctx, OP_EQ, sw->type, sw->value, value_int(label->low))
					    : value_binary(ctx, OP_AND, (Int){ 4, true, false },
							   value_binary(ctx, OP_GE, sw->type, sw->value, value_int(label->low)),
							   value_binary(ctx, OP_LE, sw->type, sw->value, value_int(label->high)));
	v = host_substitute(ev, v);
	Cond c = value_test(ctx, &v, &ev->flow.may_execute);
	host_flag(ev, &c, v);
	return c;
}

static void run_default(Eval *ev, Switch *sw)
{
	sw->label = 0;
	while (sw->label < sw->body->n_items && sw->body->items[sw->label]->kind != ST_DEFAULT)
		sw->label++;
	run_labelled(ev, sw);
}

static void run_rest(Eval *ev, void *data)
{
	Switch sw = *(const Switch *)data;
	sw.label = next_label(&sw, sw.label + 1);
	if (sw.label == sw.body->n_items) {
		run_default(ev, &sw);
		return;
	}
	eval_branch(ev, matches(ev, &sw, sw.body->items[sw.label]), run_labelled, run_rest, &sw);
}

/* --- the label is known in all threads: they run together from there on, as the hardware does ------------- */

static bool all_decided(Eval *ev, const Switch *sw)
{
	for (int i = next_label(sw, 0); i < sw->body->n_items; i = next_label(sw, i + 1)) {
		Cond c = matches(ev, sw, sw->body->items[i]);
		Mask decided = mask_or(c.yes, c.no);
		if (!mask_subset(&ev->flow.may_execute, &decided))
			return false;
	}
	return true;
}

static Mask entering(Eval *ev, const Switch *sw, const Stmt *label, const Mask *matched)
{
	if (label->kind == ST_CASE)
		return matches(ev, sw, label).yes;
	return mask_minus(ev->flow.may_execute, *matched);
}

static void run_together(Eval *ev, const Switch *sw)
{
	Flow before = ev->flow;
	Mask matched = mask_none();
	for (int i = next_label(sw, 0); i < sw->body->n_items; i = next_label(sw, i + 1))
		matched = mask_or(matched, matches(ev, sw, sw->body->items[i]).yes);
	Mask none = mask_none(), passed = matched;
	bool has_default = false;
	ev->flow.may_execute = ev->flow.must_execute = ev->flow.speculative = none;
	for (int i = 0; i < sw->body->n_items; i++) {
		const Stmt *item = sw->body->items[i];
		if (item->kind == ST_CASE || item->kind == ST_DEFAULT) {
			Flow now = ev->flow;
			if (!form_is_const(&sw->value.form))
				eval_end_basic_block(ev);
			ev->flow.may_execute = before.may_execute;
			Mask in = mask_and(entering(ev, sw, item, &passed), before.may_execute);
			ev->flow.may_execute = mask_or(now.may_execute, in);
			ev->flow.must_execute = mask_or(now.must_execute, mask_and(in, before.must_execute));
			has_default = has_default || item->kind == ST_DEFAULT;
		}
		eval_stmt(ev, item);
	}
	Mask skipped = has_default ? none : mask_minus(before.may_execute, matched);
	ev->flow.may_execute = mask_or(ev->flow.may_execute, skipped);
	ev->flow.must_execute = mask_or(ev->flow.must_execute, mask_and(skipped, before.must_execute));
}

void eval_switch(Eval *ev, const Stmt *s)
{
	if (s->init)
		eval_stmt(ev, s->init);
	Mask broke = mask_none(), maybe_broke = mask_none();
	Switch sw = { .body = s->body,
		      .type = int_of(s->expr->type),
		      .label = -1,
		      .value = eval_expr(ev, s->expr),
		      .broke = &broke,
		      .maybe_broke = &maybe_broke };
	if (!sw.body || sw.body->kind != ST_BLOCK)
		return;
	Exits exits;
	Flow before = ev->flow;
	Journal journal;
	if (!journal_begin(&ev->mem, &journal)) {
		eval_fail(ev, reason_text(REASON_RECURSION), s->range.begin);
		return;
	}
	exits_enter(ev, &exits, s);
	bool folds = form_is_const(&sw.value.form);
	Sinking sinking;
	sinking_begin(ev, &sinking, &(Cond){ .scope = SCOPE_THREAD, .folds = folds }, s);
	if (!folds)
		eval_region_enter(ev);
	if (all_decided(ev, &sw))
		run_together(ev, &sw);
	else
		run_rest(ev, &sw);
	exits.broke = mask_or(exits.broke, broke);
	exits.maybe_broke = mask_or(exits.maybe_broke, maybe_broke);
	if (!folds)
		eval_region_leave(ev);
	sinking_end(ev, &sinking);
	journal_pause(&ev->mem, &journal);
	/* Code after an uncertain break stored in threads that may have left before. */
	leaving_end(ev, &journal, &exits.maybe_broke, NULL, REASON_BRANCH);
	journal_end(&ev->mem, &journal);
	if (!mask_empty(&exits.broke) || !mask_empty(&exits.maybe_broke))
		host_go_on(ev);
	flow_rejoin(ev, &before, mask_or(exits.broke, exits.maybe_broke));
	exits_leave(ev, &exits);
}
