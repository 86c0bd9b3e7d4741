#include "eval/state/eval.h"

#include <limits.h>
#include <stdlib.h>

#include "base/heap.h"
#include "base/usage.h"

enum { DEFAULT_OPS = 1000000, SMALL_OPS = 125000, MAX_CELLS = 256, MAX_DEPTH = 16 };

void eval_set_budget(Eval *ev, int64_t max_ops, int64_t hard_ops)
{
	ev->max_ops = max_ops;
	ev->hard_ops = hard_ops;
}

bool eval_goes_on(Eval *ev)
{
	if (ev->ops > ev->hard_ops)
		return false;
	const bool is_late = ev->ops > SMALL_OPS && ev->deadline_ms && usage_now().ms > (double)ev->deadline_ms;
	const int64_t next = ev->ops + SMALL_OPS;
	ev->stop_ops = is_late ? 0 : next < ev->hard_ops ? next : ev->hard_ops;
	return !is_late;
}

void eval_begin(Eval *ev, Arena *arena, const Unit *unit, const int block[3], Kept *kept)
{
	*ev = (Eval){ .arena = arena, .unit = unit, .arch = arch_model(unit->arch), .before_loop = -1, .named_frame = INT_MAX };
	ev->scratch = arena_new();
	ev->stack = arena_new();
	ev->ctx = (ValueCtx){ .arena = ev->scratch, .keep = arena_new(), .n_threads = block[0] * block[1] * block[2] };
	memory_init(&ev->mem, &ev->ctx);
	ev->object_of = heap_alloc((size_t)unit->n_vars + 1, sizeof *ev->object_of);
	ev->kept = kept ? kept : kept_new(unit);
	ev->is_kept_own = !kept;
	if (!kept)
		kept_begin(ev->kept, NULL);
	ev->loop_trip_count = heap_alloc((size_t)unit->n_stmts + 1, sizeof *ev->loop_trip_count);
	ev->loop_size = heap_alloc((size_t)unit->n_stmts + 1, sizeof *ev->loop_size);
	ev->float_sym = sym_new(&ev->ctx, (SymInfo){ .kind = SYM_UNIFORM,
						     .name = "a floating-point value",
						     .low = INT64_MIN,
						     .high = INT64_MAX,
						     .align = 1,
						     .why = REASON_FLOAT,
						     .object = -1,
						     .loc = LOC_NONE });
	Mask all = mask_first(ev->ctx.n_threads);
	ev->flow = (Flow){ .may_execute = all, .must_execute = all, .count_known = true };
	eval_set_budget(ev, DEFAULT_OPS, EVAL_HARD_OPS);
}

void eval_end(Eval *ev)
{
	memory_free(&ev->mem);
	free(ev->object_of);
	if (ev->is_kept_own)
		kept_free(ev->kept);
	free(ev->loop_trip_count);
	free(ev->loop_size);
	free(ev->func_object);
	arena_free(ev->ctx.keep);
	arena_free(ev->scratch);
	arena_free(ev->stack);
	arena_free(ev->sinking_arena);
}

/* --- built-in variables -------------------------------------------------------------------------- */

static Value thread_index(Eval *ev, const int block[3], int dim)
{
	int64_t *v = arena_array(ev->scratch, int64_t, ev->ctx.n_threads);
	int below = dim == 0 ? 1 : dim == 1 ? block[0] : block[0] * block[1];
	for (int l = 0; l < ev->ctx.n_threads; l++)
		v[l] = l / below % block[dim];
	return value_per_thread(&ev->ctx, v);
}

static Value block_index(Eval *ev, int dim)
{
	static const char *const names[] = { "blockIdx.x", "blockIdx.y", "blockIdx.z" };
	int64_t grid = launch_grid(ev->launch, dim);
	if (grid == 1)
		return value_int(0);
	Sym sym = sym_new(&ev->ctx, (SymInfo){ .kind = SYM_BLOCK,
					       .name = names[dim],
					       .low = 0,
					       .high = grid > 0 ? grid - 1 : INT32_MAX,
					       .align = 1,
					       .object = -1,
					       .loc = LOC_NONE });
	return value_sym(&ev->ctx, sym);
}

static Value grid_size(Eval *ev, const LaunchShape *launch, int dim)
{
	static const char *const names[] = { "gridDim.x", "gridDim.y", "gridDim.z" };
	if (launch->grid[dim] > 0)
		return value_int(launch->grid[dim]);
	Sym sym = sym_new(
		&ev->ctx,
		(SymInfo){ .kind = SYM_BLOCK, .name = names[dim], .low = 1, .high = INT32_MAX, .align = 1, .object = -1, .loc = LOC_NONE });
	return value_sym(&ev->ctx, sym);
}

