/* CuTe's tensors over shared memory: how they lay an object out, and which layout would be free of conflicts. */
#ifndef SMEMLINT_FIX_TILES_H
#define SMEMLINT_FIX_TILES_H

#include "eval/facts/facts.h"

/* The first tensor that covers the access, as a rule the whole tile; NULL: there is none. */
const TensorView *tile_of(Arena *arena, const KernelFacts *kernel, const Fact *fact);

/* "'sA' is Swizzle<2,3,3> o (8,32):(32,1)": as the documentation of CuTe writes layouts. */
const char *tile_words(Arena *arena, const TensorView *view);

/* The swizzle or the padding that frees all accesses of the tensor in the kernel, with the least memory; NULL: there is none, not
 * all accesses are known, or they are free already. */
const char *tile_advice(Arena *arena, const KernelFacts *kernel, const TensorView *view);

#endif
