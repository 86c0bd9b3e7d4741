/* Evaluations of a unit's kernels, of which none is done twice: launches may agree in all that an evaluation reads of them, and
 * kernels in their outlines. */
#ifndef SMEMLINT_ANALYSIS_EVALUATIONS_H
#define SMEMLINT_ANALYSIS_EVALUATIONS_H

#include "eval/facts/facts.h"

typedef struct Evaluations Evaluations;

Evaluations *evaluations_new(const Unit *unit);
void evaluations_free(Evaluations *evaluations); /* NULL: nothing */

/* As eval_kernel(), from several threads.  `arena` and `launch` live longer than the evaluations; options are the same in all calls
 * but for hard_ops, no_cases and kept. */
KernelFacts evaluations_get(Evaluations *evaluations, Arena *arena, const LaunchShape *launch, const EvalOptions *options);

#endif
