/* Where the source names a shared object, and whether every use of it is plain: an element that is read,
 * written or updated.  Instances of a template share their uses; functions that get the whole object as an argument are
 * looked into. */
#ifndef SMEMLINT_FIX_USES_H
#define SMEMLINT_FIX_USES_H

#include "fix/layout.h"

typedef struct Span {
	size_t begin, end; /* bytes of the file's text */
} Span;

/* A name with the brackets that follow it in the text: "tile[ty][tx + 1]". */
typedef struct Use {
	Loc loc;               /* the name */
	bool is_literal;       /* the text there is the name: it does not come out of a macro */
	Span index[MAX_DIMS];  /* between each pair of brackets */
	int n_indices;
	const Expr *first;     /* of the first pair: the index as the evaluator sees it, or NULL */
} Use;

typedef struct Uses {
	Use decl;              /* the declared name; `index`: its dimensions */
	VEC(Use) params;       /* of the program's functions that get the whole object and name its last dimensions */
	bool has_aliases;      /* functions see it by another name, and may see other objects by it */
	VEC(Use) at;           /* in no order; each place once */
	const char *obstacle;  /* why a person should look before the layout changes, or NULL */
	Loc obstacle_loc;
} Uses;

void uses_find(Arena *arena, const Unit *unit, const Var *object, Uses *out);

/* The same declaration in the source, be it in another instance of its template. */
bool uses_same_object(const Var *a, const Var *b);

#endif
