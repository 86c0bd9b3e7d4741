#include "eval/exec/exec.h"
#include "eval/exec/exchange.h"
#include "eval/nvcc/sinking.h"
#include "ir/effects/effects.h"
#include "ir/effects/opaque.h"
#include "ir/effects/hoist.h"

#include <string.h>

enum { MAX_DEPTH = 4000 };

static bool is_float(const Type *type)
{
	return type->kind == TY_FLOAT;
}

static bool is_integral(const Type *type)
{
	return type->kind == TY_INT || type->kind == TY_BOOL || type->kind == TY_PTR;
}

static Value eval_cast(Eval *ev, const Expr *e)
{
	const Type *from = e->arg[0]->type, *to = e->type;
	Value v = eval_expr(ev, e->arg[0]);
	const bool of_float = is_float(from), of_integer = is_integral(from);
	if ((is_float(to) && (of_float || of_integer)) || (of_float && is_integral(to)))
		return float_cast(ev, e, v);
	if (!of_integer || !is_integral(to))
		return v;
	Value cast = value_cast(&ev->ctx, int_of(from), int_of(to), v);
	bool tests = to->kind == TY_BOOL && from->kind != TY_BOOL && ev->assumed;
	return tests ? assume_compared(ev, e, OP_NE, int_of(from), v, value_int(0), cast) : cast;
}

static Value eval_ptradd(Eval *ev, const Expr *e)
{
	Value p = eval_expr(ev, e->arg[0]), i = eval_expr(ev, e->arg[1]);
	i = value_cast(&ev->ctx, int_of(e->arg[1]->type), int_wide, i);
	i = value_binary(&ev->ctx, OP_MUL, int_wide, i, value_int(exchange_scale(ev, e, &p)));
	Value sum = value_binary(&ev->ctx, OP_ADD, int_wide, p, i);
	const Type *to = e->type->kind == TY_PTR ? e->type->elem : NULL;
	bool row = to && (to->kind == TY_ARRAY || to->kind == TY_RECORD || to->size != e->scale);
	return row ? value_sum_reduced(&ev->ctx, sum, &p, &i) : sum;
}

static Value eval_ptrdiff(Eval *ev, const Expr *e)
{
	Value a = eval_expr(ev, e->arg[0]), b = eval_expr(ev, e->arg[1]);
	Value d = value_binary(&ev->ctx, OP_SUB, int_wide, a, b);
	return value_binary(&ev->ctx, OP_DIV, int_wide, d, value_int(e->scale ? e->scale : 1));
}

static Value eval_unary(Eval *ev, const Expr *e)
{
	if (e->op == OP_LNOT)
		return cond_value(ev, eval_cond(ev, e));
	Value a = eval_expr(ev, e->arg[0]);
	if (is_float(e->type))
		return float_negated(ev, e, a);
	return value_unary(&ev->ctx, e->op, int_of(e->type), a);
}

static Value eval_binary(Eval *ev, const Expr *e)
{
	Value a = eval_expr(ev, e->arg[0]), b = eval_expr(ev, e->arg[1]);
	const Type *type = e->arg[0]->type;
	if (is_float(type) || is_float(e->arg[1]->type))
		return float_binary(ev, e, a, b);
	if (!is_integral(type))
		return float_unknown(ev, e, (Value[]){ a, b }, 2);
	if (e->op == OP_SHL || e->op == OP_SHR)
		b = value_cast(&ev->ctx, int_of(e->arg[1]->type), (Int){ 8, true, false }, b);
	Value v = value_binary(&ev->ctx, e->op, int_of(type), a, b);
	if ((e->op == OP_DIV || e->op == OP_REM) && type->size == 8)
		eval_take_slow_path(ev);
	if (e->op == OP_ADD && !ev->unit->is_compiled) {
		form_regroup(&v.form, &a.form, &b.form);
		return value_sum_reduced(&ev->ctx, v, &a, &b);
	}
	bool compares = op_is_comparison(e->op);
	if (e->op == OP_EQ)
		ev->lone = !ev->is_host && cond_is_lone(ev, &a, &b) ? e : NULL;
	return compares && ev->assumed ? assume_compared(ev, e, e->op, int_of(type), a, b, v) : v;
}

