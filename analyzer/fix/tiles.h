/* CuTe's tensors over shared memory: how they lay an object out, and which layout would be free of conflicts. */
#ifndef SMEMLINT_FIX_TILES_H
#define SMEMLINT_FIX_TILES_H

#include "cute/search.h"
#include "eval/facts/facts.h"

/* The first tensor that covers the access, as a rule the whole tile; NULL: there is none. */
const TensorView *tile_of(Arena *arena, const KernelFacts *kernel, const Fact *fact);

/* "'sA' is Swizzle<2,3,3> o (8,32):(32,1)": as the documentation of CuTe writes layouts. */
const char *tile_words(Arena *arena, const TensorView *view);

/* The layouts that a tensor could have. */
typedef struct TileAdvice {
	const KernelFacts *kernel;
	const TensorView *view;
	const CuteLayout *layout;  /* as it is */
	int bits;    /* of an element */
	const CuteChoice *choices; /* those that are worth trying, the best first */
	int n_choices;
	const char *why;           /* if there are none */
	const struct TileAdvice *next; /* of another tensor with the same finding, or NULL */
	const char *text;          /* for a note: what frees all accesses with the least memory; NULL: nothing does */
} TileAdvice;

/* The layout of a tensor; NULL: it is not known. */
const CuteLayout *tile_layout(Arena *arena, const TensorView *view, int *bits);

/* Swizzles and paddings that free all accesses of the tensor in the kernel, or else the one that leaves the fewest conflicts. */
const TileAdvice *tile_advice(Arena *arena, const KernelFacts *kernel, const TensorView *view);

/* "swizzling the layout of 'sA' with Swizzle<3,3,3>" and "no extra memory". */
const char *choice_text(Arena *arena, const TileAdvice *advice, const CuteChoice *choice);
/* What to do about the tensor: "swizzle the layout of 'sA' with Swizzle<3,3,3> (no extra
 * memory)"; NULL: no layout is cheaper. */
const char *tile_todo(Arena *arena, const TileAdvice *advice);
const char *choice_price(Arena *arena, const CuteChoice *choice);

#endif
