/* Which part of an index decides the row of an element. */
#ifndef SMEMLINT_FIX_INDEX_H
#define SMEMLINT_FIX_INDEX_H

#include "ir/ir.h"

/* Whether the index is a sum whose last addend, a number or the variable of a counted loop, never leaves the row of the sum of the
 * others.  `row`: its elements, a power of two. */
bool index_stays_in_row(const Unit *unit, const Expr *index, int64_t row);

/* Of a sum whose last addend is a number: how much of it never leaves the row of what is left, 1 of (2 * a) + 257; 0: nothing. */
int64_t index_rest_in_row(const Expr *index, int64_t row);

#endif
