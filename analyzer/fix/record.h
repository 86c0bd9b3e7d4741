/* Pads a record: an unused member at the end of its definition. */
#ifndef SMEMLINT_FIX_RECORD_H
#define SMEMLINT_FIX_RECORD_H

#include "fix/edit.h"
#include "ir/ir.h"

typedef VEC(Range) RangeList;

/* Adds the edit that makes `record` longer by `by` bytes, a multiple of its alignment.  Returns NULL, or why that is not possible. */
const char *record_lengthen(Arena *arena, SourceSet *sources, const Type *record, int64_t by, Edits *out);

/* Whether the source names the record only in its definition and in `declared`, the declarations of `object` and of what stands for it,
 * so that nothing else depends on its layout; for an array that is used as the record (Var.as) also in sizeof, which launches need. */
bool record_is_only_of(SourceSet *sources, const Type *record, const Var *object, const RangeList *declared);

#endif
