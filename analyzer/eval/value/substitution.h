/* Numbers in the place of symbols, many at once and in many values: what each symbol becomes is found once. */
#ifndef SMEMLINT_EVAL_SUBSTITUTION_H
#define SMEMLINT_EVAL_SUBSTITUTION_H

#include "eval/value/value.h"

typedef struct SymNumber {
	Sym sym;
	int64_t number;
} SymNumber;

typedef struct Substitution Substitution;

Substitution *substitution_new(ValueCtx *ctx);
/* From here on these are the numbers; of several for one symbol, the first.  What came of others is forgotten.  Holds
 * until the next call or until ctx->arena is released, whichever is first. */
void substitution_begin(Substitution *s, const SymNumber *known, int n);
/* The value with the numbers in it, also in what its symbols were computed from. */
Value substitution_apply(Substitution *s, Value v);
/* What a symbol that has a number was computed from, with the others' numbers in it. */
Value substitution_definition(Substitution *s, Sym sym);
int64_t substitution_work(Substitution *s); /* how many definitions were looked into since this was last asked */

#endif
