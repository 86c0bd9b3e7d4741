/* CuTe's layouts: functions from a coordinate to an offset, written shape:stride, and swizzles over them.
 *
 * The words, the results and the text are those of CUTLASS 4 (include/cute, and its documentation in
 * media/docs/cpp/cute).  A *mode* is an element of a shape with its stride.  Coordinates are colexicographic: the
 * first mode runs fastest. */
#ifndef SMEMLINT_CUTE_LAYOUT_H
#define SMEMLINT_CUTE_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"

enum {
	CUTE_MODES = 32,        /* integers of a shape, at most */
	CUTE_MOST = 1 << 27,    /* elements of a layout, and any integer in it, at most: products of them do not overflow */
};

/* An integer, or a tuple of such. */
typedef struct CuteTuple {
	int n;             /* elements of a tuple, >= 1; 0: an integer */
	bool is_known;     /* an integer: it has a value; false: it is known at run time only */
	bool is_static;    /* an integer: part of the type, as _8 or Int<8> */
	int64_t value;
	const struct CuteTuple *at;
} CuteTuple;

/* Swizzle<bits, base, shift>: of an offset, `bits` bits from bit `base` on are combined, by exclusive or, with those that
 * are `shift` higher; with -shift < 0 those with the lower ones. */
typedef struct CuteSwizzle {
	int bits, base, shift;
} CuteSwizzle;

typedef struct CuteLayout {
	CuteTuple shape, stride; /* congruent */
	bool is_composed;        /* swizzle o offset o shape:stride */
	CuteSwizzle swizzle;
	CuteTuple offset;        /* an integer */
	int pointer_bits;        /* not 0: the offset is the address of an object of elements of so many bits, and the swizzle
	                          * applies to addresses of bytes, not to offsets of elements: smem_ptr[16b](unset) */
} CuteLayout;

CuteTuple cute_int(int64_t value, bool is_static);
CuteTuple cute_tuple(Arena *arena, const CuteTuple *elements, int n);

int cute_leaves(const CuteTuple *tuple, const CuteTuple **out); /* its integers in order; `out`: of CUTE_MODES, or NULL */
bool cute_is_known(const CuteTuple *tuple);  /* each of its integers */
bool cute_is_static(const CuteTuple *tuple); /* likewise */
int64_t cute_product(const CuteTuple *tuple); /* of its integers; INT64_MAX instead of an overflow.  All are known. */
bool cute_congruent(const CuteTuple *a, const CuteTuple *b); /* the same nesting */

CuteTuple cute_compact_left(Arena *arena, const CuteTuple *shape);  /* strides of an array whose first mode is contiguous */
CuteTuple cute_compact_right(Arena *arena, const CuteTuple *shape); /* … whose last mode is */

/* NULL, or why the parts are no layout, or one of more than CUTE_MOST elements. */
const char *cute_layout_problem(const CuteLayout *layout);
const char *cute_swizzle_problem(CuteSwizzle swizzle);

bool cute_layout_is_known(const CuteLayout *layout);
int cute_rank(const CuteLayout *layout);
int64_t cute_extent(const CuteLayout *layout, int mode); /* elements of a top-level mode; 1 beyond the last one */

/* These take a layout that is known. */
int64_t cute_size(const CuteLayout *layout);   /* coordinates */
int64_t cute_cosize(const CuteLayout *layout); /* elements from the lowest offset of shape:stride to the highest */
/* shape:stride alone, at a coordinate of `n` integers: one for each top-level mode (more are 0), or one for all. */
int64_t cute_index(const CuteLayout *layout, const int64_t *coord, int n);
int64_t cute_swizzled(CuteSwizzle swizzle, int64_t offset);
/* The offset in elements.  With pointer_bits: from an address that is aligned to what is swizzled. */
int64_t cute_offset(const CuteLayout *layout, const int64_t *coord, int n);
/* The same in bits, for elements of so many bits (a power of two). */
int64_t cute_bit_offset(const CuteLayout *layout, const int64_t *coord, int n, int bits);
/* The swizzle for offsets in bits. */
CuteSwizzle cute_bit_swizzle(const CuteLayout *layout, int bits);
/* Bytes from the object's start to its end in memory: what a swizzle moves beyond cute_cosize() counts. */
int64_t cute_bytes(const CuteLayout *layout, int bits);

/* A layout without its swizzle, whose offset becomes an integer. */
CuteLayout cute_plain(const CuteLayout *layout);

/* What CuTe's print() prints. */
void cute_print_tuple(Buf *out, const CuteTuple *tuple);
void cute_print(Buf *out, const CuteLayout *layout);
/* C++ that makes the layout: composition(Swizzle<3,3,3>{}, Layout<Shape<_8,_64>,Stride<_64,_1>>{}). */
void cute_print_code(Buf *out, const CuteLayout *layout);

#endif
