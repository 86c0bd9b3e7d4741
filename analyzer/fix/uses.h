/* Where the source names a shared object, and whether every use of it is plain: an element is read, written or updated.
 * Instances of a template share their uses; functions that get the whole object as an argument are searched, too. */
#ifndef SMEMLINT_FIX_USES_H
#define SMEMLINT_FIX_USES_H

#include "fix/layouts/layout.h"
#include "fix/numbers.h"
#include "fix/record.h"

typedef struct Span {
	size_t begin, end; /* offsets in the file's text */
} Span;
typedef VEC(Span) SpanList;

/* A name with the brackets that follow it in the text: "tile[ty][tx + 1]". */
typedef struct Use {
	Loc loc;               /* the name; in the definition of a macro, if it comes from there */
	Loc user;              /* where the code uses it: the same, or where it uses the macro */
	bool is_literal;       /* the text at `loc` is the name */
	bool in_macro;         /* … in the definition of a macro: */
	Span params;           /* its parameters; empty: none */
	Span index[MAX_DIMS];  /* the text within each pair of brackets */
	int n_indices;
	const char *base;      /* of a pointer into the object, whose place in it is not known: the object's name; else NULL */
	bool is_sum;           /* "tile + i" in place of "&tile[i]": what is added is the index */
	const Var *object;     /* the instance whose code `first` is, or a parameter that is the object; NULL: not known */
	const Expr *expr;      /* what uses it; NULL: not known */
	const Expr *first;     /* the first pair's index as an expression, or NULL */
} Use;

typedef VEC(Use) UseList;

typedef struct Uses {
	Use decl;              /* the declared name; `index`: the declared lengths */
	VarList names;         /* it, and the local pointers to it */
	bool is_deduced;       /* a template gets it as a parameter of a deduced type */
	RangeList declared;    /* its declaration, and those of parameters and local pointers that stand for it */
	VEC(Use) params;       /* parameters that are the whole object and declare its last dimensions */
	ExprList calculated;   /* what uses addresses to which something is added behind the brackets: accesses, or others */
	UseList distances; /* arguments that are the distance between the rows of a matrix fragment in it: index[0], if it is written out, and `first` */
	int64_t piece; /* not 0: it is accessed at its elements' places by other means than subscripts (vectors, inline PTX,
	                        * asynchronous copies, functions that get an element's address, calculated addresses), by an element or
	                        * by at most so many bytes at once */
	bool is_split; /* local pointers are set to places in it: indices are sums of which the uses have parts */
	bool has_aliases; /* it is a parameter of functions, which may also get other objects; … */
	const Func *shared; /* … one that does, somewhere in the unit; or NULL */
	UseList at; /* unordered; each place once */
	const char *obstacle; /* why the user should check before the layout is changed, or NULL */
	Loc obstacle_loc;
	/* Of an array with one dimension, for layouts that map each index: the same with the subscripts of all local pointers into it, where
	 * nothing else is done with these than to set them to places in it.  NULL: there are none, or it is. */
	const struct Uses *followed;
} Uses;

/* An instance of a template, or a lambda: types of its parameters may have been deduced. */
bool func_deduces(const Func *func);

/* Those that the layout's edits are for: `followed` if it maps each index. */
const Uses *uses_in(const Uses *uses, const Layout *layout);

/* Of a part of an array that is divided: the uses of the pointers to it. */
void uses_find(Arena *arena, const Unit *unit, const Var *object, Part part, Uses *out);

/* The name, if the text at `loc` is it, with its brackets. */
void use_read(SourceSet *sources, Loc loc, const char *name, Use *out);

/* Adds the uses of `name` in the arguments of the macro that is used at `loc`, or else in its definition and those of the macros in it,
 * as far as these are in the same file (uses_macro.c). */
void uses_of_macro(Arena *arena, SourceSet *sources, Loc loc, const char *name, UseList *out);

/* Where the file's code, without directives, names a macro that writes one of the uses, itself or through others of the file. */
void uses_of_definitions(Arena *arena, SourceSet *sources, int file, const UseList *uses, SpanList *out);

#endif
