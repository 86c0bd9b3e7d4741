/* Which parts of local records are needed: the compiler does not load the others when it copies a record. */
#ifndef SMEMLINT_IR_BYTES_USED_BYTES_H
#define SMEMLINT_IR_BYTES_USED_BYTES_H

#include "base/arena.h"
#include "ir/ir.h"

/* Fills in unit->used_bytes: bit i is set if something loads byte i of the record, or copies it to memory that is no variable's; of
 * a pointer variable, of what it points to.  Only what is certain: uses that are not understood set no bit.  Bytes from the 64th
 * on have none. */
void used_bytes_find(Arena *arena, Unit *unit);

#endif
