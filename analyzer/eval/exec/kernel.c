/* Sets an evaluation up and runs one kernel for one launch. */
#include "eval/cases/cases.h"
#include "eval/state/eval.h"

#include <stdlib.h>

#include "base/heap.h"

enum { DEFAULT_OPS = 1000000, MAX_CELLS = 256, MAX_DEPTH = 16 };

void eval_begin(Eval *ev, Arena *arena, const Unit *unit, const int block[3])
{
	*ev = (Eval){ .arena = arena, .unit = unit, .before_loop = -1 };
	ev->scratch = arena_new();
	ev->stack = arena_new();
	ev->ctx = (ValueCtx){ .arena = ev->scratch, .keep = arena_new(), .n_lanes = block[0] * block[1] * block[2] };
	memory_init(&ev->mem, &ev->ctx);
	ev->object_of = heap_alloc((size_t)unit->n_vars + 1, sizeof *ev->object_of);
	ev->loop_traits = heap_alloc((size_t)unit->n_stmts + 1, 1);
	ev->loop_turns = heap_alloc((size_t)unit->n_stmts + 1, sizeof *ev->loop_turns);
	ev->loop_size = heap_alloc((size_t)unit->n_stmts + 1, sizeof *ev->loop_size);
	ev->touched = heap_alloc((size_t)unit->n_stmts + 1, sizeof *ev->touched);
	ev->float_sym = sym_new(&ev->ctx, (SymInfo){ .kind = SYM_UNIFORM, .name = "a floating-point value", .low = INT64_MIN,
						     .high = INT64_MAX, .align = 1, .why = WHY_FLOAT, .object = -1, .loc = LOC_NONE });
	Mask all = mask_first(ev->ctx.n_lanes);
	ev->flow = (Flow){ .act = all, .sure = all, .counted = true };
	ev->max_ops = DEFAULT_OPS;
}

void eval_end(Eval *ev)
{
	memory_free(&ev->mem);
	free(ev->object_of);
	free(ev->loop_traits);
	free(ev->loop_turns);
	free(ev->loop_size);
	free(ev->touched);
	free(ev->func_object);
	arena_free(ev->ctx.keep);
	arena_free(ev->scratch);
	arena_free(ev->stack);
	arena_free(ev->beside);
}

/* --- built-in variables -------------------------------------------------------------------------- */

static Value thread_index(Eval *ev, const int block[3], int dim)
{
	int64_t *v = arena_array(ev->scratch, int64_t, ev->ctx.n_lanes);
	int below = dim == 0 ? 1 : dim == 1 ? block[0] : block[0] * block[1];
	for (int l = 0; l < ev->ctx.n_lanes; l++)
		v[l] = l / below % block[dim];
	return value_lanes(&ev->ctx, v);
}

static Value block_index(Eval *ev, int dim)
{
	static const char *const names[] = { "blockIdx.x", "blockIdx.y", "blockIdx.z" };
	int64_t grid = assume_grid(ev->launch, dim);
	if (grid == 1)
		return value_int(0);
	Sym sym = sym_new(&ev->ctx, (SymInfo){ .kind = SYM_BLOCK, .name = names[dim], .low = 0, .high = grid > 0 ? grid - 1 : INT32_MAX,
					       .align = 1, .object = -1, .loc = LOC_NONE });
	return value_sym(&ev->ctx, sym);
}

static Value grid_size(Eval *ev, const LaunchShape *launch, int dim)
{
	static const char *const names[] = { "gridDim.x", "gridDim.y", "gridDim.z" };
	if (launch->grid[dim] > 0)
		return value_int(launch->grid[dim]);
	Sym sym = sym_new(&ev->ctx, (SymInfo){ .kind = SYM_BLOCK, .name = names[dim], .low = 1, .high = INT32_MAX, .align = 1,
					       .object = -1, .loc = LOC_NONE });
	return value_sym(&ev->ctx, sym);
}

Value eval_builtin(Eval *ev, BuiltinVar which, int dim)
{
	const LaunchShape *launch = ev->launch;
	switch (which) {
	case BV_THREAD_IDX: return thread_index(ev, launch->block, dim);
	case BV_BLOCK_IDX: return block_index(ev, dim);
	case BV_BLOCK_DIM: return value_int(launch->block[dim]);
	case BV_GRID_DIM: return grid_size(ev, launch, dim);
	default: return value_int(WARP_LANES);
	}
}

