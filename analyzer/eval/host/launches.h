/* The launches of a translation unit, found by running its host code. */
#ifndef SMEMLINT_EVAL_HOST_LAUNCHES_H
#define SMEMLINT_EVAL_HOST_LAUNCHES_H

#include "eval/facts/facts.h"

typedef VEC(const Func *) FuncList;
/* A host function that was not evaluated completely: its budget was spent. */
typedef struct HostCut {
	const Func *func;
	bool ended;     /* it was run to its end, but its launches were not split by all paths */
} HostCut;
typedef struct HostRuns {
	FuncList with_unknowns; /* functions that nothing in the unit calls and that reach launches with unknown arguments or block */
	VEC(HostCut) cut;  /* launches of these may be missing, or have unknown arguments that could be known */
} HostRuns;
/* Appends the launch shapes in the unit's host code, in the order in which they are reached, each once. */
void find_launches(Arena *arena, const Unit *unit, LaunchShapes *out, HostRuns *runs);

#endif
