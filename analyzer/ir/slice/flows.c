/* What depends on what, function by function: from where values come, which statements change memory or must be evaluated in any
 * case, and what remains of those that are not. */
#include "ir/slice/slice_impl.h"

#include "ir/constant.h"
#include "ir/effects/opaque.h"
#include "ir/library.h"
#include "ir/link.h"
#include "ir/place.h"
#include "ir/size.h"

enum { MOST_CALLS = 60 /* in calls: a few more are given up (eval/exec/eval_call.c), whatever they pass */ };

typedef struct Flows {
	Slice *s;
	const Func *func;
	int at; /* Stmt.id of the statement that is looked at */
	int64_t size; /* at most (ir/size.h) */
	int depth; /* of the calls in it */
	int dead;  /* in code that is never evaluated: only its size matters */
	int enclosed; /* in loops that end blocks in any case: what does inside of them changes nothing */
} Flows;

/* --- conditions ------------------------------------------------------------------------------------ */

static bool decide_comparison(const Expr *e, bool *holds)
{
	int64_t a, b;
	if (e->kind != EX_BINARY || !op_is_comparison(e->op) || !expr_constant(e->arg[0], &a) || !expr_constant(e->arg[1], &b))
		return false;
	*holds = op_compare(e->op, a<b, a == b, a> b);
	return true;
}

bool is_decided(const Expr *e, bool *holds)
{
	int64_t value;
	bool left;
	if (expr_constant(e, &value))
		return *holds = value, true;
	e = expr_without_casts(e);
	if (e->kind == EX_UNARY && e->op == OP_LNOT && is_decided(e->arg[0], &left))
		return *holds = !left, true;
	if ((e->kind == EX_LAND || e->kind == EX_LOR) && is_decided(e->arg[0], &left))
		return left == (e->kind == EX_LOR) ? (*holds = left, true) : is_decided(e->arg[1], holds);
	return decide_comparison(e, holds);
}

bool compares_floats(const Expr *e)
{
	e = expr_without_casts(e);
	if (e->kind == EX_UNARY && e->op == OP_LNOT)
		return compares_floats(e->arg[0]);
	if (e->kind == EX_LAND || e->kind == EX_LOR)
		return compares_floats(e->arg[0]) && compares_floats(e->arg[1]);
	return e->kind == EX_BINARY && op_is_comparison(e->op) && e->arg[0]->type->kind == TY_FLOAT;
}

/* --- sizes ------------------------------------------------------------------------------------------- */

static void grow(Flows *f, int64_t by)
{
	f->size = f->size + by > SIZE_UNKNOWN ? SIZE_UNKNOWN : f->size + by;
}

/* --- marks ----------------------------------------------------------------------------------------- */

/* The statement is evaluated, and so is whatever calls the function. */
static void must(Flows *f)
{
	if (f->dead)
		return;
	vec_push(f->s->scratch, &f->s->begun, f->at);
	f->s->acts[f->func->id] = true;
}

/* It may end a block, or not: only its evaluation tells. */
static unsigned may_end_block(Flows *f)
{
	if (!f->enclosed)
		must(f);
	return SLICE_ENDS_BLOCK;
}

/* It is evaluated whenever the function is. */
static void must_inside(Flows *f)
{
	if (!f->dead)
		vec_push(f->s->scratch, &f->s->begun, f->at);
}

/* Memory of an address is read or written. */
static void access(Flows *f, int class)
{
	const unsigned where = class < 0 ? 0 : f->s->classes.at[class_of(f->s, class)].where;
	if (!where || where & (IN_SHARED | IN_UNKNOWN))
		must(f);
}

static void change(Flows *f, const Expr *address)
{
	const int class = class_at(f->s, address);
	if (class >= 0 && !f->dead)
		vec_push(f->s->scratch, &f->s->stores, ((Store){ class, f->at, param_of(f->func, address) }));
	access(f, class);
}

/* --- where values come from --------------------------------------------------------------------------- */

static void flow(Flows *f, int to, const Expr *e);

static void flow_from(Flows *f, int to, int from)
{
	if (from >= 0 && to >= 0)
		vec_push(f->s->scratch, &f->s->flows, ((Edge){ to, from }));
}

static void flow_all(Flows *f, int to, const Expr *const *e, int n)
{
	for (int i = 0; i < n; i++)
		flow(f, to, e[i]);
}

