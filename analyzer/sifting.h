/* Which findings of all files are shown: what the configuration, comments, a baseline and a patch leave of them. */
#ifndef SMEMLINT_SIFTING_H
#define SMEMLINT_SIFTING_H

#include "configuring.h"
#include "core/report.h"
#include "stats.h"

typedef struct Sifting {
	Arena *arena;
	const Options *options;
	Configuring *configuring;
} Sifting;

/* The arena is given, and outlives it. */
Sifting *sifting_new(Arena *arena, const Options *options, Configuring *configuring);

/* What to say of a file that is not to be analysed at all; NULL: it is. */
const char *sifting_ignores(Sifting *sifting, Arena *arena, const char *file);

/* Leaves in the report of a file what is to be shown, as it is to be shown, and counts the rest. */
void sifting_apply(Sifting *sifting, const char *file, FileReport *report, Stats *stats);

#endif
