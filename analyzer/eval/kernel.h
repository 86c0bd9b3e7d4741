/* The evaluator's interface: one kernel, for one launch shape. */
#ifndef SMEMLINT_EVAL_KERNEL_H
#define SMEMLINT_EVAL_KERNEL_H

#include "eval/facts/facts.h"

/* Evaluates a kernel for one launch shape.  Always returns facts: if the run was cut short, KernelFacts.failed is the reason. */
KernelFacts eval_kernel(Arena *arena, const Unit *unit, const LaunchShape *launch, const EvalOptions *options);

/* For EvalOptions.kept. */
struct Kept *eval_kept_new(const Unit *unit);
void eval_kept_free(struct Kept *kept); /* NULL: nothing happens */

/* Whether the launch's assumptions contradict neither each other nor the launch. */
bool assume_agree(Arena *arena, const Unit *unit, const LaunchShape *launch);

#endif
