/* Variables and calls: functions are entered with the caller's values, pointers into shared memory included. */
#include "eval/exec/access_impl.h"
#include "eval/exec/leaving.h"
#include "eval/exec/exec.h"
#include "eval/exec/memo.h"
#include "ir/library.h"
#include "ir/place.h"
#include "ir/pure.h"
#include "ir/touches.h"

#include <string.h>

#include "base/heap.h"

enum { MAX_CALLS = 64, MAX_KEPT = 4 };

/* --- variables ---------------------------------------------------------------------------------- */

static void bind(Eval *ev, const Var *var, Object *object)
{
	Frame *frame = ev->frame;
	vec_push(ev->stack, &frame->bound, ((Binding){ var->id, ev->object_of[var->id] }));
	vec_push(ev->stack, &frame->owned, object);
	ev->object_of[var->id] = object;
}

Object *eval_declare(Eval *ev, const Var *var)
{
	Object *object = ev->object_of[var->id];
	if (object && object->frame == ev->frame->depth && object->kind == OBJ_LOCAL) {
		memory_invalidate(&ev->mem, object, REASON_UNINITIALISED);
		object->threads = ev->flow.may_execute;
		object->declared = ++ev->mem.serial;
		return object;
	}
	object = memory_object(&ev->mem, OBJ_LOCAL, var, ev->frame->depth, ev->flow.may_execute);
	bind(ev, var, object);
	return object;
}

static bool is_table(const Eval *ev, const Var *var)
{
	return (var->is_const || host_starts_with(ev, var)) && var->init && var->kind != VAR_CONSTANT && var->kind != VAR_SHARED &&
	       var->kind != VAR_DYNAMIC;
}

static ObjectKind kind_of(const Eval *ev, const Var *var)
{
	if (var->kind == VAR_SHARED || var->kind == VAR_DYNAMIC)
		return OBJ_SHARED;
	if (var->kind == VAR_CONSTANT || (var->kind == VAR_GLOBAL && !(ev->is_host && var->is_host)))
		return is_table(ev, var) ? OBJ_LOCAL : OBJ_GLOBAL;
	return OBJ_LOCAL;
}

/* Runs a constant object's initialiser: once, for all threads, under no condition. */
static void initialise(Eval *ev, const Var *var)
{
	Flow flow = ev->flow;
	int unsequenced = ev->unsequenced;
	Mask all = mask_first(ev->ctx.n_threads);
	ev->flow = (Flow){ .may_execute = all, .must_execute = all, .count_known = true };
	ev->trial++;
	ev->unsequenced = 0;
	eval_stmt(ev, var->init);
	ev->unsequenced = unsequenced;
	ev->trial--;
	ev->flow = flow;
}

Object *eval_object(Eval *ev, const Var *var)
{
	var = var_defined(var);
	Object *object = ev->object_of[var->id];
	if (object) {
		memo_named(ev, object);
		return object;
	}
	Mask all = mask_first(ev->ctx.n_threads);
	object = memory_object(&ev->mem, kind_of(ev, var), var, 0, all);
	object->born = 0;
	ev->object_of[var->id] = object;
	if (object->kind == OBJ_SHARED)
		eval_place_shared(ev, object);
	/* A static, or a variable of an outer function whose declaration was not run: its contents are unknown. */
	if (object->kind == OBJ_LOCAL && var->kind != VAR_BUILTIN)
		object->content.rest = var->is_static || !is_table(ev, var) ? REASON_GLOBAL_LOAD : REASON_UNINITIALISED;
	if (!var->init && !var->is_declared && host_starts_with(ev, var) && (var->type->kind == TY_INT || var->type->kind == TY_BOOL))
		object->content.rest = REASON_NONE;
	if (is_table(ev, var)) {
		object->content.rest = REASON_UNINITIALISED;
		initialise(ev, var);
	}
	return object;
}