static void flow_asm(Flows *f, const AsmBlock *block)
{
	for (int i = 0; i < block->n_outputs; i++) {
		const int to = class_at(f->s, block->outputs[i]);
		flow_all(f, to, block->inputs, block->n_inputs);
		for (int k = 0; k < block->n_outputs; k++)
			flow_from(f, to, class_at(f->s, block->outputs[k]));
	}
}

/* All that the value is made of flows to the class. */
static void flow(Flows *f, int to, const Expr *e)
{
	Slice *s = f->s;
	if (!e || to < 0)
		return;
	if (s->depth > MAX_DEPTH) {
		s->too_deep = true;
		return;
	}
	s->depth++;
	if (e->kind == EX_LOAD)
		flow_from(f, to, class_at(s, e->arg[0]));
	else if (type_by_address(e->type))
		flow_from(f, to, class_at(s, e));
	if (e->kind == EX_STMT)
		flow(f, to, last_of(e));
	/* What is passed flows to parameters. */
	if (is_library_value(e))
		flow_from(f, to, class_of_result(s, e->func));
	else if (e->kind == EX_CALL && callees_known(s, e))
		for (int i = 0; callee(s, e, i); i++)
			flow_from(f, to, class_of_result(s, callee(s, e, i)));
	else
		flow_all(f, to, e->arg, e->n_args);
	s->depth--;
}

/* --- expressions ------------------------------------------------------------------------------------- */

static unsigned visit(Flows *f, const Expr *e);
static unsigned visit_stmt(Flows *f, const Stmt *stmt, int parent);

static unsigned visit_args(Flows *f, const Expr *e)
{
	unsigned left = 0;
	for (int i = 0; i < e->n_args; i++)
		left |= visit(f, e->arg[i]);
	return left;
}

static unsigned visit_load(Flows *f, const Expr *e)
{
	access(f, class_at(f->s, e->arg[0]));
	return visit_args(f, e);
}

static unsigned visit_store(Flows *f, const Expr *e)
{
	flow(f, class_at(f->s, e->arg[0]), e->arg[1]);
	change(f, e->arg[0]);
	return visit_args(f, e);
}

static unsigned visit_copy(Flows *f, const Expr *e)
{
	const int to = class_at(f->s, e->arg[0]), from = class_at(f->s, e->arg[1]);
	flow_from(f, to, from);
	flow(f, to, e->arg[1]);
	change(f, e->arg[0]);
	access(f, from);
	return visit_args(f, e);
}

/* Memory of `to` gets what is passed. */
static void pass(Flows *f, int to, const Type *type, const Expr *arg)
{
	if (type_by_address(type)) {
		flow_from(f, to, class_at(f->s, arg));
		access(f, class_at(f->s, arg)); /* it is copied */
	}
	flow(f, to, arg);
}

static unsigned visit_library_value(Flows *f, const Expr *e)
{
	for (int i = 0; i < e->n_args; i++)
		pass(f, class_of_result(f->s, e->func), e->func->params[i]->type, e->arg[i]);
	grow(f, size_of_unseen(e->func));
	return func_has_root(e->func) ? SLICE_SLOW_PATH : func_is_straight(e->func) ? 0 : SLICE_ENDS_BLOCK;
}

static unsigned visit_call_of(Flows *f, const Expr *e, const Func *func)
{
	for (int i = 0; i < e->n_args; i++)
		pass(f, func->params[i]->id, func->params[i]->type, e->arg[i]);
	if (!f->dead)
		vec_push(f->s->scratch, &f->s->calls, ((Call){ func->id, f->at, e }));
	grow(f, f->s->size[func->id]);
	f->depth = f->depth > f->s->depth_of[func->id] ? f->depth : f->s->depth_of[func->id];
	return f->s->leaves[func->id];
}

static unsigned visit_call(Flows *f, const Expr *e)
{
	unsigned left = visit_args(f, e) | visit(f, e->callee);
	if (is_library_value(e))
		return left | visit_library_value(f, e);
	if (!callees_known(f->s, e)) {
		grow(f, SIZE_UNKNOWN);
		must(f);
	}
	for (int i = 0; callee(f->s, e, i); i++)
		left |= visit_call_of(f, e, callee(f->s, e, i));
	return left;
}

static bool is_plain(const Intrinsic *intrinsic)
{
	return intrinsic->classes == IN_COMPUTES || intrinsic->classes == IN_OPAQUE || intrinsic->classes == IN_PURE;
}

