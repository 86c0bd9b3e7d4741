#include "eval/exec/exec.h"

static Scope wider(Scope a, Scope b)
{
	return a > b ? a : b;
}

static bool undecided(const Eval *ev, const Cond *c, Mask *threads)
{
	*threads = mask_minus(ev->flow.may_execute, mask_or(c->yes, c->no));
	return !mask_empty(threads);
}

/* The condition with these answers; its scope, reason and place are those of the operands that are unknown. */
static Cond combine(const Eval *ev, Cond a, Cond b, Mask yes, Mask no)
{
	Cond c = { .yes = yes, .no = no, .scope = SCOPE_UNIFORM, .loc = LOC_NONE };
	Mask open, of_a, of_b;
	if (!undecided(ev, &c, &open))
		return c;
	bool a_open = undecided(ev, &a, &of_a), b_open = undecided(ev, &b, &of_b);
	Cond why = a_open ? a : b;
	c.why = why.why;
	c.loc = why.loc;
	c.from = a_open && a.from ? a.from : b_open ? b.from : 0;
	if (a_open)
		c.scope = wider(c.scope, a.scope);
	if (b_open)
		c.scope = wider(c.scope, b.scope);
	return c;
}

/* Evaluates the right operand in the threads that the left one does not decide. */
static Cond eval_right(Eval *ev, const Expr *e, Mask skip, const Cond *left)
{
	Flow saved = ev->flow;
	Mask open;
	bool maybe = undecided(ev, left, &open);
	if (!left->folds)
		eval_region_enter(ev);
	ev->flow.may_execute = mask_minus(ev->flow.may_execute, skip);
	ev->flow.must_execute = mask_minus(ev->flow.must_execute, skip);
	if (maybe)
		ev->flow.must_execute = mask_minus(ev->flow.must_execute, flow_doubt(&ev->flow.may_execute, &open, left->scope));
	ev->flow.count_known = saved.count_known && !maybe;
	Cond c = { .yes = mask_none(), .no = mask_none(), .scope = SCOPE_UNIFORM, .loc = LOC_NONE };
	if (!mask_empty(&ev->flow.may_execute))
		c = eval_cond(ev, e);
	if (!left->folds)
		eval_region_leave(ev);
	ev->flow = saved;
	host_go_on(ev);
	return c;
}

static Cond eval_and(Eval *ev, const Expr *e)
{
	Cond a = eval_cond(ev, e->arg[0]);
	Cond b = eval_right(ev, e->arg[1], a.no, &a);
	Cond c = combine(ev, a, b, mask_and(a.yes, b.yes), mask_or(a.no, b.no));
	host_flag_both(ev, &c, &a, &b, false);
	c.folds = a.folds && (b.folds || mask_empty(&a.yes));
	c.lone = a.lone || b.lone;
	c.may_fold = a.may_fold && b.may_fold;
	return c;
}

static Cond eval_or(Eval *ev, const Expr *e)
{
	Cond a = eval_cond(ev, e->arg[0]);
	Cond b = eval_right(ev, e->arg[1], a.yes, &a);
	Cond c = combine(ev, a, b, mask_or(a.yes, b.yes), mask_and(a.no, b.no));
	host_flag_both(ev, &c, &a, &b, true);
	c.folds = a.folds && (b.folds || mask_empty(&a.no));
	c.may_fold = a.may_fold && b.may_fold;
	return c;
}

static Cond eval_not(Eval *ev, const Expr *e)
{
	Cond c = eval_cond(ev, e->arg[0]);
	Mask yes = c.yes;
	c.yes = c.no;
	c.no = yes;
	c.lone = false;
	host_flag_not(ev, &c);
	return c;
}

static bool passes_through(const Expr *e)
{
	return e->kind == EX_CAST && (e->type->kind == TY_BOOL || e->type->kind == TY_INT) && (e->arg[0]->type->kind == TY_BOOL);
}

/* A condition on a float that is not a known number. */
static Cond float_cond(Eval *ev, const Expr *e, Value v)
{
	int64_t i;
	double number;
	if (float_number(ev, &v, &number))
		v = value_int(number != 0);
	if (value_is_const(&v, &i))
		return value_test(&ev->ctx, &v, &ev->flow.may_execute);
	return (Cond){ .yes = mask_none(),
		       .no = mask_none(),
		       .why = REASON_FLOAT,
		       .loc = expr_loc(e),
		       .scope = value_scope(&ev->ctx, &v, &ev->flow.may_execute) };
}

