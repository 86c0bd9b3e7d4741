/* Which memory a pointer may point to: Steensgaard's analysis ("Points-to analysis in almost linear time", POPL 1996).  Records are
 * one piece of memory with all their fields, and calls of a function are not told apart. */
#include "ir/slice/slice_impl.h"

#include "ir/library.h"
#include "ir/link.h"
#include "ir/place.h"
#include "ir/walk.h"

enum { MAX_PAIRS = 500000 };

/* --- joining --------------------------------------------------------------------------------------- */

int class_of(const Slice *s, int class)
{
	Class *at = s->classes.at;
	while (class >= 0 && at[class].joined != class) {
		at[class].joined = at[at[class].joined].joined;
		class = at[class].joined;
	}
	return class;
}

int class_of_result(const Slice *s, const Func *func)
{
	return s->unit->n_vars + func->id;
}

static int new_class(Slice *s, unsigned where, int owner)
{
	const int number = s->classes.n;
	vec_push(s->scratch, &s->classes,
		 ((Class){ .joined = number, .points_to = NOWHERE, .owner = owner, .where = (unsigned char)where }));
	return number;
}

static int owner_of_both(int a, int b)
{
	return a == OWNED_BY_NONE ? b : b == OWNED_BY_NONE || a == b ? a : OWNED_BY_SEVERAL;
}

static void join(Slice *s, int a, int b)
{
	a = class_of(s, a), b = class_of(s, b);
	while (a >= 0 && b >= 0 && a != b) {
		Class *into = &s->classes.at[a], *of = &s->classes.at[b];
		const int next = into->points_to, other = of->points_to;
		of->joined = a;
		s->n_joined++;
		into->where |= of->where;
		into->needed = into->needed || of->needed;
		into->escapes = into->escapes || of->escapes;
		into->owner = owner_of_both(into->owner, of->owner);
		if (next < 0)
			into->points_to = other;
		a = class_of(s, next), b = class_of(s, other);
	}
}

/* What pointers in the class point to; once all is joined, what is not known for those that nothing was assigned to. */
static int pointee(Slice *s, int class)
{
	class = class_of(s, class);
	if (class < 0)
		return NOWHERE;
	if (s->classes.at[class].points_to < 0 && s->is_joined)
		return class_of(s, s->unknown);
	if (s->classes.at[class].points_to < 0) {
		const int fresh = new_class(s, 0, OWNED_BY_NONE);
		s->classes.at[class].points_to = fresh;
	}
	return class_of(s, s->classes.at[class].points_to);
}

/* Unknown code gets the address: it may read and change what is there (classes_end()). */
static void escape(Slice *s, int class)
{
	class = class_of(s, class);
	if (class >= 0)
		s->classes.at[class].escapes = true;
}

/* --- where an address points ------------------------------------------------------------------------- */

/* Of calls of one function by its name. */
static const Func *known_callee(const Expr *call)
{
	const Func *func = func_defined(call->func);
	return func && func->body && call->n_args == func->n_params ? func : NULL;
}

static bool is_number(const Type *type)
{
	return type->kind == TY_FLOAT || type->kind == TY_INT || type->kind == TY_BOOL ||
	       (type_by_address(type) && !type_has_pointer(type));
}

bool is_library_value(const Expr *call)
{
	const Func *func = call->func;
	bool is = func && func->is_system && !func->body && !func_orders(func) && is_number(call->type) && call->n_args == func->n_params;
	for (int i = 0; i < call->n_args && is; i++)
		is = is_number(func->params[i]->type);
	return is;
}

static int class_of_code(const Slice *s, const Func *func)
{
	return class_of(s, s->unit->n_vars + s->unit->n_func_ids + 1 + func->id);
}

static bool may_call(Slice *s, const Expr *call, const Func *func)
{
	return class_of_code(s, func) == class_at(s, call->callee);
}

bool callees_known(Slice *s, const Expr *call)
{
	if (call->func)
		return known_callee(call);
	const int code = call->callee ? class_at(s, call->callee) : NOWHERE;
	int n = 0;
	bool known = code >= 0 && s->classes.at[code].where == IN_CODE && !s->too_many;
	for (int i = 0; known && i < s->named.n; i++) {
		const bool called = may_call(s, call, s->named.at[i]);
		known = !called || s->named.at[i]->n_params == call->n_args;
		n += called;
	}
	return known && n;
}

