/* The #include lines that one source begins with. */
#ifndef SMEMLINT_PROJECT_BEGINNINGS_H
#define SMEMLINT_PROJECT_BEGINNINGS_H

#include <stdint.h>

#include "base/folder.h"

/* Some of the first #include lines.  What two sources have of one key can be precompiled for both. */
typedef struct Beginning {
	uint64_t key;
	int cost;           /* of its lines, in comparison with others */
	const char *text;   /* the lines, without those of the standard library's headers if it is_free */
	const char *folder; /* in which quoted names are found, that of the source; NULL: in none, so that it does not matter */
	bool is_free;       /* the standard library's headers may be others, before it (standard_headers.def) */
	int n_standard;     /* how many of Beginnings.standard belong to it */
} Beginning;

typedef struct Beginnings {
	VEC(Beginning) list; /* the shortest first */
	Names standard;      /* the standard library's headers, "<vector>", in order */
} Beginnings;

Beginnings beginnings_of(Arena *arena, const char *path);

#endif
