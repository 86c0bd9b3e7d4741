/* Where the elements of CuTe's tensors go when the source changes: between a kernel's tensors before and after. */
#ifndef SMEMLINT_FIX_TILE_MOVES_H
#define SMEMLINT_FIX_TILE_MOVES_H

#include "eval/facts/facts.h"

/* A tensor whose layout, or place in its object, changes. */
typedef struct TileMove {
	const TensorView *old, *new;
	int64_t unit;        /* bytes of an element */
	int64_t n;           /* elements from the first to the last */
	const int32_t *to;   /* by element of the old layout: the one of the new layout; -1: none */
	int64_t bytes, new_bytes;
	bool changes;        /* another layout, not only another place */
} TileMove;

typedef struct TileMoves {
	VEC(TileMove) at;
	const char *why;     /* not NULL: the change is wrong */
} TileMoves;

TileMoves tile_moves(Arena *arena, const KernelFacts *old, const KernelFacts *new);

/* The object has a tensor whose layout changes; `is_new`: an object of the changed source. */
bool tile_moves_have(const TileMoves *moves, const Var *object, bool is_new);

/* As Remap has them.  Bytes of no tensor stay where they are. */
bool tile_moves_offset(const TileMoves *moves, const Var *object, int64_t offset, int bytes, int64_t *out);
bool tile_moves_step(const TileMoves *moves, const Var *object, int64_t step, int64_t *out);

#endif
