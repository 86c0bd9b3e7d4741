/* Launches of a kernel with the same block shape, reported as one.
 *
 * A kernel that is launched in a loop for one size after the other is one kernel to its reader.  Its launches are
 * first evaluated together, with the arguments in which they differ unknown.  If all facts are exact, that is the
 * result; else each of the first few is evaluated by itself, and the others together; and for each access the worst one
 * is reported, with its launch. */
#ifndef SMEMLINT_ANALYSIS_FAMILY_H
#define SMEMLINT_ANALYSIS_FAMILY_H

#include "base/vec.h"
#include "eval/facts/facts.h"

enum { MAX_MEMBERS = 12, MAX_MEMBER_OPS = 1500000 };

typedef struct Family {
	LaunchShape all;        /* what the members have in common */
	LaunchShapes members;   /* one for each set of arguments */
	int n_launches;         /* with those that differ only in their grid */
} Family;

typedef VEC(Family) Families;

/* Groups the shapes of one kernel by block, in the order in which blocks first occur. */
void families_of(Arena *arena, const LaunchShapes *shapes, Families *out);

/* Whether all facts, from an evaluation of all members together, are exact. */
bool family_is_exact(const KernelFacts *all);

/* The shapes to be evaluated one by one: the first members, and one more for all others.  ops: EvalRun.ops for one of them;
 * 0: not known. */
void family_members(Arena *arena, const Family *family, int64_t ops, LaunchShapes *out);

/* The members' facts, merged.  Facts that differ become symbolic, with the cost of the worst member; their cases are one for each
 * member, if all are exact or bounds and the launches differ in one argument, or else those of the worst member. */
KernelFacts family_merge(Arena *arena, const Family *family, const KernelFacts *members, int n);

#endif
