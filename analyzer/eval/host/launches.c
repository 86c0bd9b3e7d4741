/* Launch shapes from host code: host functions and their callees are evaluated with one thread; each launch that is reached
 * gives a shape. */
#include "eval/host/launches.h"

#include "eval/exec/exec.h"
#include "ir/walk.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/heap.h"

enum {
	HOST_OPS = 200000,      /* the most evaluated expressions for a function and its callees */
	ALL_HOST_OPS = 800000,  /* the budget of all functions together … */
	LEAST_OPS = 2000,       /* … and what each may use when that is spent */
	HOST_SPLIT_BUDGET = 500000, /* Host.split_budget */
	MAX_DISTINCT = 64, /* launches of a kernel that are kept apart by arguments and grid … */
	MAX_BLOCKS = 32,   /* … and by block */
};

typedef struct Found {
	Arena *arena;
	LaunchShapes *out;
	HostRuns *runs;
	int64_t ops;       /* what is left of ALL_HOST_OPS */
	bool *seen;        /* by Expr.id: the launch was reached */
	bool *exhausted;   /* by Expr.id: the launch is not reported any more; NULL: there is none yet */
	LaunchShapes late; /* reached beyond a budget, with a block that is not known */
	int n_seen;
	Host host;
} Found;

/* --- collecting --------------------------------------------------------------------------------------- */

static bool same_block(const LaunchShape *a, const LaunchShape *b)
{
	return a->kernel == b->kernel && !memcmp(a->block, b->block, sizeof a->block);
}

static bool same_shape(const LaunchShape *a, const LaunchShape *b)
{
	bool same = same_block(a, b) && a->dynamic_bytes == b->dynamic_bytes && a->n_args == b->n_args &&
		    !memcmp(a->grid, b->grid, sizeof a->grid) && launch_same_maps(a, b);
	for (int i = 0; same && i < a->n_args; i++)
		same = launch_same_arg(&a->args[i], &b->args[i]);
	return same;
}

static LaunchShape *first_of(const LaunchShapes *shapes, const LaunchShape *like, bool (*is_like)(const LaunchShape *, const LaunchShape *))
{
	for (int i = 0; i < shapes->n; i++)
		if (is_like(&shapes->at[i], like))
			return &shapes->at[i];
	return NULL;
}

/* The calls that led to the launch, innermost first. */
static const CallSite *calls_to(Arena *arena, const Frame *frame)
{
	if (!frame || !frame->call)
		return NULL;
	CallSite *call = arena_new_of(arena, CallSite);
	*call = (CallSite){ .caller = calls_to(arena, frame->up), .func = frame->func, .range = frame->call->range };
	return call;
}

static void keep_shape(Found *found, LaunchShapes *shapes, const Frame *frame, LaunchShape shape)
{
	shape.args = arena_dup(found->arena, shape.args, sizeof *shape.args * (size_t)shape.n_args);
	shape.pointers = arena_dup(found->arena, shape.pointers, sizeof *shape.pointers * (size_t)shape.n_pointers);
	shape.maps = arena_dup(found->arena, shape.maps, sizeof *shape.maps * (size_t)shape.n_maps);
	if (frame)
		shape.calls = calls_to(found->arena, frame);
	vec_push(found->arena, shapes, shape);
}

typedef struct Counts {
	LaunchShape *first, *wide; /* the kernel's first shape; the one with the same block into which others were merged */
	int apart, blocks;         /* shapes that are not merged; distinct blocks */
} Counts;

static Counts count_shapes(const LaunchShapes *shapes, const LaunchShape *like)
{
	Counts c = { NULL, NULL, 0, 0 };
	for (int i = 0; i < shapes->n; i++) {
		LaunchShape *shape = &shapes->at[i];
		if (shape->kernel != like->kernel)
			continue;
		c.first = c.first ? c.first : shape;
		c.blocks += first_of(shapes, shape, same_block) == shape;
		c.apart += !shape->n_merged;
		if (shape->n_merged && same_block(shape, like))
			c.wide = shape;
	}
	return c;
}

static void note_unknowns(Found *found, const Frame *frame)
{
	while (frame->up)
		frame = frame->up;
	for (int i = 0; i < found->runs->with_unknowns.n; i++)
		if (found->runs->with_unknowns.at[i] == frame->func)
			return;
	vec_push(found->arena, &found->runs->with_unknowns, frame->func);
}

