/* Launches of a kernel that have one block shape, and what they cost, told as one.
 *
 * A kernel that a loop launches for one size after the other is still one kernel to its reader.  Its launches are
 * first evaluated together, with the arguments in which they differ unknown.  Where that leaves nothing open it is
 * the answer; else they are evaluated one by one, the first of them, and the others together; and for
 * each access the worst is told, with the launch that has it. */
#ifndef SMEMLINT_FAMILY_H
#define SMEMLINT_FAMILY_H

#include "base/vec.h"
#include "eval/facts/facts.h"

enum { MAX_MEMBERS = 12, MAX_MEMBER_OPS = 1500000 };

typedef struct Family {
	LaunchShape all;        /* what the members have in common */
	LaunchShapes members;   /* told apart by their arguments */
	int n_launches;
} Family;

typedef VEC(Family) Families;

/* Shapes with one block, in the order of the first of each; all are of one kernel. */
void families_of(Arena *arena, const LaunchShapes *shapes, Families *out);

/* Whether the facts hold for every member as exactly as they could. */
bool family_is_exact(const KernelFacts *all);

/* What is to be evaluated one by one: the first members, and what the others have in common as one more.
 * ops: what one of them takes; 0: not known. */
void family_members(Arena *arena, const Family *family, int64_t ops, LaunchShapes *out);

/* The members' facts as one kernel's.  Where they differ they are symbolic: each gives its worst member's cost, and a case
 * for each member where all are exact and differ in one argument alone, or the worst member's own cases. */
KernelFacts family_merge(Arena *arena, const Family *family, const KernelFacts *members, int n);

#endif
