/* Addresses in shared memory as numbers, which inline PTX takes. */
#ifndef SMEMLINT_FIX_NUMBERS_H
#define SMEMLINT_FIX_NUMBERS_H

#include "ir/ir.h"

/* Whether the expression is a call of __cvta_generic_to_shared() whose value is but where lanes access memory by inline PTX: by
 * itself, or in a local variable that is set to nothing but such calls' values. */
bool number_is_place(const Unit *unit, const Expr *e);

#endif