const Func *callee(Slice *s, const Expr *call, int i)
{
	if (call->func)
		return i ? NULL : known_callee(call);
	const bool known = callees_known(s, call);
	for (int k = 0; known && k < s->named.n; k++)
		if (may_call(s, call, s->named.at[k]) && !i--)
			return s->named.at[k];
	return NULL;
}

int param_of(const Func *func, const Expr *address)
{
	const Var *var = place_pointer(place_root(address));
	if (place_is_own(address, func))
		return IN_OWN;
	for (int i = 0; var && var_names_object(var) && i < func->n_params && i < MAX_PARAMS; i++)
		if (func->params[i] == var)
			return i;
	return NOWHERE;
}

const Expr *last_of(const Expr *e)
{
	const Stmt *block = e->stmt;
	const Stmt *last = block && block->kind == ST_BLOCK && block->n_items ? block->items[block->n_items - 1] : NULL;
	return last && last->kind == ST_EXPR ? last->expr : NULL;
}

static bool is_place(const Type *type)
{
	return type->kind == TY_PTR || type->kind == TY_FUNC || type_by_address(type);
}

static int at_cast(Slice *s, const Expr *e)
{
	const Expr *from = e->arg[0];
	if (is_place(from->type))
		return class_at(s, from);
	return from->kind == EX_INT && !from->i ? NOWHERE : s->unknown;
}

static int at_call(Slice *s, const Expr *e)
{
	const Func *func = is_library_value(e) ? e->func : known_callee(e);
	if (!func)
		return s->unknown;
	const int result = class_of_result(s, func);
	return type_by_address(e->type) ? result : pointee(s, result);
}

static int at_intrinsic(Slice *s, const Expr *e)
{
	if (is_intrinsic(e, IN_COPIES | IN_FILLS))
		return class_at(s, e->arg[0]);
	return is_intrinsic(e, IN_LOADS) ? pointee(s, class_at(s, e->arg[0])) : s->unknown;
}

/* Both have been joined (join_expr()). */
static int at_choice(Slice *s, const Expr *e)
{
	const int a = class_at(s, e->arg[1]);
	return a < 0 ? class_at(s, e->arg[2]) : a;
}

static int at_by_kind(Slice *s, const Expr *e)
{
	switch (e->kind) {
	case EX_INT:
		return NOWHERE;
	case EX_FUNC:
		return class_of_code(s, func_defined(e->func));
	case EX_ADDR:
	case EX_TEMP:
		return var_defined(e->var)->id;
	case EX_PTRADD:
	case EX_COPY:
		return class_at(s, e->arg[0]);
	case EX_STORE:
	case EX_COMMA:
		return class_at(s, e->arg[1]);
	case EX_CAST:
		return at_cast(s, e);
	case EX_LOAD:
		return pointee(s, class_at(s, e->arg[0]));
	case EX_CALL:
		return at_call(s, e);
	case EX_INTRINSIC:
		return at_intrinsic(s, e);
	case EX_COND:
		return at_choice(s, e);
	case EX_STMT:
		return last_of(e) ? class_at(s, last_of(e)) : s->unknown;
	default:
		return s->unknown;
	}
}

int class_at(Slice *s, const Expr *address)
{
	if (s->depth > MAX_DEPTH) {
		s->too_deep = true;
		return s->unknown;
	}
	s->depth++;
	const int class = at_by_kind(s, address);
	s->depth--;
	return class_of(s, class);
}

/* --- what code stores, passes and returns -------------------------------------------------------------- */

static void escape_value(Slice *s, const Expr *e)
{
	if (e->type->kind == TY_PTR || e->type->kind == TY_FUNC)
		escape(s, class_at(s, e));
	else if (type_by_address(e->type))
		escape(s, pointee(s, class_at(s, e)));
}