/* Whether the numbers of these lanes differ from each other.  Mostly they ascend, which is seen at once. */
static bool all_differ(const int64_t *of, uint32_t lanes)
{
	bool ascend = true;
	for (uint32_t m = lanes; m & (m - 1); m &= m - 1)
		ascend = ascend && of[__builtin_ctz(m)] < of[__builtin_ctz(m & (m - 1))];
	if (ascend)
		return true;
	for (uint32_t m = lanes; m; m &= m - 1)
		for (uint32_t rest = m & (m - 1); rest; rest &= rest - 1)
			if (of[__builtin_ctz(m)] == of[__builtin_ctz(rest)])
				return false;
	return true;
}

/* Known up to a number that all threads of a warp share, and another one in each of them. */
static bool is_distinct(const Value *v, const Mask *threads)
{
	if (v->unknown || !v->base.v)
		return false;
	for (int i = 0; i < v->n_terms; i++)
		if (v->terms[i].k.v)
			return false;
	for (int w = 0; w < MAX_THREADS / 32; w++) {
		const uint32_t lanes = mask_warp(threads, w);
		if (lanes && !all_differ(v->base.v + 32 * w, lanes))
			return false;
	}
	return true;
}

bool cond_is_lone(const Eval *ev, const Value *a, const Value *b)
{
	const Mask *threads = &ev->flow.may_execute;
	return (is_distinct(a, threads) && value_is_warp_uniform(&ev->ctx, b, threads)) ||
	       (is_distinct(b, threads) && value_is_warp_uniform(&ev->ctx, a, threads));
}

static Cond number_cond(Eval *ev, Value v)
{
	v = host_substitute(ev, v);
	Cond c = value_test(&ev->ctx, &v, &ev->flow.may_execute);
	host_flag(ev, &c, v);
	align_flag(ev, &c, v);
	return c;
}

Cond eval_cond(Eval *ev, const Expr *e)
{
	if (e->kind == EX_LAND)
		return eval_and(ev, e);
	if (e->kind == EX_LOR)
		return eval_or(ev, e);
	if (e->kind == EX_UNARY && e->op == OP_LNOT)
		return eval_not(ev, e);
	if (passes_through(e))
		return eval_cond(ev, e->arg[0]);
	Value v = eval_expr(ev, e);
	const bool is_float = e->type->kind == TY_FLOAT;
	Cond c = is_float ? float_cond(ev, e, v) : number_cond(ev, v);
	c.lone = !is_float && ev->lone == e;
	host_decide(ev, &c);
	return c;
}

Value cond_value(Eval *ev, Cond c)
{
	Value known = value_select(&ev->ctx, &c.yes, value_int(1), value_int(0));
	if (!c.folds)
		known = value_at_run_time(&ev->ctx, known, 0, REFINE_OFFSET);
	Mask decided = mask_or(c.yes, c.no);
	if (mask_subset(&ev->flow.may_execute, &decided))
		return known;
	Mask some = mask_and(ev->flow.may_execute, decided);
	Value open = c.scope == SCOPE_UNIFORM && mask_empty(&some) ? value_unknown_uniform(&ev->ctx, c.why, c.loc, NULL, 0, 1)
								   : eval_unknown_value(ev, false, c.scope != SCOPE_THREAD, c.why, c.loc);
	return value_select(&ev->ctx, &decided, known, open);
}

static bool is_negative(const Eval *ev, const Value *v)
{
	bool any = false;
	for (int l = 0; l < ev->ctx.n_threads; l++)
		any = any || per_thread_at(v->base, l) < 0;
	return any;
}

Value clamp_choose(Eval *ev, const Clamped *clamped, const Cond *c, Value known, Value either)
{
	const Value *f = value_is_known(&clamped->a) ? &clamped->a : &clamped->b, *m = f == &clamped->a ? &clamped->b : &clamped->a;
	const Mask decided = mask_or(c->yes, c->no), all = mask_first(ev->ctx.n_threads);
	if (c->scope != SCOPE_THREAD || !value_is_known(f) || !value_is_warp_uniform(&ev->ctx, m, &all) ||
	    (!clamped->type.is_signed && is_negative(ev, f)))
		return value_select(&ev->ctx, &decided, known, either);
	Mask whole = mask_none(); /* warps in which it is decided for all */
	for (int l = 0; l < ev->ctx.n_threads; l++)
		if (!(mask_warp(&ev->flow.may_execute, l / 32) & ~mask_warp(&decided, l / 32)))
			mask_add(&whole, l);
	Value v = value_clamped(&ev->ctx, *f, clamped->max, c->why, c->loc);
	v.form = either.form;
	return value_select(&ev->ctx, &whole, known, v);
}
