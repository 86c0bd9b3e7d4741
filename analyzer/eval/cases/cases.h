/* What hangs on one runtime value, told case by case.
 *
 * Strides that a loop doubles up to an argument, `tid / width`, a mask `size - 1`: such costs have no simple form
 * in the value, but the kernel can be run for one value after the other.  Facts that no more than that
 * value keeps from being known become symbolic ones with a case for each value that was tried (Fact.modulus 0); they
 * give the worst.  Values for which the kernel reaches past the end of a shared object are left out, and those for which
 * the same function reads of that object what nothing wrote, unless there is no other. */
#ifndef SMEMLINT_EVAL_CASES_H
#define SMEMLINT_EVAL_CASES_H

#include "eval/exec/exec.h"

/* `facts` are those of a run in which nothing was pinned; they are changed in place. */
void cases_refine(Arena *arena, const Unit *unit, const LaunchShape *launch, const Suspects *suspects, KernelFacts *facts);

#endif
