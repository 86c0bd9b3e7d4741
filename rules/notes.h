/* Notes below a finding. */
#ifndef SMEMLINT_RULES_NOTES_H
#define SMEMLINT_RULES_NOTES_H

#include "core/diag.h"
#include "eval/facts/facts.h"
#include "rules/rule.h"

extern const Range range_none; /* a note without a place of its own */

void note_add(Arena *arena, Diag *diag, Range range, const char *text); /* text NULL: no note */

/* Why the cost is a bound, or not known. */
void note_reason(Arena *arena, Diag *diag, const Fact *fact);
/* The calls that lead to `fact`, which has the same finding, as far as no note has their places. */
void note_more_calls(Arena *arena, const SourceSet *sources, Diag *diag, const Fact *fact);
/* The calls that lead to the access, merging, launch, assumptions, generated code and declaration. */
void notes_of_place(const RuleContext *context, Diag *diag);

#endif
