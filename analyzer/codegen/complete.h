/* Completes a kernel's facts with those of its PTX, which ptx/ reads as a second front end and the evaluator runs like the source.
 *
 * Facts of both are compared by line and kind of access.  What the source's evaluation did not understand, or only bounds, takes
 * the PTX's facts if these are more certain; what it knows stays. */
#ifndef SMEMLINT_CODEGEN_COMPLETE_H
#define SMEMLINT_CODEGEN_COMPLETE_H

#include "base/vec.h"
#include "eval/facts/facts.h"

/* A line that costs something else in the PTX, and both are exact. */
typedef struct CodeDifference {
	Range range;
	const char *text;
} CodeDifference;

typedef struct CodeComparison {
	int compared; /* lines of which both know the cost */
	int taken;    /* lines that have the PTX's facts now */
	VEC(CodeDifference) differences;
} CodeComparison;

/* The source's facts, completed; in source order.  by: what generated the PTX, or NULL.  Adds to `out`. */
KernelFacts code_complete(Arena *arena, const Unit *unit, const char *by, const KernelFacts *source, const KernelFacts *compiled,
			  CodeComparison *out);
/* The facts of a kernel that the source's evaluation knows nothing of. */
KernelFacts code_adopt(Arena *arena, const Unit *unit, const char *by, const KernelFacts *compiled);

#endif
