#include "ir/effects/idle.h"

#include <string.h>

#include "ir/link.h"
#include "ir/place.h"
#include "ir/walk.h"

enum { MAX_DEPTH = 2500 };

/* Properties of variables and functions; each is taken to hold until the code refutes it. */
typedef enum Claim {
	IDLE,    /* of a variable: as in the header; of a function: its result is used only as idle variables may be */
	FAR,     /* of a pointer: it never points to memory whose content is tracked */
	GLOBAL,  /* of a pointer: nor to shared memory */
	N_CLAIMS
} Claim;

enum { NOWHERE = -1 /* or to memory that is not tracked */, DECIDES = -2 /* an address or a condition */ };

typedef struct Pair {
	int from, to; /* if `to` is refuted, so is `from` */
} Pair;

typedef struct Search {
	Unit *unit;
	bool *holds;  /* by claim and Var.id; after these IDLE of functions, by Func.id */
	VEC(Pair) pairs;
	Arena *scratch;
	const Func *in;
	int depth;
	bool too_deep;
} Search;

static int of_var(const Search *s, Claim claim, const Var *var)
{
	return (int)claim * s->unit->n_vars + var->id;
}

static int of_result(const Search *s, const Func *func)
{
	return N_CLAIMS * s->unit->n_vars + func->id;
}

/* --- where values go -------------------------------------------------------------------------------- */

static void visit(Search *s, const Expr *e, int to);
static void visit_stmt(Search *s, const Stmt *stmt);

static void refute(Search *s, const Var *var)
{
	for (int claim = 0; claim < N_CLAIMS; claim++)
		s->holds[of_var(s, (Claim)claim, var)] = false;
}

/* For a function that may be called with unknown arguments. */
static void refute_all(Search *s, const Func *func)
{
	for (int i = 0; i < func->n_params; i++)
		refute(s, func->params[i]);
	s->holds[of_result(s, func)] = false;
}

static void refute_named(void *data, const Expr *e)
{
	Search *s = data;
	if (e->kind == EX_ADDR)
		refute(s, e->var);
	const Func *func = func_defined(e->func);
	if (func && func->body)
		refute_all(s, func);
}

/* Anything may happen to what the expression names. */
static void visit_unknown(Search *s, const Expr *e)
{
	Walk all = { .expr = refute_named, .data = s };
	walk_expr(&all, e);
}

/* Visits the numbers that an address is computed from.  Returns its root, unvisited. */
static const Expr *visit_place(Search *s, const Expr *address)
{
	while (place_leads_on(address)) {
		if (address->kind == EX_PTRADD)
			visit(s, address->arg[1], DECIDES);
		address = address->arg[0];
	}
	return address;
}

static const Expr *visit_address(Search *s, const Expr *address)
{
	const Expr *root = visit_place(s, address);
	if (root->kind != EX_ADDR)
		visit(s, root, DECIDES);
	return root;
}

static void add_flow(Search *s, int from, int to)
{
	if (to == DECIDES)
		s->holds[from] = false;
	else if (to != NOWHERE)
		vec_push(s->scratch, &s->pairs, ((Pair){ from, to }));
}

static int flow_target(const Search *s, const Expr *root)
{
	if (root->kind == EX_ADDR && var_is_own(root->var))
		return of_var(s, IDLE, root->var);
	const Var *pointer = place_pointer(root);
	if (pointer && var_is_own(pointer))
		return of_var(s, FAR, pointer);
	return is_elsewhere(root) ? NOWHERE : DECIDES;
}

/* A pointer variable is assigned a value. */
static void assign_pointer(Search *s, const Var *var, const Expr *value)
{
	const Expr *root = place_root(value);
	const Var *from = place_pointer(root);
	if (from) {
		add_flow(s, of_var(s, FAR, var), of_var(s, FAR, from));
		add_flow(s, of_var(s, GLOBAL, var), of_var(s, GLOBAL, from));
		return;
	}
	VarKind kind = root->kind == EX_ADDR ? root->var->kind : VAR_LOCAL;
	bool shared = kind == VAR_SHARED || kind == VAR_DYNAMIC, global = kind == VAR_GLOBAL || kind == VAR_CONSTANT;
	if (!global)
		s->holds[of_var(s, GLOBAL, var)] = false;
	if (!global && !shared)
		s->holds[of_var(s, FAR, var)] = false;
}

