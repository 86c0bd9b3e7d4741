/* The assumptions under which a kernel is analysed, and the facts that depend on them.
 *
 * They are given in comments, `// smemlint: assume(n == 1024, row < height)`, and by --assume, for every
 * kernel that has the variables it names, or for one: --assume 'transpose: n == 1024'. */
#ifndef SMEMLINT_ANALYSIS_ASSUMPTIONS_H
#define SMEMLINT_ANALYSIS_ASSUMPTIONS_H

#include "options/assume_option.h"
#include "eval/assume/assume.h"

/* An assumption that cannot be parsed or cannot hold. */
typedef struct AssumeProblem {
	Loc loc;            /* LOC_NONE: it was given by --assume */
	const char *message;
} AssumeProblem;

typedef VEC(AssumeProblem) AssumeProblems;
typedef VEC(const Assumption *) AssumptionList;

/* Appends the kernel's assumptions, those of comments first.  An option's assumption is ignored if it names a variable that
 * the kernel does not have; that is a problem only if the option is for this kernel. */
void kernel_assumptions(Arena *arena, const Unit *unit, const Func *kernel, const AssumeOptions *options, AssumptionList *out,
			AssumeProblems *problems);

/* The message for an assumption that was refuted and ignored. */
const char *assumption_conflict(Arena *arena, const Unit *unit, const LaunchShape *launch, const Refuted *refuted);

/* Sets Fact.assumptions: those without which the fact would differ, or not exist.  Assumptions that change any fact are
 * appended to `used`.  Evaluates the kernel again without each of them. */
void assumptions_attribute(Arena *arena, const Unit *unit, const EvalOptions *options, KernelFacts *kernel, AssumptionList *used);

#endif
