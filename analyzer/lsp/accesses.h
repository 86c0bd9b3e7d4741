/* The accesses of a document, one for each place: what the launches and specialisations have there together. */
#ifndef SMEMLINT_LSP_ACCESSES_H
#define SMEMLINT_LSP_ACCESSES_H

#include "lsp/view.h"

typedef struct Access {
	Range range;
	VEC(const Fact *) facts; /* the worst first */
	int ways;                /* of the worst warp in any of them; 0: not known, or none runs */
} Access;

typedef VEC(Access) Accesses;

/* Where an access stands: of an assignment the part that is assigned to.  Its end is right in the offset alone. */
Range access_range(const View *view, const Fact *fact);

/* In source order. */
Accesses accesses_of(const View *view);

/* "32-way", "up to 4-way"; NULL: it has no conflict that is known. */
const char *access_label(Arena *arena, const Access *access);

/* Wavefronts of the worst warp over what they must be, rounded up, in the worst case of a runtime value; 0: not known. */
int fact_ways(const Fact *fact);

#endif