Object *eval_func_object(Eval *ev, const Func *func)
{
	func = func_defined(func);
	if (func->id >= ev->n_func_objects) {
		int n = 2 * func->id + 16;
		ev->func_object = heap_resize(ev->func_object, (size_t)n, sizeof *ev->func_object);
		memset(ev->func_object + ev->n_func_objects, 0, sizeof *ev->func_object * (size_t)(n - ev->n_func_objects));
		ev->n_func_objects = n;
	}
	Object **slot = &ev->func_object[func->id];
	if (!*slot) {
		*slot = memory_object(&ev->mem, OBJ_FUNC, NULL, 0, mask_first(ev->ctx.n_threads));
		(*slot)->func = func;
		(*slot)->born = 0;
		ev->ctx.syms.at[(*slot)->sym].name = func->base_name;
	}
	return *slot;
}

/* --- entering and leaving ------------------------------------------------------------------------ */

static void frame_enter(Eval *ev, Frame *frame, const Func *func, const Expr *site)
{
	Frame *up = ev->frame;
	*frame = (Frame){ .up = up,
			  .func = func,
			  .call = site,
			  .depth = up ? up->depth + 1 : 1,
			  .returns.maybe_uniform = true,
			  .mark = arena_mark(ev->stack) };
	frame->in_system = func->is_system;
	if (up && site) {
		/* Accesses in the toolkit's functions are reported at the call in the program. */
		frame->user_range = up->in_system ? up->user_range : site->range;
		frame->site = ev->recorder && !func->is_system ? recorder_call(ev->recorder, up->site, func, site) : up->site;
	}
	ev->frame = frame;
}

/* A record that is returned points to the object. */
static bool is_returned(const Eval *ev, const Frame *frame, const Object *object)
{
	int64_t offset;
	bool is = false;
	for (int i = 0; frame->result && i < frame->result->content.n && !is; i++)
		is = target_plain(ev, &frame->result->content.cells[i].stored->v, &offset) == object;
	return is;
}

/* A view of a local array that is returned is not valid C++, but in use: inlined, the array lives on.  The caller gets it. */
static void frame_leave(Eval *ev)
{
	Frame *frame = ev->frame;
	Object *kept[MAX_KEPT];
	int n_kept = 0;
	for (int i = frame->bound.n; i-- > 0;)
		ev->object_of[frame->bound.at[i].var] = frame->bound.at[i].before;
	for (int i = 0; i < frame->owned.n; i++) {
		if (n_kept < MAX_KEPT && frame->up && is_returned(ev, frame, frame->owned.at[i]))
			kept[n_kept++] = frame->owned.at[i];
		else
			memory_retire(&ev->mem, frame->owned.at[i]);
	}
	for (int i = 0; i < frame->temps.n; i++)
		memory_retire(&ev->mem, frame->temps.at[i]);
	ev->frame = frame->up;
	arena_release(ev->stack, frame->mark);
	for (int i = 0; i < n_kept; i++)
		vec_push(ev->stack, &ev->frame->owned, kept[i]);
}

static void bind_param(Eval *ev, const Func *func, int i, const Value *args, int n_args, const Expr *site)
{
	const Var *param = func->params[i];
	Object *object = memory_object(&ev->mem, OBJ_LOCAL, param, ev->frame->depth, ev->flow.may_execute);
	bind(ev, param, object);
	if (i >= n_args)
		object->content.rest = REASON_UNSUPPORTED;
	else if (type_by_address(param->type))
		eval_copy(ev, site, value_sym(&ev->ctx, object->sym), args[i], param->type);
	else if (func->no_inline)
		memory_write(&ev->mem, object, 0, (int)param->type->size, param->type->kind == TY_FLOAT,
			     value_at_run_time(&ev->ctx, args[i], 0, REFINE_NONE), &ev->flow.may_execute);
	else
		memory_write(&ev->mem, object, 0, (int)param->type->size, param->type->kind == TY_FLOAT, args[i], &ev->flow.may_execute);
}

/* A function that stays one, and its caller, know nothing of each other's variables that both reach. */
static void part_local(Eval *ev, Object *object)
{
	if (object && object->kind == OBJ_LOCAL)
		memory_widen_all(&ev->mem, object, REFINE_NONE);
}

static void part_arguments(Eval *ev, const Func *func, const Value *args, int n_args)
{
	Value offset;
	for (int i = 0; i < n_args && i < func->n_params; i++)
		if (func->params[i]->type->kind == TY_PTR)
			part_local(ev, eval_target(ev, args[i], &offset));
}

