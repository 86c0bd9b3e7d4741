/* Addresses in shared memory as numbers, which inline PTX takes. */
#ifndef SMEMLINT_FIX_NUMBERS_H
#define SMEMLINT_FIX_NUMBERS_H

#include "fix/handed.h"

/* Whether the expression is a call of __cvta_generic_to_shared() whose value is but where lanes access memory by inline PTX: by
 * itself, in a local variable that is set to nothing but such calls' values, in a parameter, or as what a function returns to one of
 * `calls`.  Its other calls are of no interest. */
bool number_is_place(Arena *arena, const Unit *unit, const Expr *e, const ExprList *calls);

#endif
