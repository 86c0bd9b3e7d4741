/* Reads layouts: as CuTe prints them, as C++ that makes them, and as the names of their types. */
#ifndef SMEMLINT_CUTE_READ_H
#define SMEMLINT_CUTE_READ_H

#include <stddef.h>

#include "cute/layout.h"

typedef struct CuteError {
	size_t at;        /* the byte of the text from which on it cannot be read */
	const char *text; /* "expected ',' or ')'"; NULL: there is none */
} CuteError;

/* Reads
 *   (8,64):(64,1)  (8,64)  Swizzle<3,3,3> o (8,64):(64,1)  Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)
 *   Layout<Shape<_8,_64>,Stride<_64,_1>>{}  make_layout(make_shape(8,64), LayoutRight{})
 *   composition(Swizzle<3,3,3>{}, Layout<…>{})  tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64,_128>{})
 *   blocked_product(…)  raked_product(…)  ComposedLayout<…>
 * with names in any namespace.  False: `error` says why not. */
bool cute_read(Arena *arena, const char *text, CuteLayout *out, CuteError *error);

/* The layout that is a type, as clang spells it: cute::Layout<cute::tuple<cute::C<8>, int>, cute::tuple<cute::C<1>, int> >.
 * An integer type is an integer that is not known.  NULL: it is none, or not understood. */
const CuteLayout *cute_layout_of_type(Arena *arena, const char *spelling);

/* The layout of a tensor's type, cute::Tensor<cute::ViewEngine<cute::smem_ptr<float *>>, LAYOUT>, and the bits of its elements (0:
 * not known).  NULL: as above. */
const CuteLayout *cute_layout_of_tensor(Arena *arena, const char *spelling, int *bits);

/* The bits of an element of the type; 0: not known. */
int cute_type_bits(const char *name);

#endif
