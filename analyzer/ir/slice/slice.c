#include "ir/slice/slice_impl.h"

#include <string.h>

#include "ir/link.h"
#include "ir/place.h"

typedef struct Work {
	Slice *s;
	Lists flows, stores, calls;
	VEC(int) classes, stmts; /* newly needed; newly to be evaluated */
	uint32_t *changes;       /* by Func.id: parameters, by bit */
	int *waiting, *next;     /* by Func.id: statements to be evaluated once it runs; the one after, by Stmt.id */
} Work;

/* --- lists --------------------------------------------------------------------------------------------- */

typedef int KeyOf(const Slice *s, int i);

static int key_of_flow(const Slice *s, int i)
{
	return class_of(s, s->flows.at[i].from);
}

static int key_of_store(const Slice *s, int i)
{
	return class_of(s, s->stores.at[i].class);
}

static int key_of_call(const Slice *s, int i)
{
	return s->calls.at[i].func;
}

/* The numbers below n by their keys, which are below `end`. */
static Lists lists_of(const Slice *s, KeyOf *key_of, int n, int end)
{
	Lists lists = { arena_array(s->scratch, int, end + 2), arena_array(s->scratch, int, n + 1) };
	for (int i = 0; i < n; i++)
		lists.first[key_of(s, i) + 2]++;
	for (int i = 2; i < end + 2; i++)
		lists.first[i] += lists.first[i - 1];
	for (int i = 0; i < n; i++)
		lists.to[lists.first[key_of(s, i) + 1]++] = i;
	return lists;
}

/* --- what is needed -------------------------------------------------------------------------------------- */

static void run(Work *w, int stmt)
{
	Slice *s = w->s;
	for (; stmt >= 0 && !s->must[stmt]; stmt = s->parent[stmt]) {
		s->must[stmt] = true;
		vec_push(s->scratch, &w->stmts, stmt);
	}
}

/* Its calls are evaluated, and so are those of the functions that make them. */
static void act(Work *w, int func)
{
	Slice *s = w->s;
	VEC(int) acting = { 0 };
	vec_push(s->scratch, &acting, func);
	while (acting.n) {
		const int of = acting.at[--acting.n];
		for (int i = w->calls.first[of]; i < w->calls.first[of + 1]; i++) {
			const int stmt = s->calls.at[w->calls.to[i]].stmt, caller = s->in[stmt];
			run(w, stmt);
			if (!s->acts[caller]) {
				s->acts[caller] = true;
				vec_push(s->scratch, &acting, caller);
			}
		}
	}
}

/* The function changes what a parameter of it points to, or something elsewhere. */
static void change(Work *w, int func, int param)
{
	Slice *s = w->s;
	if (param == IN_OWN || s->acts[func] || (param >= 0 && w->changes[func] >> param & 1))
		return;
	if (param < 0) {
		s->acts[func] = true;
		act(w, func);
		return;
	}
	w->changes[func] |= (uint32_t)1 << param;
	for (int i = w->calls.first[func]; i < w->calls.first[func + 1]; i++) {
		const Call *call = &s->calls.at[w->calls.to[i]];
		const int caller = s->in[call->stmt];
		run(w, call->stmt);
		change(w, caller, param_of(s->func[caller], call->expr->arg[param]));
	}
}

/* Shared and global memory are not tracked. */
static void need(Work *w, int class)
{
	Slice *s = w->s;
	class = class_of(s, class);
	const Class *of = class < 0 ? NULL : &s->classes.at[class];
	if (!of || of->needed || (of->where && !(of->where & (IN_VARIABLE | IN_UNKNOWN))))
		return;
	s->classes.at[class].needed = true;
	vec_push(s->scratch, &w->classes, class);
}

