/* Does a run of a kernel make sense?  With a value that was only tried it may reach past the end of a shared object,
 * or read of one what nothing has written. */
#ifndef SMEMLINT_EVAL_WATCH_H
#define SMEMLINT_EVAL_WATCH_H

#include "eval/cost/access.h"

/* Where it read an object's words that nothing had written. */
typedef struct Unset {
	const Var *object;
	const CallSite *stack;
} Unset;

typedef struct Watch {
	Arena *arena;
	const Arch *arch;
	bool out;    /* it reached past an object's end */
	VEC(Unset) unset;
	VEC(struct Written *) objects;
} Watch;

/* Accesses in the order of the program. */
void watch_access(Watch *watch, const ValueCtx *ctx, const Access *access);

#endif
