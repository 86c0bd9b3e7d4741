/* Where the compiler's errors strike: whether a kernel is lost through one of them. */
#ifndef SMEMLINT_PROBLEMS_H
#define SMEMLINT_PROBLEMS_H

#include "ir/ir.h"

typedef enum ProblemPlace {
	PROBLEM_COMMENT,     /* of a comment of ours */
	PROBLEM_OUTSIDE,     /* no kernel or device function is hit */
	PROBLEM_IN_FUNCTION, /* in a function that is marked as broken */
	PROBLEM_IN_LOST,     /* in a kernel that is not in the unit at all: its declaration or end is broken */
	PROBLEM_HEADER,      /* a header is missing, or the compiler gave up: anything may be lost */
} ProblemPlace;

/* `kernel`: PROBLEM_IN_LOST, where the word __global__ of that kernel stands. */
ProblemPlace problem_place(const Unit *unit, const ParseProblem *problem, Loc *kernel);

#endif
