/* The values that variables have at the head of an iteration that is not run by itself, as the changes so far make them expect. */
#ifndef SMEMLINT_EVAL_EXEC_LATER_H
#define SMEMLINT_EVAL_EXEC_LATER_H

#include "eval/exec/changes.h"

/* Sets the variables to their values at the head of any later iteration; `remaining`: how many these are, 0: not known. */
void later_assume(Eval *ev, const Changes *changes, const Iteration *iteration, int64_t remaining);
/* The same of the n'th one. */
void later_assume_number(Eval *ev, const Changes *changes, const Iteration *iteration, int64_t n);
/* How many iterations follow, if the test says so in each of them, alike in all threads; 0: not known. */
int64_t later_count(Eval *ev, const Iteration *iteration, const Changes *changes, bool test_first);
/* Behind the loop, if threads or warps left it after different trip counts: their values differ. */
void later_part_threads(Eval *ev, const Iteration *iteration, const Changes *changes);

#endif
