#include "ir/idle.h"

#include <string.h>

#include "ir/library.h"
#include "ir/link.h"
#include "ir/walk.h"

enum { MAX_DEPTH = 2500 };

/* What may be said of variables and functions; all of it is taken for true until something shows that it is not. */
typedef enum Claim {
	IDLE,    /* of a variable: see the header; of a function: its result goes where idle variables may go */
	FAR,     /* of a pointer: it never leads to memory whose content is tracked */
	GLOBAL,  /* nor to shared memory */
	N_CLAIMS
} Claim;

enum { GOES_NOWHERE = -1 /* or to where nobody looks */, DECIDES = -2 };

typedef struct Pair {
	int from, to; /* if the second one falls, so does the first */
} Pair;

typedef struct Search {
	Unit *unit;
	bool *holds;         /* by claim, then by Var.id; then IDLE of functions, by Func.id */
	bool *func_acts;     /* by Func.id */
	unsigned char *acts; /* by Expr.id */
	VEC(Pair) pairs, calls; /* calls: Func.id of caller and called */
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

static bool holds_floats(const Type *type, int depth)
{
	if (type->kind == TY_ARRAY)
		return holds_floats(type->elem, depth + 1);
	if (type->kind != TY_RECORD)
		return type->kind == TY_FLOAT;
	bool only = type->n_fields > 0 && depth < 8;
	for (int i = 0; i < type->n_fields && only; i++)
		only = holds_floats(type->fields[i].type, depth + 1);
	return only;
}

bool type_is_floats(const Type *type)
{
	return holds_floats(type, 0);
}

bool is_elsewhere(const Expr *root)
{
	if (root->kind == EX_ADDR)
		return root->var->kind == VAR_SHARED || root->var->kind == VAR_DYNAMIC || root->var->kind == VAR_GLOBAL;
	const Expr *from = root->kind == EX_LOAD ? root->arg[0] : NULL;
	return from && from->kind == EX_ADDR && from->var->kind == VAR_PARAM && from->var->owner &&
	       from->var->owner->kind == FN_KERNEL;
}

bool is_mathematics(const Expr *e)
{
	bool plain = e->func && e->func->is_system && !e->func->body && e->type->kind == TY_FLOAT;
	for (int i = 0; i < e->n_args && plain; i++)
		plain = e->arg[i]->type->kind == TY_FLOAT || e->arg[i]->type->kind == TY_INT;
	return plain;
}

static bool by_address(const Type *type)
{
	return type->kind == TY_RECORD || type->kind == TY_ARRAY;
}

/* It leads on to another part of what its first operand leads to, or to the same. */
static bool leads_on(const Expr *address)
{
	return address->kind == EX_PTRADD ||
	       (address->kind == EX_CAST && (address->type->kind == TY_PTR || by_address(address->type)));
}

static const Expr *root_of(const Expr *address)
{
	while (leads_on(address))
		address = address->arg[0];
	return address;
}

static const Var *addressed(const Expr *address)
{
	const Expr *root = root_of(address);
	return root->kind == EX_ADDR ? root->var : NULL;
}

bool is_idle_store(const Unit *unit, const Expr *e)
{
	bool stores = e->kind == EX_STORE || (e->kind == EX_INTRINSIC && e->intrinsic == IN_MEMSET);
	const Var *to = stores ? addressed(e->arg[0]) : NULL;
	return to && unit->is_idle[to->id];
}

/* --- where values go -------------------------------------------------------------------------------- */

static void visit(Search *s, const Expr *e, int to);
static void visit_stmt(Search *s, const Stmt *stmt);

static void fall(Search *s, const Var *var)
{
	for (int claim = 0; claim < N_CLAIMS; claim++)
		s->holds[of_var(s, (Claim)claim, var)] = false;
}

/* Of a function that is called or named where nothing is known of what it is passed. */
static void fall_all(Search *s, const Func *func)
{
	for (int i = 0; i < func->n_params; i++)
		fall(s, func->params[i]);
	s->holds[of_result(s, func)] = false;
}

static void fall_where_named(void *data, const Expr *e)
{
	Search *s = data;
	if (e->kind == EX_ADDR)
		fall(s, e->var);
	const Func *func = func_defined(e->func);
	if (func && func->body)
		fall_all(s, func);
	if (e->kind == EX_CALL && func && func->body && s->in)
		vec_push(s->scratch, &s->calls, ((Pair){ s->in->id, func->id }));
}

/* Whatever may happen to what is named in it. */
static void visit_unknown(Search *s, const Expr *e)
{
	Walk all = { .expr = fall_where_named, .data = s };
	walk_expr(&all, e);
}

/* The numbers in an address that is read or written: they decide where.  Returns its root, unvisited. */
static const Expr *visit_place(Search *s, const Expr *address)
{
	while (leads_on(address)) {
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

static void goes(Search *s, int from, int to)
{
	if (to == DECIDES)
		s->holds[from] = false;
	else if (to != GOES_NOWHERE)
		vec_push(s->scratch, &s->pairs, ((Pair){ from, to }));
}

/* The pointer variable that is a root, as it is. */
static const Var *pointer_of(const Expr *root)
{
	const Var *var = root->kind == EX_LOAD && root->arg[0]->kind == EX_ADDR ? root->arg[0]->var : NULL;
	return var && var->type->kind == TY_PTR ? var : NULL;
}

static bool is_own(const Var *var)
{
	return var->kind == VAR_PARAM || (var->kind == VAR_LOCAL && !var->is_static);
}

static int goes_to(const Search *s, const Expr *root)
{
	if (root->kind == EX_ADDR && is_own(root->var))
		return of_var(s, IDLE, root->var);
	const Var *pointer = pointer_of(root);
	if (pointer && is_own(pointer))
		return of_var(s, FAR, pointer);
	return is_elsewhere(root) ? GOES_NOWHERE : DECIDES;
}

/* A pointer variable takes a value. */
static void takes_pointer(Search *s, const Var *var, const Expr *value)
{
	const Expr *root = root_of(value);
	const Var *from = pointer_of(root);
	if (from) {
		goes(s, of_var(s, FAR, var), of_var(s, FAR, from));
		goes(s, of_var(s, GLOBAL, var), of_var(s, GLOBAL, from));
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
	if (root->kind == EX_ADDR && is_own(root->var))
		takes_pointer(s, root->var, value);
	visit(s, value, to == GOES_NOWHERE && !pointer ? goes_to(s, root) : DECIDES);
}

/* An object that is copied: a variable, or what an expression makes. */
static void visit_object(Search *s, const Expr *e, int to)
{
	const Expr *root = visit_place(s, e);
	if (root->kind == EX_ADDR || root->kind == EX_TEMP)
		goes(s, of_var(s, IDLE, root->var), to);
	if (root->kind == EX_TEMP)
		visit_stmt(s, root->stmt);
	else if (root->kind != EX_ADDR)
		visit(s, root, root->kind == EX_CALL ? to : DECIDES);
}

/* What is passed or returned as a value of `type`. */
static void visit_value(Search *s, const Expr *e, const Type *type, int to)
{
	if (e && by_address(type) && type_is_floats(type))
		visit_object(s, e, to);
	else
		visit(s, e, type_is_floats(type) ? to : DECIDES);
}

static void visit_copy(Search *s, const Expr *e, int to)
{
	const Expr *root = visit_address(s, e->arg[0]);
	if (root->kind == EX_ADDR)
		s->holds[of_var(s, GLOBAL, root->var)] = s->holds[of_var(s, FAR, root->var)] = false;
	visit_object(s, e->arg[1], to == GOES_NOWHERE ? goes_to(s, root) : DECIDES);
}

static void visit_args(Search *s, const Expr *e, int from, int to)
{
	for (int i = from; i < e->n_args; i++)
		visit(s, e->arg[i], to);
}

static void visit_argument(Search *s, const Var *param, const Expr *arg)
{
	if (param->type->kind == TY_PTR)
		takes_pointer(s, param, arg);
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
	goes(s, of_result(s, func), to);
	vec_push(s->scratch, &s->calls, ((Pair){ s->in->id, func->id }));
}

static void visit_intrinsic(Search *s, const Expr *e)
{
	if (e->intrinsic != IN_MEMSET) {
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
		goes(s, of_var(s, IDLE, root->var), to);
}

static void visit_by_kind(Search *s, const Expr *e, int to)
{
	switch (e->kind) {
	case EX_INT: case EX_FLOAT: case EX_STRING:
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
	case EX_UNARY: case EX_BINARY: case EX_CAST:
		visit_args(s, e, 0, is_test(e) ? DECIDES : to);
		break;
	case EX_COND:
		visit(s, e->arg[0], DECIDES);
		visit_args(s, e, 1, is_test(e) ? DECIDES : to);
		break;
	case EX_COMMA:
		visit(s, e->arg[0], GOES_NOWHERE);
		visit(s, e->arg[1], to);
		break;
	case EX_PTRADD: case EX_PTRDIFF: case EX_LAND: case EX_LOR:
		visit_args(s, e, 0, DECIDES);
		break;
	case EX_INTRINSIC:
		visit_intrinsic(s, e);
		break;
	case EX_CALL:
		visit_call(s, e, to);
		break;
	case EX_TEMP: case EX_STMT:
		if (e->var)
			fall(s, e->var);
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
		visit(s, stmt->expr, stmt->kind == ST_EXPR ? GOES_NOWHERE : DECIDES);
	visit(s, stmt->step, GOES_NOWHERE);
	visit_stmt(s, stmt->init);
	visit_stmt(s, stmt->body);
	visit_stmt(s, stmt->other);
	for (int i = 0; i < stmt->n_items; i++)
		visit_stmt(s, stmt->items[i]);
	s->depth--;
}

/* What depends on it stands before it more often than not. */
static void settle_pairs(bool *holds, bool fallen, const Pair *pairs, int n)
{
	for (bool changed = true; changed;) {
		changed = false;
		for (int i = n - 1; i >= 0; i--)
			if (holds[pairs[i].to] == fallen && holds[pairs[i].from] != fallen) {
				holds[pairs[i].from] = fallen;
				changed = true;
			}
	}
}

/* --- what acts ------------------------------------------------------------------------------------------ */

static bool is_global(const Search *s, const Expr *root)
{
	const Var *pointer = pointer_of(root);
	return pointer && s->holds[of_var(s, GLOBAL, pointer)];
}

/* Memory that may be shared is read. */
static bool may_read_shared(const Search *s, const Expr *address)
{
	const Expr *root = root_of(address);
	if (root->kind == EX_ADDR)
		return root->var->kind == VAR_SHARED || root->var->kind == VAR_DYNAMIC;
	return !is_global(s, root);
}

static bool intrinsic_acts(const Search *s, const Expr *e)
{
	switch (e->intrinsic) {
	case IN_MIN: case IN_MAX: case IN_UMIN: case IN_UMAX: case IN_ABS: case IN_MUL24: case IN_UMUL24:
		return false;
	case IN_LDG: case IN_LDCG: case IN_LDCA: case IN_LDCS:
		return may_read_shared(s, e->arg[0]);
	default:
		return !is_idle_store(s->unit, e);
	}
}

/* Records that are passed or returned are copied. */
static bool call_acts(const Search *s, const Expr *e)
{
	const Func *func = func_defined(e->func);
	if (!func || !func->body || e->n_args != func->n_params || by_address(func->result))
		return !is_mathematics(e) || !func_is_straight(e->func);
	bool copies = false;
	for (int i = 0; i < e->n_args; i++)
		copies = copies || (by_address(func->params[i]->type) && may_read_shared(s, e->arg[i]));
	return copies || s->func_acts[func->id];
}

/* Divisions that are no straight-line code. */
static bool has_slow_way(const Expr *e)
{
	const Type *type = e->arg[0]->type;
	return (e->op == OP_DIV || e->op == OP_REM) && (type->kind == TY_FLOAT || e->type->kind == TY_FLOAT || type->size == 8);
}

static bool acts_itself(const Search *s, const Expr *e)
{
	switch (e->kind) {
	case EX_INT: case EX_FLOAT: case EX_STRING: case EX_ADDR: case EX_FUNC: case EX_PTRADD: case EX_PTRDIFF: case EX_UNARY:
	case EX_COMMA: case EX_CAST:
		return false;
	case EX_BINARY:
		return has_slow_way(e);
	case EX_LOAD:
		return may_read_shared(s, e->arg[0]);
	case EX_STORE:
		return !is_idle_store(s->unit, e) && !is_global(s, root_of(e->arg[0]));
	case EX_CALL:
		return call_acts(s, e);
	case EX_INTRINSIC:
		return intrinsic_acts(s, e);
	default:
		return true;
	}
}

/* What a function changes of its own is gone with it. */
static bool acts_in_function(const Search *s, const Expr *e)
{
	const Var *to = e->kind == EX_STORE ? addressed(e->arg[0]) : NULL;
	if (to && is_own(to))
		return false;
	return acts_itself(s, e);
}

static void note_in_function(void *data, const Expr *e)
{
	Search *s = data;
	s->func_acts[s->in->id] = s->func_acts[s->in->id] || acts_in_function(s, e);
}

static void note_branches(void *data, const Stmt *stmt)
{
	Search *s = data;
	bool straight = stmt->kind == ST_EXPR || stmt->kind == ST_DECL || stmt->kind == ST_BLOCK || stmt->kind == ST_RETURN;
	s->func_acts[s->in->id] = s->func_acts[s->in->id] || !straight;
}

/* Where only the low bytes of a result are asked for (half), of which operands is that so? */
static bool asks_half(const Expr *e, bool half)
{
	const Expr *arg = e->n_args ? e->arg[0] : NULL;
	bool integers = arg && arg->type->kind == TY_INT && (e->type->kind == TY_INT || e->type->kind == TY_BOOL);
	bool cuts = integers && e->kind == EX_CAST && e->type->size <= 4 && arg->type->size == 8;
	bool passes = e->kind == EX_CAST || e->kind == EX_UNARY || e->kind == EX_BINARY || e->kind == EX_COND || e->kind == EX_COMMA;
	return integers && (cuts || (half && passes));
}

static unsigned find_acts(Search *s, const Expr *e, bool half, int depth)
{
	unsigned acts = acts_itself(s, e) || depth > MAX_DEPTH ? ACTS_ITSELF | ACTS_INSIDE : 0;
	bool half_args = asks_half(e, half);
	for (int i = 0; i < e->n_args && depth <= MAX_DEPTH; i++)
		acts |= find_acts(s, e->arg[i], half_args, depth + 1) & ACTS_INSIDE;
	if (half && e->kind == EX_LOAD && e->type->size == 8 && !e->type->is_volatile)
		acts |= HALF_ASKED;
	s->acts[e->id] = (unsigned char)acts;
	return acts;
}

static void note_acts(void *data, const Stmt *stmt)
{
	if (stmt->expr)
		find_acts(data, stmt->expr, false, 0);
	if (stmt->step)
		find_acts(data, stmt->step, false, 0);
}

/* Tables of functions, and addresses in them. */
static void visit_globals(Search *s)
{
	Walk all = { .expr = fall_where_named, .data = s };
	s->in = NULL;
	for (int i = 0; i < s->unit->n_vars; i++)
		walk_stmt(&all, s->unit->vars[i]->init);
}

/* --- the unit --------------------------------------------------------------------------------------------- */

static void begin(Search *s)
{
	for (int i = 0; i < s->unit->n_vars; i++) {
		const Var *var = s->unit->vars[i];
		s->holds[of_var(s, IDLE, var)] = is_own(var) && type_is_floats(var->type);
		s->holds[of_var(s, FAR, var)] = s->holds[of_var(s, GLOBAL, var)] = is_own(var) && var->type->kind == TY_PTR;
	}
	for (int i = 0; i < s->unit->n_funcs; i++)
		s->holds[of_result(s, s->unit->funcs[i])] = type_is_floats(s->unit->funcs[i]->result);
}

static int most_id(const Unit *unit)
{
	int most = 0;
	for (int i = 0; i < unit->n_funcs; i++)
		most = unit->funcs[i]->id > most ? unit->funcs[i]->id : most;
	return most;
}

static void walk_bodies(Search *s, Walk walk)
{
	walk.data = s;
	for (int i = 0; i < s->unit->n_funcs; i++) {
		s->in = s->unit->funcs[i];
		walk_stmt(&walk, s->in->body);
	}
}

void idle_find(Arena *arena, Unit *unit)
{
	Search s = { .unit = unit, .scratch = arena_new() };
	int n_funcs = most_id(unit) + 1, n_claims = N_CLAIMS * unit->n_vars + n_funcs;
	s.holds = arena_array(arena, bool, n_claims);
	s.func_acts = arena_array(s.scratch, bool, n_funcs);
	s.acts = arena_array(arena, unsigned char, unit->n_exprs + 1);
	memset(s.acts, ACTS_ITSELF | ACTS_INSIDE, (size_t)unit->n_exprs + 1);
	begin(&s);
	for (int i = 0; i < unit->n_funcs; i++) {
		s.in = unit->funcs[i];
		visit_stmt(&s, s.in->body);
	}
	visit_globals(&s);
	if (s.too_deep)
		memset(s.holds, 0, (size_t)n_claims * sizeof *s.holds);
	settle_pairs(s.holds, false, s.pairs.at, s.pairs.n);
	unit->is_idle = s.holds;
	walk_bodies(&s, (Walk){ .expr = note_in_function, .stmt = note_branches });
	settle_pairs(s.func_acts, true, s.calls.at, s.calls.n);
	walk_bodies(&s, (Walk){ .stmt = note_acts });
	unit->acts = s.acts;
	arena_free(s.scratch);
}
