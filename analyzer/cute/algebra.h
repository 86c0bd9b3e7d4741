/* Products of layouts: media/docs/cpp/cute/02_layout_algebra.md of CUTLASS. */
#ifndef SMEMLINT_CUTE_ALGEBRA_H
#define SMEMLINT_CUTE_ALGEBRA_H

#include "cute/layout.h"

/* These return NULL, or why there is no such layout.  Swizzles of `block` are kept; `tiler` has none. */

/* The block, repeated as `tiler` says; a mode of the result is one of the block with one of the tiler. */
const char *cute_blocked_product(Arena *arena, const CuteLayout *block, const CuteLayout *tiler, CuteLayout *out);
/* The same with the tiler's modes first. */
const char *cute_raked_product(Arena *arena, const CuteLayout *block, const CuteLayout *tiler, CuteLayout *out);

/* The strides of a shape whose modes are contiguous in the order of the integers in `order`, the lowest first. */
const char *cute_compact_order(Arena *arena, const CuteTuple *shape, const CuteTuple *order, CuteTuple *out);

/* The block, repeated until it has the extents of `shape`.  `order`: NULL, or the order in which modes are repeated. */
typedef enum CuteMajor { CUTE_LEFT, CUTE_RIGHT } CuteMajor;
const char *cute_tile_to_shape(Arena *arena, const CuteLayout *block, const CuteTuple *shape, const CuteTuple *order, CuteMajor major,
			       CuteLayout *out);

/* The layout with `pad` elements after every `row` of them.  False: it is not made of such rows. */
bool cute_pad(Arena *arena, const CuteLayout *layout, int64_t row, int64_t pad, CuteLayout *out);

#endif
