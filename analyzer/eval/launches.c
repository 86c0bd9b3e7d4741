/* Launch shapes from host code: host functions are evaluated with one lane, their callees with them, and what
 * reaches a launch is what the kernel is launched with. */
#include "eval/eval.h"
#include "ir/walk.h"

#include <stdlib.h>

#include "base/heap.h"

enum {
	HOST_OPS = 20000,
	MAX_DETAILED = 8,  /* launches of a kernel that are told apart by their arguments and grid */
	MAX_SHAPES = 32,   /* and by their block */
};

typedef struct Found {
	Arena *arena;
	LaunchShapes *out;
	bool *seen;        /* by Expr.id: a launch that was reached */
	int n_seen;
} Found;

/* --- one launch -------------------------------------------------------------------------------------- */

static int64_t known_or(const Value *v, int64_t otherwise)
{
	int64_t i;
	return value_is_const(v, &i) ? i : otherwise;
}

static int64_t dim_of(Eval *ev, Value address, int dim)
{
	Value offset;
	Object *object = eval_target(ev, address, &offset);
	int64_t at;
	if (!object || object->kind != OBJ_LOCAL || !value_is_const(&offset, &at))
		return -1;
	Value v = memory_read(&ev->mem, object, at + 4 * dim, 4, false, LOC_NONE);
	return known_or(&v, -1);
}

static void read_dims(Eval *ev, const Expr *e, int64_t out[3])
{
	Value address = eval_expr(ev, e);
	for (int dim = 0; dim < 3; dim++)
		out[dim] = dim_of(ev, address, dim);
}

static void read_args(Eval *ev, const LaunchExpr *launch, LaunchShape *shape)
{
	int64_t *args = arena_array(ev->arena, int64_t, launch->n_args + 1);
	bool *known = arena_array(ev->arena, bool, launch->n_args + 1);
	for (int i = 0; i < launch->n_args; i++) {
		const Expr *arg = launch->args[i];
		Value v = eval_expr(ev, arg);
		known[i] = (arg->type->kind == TY_INT || arg->type->kind == TY_BOOL) && value_is_const(&v, &args[i]);
	}
	shape->args = args;
	shape->arg_known = known;
	shape->n_args = launch->args_are_addresses ? 0 : launch->n_args;
}

static const Func *kernel_of(Eval *ev, const LaunchExpr *launch)
{
	if (launch->kernel || !launch->kernel_expr)
		return launch->kernel;
	Value offset;
	Object *object = eval_target(ev, eval_expr(ev, launch->kernel_expr), &offset);
	return object && object->kind == OBJ_FUNC ? object->func : NULL;
}

static int clamp_dim(int64_t n)
{
	return n < 0 ? -1 : n > INT32_MAX ? INT32_MAX : (int)n;
}

void eval_launch(Eval *ev, const Expr *e)
{
	const LaunchExpr *launch = e->launch;
	LaunchShape shape = { .kernel = kernel_of(ev, launch), .grid = { -1, -1, -1 }, .dynamic_bytes = 0,
			      .from = BLOCK_LAUNCH, .loc = expr_loc(e) };
	int64_t block[3] = { -1, -1, -1 };
	if (launch->grid)
		read_dims(ev, launch->grid, shape.grid);
	if (launch->block)
		read_dims(ev, launch->block, block);
	for (int dim = 0; dim < 3; dim++)
		shape.block[dim] = clamp_dim(block[dim]);
	if (launch->dynamic_bytes) {
		Value bytes = eval_expr(ev, launch->dynamic_bytes);
		shape.dynamic_bytes = known_or(&bytes, -1);
	}
	read_args(ev, launch, &shape);
	if (shape.kernel && !ev->quiet && ev->on_launch)
		ev->on_launch(ev->on_launch_data, launch, e, shape);
}

/* --- collecting --------------------------------------------------------------------------------------- */

static bool same_shape(const LaunchShape *a, const LaunchShape *b)
{
	bool same = a->kernel == b->kernel && a->dynamic_bytes == b->dynamic_bytes && a->n_args == b->n_args;
	for (int i = 0; i < 3; i++)
		same = same && a->block[i] == b->block[i] && a->grid[i] == b->grid[i];
	for (int i = 0; same && i < a->n_args; i++)
		same = a->arg_known[i] == b->arg_known[i] && (!a->arg_known[i] || a->args[i] == b->args[i]);
	return same;
}

