/* Which findings of a report stay, and why the others do not.
 *
 * A filter says of each finding that is still in whether it leaves it out.  Problems of the input are no findings: they stay. */
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

/* Whether the finding may be left out, and is not yet. */
bool sieve_has(const Sieve *sieve, int i);
void sieve_leave_out(Sieve *sieve, int i, LeftOut why);

/* Adds to the counts, and leaves in the report what stays. */
void sieve_end(Sieve *sieve, int counts[N_LEFT_OUT]);

#endif
