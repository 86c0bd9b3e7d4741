/* What the files rewrite*.c share. */
#ifndef SMEMLINT_FIX_REWRITE_IMPL_H
#define SMEMLINT_FIX_REWRITE_IMPL_H

#include "fix/rewrite.h"

typedef struct Rewriter {
	Arena *arena;
	const Unit *unit;
	SourceSet *sources;
	const Var *object;
	const Grid *grid;
	const Layout *layout;
	const Uses *uses;
	const char *helper; /* the name of the swizzle function; NULL: each subscript has the expression */
	const char *stride; /* of a flat array: how its rows' length is written in subscripts; NULL: not found */
	Edits *out;
} Rewriter;

/* Why something is not written. */
extern const char *const no_declaration, *const no_overlap;
const char *rewrite_no_subscript(const Rewriter *r, const Use *use); /* quotes the line */
bool rewrite_has_pure_arguments(const Rewriter *r, const Use *use); /* those with which a macro is used can be written twice */

const char *rewrite_span_text(const Rewriter *r, int file, Span span); /* without blanks around it */
bool rewrite_replace(Rewriter *r, int file, Span span, const char *text); /* false: it overlaps with another edit */
/* The text of the declared dimension; NULL: it is not written out. */
const char *rewrite_length_text(const Rewriter *r, int dim);
/* These return why they write nothing, or NULL: a dimension that is longer by `by`, also in parameters; … */
const char *rewrite_lengthen(Rewriter *r, int dim, int64_t by);
const char *rewrite_assertion(Rewriter *r); /* … which lengths the swizzle suits, where names decide them; … */
const char *rewrite_helper(Rewriter *r);    /* … the function that swizzles. */

/* An array with one dimension (rewrite_flat.c). */
const char *rewrite_flat(Rewriter *r);
const char *rewrite_range_text(const Rewriter *r, const Range *range);

/* Factors in an index that equal the row's length. */
typedef struct Strides {
	const Rewriter *r;
	int64_t row;
	const char *name;  /* only those that are written so; NULL: all */
	const Expr *last;
	int n;
} Strides;
void rewrite_find_strides(Strides *s, const Expr *e);

/* An array whose last two dimensions are exchanged, in its declaration and in all subscripts (rewrite_exchange.c). */
const char *rewrite_exchange(Rewriter *r);

/* What is behind a part of an array that pointers divide begins later, and the array ends later (rewrite_parts.c). */
const char *rewrite_make_room(Rewriter *r);

#endif
