/* What is predicted, held against what was measured.
 *
 * Compared is how many times more wavefronts a line costs than it must; where it is known how many blocks were
 * measured and how often an access runs, a bound is also held against the sums.  What is measured is the profiler's
 * figure for a line, so the facts of a line stand or fall together. */
#ifndef SMEMLINT_VERIFY_VERDICT_H
#define SMEMLINT_VERIFY_VERDICT_H

#include "verify/table/measured.h"
#include "verify/table/predicted.h"

typedef enum Verdict { /* in the order in which they are told */
		       VERDICT_REFUTED,
		       VERDICT_CONFIRMED,
		       VERDICT_NOT_REACHED, /* the kernel was not launched with this block, or the line not executed */
		       VERDICT_NO_CLAIM,    /* nothing is said that a measurement could contradict */
		       VERDICT_COUNT,
} Verdict;

/* What the analysis says of wavefronts / ideal: one of some values, or a range. */
typedef struct Claim {
	enum { CLAIM_NONE, CLAIM_RANGE, CLAIM_AT_MOST, CLAIM_CASES } kind;
	double low, high;          /* CLAIM_RANGE; CLAIM_AT_MOST, CLAIM_CASES: high is the most */
	VEC(double) cases;
	bool all_cases;            /* there are no others */
	const char *why;           /* CLAIM_NONE: why */
} Claim;

typedef struct Checked {
	const Predicted *predicted;
	Claim claim;
	bool is_measured;
	MeasuredLine measured;     /* summed over widths */
	int64_t blocks;            /* whose accesses the measurement holds; 0: not known */
	Verdict verdict;
	const char *why;           /* words for people, or NULL */
	bool to_the_wavefront;     /* the sums themselves agree: for `blocks`, else as multiples */
} Checked;

typedef struct Verification {
	const Measured *measured;
	VEC(Checked) lines;        /* one for each of predicted, the same order */
	VEC(MeasuredLine) beyond;  /* measured where the analysis has no access */
	int count[VERDICT_COUNT];  /* lines */
	int facts[VERDICT_COUNT];
	int exact[VERDICT_COUNT];  /* lines of which every fact is exact */
	int exact_facts[VERDICT_COUNT];
	int to_the_wavefront;      /* of the exact lines that are confirmed */
	VEC(const Predicted *) foreign; /* the first line of each file that was another when it was measured: nothing of it is judged */
} Verification;

Verification *verify_join(Arena *arena, const PredictedList *predicted, const Measured *measured);

const char *verdict_name(Verdict verdict); /* "refuted", "confirmed", "not-reached", "no-claim" */

#endif