static void spread(Work *w, int class)
{
	Slice *s = w->s;
	for (int i = w->flows.first[class]; i < w->flows.first[class + 1]; i++)
		need(w, s->flows.at[w->flows.to[i]].to);
	for (int i = w->stores.first[class]; i < w->stores.first[class + 1]; i++) {
		const Store *store = &s->stores.at[w->stores.to[i]];
		const int func = s->in[store->stmt];
		run(w, store->stmt);
		if (s->classes.at[class].owner != func)
			change(w, func, store->to);
	}
}

/* --- what is evaluated ------------------------------------------------------------------------------------- */

static void evaluate(Work *w, const Expr *e);

/* What a call gives; of a record that is its address, which is always known. */
static void need_results(Work *w, const Expr *e)
{
	Slice *s = w->s;
	if (type_by_address(e->type))
		return;
	if (is_library_value(e))
		need(w, class_of_result(s, e->func));
	for (int i = 0; callee(s, e, i); i++)
		need(w, class_of_result(s, callee(s, e, i)));
}

/* All that the value is made of. */
static void need_value(Work *w, const Expr *e)
{
	Slice *s = w->s;
	if (!e || expr_is_leaf(e))
		return;
	if (s->depth > MAX_DEPTH) {
		s->too_deep = true;
		return;
	}
	s->depth++;
	if (e->kind == EX_LOAD)
		need(w, class_at(s, e->arg[0]));
	if (e->kind == EX_STMT)
		need_value(w, last_of(e));
	if (e->kind == EX_CALL && (is_library_value(e) || callees_known(s, e)))
		need_results(w, e);
	else
		for (int i = 0; i < e->n_args; i++)
			need_value(w, e->arg[i]);
	s->depth--;
}

static void need_object(Work *w, const Expr *e)
{
	need_value(w, e);
	if (e->type->kind == TY_PTR || type_by_address(e->type))
		need(w, class_at(w->s, e));
}

static void need_args(Work *w, const Expr *e)
{
	for (int i = 0; i < e->n_args; i++)
		if (e->arg[i])
			need_object(w, e->arg[i]);
}

static void run_function(Work *w, const Func *func)
{
	Slice *s = w->s;
	if (s->runs[func->id])
		return;
	s->runs[func->id] = true;
	for (int stmt = w->waiting[func->id]; stmt >= 0; stmt = w->next[stmt])
		vec_push(s->scratch, &w->stmts, stmt);
}

/* The addresses of what is passed by value. */
static void need_copied(Work *w, const Expr *e, const Func *func)
{
	for (int i = 0; i < e->n_args; i++)
		if (type_by_address(func->params[i]->type))
			need_value(w, e->arg[i]);
}

static void evaluate_call(Work *w, const Expr *e)
{
	Slice *s = w->s;
	evaluate(w, e->callee);
	need_value(w, e->callee);
	if (!callees_known(s, e) && !is_library_value(e))
		need_args(w, e);
	if (is_library_value(e))
		need_copied(w, e, e->func);
	for (int i = 0; callee(s, e, i); i++) {
		need_copied(w, e, callee(s, e, i));
		run_function(w, callee(s, e, i));
	}
}

static void evaluate_asm(Work *w, const AsmBlock *block)
{
	const bool computes = asm_computes(block);
	for (int i = 0; i < block->n_inputs; i++) {
		evaluate(w, block->inputs[i]);
		if (!computes)
			need_object(w, block->inputs[i]);
	}
	for (int i = 0; i < block->n_outputs; i++) {
		evaluate(w, block->outputs[i]);
		need_value(w, block->outputs[i]);
		if (!computes && block->output_reads && block->output_reads[i])
			need(w, class_at(w->s, block->outputs[i]));
	}
}

static void evaluate_argument(Work *w, const Expr *e)
{
	if (!e)
		return;
	evaluate(w, e);
	need_object(w, e);
}

