/* Objects whose layouts change together: a macro of the program names them all, each where it is used. */
#ifndef SMEMLINT_FIX_TOGETHER_H
#define SMEMLINT_FIX_TOGETHER_H

#include "fix/uses.h"

enum { MAX_TOGETHER = 8 };

typedef struct Together {
	const Var *object[MAX_TOGETHER]; /* the first one is that which was asked for */
	Uses uses[MAX_TOGETHER];         /* each with the uses of all */
	int n;
	const char *why;                 /* why they cannot be changed; NULL: they can */
} Together;

void together_find(Arena *arena, const Unit *unit, const Var *object, Together *out);

/* Whether the static shared memory of each kernel that uses the object may grow by so many bytes. */
bool together_has_room(const KernelFacts *kernels, int n_kernels, int arch, const Var *object, int64_t more);

#endif
