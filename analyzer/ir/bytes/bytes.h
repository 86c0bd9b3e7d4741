/* What is known of the bytes of a unit's local variables (used_bytes.h, live_bytes.h). */
#ifndef SMEMLINT_IR_BYTES_BYTES_H
#define SMEMLINT_IR_BYTES_BYTES_H

#include "base/arena.h"
#include "ir/ir.h"

/* After effects_find() or unit_end_linking(). */
void bytes_find(Arena *arena, Unit *unit);

#endif
