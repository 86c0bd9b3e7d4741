#include "eval/exec/exec.h"
#include "eval/exec/leaving.h"
#include "eval/exec/widen.h"
#include "eval/nvcc/sinking.h"
#include "ir/effects/opaque.h"
#include "ir/slice/slice.h"

enum { MAX_STMT_DEPTH = 2000 };

/* --- blocks and declarations -------------------------------------------------------------------- */

static void stmt_expr(Eval *ev, const Stmt *s)
{
	const Expr *e = s->expr;
	while (e && e->kind == EX_CAST)
		e = e->arg[0];
	ev->discarded = e;
	eval_effects(ev, s->expr);
}

static void stmt_decl(Eval *ev, const Stmt *s)
{
	if (s->var->kind == VAR_LOCAL && !s->var->is_static)
		eval_declare(ev, s->var);
	if (!s->init || s->var->kind != VAR_LOCAL)
		return;
	eval_stmt(ev, s->init);
	eval_view(ev, s->var);
}

static void stmt_block(Eval *ev, const Stmt *s)
{
	for (int i = 0; i < s->n_items && !mask_empty(&ev->flow.may_execute); i++)
		eval_stmt(ev, s->items[i]);
}

static void run_parts(Eval *ev, const Stmt *s)
{
	stmt_block(ev, s);
	if (s->body)
		eval_stmt(ev, s->body);
}

/* A statement that is not understood: the order of its parts, and how often they run, is unknown, and so is all that they store.
 * Two trial runs make these variables unknown before the recorded run (two: a stored value may decide what else is stored). */
static void stmt_unknown(Eval *ev, const Stmt *s)
{
	Flow before = ev->flow;
	if (s->is_lost) {
		host_clobber(ev, s->expr);
		return;
	}
	ev->flow.must_execute = mask_none();
	ev->flow.speculative = ev->flow.may_execute;
	ev->flow.count_known = false;
	Flow inside = ev->flow;
	ev->unsequenced++;
	for (int run = 0; run < 3 && (s->n_items || s->body); run++) {
		ev->trial += run < 2;
		ev->flow = inside;
		run_parts(ev, s);
		ev->trial -= run < 2;
	}
	ev->unsequenced--;
	ev->flow.may_execute = before.may_execute;
	host_go_on(ev);
}

/* --- if ----------------------------------------------------------------------------------------- */

typedef struct If {
	const Stmt *s;
	bool meets_more; /* Eval.meets_more, for what its branches end with */
} If;

static const Stmt *end_of(const Stmt *s)
{
	while (s->kind == ST_BLOCK && s->n_items)
		s = s->items[s->n_items - 1];
	return s;
}

static void run_one(Eval *ev, const If *of, const Stmt *branch)
{
	const Stmt *was = ev->meets_more;
	ev->meets_more = of->meets_more ? end_of(branch) : NULL;
	eval_stmt(ev, branch);
	ev->meets_more = was;
}

static void run_then(Eval *ev, void *data)
{
	run_one(ev, data, ((const If *)data)->s->body);
}

static void run_else(Eval *ev, void *data)
{
	run_one(ev, data, ((const If *)data)->s->other);
}

/* A branch that was not run, but that the compiler does not know to be dead. */
static void branch_skipped(Eval *ev, const Stmt *branch)
{
	if (branch && !ev->ignores_skipped && !widen_forms(ev, branch, UNROLLING_PARTIAL, 1, false, NULL))
		ev->forms_uncertain = true;
}

static void stmt_if(Eval *ev, const Stmt *s)
{
	if (s->init)
		eval_stmt(ev, s->init);
	Cond c = eval_cond(ev, s->expr);
	bool all = mask_subset(&ev->flow.may_execute, &c.yes), none = mask_subset(&ev->flow.may_execute, &c.no);
	Sinking sinking;
	sinking_begin(ev, &sinking, &c, s);
	/* Without an else, a conditional branch leads to where the ends of its body go. */
	If data = { s, ev->meets_more == s || (!s->other && !c.folds && !c.may_fold) };
	eval_branch(ev, c, s->body ? run_then : NULL, s->other ? run_else : NULL, &data);
	sinking_end(ev, &sinking);
	if (!c.folds && (all || none))
		branch_skipped(ev, all ? s->other : s->body);
}

/* --- leaving ------------------------------------------------------------------------------------ */

