/* Predicts where nvcc places a kernel's shared objects (docs/developers/compiler.md): static ones in the order of their
 * declarations, each at the next multiple of its alignment; dynamic shared memory after them, at a multiple of 16 bytes.
 * An object takes no space if it is never read or never written, or if nvcc splits it into variables: its indices are
 * constants and nothing needs its address. */
#ifndef SMEMLINT_EVAL_NVCC_KNOWN_ALIGN_H
#define SMEMLINT_EVAL_NVCC_KNOWN_ALIGN_H

#include "base/vec.h"
#include "eval/cost/access.h"
#include "ir/ir.h"

typedef struct KnownAligns KnownAligns;

enum { MAX_LOG2_ALIGN = 4 }; /* 16 bytes: no access needs more */

/* In the arena; from the code of the kernel and of what it calls. */
KnownAligns *known_aligns_new(Arena *arena, const Func *kernel);
KnownAlign known_align_of(const KnownAligns *known_aligns, const Var *object); /* NULL: an unknown object, of no alignment */

#endif
