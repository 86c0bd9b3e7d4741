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

KernelFacts eval_kernel(Arena *arena, const Unit *unit, const LaunchShape *launch, const EvalOptions *options)
{
	Kept *own = options && options->kept ? NULL : kept_new(unit), *kept = own ? own : options->kept;
	Suspects suspects = { .arena = arena };
	EvalRun run = { .suspects = &suspects, .options = options, .kept = kept, .max_ops = options ? options->max_ops : 0 };
	KernelFacts facts = eval_run(arena, unit, launch, &run);
	facts.ops = run.ops;
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