/* Threads that certainly, or perhaps, left a loop or switch from `outer` on outwards. */
static void left_outside(const Exits *outer, Mask *certainly, Mask *maybe)
{
	*certainly = *maybe = mask_none();
	for (; outer; outer = outer->outer) {
		*certainly = mask_or(*certainly, mask_or(outer->broke, outer->continued));
		*maybe = mask_or(*maybe, mask_or(outer->maybe_broke, outer->maybe_continued));
	}
}

void exits_enter(Eval *ev, Exits *exits, const Stmt *of)
{
	*exits = (Exits){
		.of = of,
		.outer = ev->frame->exits,
		.outer_speculative = ev->flow.speculative,
		.outer_why = ev->flow.doubt_why,
	};
	Mask certainly;
	left_outside(exits->outer, &certainly, &exits->outer_maybe);
	ev->flow.speculative = mask_none();
	ev->flow.doubt_why = REASON_NONE;
	ev->frame->exits = exits;
}

void exits_leave(Eval *ev, Exits *exits)
{
	ev->frame->exits = exits->outer;
	ev->flow.speculative = mask_and(mask_or(ev->flow.speculative, exits->outer_speculative), ev->flow.may_execute);
	ev->flow.doubt_why = exits->outer_why;
}

void flow_rejoin(Eval *ev, const Flow *before, Mask back)
{
	const Frame *frame = ev->frame;
	back = host_has_ended(ev) ? mask_none() : mask_minus(back, frame->returns.surely);
	Mask left, maybe_left;
	left_outside(frame->exits->outer, &left, &maybe_left);
	back = mask_minus(back, left);
	maybe_left = mask_minus(maybe_left, frame->exits->outer_maybe);
	Mask must_execute = mask_minus(mask_and(before->must_execute, back), maybe_left);
	if (!frame->returns.maybe_uniform)
		must_execute = mask_minus(must_execute, frame->returns.maybe);
	ev->flow.may_execute = mask_or(ev->flow.may_execute, back);
	ev->flow.must_execute = mask_or(ev->flow.must_execute, must_execute);
	ev->flow.doubt = before->doubt;
	ev->flow.count_known = before->count_known && mask_empty(&frame->returns.maybe) && mask_empty(&maybe_left);
}

/* The active threads leave for `target`; those that became speculative since it began leave only perhaps. */
static void leave(Eval *ev, const Exits *target, Mask *certainly, Mask *maybe)
{
	Mask doubt = ev->flow.speculative;
	for (const Exits *exits = ev->frame->exits; exits != target; exits = exits->outer)
		doubt = mask_or(doubt, exits->outer_speculative);
	*certainly = mask_or(*certainly, mask_minus(ev->flow.may_execute, doubt));
	*maybe = mask_or(*maybe, mask_and(ev->flow.may_execute, doubt));
	ev->flow.may_execute = ev->flow.must_execute = ev->flow.speculative = mask_none();
}

/* Why it is not known whether they leave. */
static Reason why_leave(const Eval *ev, const Exits *target)
{
	Reason why = ev->flow.doubt_why;
	for (const Exits *exits = ev->frame->exits; exits != target; exits = exits->outer)
		why = reason_either(why, exits->outer_why);
	return why;
}

static Exits *exits_of(const Eval *ev, const Stmt *s)
{
	Exits *exits = ev->frame->exits;
	bool any = !s->target, past_switch = s->kind == ST_CONTINUE;
	while (exits && (any ? past_switch && exits->of->kind == ST_SWITCH : exits->of != s->target))
		exits = exits->outer;
	return exits;
}

static void leave_together(Eval *ev, const Exits *target, Mask *certainly, Mask *maybe, Leaving *leaving)
{
	const Mask together = ev->flow.must_execute, others = *maybe;
	const Scope doubt = ev->flow.doubt;
	const Reason why = why_leave(ev, target);
	*maybe = mask_none();
	leave(ev, target, certainly, maybe);
	const Mask apart = mask_minus(*maybe, together);
	leaving_note(ev, leaving, maybe, mask_empty(&apart) ? doubt : SCOPE_THREAD, why);
	*maybe = mask_or(*maybe, others);
}

static void stmt_break(Eval *ev, const Stmt *s)
{
	Exits *exits = exits_of(ev, s);
	if (exits)
		leave_together(ev, exits, &exits->broke, &exits->maybe_broke, &exits->breaking);
}

