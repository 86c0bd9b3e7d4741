/* Which assumptions a kernel is analysed under, and what came of them.
 *
 * They stand in comments, `// smemlint: assume(n == 1024, row < height)`, and in --assume, which holds for
 * every kernel that has the variables it names, or for one: --assume 'transpose: n == 1024'. */
#ifndef SMEMLINT_ASSUMPTIONS_H
#define SMEMLINT_ASSUMPTIONS_H

#include "options/assume_option.h"
#include "eval/assume/assume.h"

/* A condition that cannot be read or cannot hold. */
typedef struct AssumeProblem {
	Loc loc;            /* file -1: it was given by --assume */
	const char *message;
} AssumeProblem;

typedef VEC(AssumeProblem) AssumeProblems;
typedef VEC(const Assumption *) AssumptionList;

/* The kernel's assumptions, those of comments first.  An option's assumption that names what the kernel has not
 * is left out, silently unless it is this kernel's own. */
void kernel_assumptions(Arena *arena, const Unit *unit, const Func *kernel, const AssumeOptions *options, AssumptionList *out,
			AssumeProblems *problems);

/* Why an assumption that was left out does not hold. */
const char *assumption_conflict(Arena *arena, const Unit *unit, const LaunchShape *launch, const Refuted *refuted);

/* Gives each fact the assumptions that it rests on: those without which it would be another, or not be.  Those that
 * make a difference at all are appended to `used`. */
void assumptions_attribute(Arena *arena, const Unit *unit, const EvalOptions *options, KernelFacts *kernel, AssumptionList *used);

#endif
