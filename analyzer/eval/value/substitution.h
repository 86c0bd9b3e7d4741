/* Substitutes numbers for several symbols in many values; the result for each symbol is computed once and kept. */
#ifndef SMEMLINT_EVAL_VALUE_SUBSTITUTION_H
#define SMEMLINT_EVAL_VALUE_SUBSTITUTION_H

#include "eval/value/value.h"

typedef struct SymNumber {
	Sym sym;
	int64_t number;
} SymNumber;

typedef struct Substitution Substitution;

Substitution *substitution_new(ValueCtx *ctx);
/* Sets the numbers; if a symbol has several, the first counts.  Earlier numbers and their results are dropped.  Valid
 * until the next call or until ctx->arena is released. */
void substitution_begin(Substitution *s, const SymNumber *known, int n);
/* The value with the numbers substituted, also in the definitions of its symbols.  Its form stays. */
Value substitution_apply(Substitution *s, Value v);
/* The definition of a symbol with the numbers of other symbols substituted, even if it has a number itself; the symbol
 * if that changes nothing. */
Value substitution_definition(Substitution *s, Sym sym);
int64_t substitution_work(Substitution *s); /* definitions looked up since the last call */

#endif