/* --- ?: ---------------------------------------------------------------------------------------- */

typedef struct Choice {
	const Expr *e;
	Value value[2];
	bool ran[2];
} Choice;

static void choose_first(Eval *ev, void *data)
{
	Choice *choice = data;
	choice->value[0] = eval_expr(ev, choice->e->arg[1]);
	choice->ran[0] = true;
}

static void choose_second(Eval *ev, void *data)
{
	Choice *choice = data;
	choice->value[1] = eval_expr(ev, choice->e->arg[2]);
	choice->ran[1] = true;
}

static Value as_chosen(Value v, const Type *type)
{
	form_choose(&v.form, type->kind == TY_PTR);
	return v;
}

/* The value of `c ? a : b`; if the compiler does not know c, it has a form of its own, with an alignment that both have. */
static Value chosen(Eval *ev, const Cond *c, const Choice *choice, Value v)
{
	const int a = choice->ran[0] ? form_log2_align(&choice->value[0].form) : 0;
	const int b = choice->ran[1] ? form_log2_align(&choice->value[1].form) : 0;
	if (c->folds)
		return v;
	return as_chosen(value_at_run_time(&ev->ctx, v, a < b ? a : b, REFINE_OFFSET), choice->e->type);
}

/* `f < m ? m : f` and the like, of which one is known and the other one is the same in a warp. */
static bool is_clamp(const Eval *ev, const Expr *e, const Choice *choice, Clamped *out)
{
	const Expr *test = expr_without_casts(e->arg[0]);
	const bool less = test->kind == EX_BINARY && (test->op == OP_LT || test->op == OP_LE);
	const bool more = test->kind == EX_BINARY && (test->op == OP_GT || test->op == OP_GE);
	const unsigned effects = ev->unit->expr_effects[e->arg[1]->id] | ev->unit->expr_effects[e->arg[2]->id];
	if ((!less && !more) || !is_integral(test->arg[0]->type) || effects & EFFECT_INSIDE)
		return false;
	const bool first = expr_same(test->arg[0], e->arg[1]) && expr_same(test->arg[1], e->arg[2]);
	if (!first && (!expr_same(test->arg[0], e->arg[2]) || !expr_same(test->arg[1], e->arg[1])))
		return false;
	*out = (Clamped){ choice->value[0], choice->value[1], first == more, int_of(test->arg[0]->type) };
	return true;
}

static Value eval_choice(Eval *ev, const Expr *e)
{
	Cond c = eval_cond(ev, e->arg[0]);
	Choice choice = { .e = e };
	Mask may_execute = ev->flow.may_execute;
	Sinking sinking;
	sinking_begin(ev, &sinking, &c, NULL);
	eval_branch(ev, c, choose_first, choose_second, &choice);
	sinking_end(ev, &sinking);
	if (!choice.ran[0] || !choice.ran[1])
		return chosen(ev, &c, &choice, choice.ran[0] ? choice.value[0] : choice.ran[1] ? choice.value[1] : value_int(0));
	Mask yes = mask_and(may_execute, c.yes), decided = mask_or(c.yes, c.no);
	Value known = value_select(&ev->ctx, &yes, choice.value[0], choice.value[1]);
	if (mask_subset(&may_execute, &decided))
		return chosen(ev, &c, &choice, known);
	Value either;
	const bool chooses = host_choose(ev, &c, choice.value[0], choice.value[1], &either) ||
			     (!is_float(e->type) && align_choose(ev, &c, choice.value[0], choice.value[1], &either));
	if (!chooses && is_float(e->type))
		return float_unknown(ev, e, choice.value, 2);
	if (!chooses)
		either = value_join(&ev->ctx, choice.value[0], choice.value[1], c.scope == SCOPE_UNIFORM, c.scope != SCOPE_THREAD, c.why,
				    expr_loc(e));
	Clamped clamped;
	if (!chooses && is_clamp(ev, e, &choice, &clamped))
		return clamp_choose(ev, &clamped, &c, known, either);
	return as_chosen(value_select(&ev->ctx, &decided, known, either), e->type);
}

/* --- the rest ---------------------------------------------------------------------------------- */