/* frame: of the launch; NULL: the shape has its calls already. */
static void add_shape(Found *found, const Frame *frame, const LaunchShape *shape)
{
	LaunchShape *same = first_of(found->out, shape, same_shape);
	if (same) {
		launch_share_pointers(found->arena, same, shape);
		return;
	}
	found->host.fresh++;
	Counts c = count_shapes(found->out, shape);
	if (c.apart < MAX_DISTINCT && (c.blocks < MAX_BLOCKS || first_of(found->out, shape, same_block))) {
		keep_shape(found, found->out, frame, *shape);
	} else if (c.wide) {
		launch_merge(found->arena, c.wide, shape);
	} else if (first_of(found->out, shape, same_block)) {
		keep_shape(found, found->out, frame, *shape);
		launch_merge(found->arena, &found->out->at[found->out->n - 1], shape);
	} else if (c.blocks < MAX_BLOCKS) {
		keep_shape(found, found->out, frame, *shape);
	} else {
		c.first->n_left_out++;
	}
}

static bool same_launch(const LaunchShape *a, const LaunchShape *b)
{
	return a->kernel == b->kernel && a->loc.file == b->loc.file && a->loc.offset == b->loc.offset;
}

static bool is_blockless(const LaunchShape *shape)
{
	return shape->block[0] < 0 || shape->block[1] < 0 || shape->block[2] < 0;
}

/* Beyond the budget much is not followed that the function with the launch, run by itself, may know: such shapes wait for that,
 * and then take the place of those that it does not know either. */
static bool is_put_off(Found *found, const Eval *ev, const LaunchShape *shape)
{
	if (!is_blockless(shape))
		return false;
	if (found->exhausted)
		return first_of(&found->late, shape, same_launch) != NULL;
	const bool is_late = ev->ops > ev->max_ops;
	if (is_late && !first_of(&found->late, shape, same_shape) && found->late.n < MAX_DISTINCT)
		keep_shape(found, &found->late, ev->frame, *shape);
	return is_late;
}

static void add_put_off(Found *found)
{
	for (int i = 0; i < found->late.n; i++)
		if (!first_of(found->out, &found->late.at[i], same_launch))
			add_shape(found, NULL, &found->late.at[i]);
}

static void on_launch(void *data, Eval *ev, const Expr *site, const LaunchShape *shape)
{
	Found *found = data;
	bool known = site->id >= 0 && site->id < found->n_seen;
	if (known && found->exhausted && found->exhausted[site->id])
		return;
	if (shape->has_unknowns)
		note_unknowns(found, ev->frame);
	if (is_put_off(found, ev, shape))
		return;
	if (known)
		found->seen[site->id] = true;
	add_shape(found, ev->frame, shape);
}

/* --- running the host ----------------------------------------------------------------------------------- */

static void note_cut(Found *found, const Eval *ev, const Func *func)
{
	HostRuns *runs = found->runs;
	for (int i = 0; i < runs->cut.n; i++)
		if (runs->cut.at[i].func == func)
			return;
	if (ev->failed || found->host.cut)
		vec_push(found->arena, &runs->cut, ((HostCut){ func, !ev->failed }));
}

static int64_t ops_for_one(const Found *found)
{
	int64_t left = found->ops < HOST_OPS ? found->ops : HOST_OPS;
	return left > LEAST_OPS ? left : LEAST_OPS;
}

static bool refers_to_one(const Var *param)
{
	const Type *type = param->type;
	const bool refers = type->kind == TY_PTR && (type->is_reference || strcmp(param->name, "this") == 0);
	return refers && type->elem && type->elem->size > 0;
}

/* What a reference refers to is an object of its own, so that `if (p.flag)` decides what a launch is given of `p`. */
static void bind_referred(Eval *ev, Object *reference, const Var *param)
{
	Var *referred = arena_dup(ev->ctx.keep, param, sizeof *param);
	referred->type = param->type->elem;
	Object *object = memory_object(&ev->mem, OBJ_LOCAL, referred, 0, ev->flow.may_execute);
	eval_read_argument(ev, object, referred->type);
	memory_put(&ev->mem, reference, 0, (int)param->type->size, false, target_address(ev, object));
}

