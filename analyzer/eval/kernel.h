/* The evaluator's entrance: one kernel, for one launch. */
#ifndef SMEMLINT_EVAL_KERNEL_H
#define SMEMLINT_EVAL_KERNEL_H

#include "eval/facts/facts.h"

/* Runs one kernel for one launch.  Never fails; see KernelFacts.failed. */
KernelFacts eval_kernel(Arena *arena, const Unit *unit, const LaunchShape *launch, const EvalOptions *options);

/* Whether the launch's assumptions agree with one another and with what is known of the launch. */
bool assume_agree(Arena *arena, const Unit *unit, const LaunchShape *launch);

#endif
