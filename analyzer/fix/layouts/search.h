/* A search for layouts of a shared object: what each costs in all launches, whether it may be made, and the best of each kind. */
#ifndef SMEMLINT_FIX_LAYOUTS_SEARCH_H
#define SMEMLINT_FIX_LAYOUTS_SEARCH_H

#include "fix/layouts/advice.h"

/* MOST_WORK: warp requests. */
enum { N_KINDS = LAYOUT_SOA + 1, PAD_BY_FUNCTION = N_KINDS, N_SLOTS, MOST_WORK = 60000 };

typedef struct Search {
	const KernelFacts *kernels;
	int n_kernels, arch;
	const Samples *samples;
	Grid grid;              /* of the object … */
	Grid *grids;            /* … and of each instance */
	int64_t *room;          /* of each instance: bytes that static shared memory may still grow by; -1: any */
	int64_t *taken;         /* of each kernel: its wavefronts now … */
	int64_t *change;        /* … and their change */
	bool any_size;          /* paddings may take more than half of the object's memory */
	int64_t chunk;
	int64_t spare;          /* elements at the end of each row that look like padding and that no access touches … */
	int64_t unused;         /* … and those that no access touches, whatever they look like */
	int64_t now, attainable;
	int64_t merged, attainable_merged; /* the same in the units of Layout.merged */
	int work;               /* warp requests priced so far: the search ends at MOST_WORK */
	bool over_limit;
	const char *rejected;   /* Advice.rejected */
	Layout best[N_SLOTS];   /* of each kind; kind LAYOUT_PLAIN: none found yet */
	Grid best_grid[N_SLOTS];
} Search;

int search_slot(const Layout *layout); /* in Search.best */

/* Sets now, attainable, merged and attainable_merged; and, once there is room for it, what each kernel takes now. */
void search_count(Search *search);
void search_count_kernels(Search *search);

/* Sets wavefronts, ways and instructions; false: an access does not fit in the layout or could not be merged any more, a kernel or the
 * instructions cost more than is saved, next to nothing is saved, or the cost exceeds `limit`. */
bool search_evaluate(Search *search, Layout *layout, int64_t limit);

/* Keeps the layout if it may be made and is the best of its kind. */
void search_consider(Search *search, Layout layout);

#endif