static unsigned visit_intrinsic(Flows *f, const Expr *e)
{
	const unsigned left = visit_args(f, e);
	if (is_plain(e->intrinsic))
		return left;
	if (is_intrinsic(e, IN_LOADS)) {
		access(f, class_at(f->s, e->arg[0]));
	} else if (is_intrinsic(e, IN_STORES)) {
		flow_all(f, class_at(f->s, e->arg[0]), e->arg + 1, e->n_args - 1);
		change(f, e->arg[0]);
	} else if (is_intrinsic(e, IN_COPIES | IN_FILLS)) {
		const int to = class_at(f->s, e->arg[0]), from = is_intrinsic(e, IN_COPIES) ? class_at(f->s, e->arg[1]) : NOWHERE;
		flow_from(f, to, from);
		flow_all(f, to, e->arg + 1, e->n_args - 1);
		change(f, e->arg[0]);
		if (from >= 0)
			access(f, from);
	} else {
		must(f);
	}
	return left;
}

static unsigned visit_asm(Flows *f, const AsmBlock *block)
{
	unsigned left = 0;
	for (int i = 0; i < block->n_inputs; i++)
		left |= visit(f, block->inputs[i]);
	for (int i = 0; i < block->n_outputs; i++) {
		left |= visit(f, block->outputs[i]);
		change(f, block->outputs[i]);
	}
	flow_asm(f, block);
	if (asm_computes(block))
		return left | (asm_ends_block(block) ? SLICE_ENDS_BLOCK : 0);
	must(f);
	return left;
}

/* What is never evaluated leaves nothing. */
static unsigned visit_dead(Flows *f, const Expr *e, const Stmt *stmt, int parent)
{
	f->dead++;
	visit(f, e);
	visit_stmt(f, stmt, parent);
	f->dead--;
	return 0;
}

/* a ? b : c, a && b, a || b. */
static unsigned visit_choice(Flows *f, const Expr *e)
{
	bool holds;
	if (is_decided(e->arg[0], &holds)) {
		const int taken = e->kind == EX_COND ? 2 - holds : holds == (e->kind == EX_LAND) ? 1 : 0;
		unsigned left = visit(f, e->arg[0]);
		for (int i = 1; i < e->n_args; i++)
			left |= i == taken ? visit(f, e->arg[i]) : visit_dead(f, e->arg[i], NULL, NOWHERE);
		return left;
	}
	return visit_args(f, e) | (compares_floats(e->arg[0]) ? SLICE_ENDS_BLOCK : may_end_block(f));
}

static unsigned visit_by_kind(Flows *f, const Expr *e)
{
	switch (e->kind) {
	case EX_LOAD:
		return visit_load(f, e);
	case EX_STORE:
		return visit_store(f, e);
	case EX_COPY:
		return visit_copy(f, e);
	case EX_CALL:
		return visit_call(f, e);
	case EX_INTRINSIC:
		return visit_intrinsic(f, e);
	case EX_ASM:
		return visit_asm(f, e->asm_block);
	case EX_COND:
	case EX_LAND:
	case EX_LOR:
		return visit_choice(f, e);
	case EX_TEMP:
	case EX_STMT:
		return visit_stmt(f, e->stmt, f->at);
	case EX_LAUNCH:
	case EX_UNKNOWN:
		must(f);
		return visit_args(f, e);
	default:
		return visit_args(f, e);
	}
}

static unsigned visit(Flows *f, const Expr *e)
{
	Slice *s = f->s;
	if (!e)
		return 0;
	grow(f, size_of_expr(e));
	if (expr_is_leaf(e))
		return 0;
	if (s->depth > MAX_DEPTH) {
		s->too_deep = true;
		return 0;
	}
	s->depth++;
	unsigned left = visit_by_kind(f, e);
	s->depth--;
	const unsigned effects = s->unit->expr_effects[e->id];
	if (effects & OPAQUE_ITSELF)
		left |= effects & OPAQUE_OTHER_INSIDE ? SLICE_OPAQUE | SLICE_OPAQUE_OTHER : SLICE_OPAQUE;
	return left | (e->kind == EX_BINARY && division_has_slow_path(e) ? SLICE_SLOW_PATH : 0);
}

/* --- statements ----------------------------------------------------------------------------------------- */

static void set_leaves(Slice *s, const Stmt *stmt, unsigned left)
{
	unsigned char *slice = (unsigned char *)s->unit->slice;
	slice[stmt->id] = (unsigned char)left;
}

