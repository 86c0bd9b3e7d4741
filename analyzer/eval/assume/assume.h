/* What follows for a kernel from what a person promises of its values (ir/assume.h).
 *
 * A name is a parameter or a local variable of the kernel, a field of one, a built-in variable, or a
 * __constant__ variable.  Conditions on parameters, built-in and __constant__ variables become what is known
 * of their symbols before the kernel runs: a value, a range, an alignment or a residue.  A condition that
 * names local variables is remembered: `x == …` and `x % c == r` say what is stored in x where that is not
 * known; and any condition decides the comparisons in the kernel that follow from it (of the same values, or
 * of the same names), but not, if it names local variables, the tests of loops: those end. */
#ifndef SMEMLINT_EVAL_ASSUME_H
#define SMEMLINT_EVAL_ASSUME_H

#include "eval/facts/facts.h"
#include "ir/assume.h"

/* Why the condition cannot be meant for this kernel: a name that it does not have.  NULL: it can.  *at is the
 * name's place in the text. */
const char *assume_name_problem(Arena *arena, const Unit *unit, const Func *kernel, const Assumption *assumption, size_t *at);

#endif