static void visit_store(Search *s, const Expr *e, int to)
{
	const Expr *root = visit_address(s, e->arg[0]);
	const Expr *value = e->arg[1];
	bool pointer = value->type->kind == TY_PTR;
	if (root->kind == EX_ADDR && var_is_own(root->var))
		assign_pointer(s, root->var, value);
	visit(s, value, to == NOWHERE && !pointer ? flow_target(s, root) : DECIDES);
}

/* An object that is copied: a variable, or the value of an expression. */
static void visit_object(Search *s, const Expr *e, int to)
{
	const Expr *root = visit_place(s, e);
	if (root->kind == EX_ADDR || root->kind == EX_TEMP)
		add_flow(s, of_var(s, IDLE, root->var), to);
	if (root->kind == EX_TEMP)
		visit_stmt(s, root->stmt);
	else if (root->kind != EX_ADDR)
		visit(s, root, root->kind == EX_CALL ? to : DECIDES);
}

/* A value of `type` that is passed or returned. */
static void visit_value(Search *s, const Expr *e, const Type *type, int to)
{
	if (e && type_by_address(type) && type_is_floats(type))
		visit_object(s, e, to);
	else
		visit(s, e, type_is_floats(type) ? to : DECIDES);
}

static void visit_copy(Search *s, const Expr *e, int to)
{
	const Expr *root = visit_address(s, e->arg[0]);
	if (root->kind == EX_ADDR)
		s->holds[of_var(s, GLOBAL, root->var)] = s->holds[of_var(s, FAR, root->var)] = false;
	visit_object(s, e->arg[1], to == NOWHERE ? flow_target(s, root) : DECIDES);
}

static void visit_args(Search *s, const Expr *e, int from, int to)
{
	for (int i = from; i < e->n_args; i++)
		visit(s, e->arg[i], to);
}

static void visit_argument(Search *s, const Var *param, const Expr *arg)
{
	if (param->type->kind == TY_PTR)
		assign_pointer(s, param, arg);
	visit_value(s, arg, param->type, of_var(s, IDLE, param));
}

static void visit_call(Search *s, const Expr *e, int to)
{
	const Func *func = func_defined(e->func);
	if (is_mathematics(e)) {
		visit_args(s, e, 0, to);
		return;
	}
	if (!func || !func->body || e->n_args != func->n_params) {
		visit_unknown(s, e);
		return;
	}
	for (int i = 0; i < e->n_args; i++)
		visit_argument(s, func->params[i], e->arg[i]);
	add_flow(s, of_result(s, func), to);
}

static void visit_intrinsic(Search *s, const Expr *e)
{
	if (!is_intrinsic(e, IN_FILLS)) {
		visit_unknown(s, e);
		return;
	}
	const Expr *root = visit_address(s, e->arg[0]);
	if (root->kind == EX_ADDR)
		s->holds[of_var(s, GLOBAL, root->var)] = s->holds[of_var(s, FAR, root->var)] = false;
	visit_args(s, e, 1, DECIDES);
}

static bool is_test(const Expr *e)
{
	return e->type->kind != TY_FLOAT;
}

static void visit_load(Search *s, const Expr *e, int to)
{
	const Expr *root = visit_address(s, e->arg[0]);
	if (root->kind == EX_ADDR)
		add_flow(s, of_var(s, IDLE, root->var), to);
}

