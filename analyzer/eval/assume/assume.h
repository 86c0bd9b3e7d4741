/* What follows for a kernel from the user's assumptions on its values (ir/assume.h).
 *
 * A name is a parameter or a local variable of the kernel, a field of one, a built-in variable, or a
 * __constant__ variable.  Conditions on parameters, built-in and __constant__ variables are applied
 * to their symbols before the kernel runs: as a value, a range, an alignment or a residue.  Conditions that name local
 * variables are applied while it runs: `x == …` and `x % c == r` give the value stored in x where it is
 * unknown.  Any condition decides the comparisons in the kernel that follow from it (of the same values, or
 * of the same names); one that names local variables does not decide the tests of loops, which would never end. */
#ifndef SMEMLINT_EVAL_ASSUME_ASSUME_H
#define SMEMLINT_EVAL_ASSUME_ASSUME_H

#include "eval/facts/facts.h"
#include "ir/assume.h"

/* Why the condition cannot be applied to this kernel: a name that it does not have.  NULL: it can be.  *at: the offset of
 * that name in the assumption's text. */
const char *assume_name_problem(Arena *arena, const Unit *unit, const Func *kernel, const Assumption *assumption, size_t *at);

#endif
