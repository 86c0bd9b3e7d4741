/* What another layout of a shared object would save.  Every known access of the object is priced by the hardware model in
 * each layout that is tried.  Nothing is estimated; accesses that could not be counted are reported. */
#ifndef SMEMLINT_FIX_LAYOUTS_ADVICE_H
#define SMEMLINT_FIX_LAYOUTS_ADVICE_H

#include "base/vec.h"
#include "core/diag.h"
#include "eval/facts/facts.h"
#include "fix/layouts/layout.h"
#include "fix/layouts/merged.h"

enum { MAX_SAMPLES = 2048 };

typedef struct Advice {
	const Var *object;
	Part part;           /* that the advice is about */
	const char *name;    /* grid_name() … */
	Loc loc;             /* … and grid_loc() */
	int64_t wavefronts;  /* now, over the accesses that were counted */
	int64_t attainable;  /* the fewest that any layout could need for them */
	int n_accesses;      /* accesses of the object: places in the source */
	int n_known;         /* those that were counted */
	/* Those that save something, and that no simpler kind beats in both wavefronts and bytes: the fewest wavefronts first,
	 * among equals by the preference. */
	const Layout *layouts;
	int n_layouts;
	const Layout
		*fallback; /* a padding that needs nothing of the subscripts, if one of them is better but cannot be written; or NULL */
	bool some_left;      /* of an access only the first distinct warp requests were counted */
	bool over_limit;     /* a layout was left out because static shared memory would exceed its limit */
	const char *rejected; /* why a layout that saves wavefronts was left out; NULL: there was none */
	const Layout *too_large; /* n_layouts == 0: a padding that helps, and that takes more than half of the object's memory; or NULL */
	const char *text;    /* for a note */
} Advice;

/* How often a request occurs in one of the kernels, by its index. */
typedef struct Share {
	int kernel;
	int64_t count;
} Share;

/* A warp request that layouts are tried on. */
typedef struct Sample {
	const Fact *fact;
	const WarpPattern *pattern;
	int instance;        /* of Samples.instances */
	int64_t count;       /* how often it occurs, over all accesses */
	int64_t computed;    /* how often its addresses are computed: once, where a loop does not change them */
	int attainable;      /* the fewest wavefronts in any layout: lanes on one word stay on one word */
	const MergedRequest *merged; /* the request that nvcc may merge it into; NULL: none */
	VEC(Share) in;
} Sample;

/* The object as an instance of a template has it: one declaration, other lengths or elements. */
typedef struct Instance {
	const Var *object;
	Grid grid;
} Instance;

/* Accesses whose banks are known although their rows come from data (Fact.open_rows). */
typedef struct OpenRows {
	int instance;
	int64_t step;
} OpenRows;

typedef struct Samples {
	VEC(Sample) at;
	VEC(OpenRows) open;
	VEC(Instance) instances; /* the first one is the object itself */
	int n_accesses, n_known;
	bool some_left;      /* patterns are missing: a fact has more than it keeps, or there are more than MAX_SAMPLES */
} Samples;

/* The known accesses of `object` and its other instances in their present layout (advice_samples.c). */
void samples_of(Arena *arena, const KernelFacts *kernels, int n_kernels, const Var *object, const Grid *grid, Samples *out);
int64_t samples_widest(const Samples *samples); /* the elements of the widest access */
/* By how much rows exceed a power of two, if every access is known and none touches the excess; else 0. */
int64_t samples_spare(const Grid *grid, const Samples *samples);
/* How many elements at the end of the object's rows no access touches, if every access is known and they may be a padding, which takes
 * at most half of what is accessed again; else 0. */
int64_t samples_unused(const Grid *grid, const Samples *samples);

/* The address of a pattern leaves out runtime values that move all lanes alike: by multiples of so many bytes.  0: there are
 * none; 1: not known. */
int64_t symbolic_step(const Fact *fact);

/* Advice.text (advice_text.c). */
const char *advice_prose(Arena *arena, const Advice *advice, const Samples *samples);

/* The best layout as one thing to do: "pad the rows of 'tile' to [32][33] in line 7 (+128 bytes): no conflicts are left".
 * `line`: of the declaration. */
const char *advice_todo(Arena *arena, const Advice *advice, const char *line);

/* A warp's request in another layout, one of Advice.layouts.  False: the access does not fit in it. */
bool advice_moves(const Layout *layout, const Fact *fact, const WarpPattern *pattern, WarpPattern *out);

/* The advice in a diagnostic about the object, or the part, that the fact is of; NULL: none. */
const Advice *advice_about(const Diags *diags, const Fact *fact);

/* Evaluates the kernels as if an array's dimensions were exchanged: what is not known of accesses, and what nvcc merges. */
typedef struct Trial {
	/* Why the layout must not be made, or NULL: it costs no more in any launch, and nothing that is not known of an access gets worse.
	 * Sets layout->settled and settles_all. */
	const char *(*run)(const struct Trial *trial, const KernelFacts *kernels, int n_kernels, const Var *object, Layout *layout);
	const void *data;
} Trial;

/* Searches layouts over all facts of `object`, or of a part of it (part_of()), in all given launches, compiled for `arch` (90: sm_90):
 * of all its instances, if a template declares it.  A layout is left out if any launch takes more wavefronts in it, if an access that nvcc merges with others
 * would be made by itself, or one that it may merge could not be merged, or if it adds more instructions than it saves wavefronts.
 * trial: NULL: dimensions are exchanged only where all accesses are known.  NULL: the object has no layout to search, or its accesses
 * cost the least already. */
const Advice *advise(Arena *arena, const KernelFacts *kernels, int n_kernels, const Var *object, Part part, int arch, Preference prefer,
		     const Trial *trial);

#endif
