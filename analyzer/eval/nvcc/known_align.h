/* Where a kernel's shared objects begin, as far as nvcc's layout of them can be told (docs/developers/compiler.md): static ones
 * in the order of their declarations, each at the next multiple of its alignment; those that are never read, never
 * written, or taken apart because their indices are constants and nothing needs their address, do not stand there;
 * dynamic shared memory behind them at a multiple of 16 bytes. */
#ifndef SMEMLINT_EVAL_KNOWN_ALIGN_H
#define SMEMLINT_EVAL_KNOWN_ALIGN_H

#include "base/vec.h"
#include "eval/cost/access.h"
#include "ir/ir.h"

typedef struct KnownAligns KnownAligns;

enum { MAX_LOG2_ALIGN = 4 }; /* 16 bytes: no access needs more */

KnownAligns *known_aligns_new(Arena *arena, const Func *kernel);
KnownAlign known_align_of(const KnownAligns *known_aligns, const Var *object); /* NULL: not known which */

#endif
