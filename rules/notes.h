/* Notes below a finding. */
#ifndef SMEMLINT_RULES_NOTES_H
#define SMEMLINT_RULES_NOTES_H

#include "core/diag.h"
#include "eval/facts/facts.h"

extern const Range range_none; /* no place of its own: that of the finding */

void note_add(Arena *arena, Diag *diag, Range range, const char *text); /* text NULL: no note */

/* Why the cost is no more than a bound, or not known. */
void note_reason(Arena *arena, Diag *diag, const Fact *fact);
/* The launch, the declaration, the kernel and the calls on the way. */
void notes_of_place(Arena *arena, Diag *diag, const Fact *fact);

#endif
