/* Assumptions while a kernel is evaluated: values of their terms, what follows from them, and where they fail. */
#include "eval/assume/assume_impl.h"

#include <string.h>

/* --- values of terms ---------------------------------------------------------------------------- */

static Value read_place(Eval *ev, Object *object, const NamedPlace *place)
{
	return memory_read(&ev->mem, object, place->offset, (int)place->type->size, false, LOC_NONE);
}

static bool is_local(const NamedPlace *place)
{
	return place->var && place->var->kind == VAR_LOCAL;
}

/* Before the kernel runs a local variable's value is a symbol, the same one for the same name. */
static Value stand_in(Eval *ev, const char *name, const NamedPlace *place)
{
	Assumed *as = ev->assumed;
	for (int i = 0; i < as->local_values.n; i++)
		if (strcmp(as->local_values.at[i].name, name) == 0)
			return as->local_values.at[i].value;
	bool is_bool = place->type->kind == TY_BOOL;
	Value v = value_unknown_uniform(&ev->ctx, REASON_ARGUMENT, LOC_NONE, name, is_bool ? 0 : INT64_MIN, is_bool ? 1 : INT64_MAX);
	vec_push(ev->ctx.keep, &as->local_values, ((LocalValue){ name, value_copy(ev->ctx.keep, ev->ctx.n_threads, v) }));
	return v;
}

/* Of several variables of one name the one that was declared last is visible. */
static bool visible_value(Eval *ev, const NamedPlace *places, int n, Value *out)
{
	for (int i = n; i-- > 0;) {
		Object *object = places[i].var ? ev->object_of[places[i].var->id] : NULL;
		if (!object || object->kind != OBJ_LOCAL)
			continue;
		*out = read_place(ev, object, &places[i]);
		return true;
	}
	return false;
}

static bool name_value(Eval *ev, const char *name, Value *out)
{
	NamedPlace places[MAX_PLACES];
	const char *problem;
	int n = assume_places(ev->scratch, ev->unit, ev->launch->kernel, name, places, &problem);
	if (!n)
		return false;
	if (places[0].builtin != BV_NONE && !places[0].var) {
		*out = eval_builtin(ev, places[0].builtin, (int)places[0].offset / 4);
		return true;
	}
	if (is_local(&places[0]) && !ev->assumed->has_begun) {
		*out = stand_in(ev, name, &places[0]);
		return true;
	}
	return visible_value(ev, places, n, out);
}

bool assume_value(Eval *ev, const AssumeTerm *term, Value *out)
{
	Value a, b;
	switch (term->kind) {
	case TERM_NUMBER:
		*out = value_int(term->number);
		return true;
	case TERM_NAME:
		return name_value(ev, term->name, out);
	case TERM_NEGATED:
		if (!assume_value(ev, term->a, &a))
			return false;
		*out = value_unary(&ev->ctx, OP_NEG, int_wide, a);
		return true;
	case TERM_BINARY:
		if (!assume_value(ev, term->a, &a) || !assume_value(ev, term->b, &b))
			return false;
		*out = value_binary(&ev->ctx, term->op, int_wide, a, b);
		return true;
	}
	return false;
}

bool assume_difference(Eval *ev, const Relation *r, Value *out, Op *predicate)
{
	Value a, b;
	if (!assume_value(ev, r->a, &a) || !assume_value(ev, r->b, &b))
		return false;
	*out = value_difference(&ev->ctx, r->op, a, b, predicate);
	return true;
}

const AssumeTerm *assume_divided(Eval *ev, const Relation *r, int64_t *c, int64_t *rest)
{
	const AssumeTerm *rem = r->a, *other = r->b;
	if (rem->kind != TERM_BINARY || rem->op != OP_REM) {
		rem = r->b;
		other = r->a;
	}
	Value divisor, is;
	if (r->op != OP_EQ || rem->kind != TERM_BINARY || rem->op != OP_REM || !assume_value(ev, rem->b, &divisor) ||
	    !assume_value(ev, other, &is) || !value_is_const(&divisor, c) || !value_is_const(&is, rest))
		return NULL;
	return *c > 0 && *rest >= 0 && *rest < *c ? rem->a : NULL;
}