static unsigned visit_parts(Flows *f, const Stmt *stmt)
{
	unsigned left = visit_stmt(f, stmt->init, stmt->id);
	left |= visit(f, stmt->expr) | visit(f, stmt->step);
	left |= visit_stmt(f, stmt->body, stmt->id) | visit_stmt(f, stmt->other, stmt->id);
	for (int i = 0; i < stmt->n_items; i++)
		left |= visit_stmt(f, stmt->items[i], stmt->id);
	return left;
}

static unsigned visit_if(Flows *f, const Stmt *stmt)
{
	bool holds;
	if (is_decided(stmt->expr, &holds))
		return visit_stmt(f, stmt->init, stmt->id) | visit(f, stmt->expr) |
		       visit_stmt(f, holds ? stmt->body : stmt->other, stmt->id) |
		       visit_dead(f, NULL, holds ? stmt->other : stmt->body, stmt->id);
	return visit_parts(f, stmt) | (compares_floats(stmt->expr) ? SLICE_ENDS_BLOCK : may_end_block(f));
}

/* Whatever its test is (eval/exec/unroll.c). */
static bool is_never_unrolled(const Stmt *loop)
{
	return loop->unroll == 1 || loop->is_do || !loop->expr || !loop->step || !loop->body;
}

static unsigned visit_loop(Flows *f, const Stmt *stmt)
{
	const int n = constant_trips(f->s, stmt);
	const int64_t before = f->size;
	const bool stays = n < 0 && is_never_unrolled(stmt);
	f->enclosed += stays;
	const unsigned left = visit_parts(f, stmt);
	f->enclosed -= stays;
	const int64_t once = f->size - before + 3, all = n * once;
	f->size = before;
	grow(f, n >= 0 ? all : stmt->unroll == 1 ? once : SIZE_UNKNOWN);
	if (n >= 0 && (stmt->unroll == UNROLL_ALL || stmt->unroll >= n) && all <= UNROLLED_PRAGMA)
		return left;
	if (!stays)
		must(f);
	return left | SLICE_ENDS_BLOCK;
}

static unsigned visit_leaving(Flows *f)
{
	if (f->enclosed)
		must_inside(f);
	else
		must(f);
	return SLICE_ENDS_BLOCK;
}

/* Returned records are copied. */
static unsigned visit_return(Flows *f, const Stmt *stmt)
{
	const int to = class_of_result(f->s, f->func);
	must_inside(f);
	if (!stmt->expr)
		return 0;
	const unsigned left = visit(f, stmt->expr);
	flow(f, to, stmt->expr);
	if (type_by_address(f->func->result)) {
		flow_from(f, to, class_at(f->s, stmt->expr));
		access(f, class_at(f->s, stmt->expr));
	}
	return left;
}

static unsigned visit_stmt_by_kind(Flows *f, const Stmt *stmt)
{
	switch (stmt->kind) {
	case ST_IF:
		return visit_if(f, stmt);
	case ST_LOOP:
		return visit_loop(f, stmt);
	case ST_RETURN:
		return visit_return(f, stmt);
	case ST_BREAK:
	case ST_CONTINUE:
		return visit_leaving(f);
	case ST_EXPR:
	case ST_BLOCK:
	case ST_DECL:
		return visit_parts(f, stmt);
	default:
		must(f);
		return visit_parts(f, stmt) | SLICE_ENDS_BLOCK;
	}
}

static unsigned visit_stmt(Flows *f, const Stmt *stmt, int parent)
{
	Slice *s = f->s;
	if (!stmt)
		return 0;
	if (s->depth > MAX_DEPTH) {
		s->too_deep = true;
		return 0;
	}
	const int outer = f->at;
	s->depth++;
	s->stmt[stmt->id] = stmt;
	s->parent[stmt->id] = parent;
	s->in[stmt->id] = f->func->id;
	f->at = stmt->id;
	grow(f, size_of_stmt(stmt));
	const unsigned left = visit_stmt_by_kind(f, stmt);
	set_leaves(s, stmt, left);
	f->at = outer;
	s->depth--;
	return left;
}

void flows_of_function(Slice *s, const Func *func)
{
	Flows f = { .s = s, .func = func, .at = NOWHERE };
	s->func[func->id] = func;
	const unsigned left = visit_stmt(&f, func->body, NOWHERE);
	s->leaves[func->id] = (unsigned char)left;
	s->size[func->id] = f.size;
	s->depth_of[func->id] = f.depth + 1;
	s->too_deep = s->too_deep || f.depth >= MOST_CALLS;
	if (func->no_inline)
		s->acts[func->id] = true;
}
