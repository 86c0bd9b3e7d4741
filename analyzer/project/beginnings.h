/* The #include lines that one source begins with. */
#ifndef SMEMLINT_PROJECT_BEGINNINGS_H
#define SMEMLINT_PROJECT_BEGINNINGS_H

#include <stdint.h>

#include "base/folder.h"

/* Some of the first #include lines.  What two sources have of one key can be precompiled for both. */
typedef struct Beginning {
	uint64_t key;
	int cost;           /* of its lines, in comparison with others */
	int n;              /* the first n of Beginnings.names, … */
	bool is_free;       /* … without those of the standard library, which may be others (standard_headers.def) */
	const char *folder; /* in which quoted names are found, that of the source; NULL: in none, so that it does not matter */
} Beginning;

typedef struct Beginnings {
	Names names;         /* "<vector>", "\"tile.cuh\"", in order */
	int n_front;         /* the first names that are the standard library's */
	VEC(Beginning) list; /* the shortest first */
} Beginnings;

Beginnings beginnings_of(Arena *arena, const char *path);
bool is_standard_header(const char *name); /* with its brackets */

#endif
