#include "eval/kernel.h"

#include "eval/cases/cases.h"

Kept *eval_kept_new(const Unit *unit)
{
	return kept_new(unit);
}

void eval_kept_free(Kept *kept)
{
	kept_free(kept);
}

static KernelFacts run_once(Arena *arena, const Unit *unit, const LaunchShape *launch, const EvalOptions *options, Kept *kept,
			    Suspects *suspects)
{
	EvalRun run = { .suspects = suspects, .options = options, .kept = kept, .max_ops = options ? options->max_ops : 0 };
	KernelFacts facts = eval_run(arena, unit, launch, &run);
	facts.ops = run.ops;
	return facts;
}

KernelFacts eval_kernel_once(Arena *arena, const Unit *unit, const LaunchShape *launch, const EvalOptions *options, Suspects **suspects)
{
	Kept *own = options->kept ? NULL : kept_new(unit);
	*suspects = suspects_new(arena);
	KernelFacts facts = run_once(arena, unit, launch, options, own ? own : options->kept, *suspects);
	kept_free(own);
	return facts;
}

void eval_kernel_try(Arena *arena, const Unit *unit, const LaunchShape *launch, const EvalOptions *options, const Suspects *suspects,
		     KernelFacts *facts)
{
	Kept *own = options->kept ? NULL : kept_new(unit);
	cases_refine(arena, unit, launch, suspects, own ? own : options->kept, facts);
	kept_free(own);
}

KernelFacts eval_kernel(Arena *arena, const Unit *unit, const LaunchShape *launch, const EvalOptions *options)
{
	Kept *own = options && options->kept ? NULL : kept_new(unit), *kept = own ? own : options->kept;
	Suspects suspects = { .arena = arena };
	KernelFacts facts = run_once(arena, unit, launch, options, kept, &suspects);
	if (!facts.failed && !(options && options->no_cases))
		cases_refine(arena, unit, launch, &suspects, kept, &facts);
	kept_free(own);
	return facts;
}

bool assume_agree(Arena *arena, const Unit *unit, const LaunchShape *launch)
{
	Eval ev;
	Frame frame;
	eval_begin(&ev, arena, unit, launch->block, NULL);
	eval_enter_kernel(&ev, launch, &frame);
	bool agree = ev.refuted.n == 0;
	eval_end(&ev);
	return agree;
}