static void part_changed(Eval *ev, const Journal *journal)
{
	for (int i = 0; i < journal->n; i++)
		if (journal->entries[i].object->declared <= journal->started)
			part_local(ev, journal->entries[i].object);
}

static Value call_result(Eval *ev, const Func *func, Object *result)
{
	if (!result || func->result->kind == TY_VOID)
		return value_int(0);
	if (type_by_address(func->result))
		return value_sym(&ev->ctx, result->sym);
	return memory_read(&ev->mem, result, 0, (int)func->result->size, func->result->kind == TY_FLOAT, func->loc);
}

static Object *result_object(Eval *ev, const Func *func, Frame *caller)
{
	if (!func->result || func->result->kind == TY_VOID)
		return NULL;
	Object *object = memory_object(&ev->mem, OBJ_LOCAL, NULL, caller ? caller->depth : 0, ev->flow.may_execute);
	if (caller)
		vec_push(ev->stack, &caller->temps, object);
	return object;
}

static Value enter_function(Eval *ev, const Func *func, const Value *args, int n_args, const Expr *site)
{
	Frame *caller = ev->frame, frame;
	Flow before = ev->flow;
	const int known_before = ev->is_host ? ev->host->known.n : 0;
	MemoCall call;
	Value known;
	if (memo_repeats(ev, func, args, n_args, &call, &known))
		return known;
	Object *result = result_object(ev, func, caller);
	Journal journal;
	if (!journal_begin(&ev->mem, &journal)) {
		eval_fail(ev, reason_text(REASON_RECURSION), func->loc);
		return value_int(0);
	}
	frame_enter(ev, &frame, func, site);
	frame.result = result;
	frame.returns.leaving.since = &journal;
	for (int i = 0; i < func->n_params; i++)
		bind_param(ev, func, i, args, n_args, site);
	ev->flow.speculative = mask_none();
	ev->flow.doubt_why = REASON_NONE;
	if (func->no_inline) {
		part_arguments(ev, func, args, n_args);
		eval_barrier(ev);
	}
	eval_stmt(ev, func->body);
	if (func->no_inline)
		eval_barrier(ev);
	journal_pause(&ev->mem, &journal);
	if (func->no_inline)
		part_changed(ev, &journal);
	/* Of numbers that are returned at several places each return has made one (eval_stmt.c).  On the host they would be long sums
	 * over all conditions, to no avail: where these matter each path is run (call_each_path). */
	if (!ev->is_host)
		known = call_result(ev, func, result);
	if (!mask_empty(&frame.returns.maybe))
		leaving_end(ev, &journal, &frame.returns.maybe, &frame.returns.leaving, REASON_BRANCH);
	if (ev->is_host)
		known = call_result(ev, func, result);
	memo_learn(ev, func, &call, &journal, &known);
	journal_end(&ev->mem, &journal);
	frame_leave(ev);
	host_leave_branch(ev, known_before);
	ev->flow = before;
	if (!mask_empty(&frame.returns.surely) || !mask_empty(&frame.returns.maybe))
		host_go_on(ev);
	if (host_has_ended(ev))
		ev->flow.may_execute = ev->flow.must_execute = ev->flow.speculative = mask_none();
	return known;
}

/* --- host functions that return early --------------------------------------------------------------- */

typedef struct PathCall {
	const Func *func;
	const Value *args;
	const Expr *site;
	Object *result;   /* of all paths; NULL: void */
} PathCall;

static void enter_on_path(Eval *ev, void *data)
{
	const PathCall *call = data;
	const Type *type = call->func->result;
	const Value v = enter_function(ev, call->func, call->args, call->site->n_args, call->site);
	if (call->result && type_by_address(type))
		eval_copy(ev, call->site, value_sym(&ev->ctx, call->result->sym), v, type);
	else if (call->result)
		memory_write(&ev->mem, call->result, 0, (int)type->size, type->kind == TY_FLOAT, v, &ev->flow.may_execute);
}

static bool call_each_path(Eval *ev, const Func *func, const Value *args, const Expr *site, Value *out)
{
	Ways *ways = host_ways_of_call(ev, func);
	if (!ways)
		return false;
	PathCall call = { func, args, site, result_object(ev, func, ev->frame) };
	if (!host_each_path(ev, ways, enter_on_path, &call))
		return false;
	*out = call_result(ev, func, call.result);
	return true;
}

