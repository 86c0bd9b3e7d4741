/* Which file of the analysis a measured line stands in.
 *
 * The one of that path; else, for it may have been measured elsewhere, the one that shares the most of its last parts,
 * the name at least, if there is one such, and what was measured is not here or tells its text, which is then compared. */
#ifndef SMEMLINT_VERIFY_PLACES_H
#define SMEMLINT_VERIFY_PLACES_H

#include "verify/table/measured.h"
#include "verify/table/predicted.h"

/* A measured line, put to where it belongs.
 *
 * Where it may belong to several, it is the one of which there are facts; of two such the one that is inlined into the
 * other. */
typedef struct PlacedLine {
	const MeasuredLine *line;
	const char *path;         /* as Predicted has it; the measured one where it is none of them */
	int number;
	const char *text;
	bool is_system;           /* in a header that comes with a compiler */
	bool is_known;            /* there are facts */
	bool is_unclear;          /* there may as well be others whose it is */
} PlacedLine;

typedef VEC(PlacedLine) PlacedLines;

PlacedLines places_resolve(Arena *arena, const PredictedList *predicted, const Measured *measured);

/* The same line but for white space and quotes; also where one of them is not known. */
bool places_same_text(const char *a, const char *b);

#endif