void eval_write_builtins(Eval *ev)
{
	for (int i = 0; i < ev->unit->n_vars; i++) {
		const Var *var = ev->unit->vars[i];
		if (var->kind != VAR_BUILTIN)
			continue;
		Object *object = eval_object(ev, var);
		int n = var->builtin == BV_WARP_SIZE ? 1 : 3;
		for (int dim = 0; dim < n; dim++) {
			Value v = value_at_run_time(&ev->ctx, eval_builtin(ev, var->builtin, dim), 0, LOOSE_NOT);
			v.form.made_of = var->builtin == BV_THREAD_IDX ? MADE_OF_THREAD : MADE_OF_UNIFORM;
			memory_put(&ev->mem, object, 4 * dim, 4, false, v);
		}
	}
}

/* --- a kernel ------------------------------------------------------------------------------------ */

/* What an argument holds is put there at once: what a loop adds to it is seen only if there was something before. */
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
		memory_put(&ev->mem, object, offset, (int)type->size, is_float, v);
	}
}

void eval_read_argument(Eval *ev, Object *object, const Type *type)
{
	object->content.rest = WHY_ARGUMENT;
	read_argument(ev, object, type, 0, 0);
}

static void align_argument(Eval *ev, Object *object, const LaunchArg *pointer)
{
	Value v = memory_read(&ev->mem, object, pointer->offset, pointer->size, false, LOC_NONE);
	if (v.n_terms != 1 || ev->ctx.monos.at[v.terms->mono].n != 1)
		return;
	SymInfo *info = &ev->ctx.syms.at[ev->ctx.monos.at[v.terms->mono].syms[0]];
	if (info->kind == SYM_PARAM && info->align < pointer->value)
		info->align = pointer->value;
}

static void bind_argument(Eval *ev, Frame *frame, const LaunchShape *launch, const Var *param, int i)
{
	Object *object = memory_object(&ev->mem, OBJ_LOCAL, param, frame->depth, ev->flow.act);
	vec_push(ev->stack, &frame->bound, ((Binding){ param->id, ev->object_of[param->id] }));
	ev->object_of[param->id] = object;
	for (int a = 0; a < launch->n_args; a++)
		if (launch->args[a].param == i) {
			Value v = value_at_run_time(&ev->ctx, value_int(launch->args[a].value), 0, LOOSE_NOT);
			v.form.made_of = MADE_OF_UNIFORM;
			memory_put(&ev->mem, object, launch->args[a].offset, launch->args[a].size, false, v);
		}
	eval_read_argument(ev, object, param->type);
	for (int p = 0; p < launch->n_pointers; p++)
		if (launch->pointers[p].param == i)
			align_argument(ev, object, &launch->pointers[p]);
}

void eval_enter_kernel(Eval *ev, const LaunchShape *launch, Frame *frame)
{
	ev->launch = launch;
	*frame = (Frame){ .func = launch->kernel, .depth = 1, .maybe_gone_uniform = true };
	ev->frame = frame;
	eval_write_builtins(ev);
	for (int i = 0; i < launch->kernel->n_params; i++)
		bind_argument(ev, frame, launch, launch->kernel->params[i], i);
	assume_begin(ev);
}

KernelFacts eval_run(Arena *arena, const Unit *unit, const LaunchShape *launch, EvalRun *run)
{
	Eval ev;
	Frame frame;
	KernelFacts out = { .launch = launch, .failed_loc = LOC_NONE };
	eval_begin(&ev, arena, unit, launch->block);
	if (run->max_ops)
		ev.max_ops = run->max_ops;
	ev.ctx.pin = run->pin;
	ev.suspects = run->suspects;
	ev.watch = run->watch;
	/* Assumptions may speak of any variable. */
	ev.runs_all = launch->n_assumptions > 0 || (run->options && run->options->runs_all);
	ev.recorder = recorder_new(arena, &ev.ctx, launch, run->options);
	ev.bases = bases_of(ev.ctx.keep, launch->kernel);
	eval_enter_kernel(&ev, launch, &frame);
	eval_stmt(&ev, launch->kernel->body);
	recorder_finish(ev.recorder, ev.failed != NULL, &out);
	recorder_free(ev.recorder);
	out.failed = ev.failed ? arena_strdup(arena, ev.failed) : NULL;
	out.failed_loc = ev.failed_loc;
	out.refuted = ev.refuted.at;
	out.n_refuted = ev.refuted.n;
	run->ops = ev.ops;
	if (run->suspects)
		suspects_finish(run->suspects, &ev.ctx);
	eval_end(&ev);
	return out;
}

KernelFacts eval_kernel(Arena *arena, const Unit *unit, const LaunchShape *launch, const EvalOptions *options)
{
	Suspects suspects = { .arena = arena };
	EvalRun run = { .suspects = &suspects, .options = options, .max_ops = options ? options->max_lane_ops : 0 };
	KernelFacts facts = eval_run(arena, unit, launch, &run);
	facts.ops = run.ops;
	if (!facts.failed && !(options && options->no_cases))
		cases_refine(arena, unit, launch, &suspects, &facts);
	return facts;
}