static void evaluate_launch(Work *w, const LaunchExpr *launch)
{
	const Expr *const of[] = { launch->kernel_expr, launch->grid, launch->block, launch->dynamic_bytes };
	for (size_t i = 0; i < sizeof of / sizeof *of; i++)
		evaluate_argument(w, of[i]);
	for (int i = 0; i < launch->n_args; i++)
		evaluate_argument(w, launch->args[i]);
}

static void evaluate_intrinsic(Work *w, const Expr *e)
{
	if (is_intrinsic(e, IN_LOADS | IN_STORES | IN_FILLS | IN_COPIES | IN_ADDRESS))
		for (int i = 0; i < e->n_args; i++)
			need_value(w, e->arg[i]);
	else if (e->intrinsic->classes != IN_COMPUTES && e->intrinsic->classes != IN_OPAQUE && e->intrinsic->classes != IN_PURE)
		need_args(w, e);
}

/* Addresses and conditions are needed, whatever the value is for. */
static void evaluate_by_kind(Work *w, const Expr *e)
{
	switch (e->kind) {
	case EX_LOAD:
	case EX_STORE:
		need_value(w, e->arg[0]);
		break;
	case EX_COPY:
		need_value(w, e->arg[0]);
		need_value(w, e->arg[1]);
		break;
	case EX_COND:
	case EX_LAND:
	case EX_LOR:
		need_value(w, e->arg[0]);
		break;
	case EX_CALL:
		evaluate_call(w, e);
		break;
	case EX_INTRINSIC:
		evaluate_intrinsic(w, e);
		break;
	case EX_ASM:
		evaluate_asm(w, e->asm_block);
		break;
	case EX_LAUNCH:
		evaluate_launch(w, e->launch);
		break;
	case EX_STMT:
		if (last_of(e))
			run(w, e->stmt->items[e->stmt->n_items - 1]->id);
		break;
	case EX_UNKNOWN:
		need_args(w, e);
		break;
	default:
		break;
	}
}

static void evaluate(Work *w, const Expr *e)
{
	Slice *s = w->s;
	if (e && e->kind == EX_ADDR)
		s->named_vars[var_defined(e->var)->id] = true;
	if (!e || expr_is_leaf(e))
		return;
	if (s->depth > MAX_DEPTH) {
		s->too_deep = true;
		return;
	}
	s->depth++;
	evaluate_by_kind(w, e);
	for (int i = 0; i < e->n_args; i++)
		evaluate(w, e->arg[i]);
	s->depth--;
}

static void evaluate_stmt(Work *w, int id)
{
	Slice *s = w->s;
	const Stmt *stmt = s->stmt[id];
	const int func = s->in[id];
	if (!s->runs[func]) {
		w->next[id] = w->waiting[func];
		w->waiting[func] = id;
		return;
	}
	evaluate(w, stmt->expr);
	evaluate(w, stmt->step);
	const bool copies = stmt->kind == ST_RETURN && stmt->expr && type_by_address(s->func[func]->result);
	if (stmt->kind == ST_IF || stmt->kind == ST_LOOP || stmt->kind == ST_SWITCH || copies)
		need_value(w, stmt->expr);
	else if (stmt->kind == ST_UNKNOWN && stmt->expr)
		need_args(w, stmt->expr);
}

static void solve(Work *w)
{
	while (w->classes.n || w->stmts.n) {
		if (w->classes.n)
			spread(w, w->classes.at[--w->classes.n]);
		else
			evaluate_stmt(w, w->stmts.at[--w->stmts.n]);
	}
}

