/* Instances that an error made: of `constexpr int N = UNKNOWN;` in a template of the host clang makes 0 (of a bool false), and
 * goes on to the kernel that is launched as `k<N>`. */
#ifndef SMEMLINT_FRONTEND_MISREAD_H
#define SMEMLINT_FRONTEND_MISREAD_H

#include "lower/lower.h"

/* Marks kernels with such an argument as broken; before that of other errors. */
void misread_mark(Lower *lo, const ParseProblems *problems);

#endif
