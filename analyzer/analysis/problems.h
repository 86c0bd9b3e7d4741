/* Where errors of the frontend are: whether a kernel is lost because of one. */
#ifndef SMEMLINT_ANALYSIS_PROBLEMS_H
#define SMEMLINT_ANALYSIS_PROBLEMS_H

#include "ir/ir.h"

typedef enum ProblemPlace {
	PROBLEM_ASSUMPTION,  /* no error */
	PROBLEM_COMMENT,     /* in a `// smemlint:` comment */
	PROBLEM_ACCEPTED,    /* by nvcc: nothing is lost */
	PROBLEM_OUTSIDE,     /* in no kernel or device function */
	PROBLEM_IN_FUNCTION, /* in a function that is marked as broken */
	PROBLEM_IN_LOST,     /* in a kernel that is not in the unit: its declaration or end is broken */
	PROBLEM_HEADER,      /* a header is missing, or the frontend gave up: anything may be lost */
} ProblemPlace;

/* *kernel: set for PROBLEM_IN_LOST alone, to the place of that kernel's __global__. */
ProblemPlace problem_place(const Unit *unit, const ParseProblem *problem, Loc *kernel);

#endif
