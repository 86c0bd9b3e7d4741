/* Whether an array's dimensions may be exchanged, by evaluating its kernels as if they were. */
#ifndef SMEMLINT_ANALYSIS_EXCHANGING_H
#define SMEMLINT_ANALYSIS_EXCHANGING_H

#include "fix/layouts/advice.h"

/* eval: of the kernels that are compared; must outlive the trial. */
const Trial *exchanging(Arena *arena, const Unit *unit, const EvalOptions *eval);

#endif