Value eval_builtin(Eval *ev, BuiltinVar which, int dim)
{
	const LaunchShape *launch = ev->launch;
	switch (which) {
	case BV_THREAD_IDX:
		return thread_index(ev, launch->block, dim);
	case BV_BLOCK_IDX:
		return block_index(ev, dim);
	case BV_BLOCK_DIM:
		return value_int(launch->block[dim]);
	case BV_GRID_DIM:
		return grid_size(ev, launch, dim);
	default:
		return value_int(WARP_LANES);
	}
}

/* --- arguments ------------------------------------------------------------------------------------ */

/* The one symbol in the value; NULL: there are others, or none. */
static SymInfo *only_symbol(Eval *ev, const Value *v)
{
	const bool is_one = v->n_terms == 1 && ev->ctx.monos.at[v->terms->mono].n == 1;
	return is_one ? &ev->ctx.syms.at[ev->ctx.monos.at[v->terms->mono].syms[0]] : NULL;
}

static void limit_to_bool(Eval *ev, const Value *v)
{
	SymInfo *info = only_symbol(ev, v);
	if (info && info->kind == SYM_PARAM) {
		info->low = 0;
		info->high = 1;
	}
}

/* Stores the values at once: what a loop adds to a variable is recognised only if it had a value before. */
static void read_argument(Eval *ev, Object *object, const Type *type, int64_t offset, int depth)
{
	if (type->kind == TY_ARRAY && type->elem && depth < MAX_DEPTH) {
		for (int64_t i = 0; i < type->count && object->content.n < MAX_CELLS; i++)
			read_argument(ev, object, type->elem, offset + i * type->elem->size, depth + 1);
	} else if (type->kind == TY_RECORD && depth < MAX_DEPTH) {
		for (int i = 0; i < type->n_fields && object->content.n < MAX_CELLS; i++)
			read_argument(ev, object, type->fields[i].type, offset + type->fields[i].offset, depth + 1);
	} else if (type->size > 0 && type->size <= 8 && !content_touches(&object->content, offset, (int)type->size)) {
		bool is_float = type->kind == TY_FLOAT;
		Value v = memory_read(&ev->mem, object, offset, (int)type->size, is_float, LOC_NONE);
		if (type->kind == TY_BOOL)
			limit_to_bool(ev, &v);
		memory_put(&ev->mem, object, offset, (int)type->size, is_float, v);
	}
}

void eval_read_argument(Eval *ev, Object *object, const Type *type)
{
	object->content.rest = REASON_ARGUMENT;
	read_argument(ev, object, type, 0, 0);
}

SymInfo *eval_argument_symbol(Eval *ev, Object *object, int64_t offset, int size)
{
	Value v = memory_read(&ev->mem, object, offset, size, false, LOC_NONE);
	SymInfo *info = only_symbol(ev, &v);
	return info && info->kind == SYM_PARAM ? info : NULL;
}

void eval_base_symbol(Eval *ev, const Value *v)
{
	SymInfo *info = only_symbol(ev, v);
	if (info)
		info->is_base = true;
}

void eval_take_for_base(Eval *ev, Object *object, const Var *param)
{
	const bool is_pointer = param->is_pointer || param->type->kind == TY_PTR;
	SymInfo *info = is_pointer ? eval_argument_symbol(ev, object, 0, (int)param->type->size) : NULL;
	if (info)
		info->is_base = true;
}

/* --- failures and unknown values --------------------------------------------------------------------- */

bool eval_stopped(const Eval *ev)
{
	return ev->failed != NULL;
}

void eval_fail(Eval *ev, const char *why, Loc loc)
{
	if (ev->failed)
		return;
	ev->failed = why;
	ev->failed_loc = loc;
}

Value eval_unknown_value(Eval *ev, bool uniform, bool per_warp, Reason reason, Loc loc)
{
	if (uniform || ev->is_host)
		return value_unknown_uniform(&ev->ctx, reason, loc, NULL, INT64_MIN, INT64_MAX);
	Value v = value_unknown(&ev->ctx, reason, loc);
	if (per_warp) {
		Unknown *unknown = arena_dup(ev->ctx.arena, v.unknown, sizeof *unknown);
		unknown->per_warp = true;
		v.unknown = unknown;
	}
	return v;
}