/* --- calls --------------------------------------------------------------------------------------- */

static bool in_progress(const Eval *ev, const Func *func)
{
	int times = 0;
	for (const Frame *frame = ev->frame; frame; frame = frame->up)
		times += frame->func == func;
	return times > 8;
}

/* points_to: what the arguments may point to, and so the result. */
static Value unknown_result(Eval *ev, const Expr *e, Reason reason, unsigned points_to)
{
	const Type *type = e->type;
	if (type_by_address(type)) {
		Object *object = memory_object(&ev->mem, OBJ_LOCAL, NULL, ev->frame->depth, ev->flow.may_execute);
		vec_push(ev->stack, &ev->frame->temps, object);
		object->content.rest = reason;
		object->content.points_to = points_to;
		return value_sym(&ev->ctx, object->sym);
	}
	return value_pointing_to(&ev->ctx, eval_unknown_value(ev, false, false, reason, expr_loc(e)), points_to);
}

/* Accesses are not merged across a call to unknown code or to a function that orders memory; most other functions of the
 * toolkit end the basic block. */
static void separate_accesses(Eval *ev, const Func *func)
{
	if (!func || !func->is_system || func_orders(func))
		eval_barrier(ev);
	else if (func_has_root(func))
		eval_take_slow_path(ev);
	else if (!func_is_straight(func))
		eval_end_basic_block(ev);
}

/* What an argument may point to: of a record that is passed by value, what is in it. */
static unsigned argument_points_to(Eval *ev, const Func *func, int i, const Value *arg)
{
	Value offset;
	const bool by_value = func && i < func->n_params && type_by_address(func->params[i]->type);
	const Object *object = by_value ? eval_target(ev, *arg, &offset) : NULL;
	return object && object->kind == OBJ_LOCAL ? content_points_to(&ev->ctx, &object->content) : value_points_to(&ev->ctx, arg);
}

/* Whether the function may access what its argument points to.  The toolkit's are declared for what they do: of these only those
 * that get pointers to numbers or bytes, such as sincosf() and memcmp(), access the program's memory; printf() does not access what
 * it prints.  Generic built-in functions are declared without parameters. */
static bool may_access(const Expr *e, int i)
{
	const Func *func = e->func;
	if (!func || !func->is_system)
		return true;
	const Type *to = e->arg[i]->type->kind == TY_PTR ? e->arg[i]->type->elem : NULL;
	return to && (to->kind == TY_INT || to->kind == TY_FLOAT || to->kind == TY_VOID) && (i < func->n_params || !func->n_params) &&
	       !func->self && !func_orders(func);
}

static bool holds_addresses(const Content *content)
{
	bool holds = content->rest && content->rest != REASON_UNINITIALISED;
	for (int i = 0; i < content->n; i++)
		holds = holds || content->cells[i].stored->v.n_terms || content->cells[i].stored->v.unknown;
	return holds;
}

/* What unknown code leaves in the memory that its argument points to: pointers of its own where there were none. */
static void leave(Eval *ev, const Expr *e, int i, Value arg, Reason reason)
{
	Value offset;
	Object *object = eval_target(ev, arg, &offset);
	const bool makes =
		!ev->is_host && object && object->kind == OBJ_LOCAL && call_leaves_pointer(e, i) && !holds_addresses(&object->content);
	eval_escape(ev, arg, reason);
	if (makes)
		object->content.points_to |= POINTS_TO_SHARED;
}

/* What host code gets from elsewhere, made of no other pointer: tensor.data_ptr(). */
static bool gives_pointer(const Eval *ev, const Expr *e)
{
	bool gives = ev->is_host && e->type->kind == TY_PTR && e->func && !e->func->is_system;
	for (int i = e->func && e->func->self ? 1 : 0; i < e->n_args; i++)
		gives = gives && e->arg[i]->type->kind != TY_PTR;
	return gives;
}

