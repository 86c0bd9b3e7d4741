/* Which file of the analysis a measured line stands in.
 *
 * The one of that path; else, for it may have been measured elsewhere, the one that shares the most of its last parts,
 * the name at least, if there is one such, and what was measured is not here or tells its text, which is then compared. */
#ifndef SMEMLINT_VERIFY_PLACES_H
#define SMEMLINT_VERIFY_PLACES_H

#include "verify/measured.h"
#include "verify/predicted.h"

typedef struct Place {
	const char *file, *path;
} Place;

typedef struct Places {
	VEC(Place) files;
} Places;

Places *places_new(Arena *arena, const PredictedList *predicted, const Measured *measured);

/* The path as Predicted has it; the file itself where it is none of them. */
const char *places_path(const Places *places, const char *file);

/* The same line but for white space; also where one of them is not known. */
bool places_same_text(const char *a, const char *b);

#endif
