/* The evaluator's interface: one kernel, for one launch shape. */
#ifndef SMEMLINT_EVAL_KERNEL_H
#define SMEMLINT_EVAL_KERNEL_H

#include "eval/facts/facts.h"

/* Evaluates a kernel for one launch shape.  Always returns facts: if the run was cut short, KernelFacts.failed is the reason. */
KernelFacts eval_kernel(Arena *arena, const Unit *unit, const LaunchShape *launch, const EvalOptions *options);

struct Suspects;
/* The same in two steps: without values of runtime values, whatever the options say, and with them, where the first step's facts, which
 * did not fail, are completed in place.  *suspects: in the arena. */
KernelFacts eval_kernel_once(Arena *arena, const Unit *unit, const LaunchShape *launch, const EvalOptions *options,
			     struct Suspects **suspects);
void eval_kernel_try(Arena *arena, const Unit *unit, const LaunchShape *launch, const EvalOptions *options, const struct Suspects *suspects,
		     KernelFacts *facts);

/* For EvalOptions.kept. */
struct Kept *eval_kept_new(const Unit *unit);
void eval_kept_free(struct Kept *kept); /* NULL: nothing happens */

/* Whether the launch's assumptions contradict neither each other nor the launch. */
bool assume_agree(Arena *arena, const Unit *unit, const LaunchShape *launch);

#endif