/* Memory of `to` gets a value. */
static void assign(Slice *s, int to, const Expr *value, const Type *type)
{
	if (type->kind == TY_PTR)
		join(s, pointee(s, to), is_place(value->type) ? class_at(s, value) : s->unknown);
	else if (type_by_address(type))
		join(s, pointee(s, to), pointee(s, class_at(s, value)));
	else if (value->type->kind == TY_PTR && type->kind != TY_BOOL)
		escape_value(s, value);
}

static void pass(Slice *s, const Func *func, const Expr *call)
{
	for (int i = 0; i < call->n_args; i++)
		assign(s, func->params[i]->id, call->arg[i], func->params[i]->type);
}

static void escape_args(Slice *s, const Expr *call)
{
	for (int i = 0; i < call->n_args; i++)
		if (call->arg[i])
			escape_value(s, call->arg[i]);
}

static void join_call(Slice *s, const Expr *e)
{
	if (!e->func)
		vec_push(s->scratch, &s->indirect, e);
	else if (known_callee(e))
		pass(s, known_callee(e), e);
	else if (!is_library_value(e))
		escape_args(s, e);
}

/* Of a call through a pointer what it returns is not told apart. */
static void join_indirect(Slice *s, const Expr *e)
{
	const Func *func;
	if (!callees_known(s, e)) {
		escape_args(s, e);
		join(s, e->callee ? class_at(s, e->callee) : NOWHERE, s->unknown);
	}
	for (int i = 0; (func = callee(s, e, i)); i++) {
		pass(s, func, e);
		if (type_by_address(func->result))
			join(s, class_of_result(s, func), s->unknown);
		else if (func->result->kind == TY_PTR)
			join(s, pointee(s, class_of_result(s, func)), s->unknown);
	}
}

static void join_intrinsic(Slice *s, const Expr *e)
{
	if (is_intrinsic(e, IN_COPIES)) {
		join(s, pointee(s, class_at(s, e->arg[0])), pointee(s, class_at(s, e->arg[1])));
		return;
	}
	/* A number in the window of shared memory leads to no variable. */
	if (is_intrinsic(e, IN_ADDRESS))
		return;
	for (int i = is_intrinsic(e, IN_LOADS | IN_STORES | IN_FILLS); i < e->n_args; i++)
		escape_value(s, e->arg[i]);
}

static void join_asm(Slice *s, const AsmBlock *block)
{
	for (int i = 0; i < block->n_inputs; i++)
		escape_value(s, block->inputs[i]);
	for (int i = 0; i < block->n_outputs; i++)
		if (block->output_types[i]->kind == TY_PTR)
			join(s, pointee(s, class_at(s, block->outputs[i])), s->unknown);
}

static void join_expr(void *data, const Expr *e)
{
	Slice *s = data;
	switch (e->kind) {
	case EX_STORE:
		assign(s, class_at(s, e->arg[0]), e->arg[1], e->type);
		break;
	case EX_COPY:
		join(s, pointee(s, class_at(s, e->arg[0])), pointee(s, class_at(s, e->arg[1])));
		break;
	case EX_CAST:
		if (e->arg[0]->type->kind == TY_PTR && e->type->kind != TY_PTR && e->type->kind != TY_BOOL)
			escape_value(s, e->arg[0]);
		break;
	case EX_COND:
		if (is_place(e->type))
			join(s, class_at(s, e->arg[1]), class_at(s, e->arg[2]));
		break;
	case EX_CALL:
		join_call(s, e);
		break;
	case EX_INTRINSIC:
		join_intrinsic(s, e);
		break;
	case EX_ASM:
		join_asm(s, e->asm_block);
		break;
	case EX_UNKNOWN:
		escape_args(s, e);
		break;
	case EX_LAUNCH:
		for (int i = 0; i < e->launch->n_args; i++)
			if (e->launch->args[i])
				escape_value(s, e->launch->args[i]);
		break;
	default:
		break;
	}
}

typedef struct Returns {
	Slice *s;
	const Func *func;
} Returns;

static void join_return(void *data, const Stmt *stmt)
{
	const Returns *returns = data;
	if (stmt->kind == ST_RETURN && stmt->expr)
		assign(returns->s, class_of_result(returns->s, returns->func), stmt->expr, returns->func->result);
}

