/* Runtime values that costs seem to hang on: by which loops are undecided, and addresses symbolic. */
#ifndef SMEMLINT_EVAL_SUSPECT_H
#define SMEMLINT_EVAL_SUSPECT_H

#include "eval/value/value.h"

typedef struct Suspect {
	Sym sym;             /* in its context; one of that origin */
	SymInfo info;        /* its name is in the list's arena */
	int times;           /* how often it was met */
	bool counts;         /* a loop goes up to it one by one, or something is shifted by it: a small number */
	bool cuts;           /* bits of other values are cut by it: any number, not a power of two alone */
} Suspect;

typedef struct Suspects {
	Arena *arena;
	VEC(Suspect) list;
} Suspects;

/* The value's origin, or (suspect_sym) that symbol's, where there is one and it is an integer.  NULL: there is none.
 * The pointer is valid until the next call. */
Suspect *suspect_sym(Suspects *suspects, const ValueCtx *ctx, Sym sym);
Suspect *suspect_value(Suspects *suspects, const ValueCtx *ctx, const Value *v);
/* What only shows itself when the run is over; the most frequent first. */
void suspects_finish(Suspects *suspects, const ValueCtx *ctx);

#endif
