/* Suspects: runtime values that costs seem to depend on, because they make trip counts unknown or addresses symbolic. */
#ifndef SMEMLINT_EVAL_STATE_SUSPECT_H
#define SMEMLINT_EVAL_STATE_SUSPECT_H

#include "eval/value/value.h"

typedef struct Suspect {
	Sym sym;             /* in the context of the evaluation: a symbol of this origin */
	SymInfo info;        /* of `sym`; the name is in Suspects.arena */
	int times;           /* how often it was found */
	bool counts;         /* the bound of a loop with step 1, or a shift count: small numbers are likely */
	bool cuts;           /* other values are cut into bits by it: any number is likely, not only powers of two */
} Suspect;

typedef struct Suspects {
	Arena *arena;
	VEC(Suspect) list;
} Suspects;

Suspects *suspects_new(Arena *arena);
/* Adds the origin of the symbol, or of the value (value_origin), or counts it if it is there already.  NULL: no origin,
 * not an integer, or too many suspects.  The pointer is valid until the next call. */
Suspect *suspect_sym(Suspects *suspects, const ValueCtx *ctx, Sym sym);
Suspect *suspect_value(Suspects *suspects, const ValueCtx *ctx, const Value *v);
/* After the run: completes `counts` and sorts, the most frequent first. */
void suspects_finish(Suspects *suspects, const ValueCtx *ctx);

#endif
