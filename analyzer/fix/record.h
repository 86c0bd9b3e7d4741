/* Records that are longer: a member that nothing uses, at the end of the definition. */
#ifndef SMEMLINT_FIX_RECORD_H
#define SMEMLINT_FIX_RECORD_H

#include "fix/edit.h"
#include "ir/ir.h"

/* Adds the edit that makes `record` longer by `by` bytes, a multiple of its alignment.  NULL; or why there is none. */
const char *record_lengthen(Arena *arena, SourceSet *sources, const Type *record, int64_t by, Edits *out);

/* Whether the source names the record only where it is defined and where `object` is declared: then nothing else has
 * its layout. */
bool record_is_only_of(SourceSet *sources, const Type *record, const Var *object);

#endif
