/* The launches of a translation unit, found by running its host code. */
#ifndef SMEMLINT_EVAL_HOST_LAUNCHES_H
#define SMEMLINT_EVAL_HOST_LAUNCHES_H

#include "eval/facts/facts.h"

typedef VEC(const Func *) FuncList;
/* A host function that took more than its share of work. */
typedef struct HostCut {
	const Func *func;
	bool ended;     /* it was run to its end, but not all that its conditions say of launches was looked into */
} HostCut;
typedef struct HostRuns {
	FuncList open;     /* functions that nothing in the unit calls and from which launches are reached that are open */
	VEC(HostCut) cut;  /* beyond it launches may be missing, or told with less than is known of them */
} HostRuns;
/* Launch shapes that the unit's host code gives, in the order in which it comes to them; duplicates merged. */
void find_launches(Arena *arena, const Unit *unit, LaunchShapes *out, HostRuns *runs);

#endif