Value assume_residue(Eval *ev, const char *name, int64_t c, int64_t r)
{
	name = arena_printf(ev->ctx.keep, "(%s / %lld)", name, (long long)c);
	Value m = value_unknown_uniform(&ev->ctx, REASON_ARGUMENT, LOC_NONE, name, INT64_MIN, INT64_MAX);
	return value_binary(&ev->ctx, OP_ADD, int_wide, value_binary(&ev->ctx, OP_MUL, int_wide, m, value_int(c)), value_int(r));
}

/* --- the same names in the kernel --------------------------------------------------------------- */

static bool name_matches(Eval *ev, const char *name, const Expr *e)
{
	NamedPlace places[MAX_PLACES];
	const char *problem;
	int64_t offset = 0;
	if (e->kind != EX_LOAD)
		return false;
	const Expr *address = e->arg[0];
	for (; address->kind == EX_PTRADD && address->arg[1]->kind == EX_INT; address = address->arg[0])
		offset += address->arg[1]->i * address->scale;
	int n = assume_places(ev->scratch, ev->unit, ev->launch->kernel, name, places, &problem);
	for (int i = 0; i < n && address->kind == EX_ADDR; i++)
		if (places[i].var == address->var && places[i].offset == offset)
			return true;
	return false;
}

static bool term_matches(Eval *ev, const AssumeTerm *t, const Expr *e)
{
	e = expr_without_casts(e);
	switch (t->kind) {
	case TERM_NUMBER:
		return e->kind == EX_INT && e->i == t->number;
	case TERM_NAME:
		return name_matches(ev, t->name, e);
	case TERM_NEGATED:
		return e->kind == EX_UNARY && e->op == OP_NEG && term_matches(ev, t->a, e->arg[0]);
	case TERM_BINARY:
		break;
	}
	if (e->kind != EX_BINARY || e->op != t->op)
		return false;
	if (term_matches(ev, t->a, e->arg[0]) && term_matches(ev, t->b, e->arg[1]))
		return true;
	return (t->op == OP_ADD || t->op == OP_MUL) && term_matches(ev, t->a, e->arg[1]) && term_matches(ev, t->b, e->arg[0]);
}

enum { LESS = 1, EQUAL = 2, GREATER = 4 };

static int outcomes(Op op)
{
	if (!op_is_comparison(op))
		return LESS | EQUAL | GREATER;
	return (op_compare(op, true, false, false) ? LESS : 0) | (op_compare(op, false, true, false) ? EQUAL : 0) |
	       (op_compare(op, false, false, true) ? GREATER : 0);
}

static int mirrored(int set)
{
	return (set & EQUAL) | (set & LESS ? GREATER : 0) | (set & GREATER ? LESS : 0);
}

/* Whether the relation decides a comparison of the same names: 1 true, 0 false, -1 it does not. */
static int decided_by_names(Eval *ev, const Relation *r, const Expr *e)
{
	int predicate = outcomes(r->op), asked = outcomes(e->op);
	if (e->kind == EX_CAST) /* to bool */
		return r->op == OP_NE && r->b->kind == TERM_NUMBER && !r->b->number && term_matches(ev, r->a, e) ? 1 : -1;
	if (e->kind != EX_BINARY)
		return -1;
	if (!term_matches(ev, r->a, e->arg[0]) || !term_matches(ev, r->b, e->arg[1])) {
		if (!term_matches(ev, r->a, e->arg[1]) || !term_matches(ev, r->b, e->arg[0]))
			return -1;
		predicate = mirrored(predicate);
	}
	return (predicate & ~asked) == 0 ? 1 : (predicate & asked) == 0 ? 0 : -1;
}

/* --- comparisons -------------------------------------------------------------------------------- */

