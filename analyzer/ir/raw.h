/* Arrays of bytes that the program uses as a record: "extern __shared__ char raw[]; Storage &s = *(Storage *)raw;" */
#ifndef SMEMLINT_IR_RAW_H
#define SMEMLINT_IR_RAW_H

#include "base/arena.h"
#include "ir/ir.h"

/* Fills in Var.as of the unit's shared variables: of arrays whose address is only ever taken for that of one record with an array in
 * it, and never for one of several. */
void raw_find(Unit *unit);

bool type_has_array(const Type *type); /* it is one, or a record with one in it */

/* The variable's type; of such an array, the record. */
static inline const Type *var_seen_type(const Var *var)
{
	return var->as ? var->as : var->type;
}

#endif
