/* Objects whose layouts change together: a macro of the program names them all, each where it is used. */
#ifndef SMEMLINT_FIX_TOGETHER_H
#define SMEMLINT_FIX_TOGETHER_H

#include "fix/layouts/layout.h"
#include "fix/uses.h"

enum { MAX_TOGETHER = 8 };

typedef struct Together {
	const Var *object[MAX_TOGETHER]; /* the first one is that which was asked for */
	Uses uses[MAX_TOGETHER];         /* each with the uses of all */
	int n;
	const char *why;                 /* why they cannot be changed; NULL: they can */
} Together;

void together_find(Arena *arena, const Unit *unit, const Var *object, Part part, Together *out);

/* Whether each kernel may have as much more static shared memory as they take in the layout. */
bool together_has_room(const KernelFacts *kernels, int n_kernels, int arch, const Together *together, const Layout *layout);

#endif