static void begin(Slice *s)
{
	Unit *unit = s->unit;
	const size_t n_funcs = (size_t)unit->n_func_ids + 1, n_stmts = (size_t)unit->n_stmts + 1;
	s->seen = arena_array(s->scratch, unsigned char, n_funcs);
	s->acts = arena_array(s->scratch, bool, n_funcs);
	s->runs = arena_array(s->scratch, bool, n_funcs);
	s->leaves = arena_array(s->scratch, unsigned char, n_funcs);
	s->depth_of = arena_array(s->scratch, int, n_funcs);
	s->size = arena_array(s->scratch, int64_t, n_funcs);
	s->func = arena_array(s->scratch, const Func *, n_funcs);
	s->named_vars = arena_array(s->scratch, bool, unit->n_vars + 1);
	s->stmt = arena_array(s->scratch, const Stmt *, n_stmts);
	s->parent = arena_array(s->scratch, int, n_stmts);
	s->in = arena_array(s->scratch, int, n_stmts);
	s->must = arena_array(s->scratch, bool, n_stmts);
	unit->slice = arena_array(s->arena, unsigned char, n_stmts);
	classes_begin(s);
	slice_add_functions(s);
}

/* A function that code outside of the slice calls. */
static void run_from_outside(Work *w, const Func *func)
{
	Slice *s = w->s;
	for (int i = 0; i < func->n_params; i++)
		need(w, func->params[i]->id);
	need(w, class_of_result(s, func));
	s->acts[func->id] = s->runs[func->id] = true;
}

static void find(Slice *s)
{
	Work w = { .s = s };
	for (int i = 0; i < s->funcs.n; i++)
		flows_of_function(s, s->funcs.at[i]);
	w.flows = lists_of(s, key_of_flow, s->flows.n, s->classes.n);
	w.stores = lists_of(s, key_of_store, s->stores.n, s->classes.n);
	w.calls = lists_of(s, key_of_call, s->calls.n, s->unit->n_func_ids + 1);
	w.changes = arena_array(s->scratch, uint32_t, s->unit->n_func_ids + 1);
	w.waiting = arena_array(s->scratch, int, s->unit->n_func_ids + 1);
	w.next = arena_array(s->scratch, int, s->unit->n_stmts + 1);
	memset(w.waiting, -1, sizeof(int) * ((size_t)s->unit->n_func_ids + 1));
	for (int i = 0; i < s->classes.n; i++)
		if (s->classes.at[i].joined == i && s->classes.at[i].needed)
			vec_push(s->scratch, &w.classes, i);
	for (int i = 0; i < s->funcs.n; i++)
		if (s->seen[s->funcs.at[i]->id] & FROM_OUTSIDE || may_be_called(s, s->funcs.at[i]))
			run_from_outside(&w, s->funcs.at[i]);
	for (int i = 0; i < s->funcs.n; i++)
		if (s->acts[s->funcs.at[i]->id])
			act(&w, s->funcs.at[i]->id);
	for (int i = 0; i < s->begun.n; i++)
		run(&w, s->begun.at[i]);
	solve(&w);
}

/* --- the unit ---------------------------------------------------------------------------------------------- */

/* Declarations are evaluated if the variable is named, in whatever way. */
static bool is_skipped(const Slice *s, int id)
{
	const Stmt *stmt = s->stmt[id];
	return stmt && !s->must[id] && (stmt->kind != ST_DECL || (!s->named_vars[stmt->var->id] && !stmt->var->is_static));
}

static void mark(Slice *s)
{
	unsigned char *slice = s->unit->slice;
	for (int i = 0; i <= s->unit->n_stmts; i++) {
		if (s->too_deep)
			slice[i] = 0;
		else if (is_skipped(s, i))
			slice[i] |= SLICE_SKIPPED;
		else if (s->stmt[i] && s->stmt[i]->kind == ST_LOOP && slice_is_hollow(s, s->stmt[i]))
			slice[i] |= SLICE_HOLLOW;
	}
}

void slice_find(Arena *arena, Unit *unit)
{
	Slice s = { .arena = arena, .scratch = arena_new(), .unit = unit };
	begin(&s);
	for (int i = 0; i < s.funcs.n; i++)
		classes_of_function(&s, s.funcs.at[i]);
	classes_end(&s);
	find(&s);
	mark(&s);
	arena_free(s.scratch);
}
