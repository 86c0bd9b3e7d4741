/* Finds the analysed file and line of each measured line.
 *
 * The file is the one of that path.  Else, as it may have been measured on another machine, it is the only one that shares the
 * most last components of the path, at least the name; but if the measured file exists here, only if the text of the line
 * was recorded too, so that it can be compared. */
#ifndef SMEMLINT_VERIFY_VERDICT_PLACES_H
#define SMEMLINT_VERIFY_VERDICT_PLACES_H

#include "verify/table/measured.h"
#include "verify/table/predicted.h"

/* A measured line with its place in the analysed sources.
 *
 * Of several possible places it has the one with facts; of two with facts, the one that is inlined into the other. */
typedef struct PlacedLine {
	const MeasuredLine *line;
	const char *path;         /* Predicted.path; the measured path if no analysed file matches */
	int number;
	const char *text;
	bool is_system;           /* in a header that comes with a compiler */
	bool is_known;            /* there are facts of this line */
	bool is_unclear;          /* several lines with facts are possible, none of them inlined into another */
} PlacedLine;

typedef VEC(PlacedLine) PlacedLines;

PlacedLines places_resolve(Arena *arena, const PredictedList *predicted, const Measured *measured);

/* Whether both are the same line, but for white space and quotes; true if one is NULL. */
bool places_same_text(const char *a, const char *b);

#endif