/* A bit-field: `bit_width` bits at `bit_offset` of an integer of the expression's type. */
static Value bit_load(Eval *ev, const Expr *e, Value v)
{
	Int type = int_of(e->type);
	int bits = 8 * type.bytes;
	v = value_binary(&ev->ctx, OP_SHL, type, v, value_int(bits - e->bit_width - e->bit_offset));
	return value_binary(&ev->ctx, OP_SHR, type, v, value_int(bits - e->bit_width));
}

static Value bit_store(Eval *ev, const Expr *e, Value old, Value v)
{
	Int type = int_of(e->type);
	int64_t mask = (int64_t)(((uint64_t)1 << e->bit_width) - 1);
	v = value_binary(&ev->ctx, OP_AND, type, v, value_int(mask));
	v = value_binary(&ev->ctx, OP_SHL, type, v, value_int(e->bit_offset));
	old = value_binary(&ev->ctx, OP_AND, type, old, value_int(~(int64_t)((uint64_t)mask << e->bit_offset)));
	return value_binary(&ev->ctx, OP_OR, type, old, v);
}

static bool is_bit_field(const Expr *e)
{
	return e->bit_width > 0 && is_integral(e->type) && e->bit_width + e->bit_offset <= 8 * e->type->size;
}

static Value eval_load_expr(Eval *ev, const Expr *e)
{
	const Expr *from = e->arg[0];
	Object *object = from->kind == EX_ADDR ? eval_object(ev, from->var) : NULL;
	if (object && object->kind == OBJ_LOCAL && !e->bit_width)
		return eval_read(ev, object, 0, (int)e->type->size, e->type->kind == TY_FLOAT, expr_loc(e));
	Value v = eval_load(ev, e, eval_expr(ev, from), e->type);
	return is_bit_field(e) ? bit_load(ev, e, v) : v;
}

static Value eval_store_expr(Eval *ev, const Expr *e)
{
	Value v = eval_expr(ev, e->arg[1]), address = eval_expr(ev, e->arg[0]), whole = v;
	if (is_bit_field(e))
		whole = bit_store(ev, e, eval_load(ev, e, address, e->type), v);
	eval_store(ev, e, address, e->type, whole);
	return v;
}

static Value eval_copy_expr(Eval *ev, const Expr *e)
{
	Value from = eval_expr(ev, e->arg[1]), to = eval_expr(ev, e->arg[0]);
	eval_copy(ev, e, to, from, e->copied);
	return to;
}

static Value eval_temp(Eval *ev, const Expr *e)
{
	Object *object = eval_declare(ev, e->var);
	eval_stmt(ev, e->stmt);
	return value_sym(&ev->ctx, object->sym);
}

/* ({ … }): the statements in order, then the last one's expression. */
static Value eval_stmt_expr(Eval *ev, const Expr *e)
{
	const Stmt *block = e->stmt;
	const Stmt *last = block && block->kind == ST_BLOCK && block->n_items ? block->items[block->n_items - 1] : NULL;
	if (!last || last->kind != ST_EXPR || !last->expr) {
		eval_stmt(ev, block);
		return value_int(0);
	}
	for (int i = 0; i + 1 < block->n_items; i++)
		eval_stmt(ev, block->items[i]);
	return eval_expr(ev, last->expr);
}

static Value eval_unknown(Eval *ev, const Expr *e)
{
	if (ev->is_host && strcmp(e->reason, "throw") == 0)
		host_end(ev);
	const Reason passed = strcmp(e->reason, "virtual call") == 0 ? REASON_PASSED : REASON_UNSUPPORTED;
	bool noted = false;
	for (int i = 0; i < e->n_args; i++) {
		if (!e->arg[i])
			continue;
		const Value v = eval_expr(ev, e->arg[i]);
		noted = noted || eval_pass(ev, e, v, passed);
		eval_escape(ev, v, REASON_UNSUPPORTED);
	}
	if (e->runs && !noted && !ev->is_host)
		eval_unknown_access(ev, e, BANK_LD, REASON_CALLED);
	return eval_unknown_value(ev, false, false, REASON_UNSUPPORTED, expr_loc(e));
}