static void stmt_continue(Eval *ev, const Stmt *s)
{
	Exits *exits = exits_of(ev, s);
	if (exits)
		leave_together(ev, exits, &exits->continued, &exits->maybe_continued, &exits->continuing);
}

static void return_scalar(Eval *ev, const Stmt *s, const Type *type)
{
	Frame *frame = ev->frame;
	Value v = eval_expr(ev, s->expr);
	Mask returned_maybe = mask_and(frame->returns.maybe, ev->flow.may_execute);
	bool is_float = type->kind == TY_FLOAT;
	if (!mask_empty(&returned_maybe) && content_find(&frame->result->content, 0, (int)type->size)) {
		Value old = memory_read(&ev->mem, frame->result, 0, (int)type->size, is_float, s->range.begin);
		const Scope scope = frame->returns.maybe_uniform ? frame->returns.leaving.scope : SCOPE_THREAD;
		Value either = is_float ? eval_unknown_value(ev, false, false, REASON_FLOAT, s->range.begin)
					: value_join(&ev->ctx, old, v, scope == SCOPE_UNIFORM, scope != SCOPE_THREAD,
						     frame->returns.leaving.why, s->range.begin);
		v = value_select(&ev->ctx, &returned_maybe, either, v);
	}
	memory_write(&ev->mem, frame->result, 0, (int)type->size, is_float, v, &ev->flow.may_execute);
}

static void stmt_return(Eval *ev, const Stmt *s)
{
	Frame *frame = ev->frame;
	if (s->expr && frame->result) {
		const Type *type = frame->func->result;
		if (type->kind == TY_RECORD || type->kind == TY_ARRAY)
			eval_copy(ev, s->expr, value_sym(&ev->ctx, frame->result->sym), eval_expr(ev, s->expr), type);
		else
			return_scalar(ev, s, type);
	} else if (s->expr) {
		eval_expr(ev, s->expr);
	}
	Mask maybe_before = frame->returns.maybe, must_execute = ev->flow.must_execute;
	leave_together(ev, NULL, &frame->returns.surely, &frame->returns.maybe, &frame->returns.leaving);
	Mask unsure = mask_minus(mask_minus(frame->returns.maybe, maybe_before), must_execute);
	frame->returns.maybe_uniform = frame->returns.maybe_uniform && mask_empty(&unsure);
}

/* A label that is reached from the statement before it, or inside another statement. */
static void stmt_label(Eval *ev, const Stmt *s)
{
	if (s->body)
		eval_stmt(ev, s->body);
}

static void (*const by_kind[])(Eval *, const Stmt *) = {
	[ST_EXPR] = stmt_expr,   [ST_DECL] = stmt_decl,         [ST_BLOCK] = stmt_block,   [ST_IF] = stmt_if,
	[ST_LOOP] = eval_loop,   [ST_SWITCH] = eval_switch,     [ST_CASE] = stmt_label,    [ST_DEFAULT] = stmt_label,
	[ST_BREAK] = stmt_break, [ST_CONTINUE] = stmt_continue, [ST_RETURN] = stmt_return, [ST_UNKNOWN] = stmt_unknown,
};

void eval_leave(Eval *ev, unsigned slice)
{
	if (slice & SLICE_ENDS_BLOCK)
		eval_end_basic_block(ev);
	if (slice & SLICE_SLOW_PATH)
		eval_take_slow_path(ev);
	if (slice & SLICE_OPAQUE)
		eval_end_nvvm_block(ev, slice & SLICE_OPAQUE_OTHER ? OPAQUE_OTHER_INSIDE : 0);
}

void eval_stmt(Eval *ev, const Stmt *s)
{
	if (!s || ev->failed || mask_empty(&ev->flow.may_execute))
		return;
	if (ev->slice && ev->slice[s->id] & SLICE_SKIPPED) {
		eval_leave(ev, ev->slice[s->id]);
		return;
	}
	if (ev->depth > MAX_STMT_DEPTH) {
		eval_fail(ev, reason_text(REASON_RECURSION), s->range.begin);
		return;
	}
	ev->depth++;
	ArenaMark mark = arena_mark(ev->scratch);
	Frame *frame = ev->frame;
	int temps = frame->temps.n;
	by_kind[s->kind](ev, s);
	while (frame->temps.n > temps)
		memory_retire(&ev->mem, frame->temps.at[--frame->temps.n]);
	arena_release(ev->scratch, mark);
	ev->depth--;
}
