/* What another layout of a shared object would save: searched, with every access of the object that is
 * known put through each layout and costed by the hardware model.  Nothing here is a guess; what could not
 * be counted is said. */
#ifndef SMEMLINT_FIX_ADVICE_H
#define SMEMLINT_FIX_ADVICE_H

#include "base/vec.h"
#include "core/diag.h"
#include "eval/facts/facts.h"
#include "fix/layout.h"

enum { MAX_SAMPLES = 2048 };

typedef struct Advice {
	const Var *object;
	int64_t wavefronts;  /* now, over the accesses that were counted */
	int64_t attainable;  /* the least that any layout could cost them */
	int n_accesses;      /* of the object, in source places and calls */
	int n_known;         /* of them, those that were counted */
	/* What saves something and is not beaten by a simpler kind in both cost and bytes: the cheapest first, of equals
	 * what is preferred. */
	const Layout *layouts;
	int n_layouts;
	bool over_limit;     /* something was left out because static shared memory would exceed its limit */
	const char *text;    /* for a note */
} Advice;

/* An access that layouts are tried on. */
typedef struct Sample {
	const Fact *fact;
	const WarpPattern *pattern;
	int64_t count;       /* how often, over all accesses that have it */
	int attainable;      /* the least that any layout could cost it: lanes on one word stay together */
} Sample;

typedef struct Samples {
	VEC(Sample) at;
	int n_accesses, n_known;
	bool some_left;      /* of an access with many distinct patterns only the first are here */
} Samples;

/* Gathers what is known of `object` under its present layout (advice_samples.c). */
void samples_of(Arena *arena, const KernelFacts *kernels, int n_kernels, const Var *object, const Grid *grid, Samples *out);

/* How many bytes a runtime value that was left out of the address moves all lanes by at least: every such
 * move is a multiple of it.  0: there is none; 1: not known. */
int64_t symbolic_step(const Fact *fact);

/* The text of a note (advice_text.c). */
const char *advice_prose(Arena *arena, const Advice *advice, const Samples *samples);

enum { MAX_PARTS = 16 };

/* A warp's access in another layout: one request as it is now, or one for each of the accesses that nvcc merges now and would
 * not merge there. */
typedef struct MovedAccess {
	int n, bytes;        /* bytes: a lane's, of each request */
	WarpPattern at[MAX_PARTS];
} MovedAccess;

/* In a layout that was found.  False: it has no place for the access. */
bool advice_moves(const Layout *layout, const Fact *fact, const WarpPattern *pattern, MovedAccess *out);

/* What was said of `object` in a diagnostic; NULL: nothing. */
const Advice *advice_about(const Diags *diags, const Var *object);

/* Over all facts of `object` in all launches given, compiled for `arch` (90: sm_90).  NULL: an object whose layout cannot be searched,
 * or one that pays no more than it must. */
const Advice *advise(Arena *arena, const KernelFacts *kernels, int n_kernels, const Var *object, int arch, Preference prefer);

#endif
