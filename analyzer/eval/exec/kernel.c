/* Evaluates one kernel for one launch shape. */
#include "eval/exec/exec.h"
#include "eval/exec/memo.h"

#include "eval/nvcc/known_align.h"

void eval_write_builtins(Eval *ev)
{
	for (int i = 0; i < ev->unit->n_run_vars; i++) {
		const Var *var = ev->unit->run_vars[i];
		if (var->kind != VAR_BUILTIN)
			continue;
		Object *object = eval_object(ev, var);
		int n = var->builtin == BV_WARP_SIZE ? 1 : 3;
		for (int dim = 0; dim < n; dim++) {
			Value v = value_at_run_time(&ev->ctx, eval_builtin(ev, var->builtin, dim), 0, REFINE_NONE);
			v.form.made_of = var->builtin == BV_THREAD_IDX ? MADE_OF_THREAD : MADE_OF_UNIFORM;
			memory_put(&ev->mem, object, 4 * dim, 4, false, v);
		}
	}
}

static void align_argument(Eval *ev, Object *object, const LaunchArg *pointer)
{
	SymInfo *info = eval_argument_symbol(ev, object, pointer->offset, pointer->size);
	if (info && info->align < pointer->value)
		info->align = pointer->value;
	if (info && pointer->is_base)
		info->is_base = true;
}

/* Where no launch is there to say what a pointer is, it is taken to be what an allocation returned. */
static void take_for_base(Eval *ev, Object *object, const LaunchShape *launch, const Var *param)
{
	const bool is_launched = launch->from == BLOCK_LAUNCH || launch->n_pointers || launch->calls ||
				 (launch->from == BLOCK_ASSUMED && launch->loc.file >= 0);
	if (!is_launched)
		eval_take_for_base(ev, object, param);
}

static void bind_argument(Eval *ev, Frame *frame, const LaunchShape *launch, const Var *param, int i)
{
	Object *object = memory_object(&ev->mem, OBJ_LOCAL, param, frame->depth, ev->flow.may_execute);
	vec_push(ev->stack, &frame->bound, ((Binding){ param->id, ev->object_of[param->id] }));
	ev->object_of[param->id] = object;
	for (int a = 0; a < launch->n_args; a++)
		if (launch->args[a].param == i) {
			Value v = value_at_run_time(&ev->ctx, value_int(launch->args[a].value), 0, REFINE_NONE);
			v.form.made_of = MADE_OF_UNIFORM;
			memory_put(&ev->mem, object, launch->args[a].offset, launch->args[a].size, false, v);
		}
	eval_put_tensor_maps(ev, object, launch, i);
	eval_read_argument(ev, object, param->type);
	for (int p = 0; p < launch->n_pointers; p++)
		if (launch->pointers[p].param == i)
			align_argument(ev, object, &launch->pointers[p]);
	take_for_base(ev, object, launch, param);
	/* Of compiled code a parameter says how what it points to is aligned. */
	if (ev->unit->is_compiled && param->align > param->type->align && param->type->kind == TY_INT)
		align_argument(ev, object, &(LaunchArg){ .param = i, .size = (int)param->type->size, .value = param->align });
}

void eval_enter_kernel(Eval *ev, const LaunchShape *launch, Frame *frame)
{
	ev->launch = launch;
	*frame = (Frame){ .func = launch->kernel, .depth = 1, .returns.maybe_uniform = true };
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
	eval_begin(&ev, arena, unit, launch->block, run->kept);
	if (run->max_ops)
		ev.max_ops = run->max_ops;
	if (run->options && run->options->hard_ops)
		ev.hard_ops = run->options->hard_ops;
	ev.deadline_ms = run->options ? run->options->deadline_ms : 0;
	ev.options = run->options;
	ev.cuts = run->options && run->options->digest ? &out.cuts : NULL;
	ev.ctx.pin = run->pin;
	ev.suspects = run->suspects;
	ev.watch = run->watch;
	/* Assumptions may name variables that are idle otherwise. */
	ev.runs_all = launch->n_assumptions > 0 || (run->options && run->options->runs_all);
	ev.slice = ev.runs_all || (run->options && (run->options->digest || run->options->cuts)) ? NULL : unit->slice;
	kept_begin(ev.kept, launch->kernel);
	ev.recorder = recorder_new(arena, &ev.ctx, ev.arch, launch, run->options);
	recorder_share_prices(ev.recorder, ev.kept->prices);
	eval_enter_kernel(&ev, launch, &frame);
	eval_stmt(&ev, launch->kernel->body);
	recorder_finish(ev.recorder, ev.failed != NULL, &out);
	recorder_free(ev.recorder);
	out.failed = ev.failed ? arena_strdup(arena, ev.failed) : NULL;
	out.failed_loc = ev.failed_loc;
	out.refuted = ev.refuted.at;
	out.n_refuted = ev.refuted.n;
	run->ops = ev.ops;
	out.repeated = ev.repeated;
	if (run->suspects)
		suspects_finish(run->suspects, &ev.ctx);
	memo_free(ev.memo);
	eval_end(&ev);
	return out;
}