/* The current expression is reached under known conditions alone. */
static bool is_certain(const Eval *ev)
{
	return ev->flow.count_known && !ev->trial;
}

static Value decide_threads(Eval *ev, Value v, Mask open, Mask yes, Mask no)
{
	yes = mask_and(yes, open);
	no = mask_and(mask_minus(no, yes), open);
	Value decided = value_select(&ev->ctx, &yes, value_int(1), value_select(&ev->ctx, &no, value_int(0), v));
	decided.form = v.form;
	return decided;
}

/* Refutes the relation if a comparison that it decides is known to have the other result. */
static void check_refuted(Eval *ev, Relation *r, const Expr *e, int decided, const Cond *is)
{
	Mask against = mask_and(decided ? is->no : is->yes, ev->flow.may_execute);
	if (decided >= 0 && is_certain(ev) && !mask_empty(&against))
		assume_refute(ev, r, expr_loc(e));
}

Value assume_compared(Eval *ev, const Expr *e, Op op, Int type, Value a, Value b, Value v)
{
	Assumed *as = ev->assumed;
	for (int i = 0; i < as->n; i++) {
		Relation *r = &as->relations[i];
		if (r->is_off || (ev->in_test && r->has_locals))
			continue;
		Cond is = value_test(&ev->ctx, &v, &ev->flow.may_execute);
		Mask open = mask_minus(ev->flow.may_execute, mask_or(is.yes, is.no)), all = ev->flow.may_execute, none = mask_none();
		int decided = decided_by_names(ev, r, e);
		if (decided >= 0) {
			v = decide_threads(ev, v, open, decided ? all : none, decided ? none : all);
			check_refuted(ev, r, e, decided, &is);
			continue;
		}
		Value known;
		Op predicate;
		if (mask_empty(&open) || !assume_difference(ev, r, &known, &predicate))
			continue;
		Mask yes, no;
		value_imply(&ev->ctx, known, predicate, op, type, a, b, &yes, &no);
		v = decide_threads(ev, v, open, yes, no);
	}
	return v;
}

/* --- stores ------------------------------------------------------------------------------------- */

static bool is_place(Eval *ev, const AssumeTerm *t, const Object *object, int64_t offset)
{
	NamedPlace places[MAX_PLACES];
	const char *problem;
	int n = t->kind == TERM_NAME ? assume_places(ev->scratch, ev->unit, ev->launch->kernel, t->name, places, &problem) : 0;
	for (int i = 0; i < n; i++)
		if (places[i].var == object->var && places[i].offset == offset)
			return true;
	return false;
}

/* v where it is known, else the assumed value; refutes the relation if a known value differs. */
static Value known_or_assumed(Eval *ev, Relation *r, Loc loc, Value v, Value is)
{
	Value equal = value_binary(&ev->ctx, OP_EQ, int_wide, v, is);
	Cond c = value_test(&ev->ctx, &equal, &ev->flow.may_execute);
	Mask against = mask_and(c.no, ev->flow.may_execute), open = mask_minus(ev->flow.may_execute, mask_or(c.yes, c.no));
	if (!mask_empty(&against)) {
		if (is_certain(ev))
			assume_refute(ev, r, loc);
		return v;
	}
	is = value_select(&ev->ctx, &open, is, v);
	is.form = v.form;
	return is;
}

static Value stored_residue(Eval *ev, Relation *r, const Object *object, int64_t offset, Loc loc, Value v)
{
	int64_t c, rest;
	const AssumeTerm *x = assume_divided(ev, r, &c, &rest);
	if (!x || !is_place(ev, x, object, offset) || !value_is_uniform(&ev->ctx, &v, &ev->flow.may_execute))
		return v;
	Value is = value_binary(&ev->ctx, OP_REM, int_wide, v, value_int(c));
	int64_t i;
	if (value_is_const(&is, &i))
		return known_or_assumed(ev, r, loc, is, value_int(rest)), v;
	return assume_residue(ev, x->name, c, rest);
}