static void visit_by_kind(Search *s, const Expr *e, int to)
{
	switch (e->kind) {
	case EX_INT:
	case EX_FLOAT:
	case EX_STRING:
		break;
	case EX_LOAD:
		visit_load(s, e, to);
		break;
	case EX_STORE:
		visit_store(s, e, to);
		break;
	case EX_COPY:
		visit_copy(s, e, to);
		break;
	case EX_UNARY:
	case EX_BINARY:
	case EX_CAST:
		visit_args(s, e, 0, is_test(e) ? DECIDES : to);
		break;
	case EX_COND:
		visit(s, e->arg[0], DECIDES);
		visit_args(s, e, 1, is_test(e) ? DECIDES : to);
		break;
	case EX_COMMA:
		visit(s, e->arg[0], NOWHERE);
		visit(s, e->arg[1], to);
		break;
	case EX_PTRADD:
	case EX_PTRDIFF:
	case EX_LAND:
	case EX_LOR:
		visit_args(s, e, 0, DECIDES);
		break;
	case EX_INTRINSIC:
		visit_intrinsic(s, e);
		break;
	case EX_CALL:
		visit_call(s, e, to);
		break;
	case EX_TEMP:
	case EX_STMT:
		if (e->var)
			refute(s, e->var);
		visit_args(s, e, 0, DECIDES);
		visit_stmt(s, e->stmt);
		break;
	default:
		visit_unknown(s, e);
	}
}

static bool enter(Search *s)
{
	s->too_deep = s->too_deep || s->depth >= MAX_DEPTH;
	if (!s->too_deep)
		s->depth++;
	return !s->too_deep;
}

static void visit(Search *s, const Expr *e, int to)
{
	if (!e || !enter(s))
		return;
	visit_by_kind(s, e, to);
	s->depth--;
}

static void visit_return(Search *s, const Expr *e)
{
	visit_value(s, e, s->in->result, of_result(s, s->in));
}

static void visit_stmt(Search *s, const Stmt *stmt)
{
	if (!stmt || !enter(s))
		return;
	if (stmt->kind == ST_RETURN)
		visit_return(s, stmt->expr);
	else
		visit(s, stmt->expr, stmt->kind == ST_EXPR ? NOWHERE : DECIDES);
	visit(s, stmt->step, NOWHERE);
	visit_stmt(s, stmt->init);
	visit_stmt(s, stmt->body);
	visit_stmt(s, stmt->other);
	for (int i = 0; i < stmt->n_items; i++)
		visit_stmt(s, stmt->items[i]);
	s->depth--;
}

/* Initialisers of globals may contain functions and addresses. */
static void visit_globals(Search *s)
{
	Walk all = { .expr = refute_named, .data = s };
	for (int i = 0; i < s->unit->n_vars; i++)
		walk_stmt(&all, s->unit->vars[i]->init);
}

/* --- the unit --------------------------------------------------------------------------------------------- */

static void begin(Search *s)
{
	for (int i = 0; i < s->unit->n_vars; i++) {
		const Var *var = s->unit->vars[i];
		s->holds[of_var(s, IDLE, var)] = var_is_own(var) && type_is_floats(var->type);
		s->holds[of_var(s, FAR, var)] = s->holds[of_var(s, GLOBAL, var)] = var_is_own(var) && var->type->kind == TY_PTR;
	}
	for (int i = 0; i < s->unit->n_funcs; i++)
		s->holds[of_result(s, s->unit->funcs[i])] = type_is_floats(s->unit->funcs[i]->result);
}

/* Backwards: mostly, values go to what comes later in the text. */
static void propagate_pairs(bool *holds, const Pair *pairs, int n)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (int i = n - 1; i >= 0; i--)
			if (!holds[pairs[i].to] && holds[pairs[i].from])
				changed = !(holds[pairs[i].from] = false);
	}
}

void idle_find(Arena *arena, Unit *unit)
{
	Search s = { .unit = unit, .scratch = arena_new() };
	int n_claims = N_CLAIMS * unit->n_vars + unit->n_func_ids + 1;
	s.holds = arena_array(arena, bool, n_claims);
	begin(&s);
	for (int i = 0; i < unit->n_funcs; i++) {
		s.in = unit->funcs[i];
		visit_stmt(&s, s.in->body);
	}
	visit_globals(&s);
	if (s.too_deep)
		memset(s.holds, 0, (size_t)n_claims * sizeof *s.holds);
	propagate_pairs(s.holds, s.pairs.at, s.pairs.n);
	unit->is_idle = s.holds;
	unit->is_global = s.holds + GLOBAL * unit->n_vars;
	arena_free(s.scratch);
}