static Value call_unknown(Eval *ev, const Expr *e, const Value *args, Reason reason)
{
	bool uniform = true;
	unsigned points_to = 0;
	bool noted = false;
	separate_accesses(ev, e->func);
	for (int i = 0; i < e->n_args && !noted; i++)
		noted = may_access(e, i) && eval_pass(ev, e, args[i], reason == REASON_RECURSION ? reason : REASON_PASSED);
	if (reason == REASON_INDIRECT_CALL && !noted && !ev->is_host && ev->unit->has_shared)
		eval_unknown_access(ev, e, BANK_LD, REASON_CALLED);
	for (int i = 0; i < e->n_args; i++) {
		points_to |= argument_points_to(ev, e->func, i, &args[i]);
		uniform = uniform && value_is_uniform(&ev->ctx, &args[i], &ev->flow.may_execute);
		leave(ev, e, i, args[i], reason);
	}
	if (e->func && ev->is_host) {
		host_forget_globals(ev, e->func);
		if (host_never_returns(e->func))
			host_end(ev);
	}
	if (!ev->is_host && call_makes_pointer(e))
		points_to |= POINTS_TO_SHARED;
	/* The toolkit's mathematical functions depend on their arguments alone. */
	if (e->func && e->func->is_system && e->type->kind == TY_FLOAT)
		return uniform ? value_sym(&ev->ctx, ev->float_sym) : eval_unknown_value(ev, false, false, REASON_FLOAT, expr_loc(e));
	Value result = unknown_result(ev, e, reason, e->type->kind == TY_PTR || type_by_address(e->type) ? points_to : 0);
	if (gives_pointer(ev, e))
		eval_base_symbol(ev, &result);
	return result;
}

/* The function that is called, by name or through a pointer to one known function; NULL: not known. */
static const Func *called_function(Eval *ev, const Expr *e)
{
	if (e->func)
		return func_defined(e->func);
	Value offset, target = eval_expr(ev, e->callee);
	Object *object = eval_target(ev, target, &offset);
	return object && object->kind == OBJ_FUNC ? object->func : NULL;
}

static bool are_numbers(const Eval *ev, const Value *args, int n)
{
	double number;
	bool are = true;
	for (int i = 0; i < n; i++)
		are = are && float_number(ev, &args[i], &number);
	return are;
}

/* A call with arguments that are numbers once it is known which way a condition went: `blocks = next_power_of_2(n)`.  The
 * result as a sum over the condition's flag, so that both stay together. */
static bool call_split(Eval *ev, const Func *func, const Value *args, const Expr *e, Value *out)
{
	Cond c;
	Value *with[2], side[2];
	if (!ev->is_host || host_reaches(ev, func) || ev->ops > ev->max_ops || !host_may_know(ev, args, e->n_args))
		return false;
	if (!func_is_pure(func) || !host_split(ev, args, e->n_args, &c, with))
		return false;
	if (!are_numbers(ev, with[0], e->n_args) && !are_numbers(ev, with[1], e->n_args))
		return false;
	for (int holds = 0; holds < 2; holds++)
		side[holds] = enter_function(ev, func, with[holds], e->n_args, e);
	return !ev->failed && host_choose(ev, &c, side[1], side[0], out);
}

Value eval_call(Eval *ev, const Expr *e)
{
	Value *args = arena_array(ev->scratch, Value, e->n_args + 1);
	for (int i = 0; i < e->n_args; i++)
		args[i] = eval_expr(ev, e->arg[i]);
	const Func *func = called_function(ev, e);
	if (ev->failed)
		return value_int(0);
	Value known;
	if (func && func->is_system && host_math(ev, e, func->base_name, args, &known))
		return known;
	if ((!func || !func->body) && (eval_encodes_map(ev, e, args) || eval_finds_driver(ev, e, args)))
		return value_int(0); /* CUDA_SUCCESS: without it, there are no launches to be looked at */
	if (!func || !func->body)
		return call_unknown(ev, e, args, !func ? REASON_INDIRECT_CALL : func_fetches(func) ? REASON_GLOBAL_LOAD : REASON_CALL);
	if (ev->frame->depth >= MAX_CALLS || in_progress(ev, func))
		return call_unknown(ev, e, args, REASON_RECURSION);
	if (ev->is_host && ev->ops > ev->max_ops && !host_reaches(ev, func) && !func_is_brief(func))
		return call_unknown(ev, e, args, REASON_BUDGET);
	if (call_split(ev, func, args, e, &known) || call_each_path(ev, func, args, e, &known))
		return known;
	return enter_function(ev, func, args, e->n_args, e);
}
