/* Where the layout of a tensor of CuTe is written: from make_tensor(…, LAYOUT) through variables, aliases, parameters and the
 * arguments of calls and launches to the expression or the type that makes it. */
#ifndef SMEMLINT_FIX_TILE_TRACE_H
#define SMEMLINT_FIX_TILE_TRACE_H

#include "eval/facts/facts.h"
#include "fix/uses.h"
#include "fix/written.h"

typedef enum OriginKind {
	ORIGIN_EXPR,  /* make_layout(…), Layout<…>{}, composition(…), tile_to_shape(…) */
	ORIGIN_TYPE,  /* Layout<…>, ComposedLayout<…> */
	ORIGIN_ARGS,  /* the shape, or the shape and the stride, that make_tensor takes in place of a layout */
} OriginKind;

typedef struct TileOrigin {
	OriginKind kind;
	int file;
	Span span;
	Written written;  /* ORIGIN_EXPR, ORIGIN_TYPE: what the span has */
	const Func *func; /* where it is; NULL: not known */
} TileOrigin;

enum { MAX_ORIGINS = 4 };

/* Places that give the tensor its layout, as many as its launches have: a change must be made in all of them.  NULL, or why they
 * are not known. */
const char *tile_trace(Arena *arena, const Unit *unit, const Func *kernel, const TensorView *view, TileOrigin *out, int *n);

/* The same for an expression in such a place: the first argument of tile_to_shape. */
const char *tile_trace_expr(Arena *arena, const Unit *unit, const TileOrigin *in, Span expr, TileOrigin *out, int *n);

Page page_of(const Unit *unit, int file);
const char *page_copy(Arena *arena, Page page, Span span);

#endif
