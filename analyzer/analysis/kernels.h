/* Evaluates a unit's kernels in parallel, as far as the machine has processors.
 *
 * Each kernel is a job that only reads the unit and writes its own results.  These are joined in source order,
 * so that they do not depend on which job ended first. */
#ifndef SMEMLINT_ANALYSIS_KERNELS_H
#define SMEMLINT_ANALYSIS_KERNELS_H

#include "analysis/analyze.h"

/* An assumption in a comment; instances of a template share it. */
typedef struct Stated {
	Loc loc;
	const char *text;
	bool used;      /* a fact depends on it, or it was refuted */
} Stated;
typedef VEC(Stated) StatedList;

/* Why a kernel was not analysed, or not completely or as the options ask. */
typedef struct KernelProblem {
	Loc loc;
	const char *message;
} KernelProblem;

typedef struct KernelResults {
	FactsList facts;
	LaunchList launches;
	StatedList stated;            /* one for each place */
	VEC(KernelProblem) problems;
	VEC(const LaunchShape *) open; /* KernelShapes.open of each kernel that has one */
	int shapeless;                /* Coverage.shapeless */
} KernelResults;

/* launches: from find_launches().  Everything in the results lives in `arena`. */
void kernels_run(Arena *arena, const Unit *unit, const LaunchShapes *launches, const AnalyzeOptions *options, KernelResults *out);

#endif