static int count_shapes(const LaunchShapes *shapes, const Func *kernel)
{
	int n = 0;
	for (int i = 0; i < shapes->n; i++)
		n += shapes->at[i].kernel == kernel;
	return n;
}

/* A launch in a loop may have other arguments each time: after a few of them only the block's shape counts. */
static void generalise(LaunchShape *shape)
{
	shape->n_args = 0;
	shape->arg_known = NULL;
	shape->dynamic_bytes = -1;
	for (int dim = 0; dim < 3; dim++)
		shape->grid[dim] = -1;
}

static void on_launch(void *data, const LaunchExpr *launch, const Expr *site, LaunchShape shape)
{
	(void)launch;
	Found *found = data;
	if (site->id >= 0 && site->id < found->n_seen)
		found->seen[site->id] = true;
	int n = count_shapes(found->out, shape.kernel);
	if (n >= MAX_DETAILED)
		generalise(&shape);
	if (n >= MAX_SHAPES)
		return;
	for (int i = 0; i < found->out->n; i++)
		if (same_shape(&found->out->at[i], &shape))
			return;
	vec_push(found->arena, found->out, shape);
}

/* --- running the host ----------------------------------------------------------------------------------- */

static void run_host(Arena *arena, const Unit *unit, const Func *func, Found *found)
{
	static const int one[3] = { 1, 1, 1 };
	Eval ev;
	eval_begin(&ev, arena, unit, one);
	ev.is_host = true;
	ev.max_ops = HOST_OPS;
	ev.on_launch = on_launch;
	ev.on_launch_data = found;
	Frame frame = { .func = func, .depth = 1, .maybe_gone_uniform = true };
	ev.frame = &frame;
	for (int i = 0; i < func->n_params; i++)
		eval_object(&ev, func->params[i])->content.rest = WHY_ARGUMENT;
	eval_stmt(&ev, func->body);
	eval_end(&ev);
}

/* --- what a function contains ----------------------------------------------------------------------------- */

typedef struct Callees {
	const Unit *unit;
	bool *called;      /* by position in unit->hosts */
	const Func *self;
} Callees;

static void note_callee(void *data, const Expr *e)
{
	Callees *callees = data;
	for (int i = 0; e->func && i < callees->unit->n_hosts; i++)
		if (callees->unit->hosts[i] == e->func && e->func != callees->self)
			callees->called[i] = true;
}

typedef struct Missing {
	const Found *found;
	bool any;
} Missing;

static void note_missing(void *data, const Expr *e)
{
	Missing *missing = data;
	if (e->kind == EX_LAUNCH && e->id < missing->found->n_seen && !missing->found->seen[e->id])
		missing->any = true;
}

static bool has_missing(const Found *found, const Func *func)
{
	Missing missing = { .found = found };
	Walk walk = { .expr = note_missing, .data = &missing };
	walk_stmt(&walk, func->body);
	return missing.any;
}

/* Functions that nothing here calls come first, with their callees; then whatever launch they did not reach. */
void find_launches(Arena *arena, const Unit *unit, LaunchShapes *out)
{
	Found found = { .arena = arena, .out = out, .n_seen = unit->n_exprs };
	found.seen = heap_alloc((size_t)unit->n_exprs + 1, sizeof *found.seen);
	bool *called = heap_alloc((size_t)unit->n_hosts + 1, sizeof *called);
	for (int i = 0; i < unit->n_hosts; i++) {
		Callees callees = { unit, called, unit->hosts[i] };
		Walk walk = { .expr = note_callee, .data = &callees };
		walk_stmt(&walk, unit->hosts[i]->body);
	}
	for (int i = 0; i < unit->n_hosts; i++)
		if (!called[i])
			run_host(arena, unit, unit->hosts[i], &found);
	for (int i = 0; i < unit->n_hosts; i++)
		if (has_missing(&found, unit->hosts[i]))
			run_host(arena, unit, unit->hosts[i], &found);
	free(called);
	free(found.seen);
}