static Value eval_address_of(Eval *ev, const Expr *e)
{
	return target_address(ev, eval_object(ev, e->var));
}

static Value eval_string(Eval *ev, const Expr *e)
{
	return value_unknown_uniform(&ev->ctx, REASON_POINTER, expr_loc(e), "string", 1, INT64_MAX);
}

static Value eval_comma(Eval *ev, const Expr *e)
{
	eval_expr(ev, e->arg[0]);
	return eval_expr(ev, e->arg[1]);
}

static Value eval_cond_value(Eval *ev, const Expr *e)
{
	return cond_value(ev, eval_cond(ev, e));
}

static Value eval_int(Eval *ev, const Expr *e)
{
	(void)ev;
	return value_int(e->i);
}

static Value eval_func(Eval *ev, const Expr *e)
{
	return value_sym(&ev->ctx, eval_func_object(ev, e->func)->sym);
}

static Value eval_launch_expr(Eval *ev, const Expr *e)
{
	eval_launch(ev, e);
	return value_int(0);
}

static Value (*const by_kind[])(Eval *, const Expr *) = {
	[EX_INT] = eval_int,         [EX_FLOAT] = eval_float,     [EX_STRING] = eval_string,       [EX_ADDR] = eval_address_of,
	[EX_FUNC] = eval_func,       [EX_LOAD] = eval_load_expr,  [EX_STORE] = eval_store_expr,    [EX_COPY] = eval_copy_expr,
	[EX_PTRADD] = eval_ptradd,   [EX_PTRDIFF] = eval_ptrdiff, [EX_UNARY] = eval_unary,         [EX_BINARY] = eval_binary,
	[EX_LAND] = eval_cond_value, [EX_LOR] = eval_cond_value,  [EX_COND] = eval_choice,         [EX_COMMA] = eval_comma,
	[EX_CAST] = eval_cast,       [EX_CALL] = eval_call,       [EX_INTRINSIC] = eval_intrinsic, [EX_TEMP] = eval_temp,
	[EX_STMT] = eval_stmt_expr,  [EX_ASM] = eval_asm,         [EX_LAUNCH] = eval_launch_expr,  [EX_UNKNOWN] = eval_unknown,
};

Value eval_expr(Eval *ev, const Expr *e)
{
	if (ev->failed || !e)
		return value_int(0);
	if ((++ev->ops > ev->stop_ops && !eval_goes_on(ev)) || ev->depth > MAX_DEPTH) {
		const bool is_late = ev->depth <= MAX_DEPTH && ev->ops <= ev->hard_ops;
		const Reason reason = ev->depth > MAX_DEPTH ? REASON_RECURSION : REASON_BUDGET;
		eval_fail(ev, is_late ? "the file's time is up (--timeout)" : reason_text(reason), expr_loc(e));
		return value_int(0);
	}
	ev->depth++;
	Value v = by_kind[e->kind](ev, e);
	ev->depth--;
	if (ev->unit->expr_effects[e->id] & OPAQUE_ITSELF)
		eval_end_nvvm_block(ev, ev->unit->expr_effects[e->id]);
	return v;
}

static void effects_of_args(Eval *ev, const Expr *e)
{
	bool store = e->kind == EX_STORE;
	if (store)
		eval_effects(ev, e->arg[1]);
	for (int i = 0; i < e->n_args - store; i++)
		eval_effects(ev, e->arg[i]);
}

void eval_effects(Eval *ev, const Expr *e)
{
	unsigned expr_effects =
		ev->runs_all ? EFFECT_ITSELF | EFFECT_INSIDE : ev->unit->expr_effects[e->id] & (EFFECT_ITSELF | EFFECT_INSIDE);
	if (ev->unit->expr_effects[e->id] & OPAQUE_INSIDE)
		eval_end_nvvm_block(ev, ev->unit->expr_effects[e->id]); /* what is not run has it, too */
	if (expr_effects & EFFECT_ITSELF)
		eval_expr(ev, e);
	else if (expr_effects && (e->kind == EX_LAND || e->kind == EX_LOR || e->kind == EX_COND))
		eval_expr(ev, e);
	else if (expr_effects)
		effects_of_args(ev, e);
}
