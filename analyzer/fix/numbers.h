/* Addresses in shared memory as numbers, which inline PTX takes. */
#ifndef SMEMLINT_FIX_NUMBERS_H
#define SMEMLINT_FIX_NUMBERS_H

#include "base/vec.h"
#include "ir/ir.h"

typedef VEC(const Expr *) ExprList;

/* Whether the expression is a call of __cvta_generic_to_shared() whose value is but where lanes access memory by inline PTX: by
 * itself, in local variables that are set to nothing but such calls' values, in parameters, or returned by a function to `calls`: other calls
 * of it are of no interest. */
bool number_is_place(Arena *arena, const Unit *unit, const Expr *e, const ExprList *calls);

#endif
