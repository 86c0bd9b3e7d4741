/* Which findings of a report are reported, and why the others are left out.
 *
 * Filters run one after the other, each on the findings that are left.  Problems of the input are never left out. */
#ifndef SMEMLINT_FILTER_SIEVE_H
#define SMEMLINT_FILTER_SIEVE_H

#include "core/report.h"

typedef enum LeftOut {
	LEFT_IN,
#define FILTER(id, field, text) LEFT_##id,
#include "filter/filter.def"
#undef FILTER
	N_LEFT_OUT,
} LeftOut;

typedef struct Sieve {
	Arena *arena;
	FileReport *report;
	LeftOut *why; /* of each finding */
} Sieve;

Sieve sieve_begin(Arena *arena, FileReport *report);

/* Whether the i-th is a finding, and not left out yet. */
bool sieve_has(const Sieve *sieve, int i);
void sieve_leave_out(Sieve *sieve, int i, LeftOut why);

/* Adds to the counts, and removes from the report what is left out. */
void sieve_end(Sieve *sieve, int counts[N_LEFT_OUT]);

#endif
