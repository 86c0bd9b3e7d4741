/* The #include lines that several sources begin with: their headers are precompiled once for all of these. */
#ifndef SMEMLINT_PROJECT_LEADING_H
#define SMEMLINT_PROJECT_LEADING_H

#include "base/folder.h"

enum {
	LEADING_FEWEST = 4, /* sources: for fewer, precompiling costs more than it saves */
	LEADING_MOST = 12,  /* different beginnings of a run: each takes tens of megabytes in the cache */
};

typedef struct Leading {
	const char *text;   /* the lines; NULL: none */
	const char *folder; /* in which quoted names are found, that of the source; NULL: in none, so that it does not matter */
} Leading;

/* For each file the lines at its beginning that it shares with enough others of them: of all beginnings, those that save the most lines
 * over the run.  The standard library's headers may stand anywhere between the others; those that all have in front come first. */
const Leading *leading_shared(Arena *arena, const Names *files);

#endif
