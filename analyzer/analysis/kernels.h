/* Evaluates a unit's kernels, several at once where the machine has several processors.
 *
 * Each kernel is a job of its own: it reads the unit, which nobody changes by then, and writes what belongs to it.
 * Results are put together in source order, so that they do not hang on which job ended first. */
#ifndef SMEMLINT_KERNELS_H
#define SMEMLINT_KERNELS_H

#include "analysis/analyze.h"

/* An assumption that stands in a comment; instances of a template share it. */
typedef struct Stated {
	Loc loc;
	const char *text;
	bool used;
} Stated;
typedef VEC(Stated) StatedList;

/* What keeps a kernel from being analysed, or analysed as asked. */
typedef struct KernelProblem {
	Loc loc;
	const char *message;
} KernelProblem;

typedef struct KernelResults {
	FactsList facts;
	LaunchList launches;
	StatedList stated;            /* each place once */
	VEC(KernelProblem) problems;
	int shapeless;                /* Coverage.shapeless */
} KernelResults;

/* `launches` is what find_launches() gave for the unit.  Everything in the results lives in `arena`. */
void kernels_run(Arena *arena, const Unit *unit, const LaunchShapes *launches, const AnalyzeOptions *options, KernelResults *out);

#endif
