/* What nvcc is predicted to do with an access to shared memory (docs/developers/compiler.md): the lines of --dump-merge. */
#ifndef SMEMLINT_REPORT_PLAN_H
#define SMEMLINT_REPORT_PLAN_H

#include "analysis/analyze.h"

/* "FILE:LINE:COLUMN: KERNEL XxYxZ: load of 4 bytes of 's': DECISION", without a newline; lives in the arena. */
const char *report_plan(Arena *arena, const Unit *unit, const Fact *fact);

#endif