static Value stored(Eval *ev, Relation *r, const Object *object, int64_t offset, Loc loc, Value v)
{
	Value is;
	if (is_place(ev, r->a, object, offset))
		return assume_value(ev, r->b, &is) ? known_or_assumed(ev, r, loc, v, is) : v;
	if (is_place(ev, r->b, object, offset))
		return assume_value(ev, r->a, &is) ? known_or_assumed(ev, r, loc, v, is) : v;
	return stored_residue(ev, r, object, offset, loc, v);
}

Value assume_stored(Eval *ev, const Object *object, int64_t offset, Loc loc, Value v)
{
	Assumed *as = ev->assumed;
	if (!object->var || !as->named[object->var->id])
		return v;
	for (int i = 0; i < as->n; i++)
		if (!as->relations[i].is_off && as->relations[i].op == OP_EQ)
			v = stored(ev, &as->relations[i], object, offset, loc, v);
	return v;
}

/* --- begin and end ------------------------------------------------------------------------------ */

void assume_refute(Eval *ev, Relation *r, Loc loc)
{
	r->is_off = true;
	vec_push(ev->arena, &ev->refuted, ((Refuted){ r->from, loc }));
}

/* Notes the local variables in a term, and makes objects for __constant__ ones, whose values are symbols like arguments. */
static void prepare_term(Eval *ev, Relation *r, const AssumeTerm *t)
{
	NamedPlace places[MAX_PLACES];
	const char *problem;
	if (!t)
		return;
	prepare_term(ev, r, t->a);
	prepare_term(ev, r, t->b);
	int n = t->kind == TERM_NAME ? assume_places(ev->arena, ev->unit, ev->launch->kernel, t->name, places, &problem) : 0;
	for (int i = 0; i < n; i++) {
		const Var *var = places[i].var;
		if (is_local(&places[i]))
			r->has_locals = ev->assumed->named[var->id] = true;
		if (!var || var->kind != VAR_CONSTANT || ev->object_of[var->id])
			continue;
		Object *object = memory_object(&ev->mem, OBJ_LOCAL, var, 0, ev->flow.may_execute);
		object->born = 0;
		eval_read_argument(ev, object, var->type);
		ev->object_of[var->id] = object;
	}
}

/* For a bool `b != 0` becomes `b == 1`, which can be substituted. */
static Relation relation_of(Eval *ev, const Assumption *from)
{
	static const AssumeTerm one = { .kind = TERM_NUMBER, .number = 1 };
	Relation r = { .from = from, .op = from->op, .a = from->a, .b = from->b };
	NamedPlace places[MAX_PLACES];
	const char *problem;
	bool tests = r.op == OP_NE && r.a->kind == TERM_NAME && r.b->kind == TERM_NUMBER && r.b->number == 0;
	int n = tests ? assume_places(ev->arena, ev->unit, ev->launch->kernel, r.a->name, places, &problem) : 0;
	if (n && places[0].type->kind == TY_BOOL) {
		r.op = OP_EQ;
		r.b = &one;
	}
	return r;
}

void assume_begin(Eval *ev)
{
	const LaunchShape *launch = ev->launch;
	if (!launch->n_assumptions)
		return;
	Assumed *as = arena_new_of(ev->ctx.keep, Assumed);
	as->relations = arena_array(ev->ctx.keep, Relation, launch->n_assumptions);
	as->named = arena_array(ev->ctx.keep, bool, ev->unit->n_vars + 1);
	ev->assumed = as;
	for (; as->n < launch->n_assumptions; as->n++) {
		Relation *r = &as->relations[as->n];
		*r = relation_of(ev, launch->assumptions[as->n]);
		prepare_term(ev, r, r->a);
		prepare_term(ev, r, r->b);
		if (!assume_apply(ev, r))
			assume_refute(ev, r, LOC_NONE);
	}
	as->has_begun = true;
}
