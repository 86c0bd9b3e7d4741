/* Checks if a run of a kernel is plausible: with a runtime value that is only tried, it may access bytes beyond a shared
 * object, or read words of one that were not written. */
#ifndef SMEMLINT_EVAL_STATE_WATCH_H
#define SMEMLINT_EVAL_STATE_WATCH_H

#include "eval/cost/access.h"

/* A read of words of an object that were not written before, though others were. */
typedef struct Unset {
	const Var *object;
	const CallSite *stack;
} Unset;

typedef struct Watch {
	Arena *arena;
	const Arch *arch;
	bool out;    /* an access beyond an object */
	VEC(Unset) unset;
	VEC(struct Written *) objects;
} Watch;

/* To be called for each access, in the order of execution. */
void watch_access(Watch *watch, const ValueCtx *ctx, const Access *access);

#endif
