/* Intrinsics by which the lanes of a warp have what other lanes have. */
#include "eval/exec/intrinsic_impl.h"

/* --- shuffles ------------------------------------------------------------------------------------- */

/* The lane that `thread` reads; PTX ISA, shfl: within a segment of `width` lanes; outside of it a lane gets its own value. */
static int shuffle_source(int how, int thread, int64_t by, int width)
{
	int in_warp = thread & 31, start = in_warp & ~(width - 1), source = in_warp;
	switch (how) {
	case SHUFFLE_INDEX:
		source = start + (int)(by & (width - 1));
		break;
	case SHUFFLE_UP:
		source = in_warp - (int)by >= start ? in_warp - (int)by : in_warp;
		break;
	case SHUFFLE_DOWN:
		source = in_warp + (int)by < start + width ? in_warp + (int)by : in_warp;
		break;
	default:
		source = (in_warp ^ (int)by) < start + width ? in_warp ^ (int)by : in_warp;
		break;
	}
	return (thread & ~31) + source;
}

/* What one of the lanes has, or several: not known which. */
static Value of_some_lane(Eval *ev, const Expr *e, const Value *v, bool uniform, bool per_warp)
{
	const Value lost = eval_unknown_value(ev, uniform, per_warp, REASON_WARP_DATA, expr_loc(e));
	return value_pointing_to(&ev->ctx, lost, value_points_to(&ev->ctx, v));
}

/* The arguments from `first` on: value, lane or distance, width. */
static Value shuffle_from(Eval *ev, const Expr *e, const Value *args, int how, int first)
{
	Value v = intrinsic_arg(e, args, first), by = intrinsic_arg(e, args, first + 1);
	int64_t width = 32;
	if (e->n_args > first + 2 && !value_is_const(&args[first + 2], &width))
		width = 0;
	if (e->type->kind == TY_FLOAT || (e->type->kind != TY_INT && e->type->kind != TY_BOOL && e->type->kind != TY_PTR))
		return intrinsic_unknown(ev, e, args, REASON_WARP_DATA);
	if (value_is_uniform(&ev->ctx, &v, &ev->flow.may_execute))
		return v;
	if (!value_is_known(&by) || width < 1 || width > 32 || (width & (width - 1)))
		return of_some_lane(ev, e, &v, false, value_is_warp_uniform(&ev->ctx, &v, &ev->flow.may_execute));
	int16_t from[MAX_THREADS];
	for (int l = 0; l < ev->ctx.n_threads; l++) {
		int64_t n = per_thread_at(by.base, l);
		int source = shuffle_source(how, l, n < 0 ? 0 : n > 31 ? 31 : n, (int)width);
		bool there = source < ev->ctx.n_threads && mask_has(&ev->flow.may_execute, source);
		from[l] = (int16_t)(there ? source : -1);
	}
	return value_permute(&ev->ctx, v, from, REASON_WARP_DATA, expr_loc(e));
}

Value warp_shuffle(Eval *ev, const Expr *e, const Value *args, int how)
{
	return shuffle_from(ev, e, args, how, 1);
}

Value warp_shuffle_unmasked(Eval *ev, const Expr *e, const Value *args, int how)
{
	return shuffle_from(ev, e, args, how, 0);
}

/* --- votes ----------------------------------------------------------------------------------------- */

static Value ballot_lanes(Eval *ev, const Mask *set)
{
	int64_t *v = arena_array(ev->scratch, int64_t, ev->ctx.n_threads);
	for (int l = 0; l < ev->ctx.n_threads; l++)
		v[l] = mask_warp(set, l / 32);
	return value_per_thread(&ev->ctx, v);
}

Value warp_vote(Eval *ev, const Expr *e, const Value *args, int how)
{
	Value v = intrinsic_arg(e, args, 1);
	Cond c = value_test(&ev->ctx, &v, &ev->flow.may_execute);
	Mask decided = mask_or(c.yes, c.no), yes = mask_and(c.yes, ev->flow.may_execute), no = mask_and(c.no, ev->flow.may_execute);
	bool must_execute = mask_subset(&ev->flow.may_execute, &decided) && mask_equal(&ev->flow.may_execute, &ev->flow.must_execute);
	if (!must_execute)
		return eval_unknown_value(ev, c.scope == SCOPE_UNIFORM, true, REASON_WARP_DATA, expr_loc(e));
	Value in_warp = ballot_lanes(ev, how == VOTE_ALL ? &no : &yes);
	if (how == VOTE_LANES)
		return in_warp;
	return value_binary(&ev->ctx, how == VOTE_ALL ? OP_EQ : OP_NE, int_wide, in_warp, value_int(0));
}

/* Of those that execute it, the lanes of the warp that have the same number as this one. */
static Value alike(Eval *ev, Value v)
{
	int64_t *lanes = arena_array(ev->scratch, int64_t, ev->ctx.n_threads);
	for (int l = 0; l < ev->ctx.n_threads; l++)
		for (int k = 0; k < WARP_LANES; k++) {
			const int other = l / WARP_LANES * WARP_LANES + k;
			if (mask_has(&ev->flow.may_execute, other) && per_thread_at(v.base, other) == per_thread_at(v.base, l))
				lanes[l] |= (int64_t)1 << k;
		}
	return value_per_thread(&ev->ctx, lanes);
}

Value warp_match(Eval *ev, const Expr *e, const Value *args, int how)
{
	const Value v = intrinsic_arg(e, args, 1);
	const bool same = value_is_warp_uniform(&ev->ctx, &v, &ev->flow.may_execute);
	const bool known = same || (value_is_known(&v) && e->arg[1]->type->kind == TY_INT);
	(void)how;
	if (!known || !mask_equal(&ev->flow.may_execute, &ev->flow.must_execute))
		return eval_unknown_value(ev, false, same, REASON_WARP_DATA, expr_loc(e));
	const Value lanes = same ? ballot_lanes(ev, &ev->flow.may_execute) : alike(ev, v);
	return value_binary(&ev->ctx, OP_AND, (Int){ 4, false, false }, lanes, intrinsic_arg(e, args, 0));
}

Value warp_reduce(Eval *ev, const Expr *e, const Value *args, int how)
{
	const Value v = intrinsic_arg(e, args, 1);
	if (how == REDUCE_ONE && value_is_warp_uniform(&ev->ctx, &v, &ev->flow.may_execute))
		return v;
	return of_some_lane(ev, e, &v, value_is_uniform(&ev->ctx, &v, &ev->flow.may_execute), true);
}

Value warp_active_mask(Eval *ev, const Expr *e, const Value *args, int how)
{
	(void)args, (void)how;
	if (!mask_equal(&ev->flow.may_execute, &ev->flow.must_execute))
		return eval_unknown_value(ev, false, true, REASON_WARP_DATA, expr_loc(e));
	return ballot_lanes(ev, &ev->flow.may_execute);
}

Value warp_lanemask_lt(Eval *ev, const Expr *e, const Value *args, int how)
{
	(void)e, (void)args, (void)how;
	int64_t *v = arena_array(ev->scratch, int64_t, ev->ctx.n_threads);
	for (int l = 0; l < ev->ctx.n_threads; l++)
		v[l] = ((int64_t)1 << (l & 31)) - 1;
	return value_per_thread(&ev->ctx, v);
}
