/* The accesses of a document: the facts of all launches and template specialisations, grouped by place. */
#ifndef SMEMLINT_LSP_ACCESSES_H
#define SMEMLINT_LSP_ACCESSES_H

#include "lsp/view.h"

typedef struct Access {
	Range range;
	VEC(const Fact *) facts; /* the costliest first */
	int ways;                /* of the costliest warp of all facts; 0: not known, or never executed */
} Access;

typedef VEC(Access) Accesses;

/* The text of an access: of an assignment the left side.  In its end only the offset is valid. */
Range access_range(const View *view, const Fact *fact);

/* In source order. */
Accesses accesses_of(const View *view);

/* "32-way", "up to 4-way", "about 6.0 wavefronts"; NULL: no known conflict. */
const char *access_label(Arena *arena, const Access *access);

/* fact_worst_ways(), in the costliest case of a runtime value; 1: no conflict; 0: not known. */
int fact_ways(const Fact *fact);

#endif
