/* The prediction for a source line as a profiler measures it: all facts of one kernel, block shape, line and kind. */
#ifndef SMEMLINT_VERIFY_TABLE_PREDICTED_H
#define SMEMLINT_VERIFY_TABLE_PREDICTED_H

#include "eval/facts/facts.h"

typedef struct Predicted {
	const LaunchShape *launch;
	const char *file;          /* as the compiler spells it … */
	const char *path;          /* … and absolute, without links */
	const char *text;          /* the source line, or NULL */
	int line;
	AccessKind kind;
	VEC(const Fact *) facts;   /* in the order in which they were found */
	int64_t wavefronts, ideal; /* sums for one block over the facts whose cost is known */
	Certainty certainty;       /* the weakest of them */
} Predicted;

typedef VEC(Predicted) PredictedList;

/* Adds the facts of one kernel and shape. */
void predicted_add(Arena *arena, const Unit *unit, const KernelFacts *kernel, PredictedList *out);

/* The path without links and dots; if it does not exist, `path` made absolute. */
const char *path_absolute(Arena *arena, const char *path);

#endif