void classes_of_function(Slice *s, const Func *func)
{
	Returns returns = { s, func };
	Walk exprs = { .expr = join_expr, .data = s }, stmts = { .stmt = join_return, .data = &returns };
	walk_stmt(&exprs, func->body);
	walk_stmt(&stmts, func->body);
}

/* --- at the start and at the end ---------------------------------------------------------------------------- */

/* What a kernel gets from the host, and what is there, is in global memory. */
static void from_host(Slice *s, int class)
{
	const int global = new_class(s, IN_GLOBAL, OWNED_BY_NONE);
	s->classes.at[global].points_to = global;
	s->classes.at[class].points_to = global;
}

static bool is_tracked(const Var *var)
{
	return var->kind != VAR_SHARED && var->kind != VAR_DYNAMIC && var->kind != VAR_GLOBAL && var->kind != VAR_CONSTANT;
}

static void add_variable(Slice *s, const Var *var)
{
	const bool shared = var->kind == VAR_SHARED || var->kind == VAR_DYNAMIC;
	const int class = new_class(s,
				    shared            ? IN_SHARED
				    : is_tracked(var) ? IN_VARIABLE
						      : IN_GLOBAL,
				    var_is_own(var) && var->owner ? var->owner->id : OWNED_BY_SEVERAL);
	s->classes.at[class].needed = var->is_static || type_is_shared_tensor(var->type);
}

void classes_begin(Slice *s)
{
	const Unit *unit = s->unit;
	for (int i = 0; i < unit->n_vars; i++)
		add_variable(s, unit->vars[i]);
	for (int i = 0; i <= unit->n_func_ids; i++)
		new_class(s, IN_VARIABLE, OWNED_BY_SEVERAL);
	for (int i = 0; i <= unit->n_func_ids; i++)
		new_class(s, IN_CODE, OWNED_BY_NONE);
	s->unknown = new_class(s, IN_UNKNOWN, OWNED_BY_NONE);
	s->classes.at[s->unknown].points_to = s->unknown;
	s->classes.at[s->unknown].needed = true;
	for (int i = 0; i < unit->n_vars; i++) {
		const Var *var = unit->vars[i];
		const bool param = var->kind == VAR_PARAM && var->owner && var->owner->kind == FN_KERNEL;
		if (param || var->kind == VAR_GLOBAL || var->kind == VAR_CONSTANT)
			from_host(s, i);
	}
}

/* What is joined with a variable that escapes escapes with it. */
static bool spread_escapes(Slice *s)
{
	bool changed = false;
	for (int i = 0; i < s->classes.n; i++) {
		const Class *class = &s->classes.at[i];
		if (class->joined != i || !class->escapes || !(class->where & IN_VARIABLE))
			continue;
		s->classes.at[i].needed = true;
		const int to = pointee(s, i), unknown = class_of(s, s->unknown);
		changed = changed || to != unknown;
		join(s, to, unknown);
	}
	return changed;
}

bool may_be_called(const Slice *s, const Func *func)
{
	const Class *code = &s->classes.at[class_of_code(s, func)];
	const bool is_named = s->too_many && s->seen[func->id] & IS_NAMED;
	return is_named || code->escapes || code->where != IN_CODE || (s->seen[func->id] & FROM_OUTSIDE && func->kind != FN_KERNEL);
}

/* What unknown code may call gets arguments that are not known. */
static bool spread_to_code(Slice *s)
{
	bool changed = false;
	for (int i = 0; i < s->named.n; i++) {
		const Func *func = s->named.at[i];
		for (int k = 0; may_be_called(s, func) && k < func->n_params; k++) {
			Class *param = &s->classes.at[class_of(s, func->params[k]->id)];
			changed = changed || !param->escapes;
			param->escapes = true;
		}
	}
	return changed;
}

void classes_end(Slice *s)
{
	s->too_many = (int64_t)s->indirect.n * s->named.n > MAX_PAIRS;
	for (int n = -1; n != s->n_joined;) {
		n = s->n_joined;
		for (int i = 0; i < s->indirect.n; i++)
			join_indirect(s, s->indirect.at[i]);
		while (spread_escapes(s) || spread_to_code(s))
			;
	}
	s->is_joined = true;
}
