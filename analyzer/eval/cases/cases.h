/* Costs that depend on one runtime value, case by case.
 *
 * With strides that a loop doubles up to an argument, `tid / width`, or a mask `size - 1` the cost is no simple function of
 * the value; but the kernel can be run for one value after the other.  Facts that are unknown only because of that
 * value become symbolic: a case for each value that was tried (Fact.modulus 0), and the cost of the worst one.  Left out are
 * values for which the kernel accesses memory past the end of a shared object and, unless there are no others, those for which
 * the same function reads parts of that object that were not written. */
#ifndef SMEMLINT_EVAL_CASES_CASES_H
#define SMEMLINT_EVAL_CASES_CASES_H

#include "eval/exec/exec.h"

/* `facts`: of a run without a pinned value (EvalRun.pin); changed in place.  kept: of that run. */
void cases_refine(Arena *arena, const Unit *unit, const LaunchShape *launch, const Suspects *suspects, Kept *kept, KernelFacts *facts);

#endif
