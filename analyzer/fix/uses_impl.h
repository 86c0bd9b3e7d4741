/* Shared by uses.c and uses_text.c: uses as the text has them. */
#ifndef SMEMLINT_FIX_USES_IMPL_H
#define SMEMLINT_FIX_USES_IMPL_H

#include "core/tokens.h"
#include "fix/uses.h"

void use_read_indices(Text *text, Use *out); /* the pairs of brackets that follow */
/* "tile + i" between parentheses or commas, as in atomicAdd(tile + i, 1) and *(tile + i): fills in the index. */
void use_read_sum(SourceSet *sources, Use *use);
/* Whether a `sizeof` in the file that declares the object names it. */
bool uses_sizeof(SourceSet *sources, const Var *object);

#endif