/* may_be_base: nothing shows what a pointer is. */
static void bind_param(Eval *ev, const Var *param, bool may_be_base)
{
	Object *object = eval_object(ev, param);
	if (refers_to_one(param)) {
		bind_referred(ev, object, param);
		return;
	}
	eval_read_argument(ev, object, param->type);
	if (may_be_base)
		eval_take_for_base(ev, object, param);
}

static void run_host(const Unit *unit, const Func *func, bool is_called, Found *found)
{
	static const int one[3] = { 1, 1, 1 };
	Eval ev;
	eval_begin(&ev, found->arena, unit, one, NULL);
	ev.is_host = true;
	ev.mem.one_thread = true;
	ev.ctx.no_names = true;
	ev.host = &found->host;
	eval_set_budget(&ev, ops_for_one(found), 2 * ops_for_one(found));
	found->host.is_main = strcmp(func->name, "main") == 0;
	found->host.ended = found->host.cut = false;
	memset(&found->host.known, 0, sizeof found->host.known);
	found->host.substitution = substitution_new(&ev.ctx);
	found->host.path_substitution = substitution_new(&ev.ctx);
	Frame frame = { .func = func, .depth = 1, .returns.maybe_uniform = true };
	ev.frame = &frame;
	for (int i = 0; i < func->n_params; i++)
		bind_param(&ev, func->params[i], !is_called && !found->host.is_main);
	eval_stmt(&ev, func->body);
	note_cut(found, &ev, func);
	found->ops -= ev.ops;
	eval_end(&ev);
}

/* --- what a function contains ----------------------------------------------------------------------------- */

typedef struct Callees {
	const Unit *unit;
	bool *called;      /* by index in unit->hosts */
	const Func *self;
} Callees;

static void note_callee(void *data, const Expr *e)
{
	Callees *callees = data;
	const Func *func = func_defined(e->func);
	for (int i = 0; func && i < callees->unit->n_hosts; i++)
		if (callees->unit->hosts[i] == func && func != callees->self)
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

static const bool *mark_hosts(Arena *arena, const Unit *unit, int *n)
{
	for (int i = 0; i < unit->n_hosts; i++)
		*n = unit->hosts[i]->id >= *n ? unit->hosts[i]->id + 1 : *n;
	bool *marks = arena_array(arena, bool, *n + 1);
	for (int i = 0; i < unit->n_hosts; i++)
		marks[unit->hosts[i]->id] = true;
	return marks;
}

/* Runs the functions that nothing in the unit calls; then those with launches that were not reached so. */
void find_launches(Arena *arena, const Unit *unit, LaunchShapes *out, HostRuns *runs)
{
	Found found = { .arena = arena, .out = out, .runs = runs, .ops = ALL_HOST_OPS, .n_seen = unit->n_exprs };
	found.host = (Host){
		.on_launch = on_launch, .data = &found, .split_budget = HOST_SPLIT_BUDGET, .retry_threshold = HOST_SPLIT_BUDGET / 2
	};
	found.host.no_progress = heap_alloc((size_t)unit->n_exprs + 1, sizeof *found.host.no_progress);
	found.host.ways_of_call = arena_array(arena, Ways, unit->n_func_ids + 1);
	found.host.ways_of_loop = arena_array(arena, Ways, unit->n_stmts + 1);
	found.host.reaches = mark_hosts(arena, unit, &found.host.n_reaches);
	found.seen = heap_alloc((size_t)unit->n_exprs + 1, sizeof *found.seen);
	bool *called = heap_alloc((size_t)unit->n_hosts + 1, sizeof *called);
	for (int i = 0; i < unit->n_hosts; i++) {
		Callees callees = { unit, called, unit->hosts[i] };
		Walk walk = { .expr = note_callee, .data = &callees };
		walk_stmt(&walk, unit->hosts[i]->body);
	}
	for (int i = 0; i < unit->n_hosts; i++)
		if (!called[i])
			run_host(unit, unit->hosts[i], false, &found);
	/* A launch that was reached with its caller's values is not reported again without them. */
	found.exhausted = heap_alloc((size_t)unit->n_exprs + 1, sizeof *found.exhausted);
	memcpy(found.exhausted, found.seen, (size_t)unit->n_exprs * sizeof *found.seen);
	for (int i = 0; i < unit->n_hosts; i++)
		if (has_missing(&found, unit->hosts[i]))
			run_host(unit, unit->hosts[i], called[i], &found);
	add_put_off(&found);
	free(called);
	free(found.host.no_progress);
	free(found.exhausted);
	free(found.seen);
}
