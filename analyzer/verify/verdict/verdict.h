/* Compares predictions with a measurement.
 *
 * The compared number is a line's ratio of wavefronts to ideal.  If it is known how many blocks were measured and how
 * often an access runs, a bound is compared with the sums as well.  A profiler measures whole lines, so all facts of a
 * line get one verdict. */
#ifndef SMEMLINT_VERIFY_VERDICT_VERDICT_H
#define SMEMLINT_VERIFY_VERDICT_VERDICT_H

#include "verify/table/measured.h"
#include "verify/table/predicted.h"

typedef enum Verdict { /* in the order of the output */
		       VERDICT_REFUTED,
		       VERDICT_CONFIRMED,
		       VERDICT_NOT_REACHED, /* the kernel was not launched with this block, or the line not executed */
		       VERDICT_NO_CLAIM,    /* the prediction says nothing that a measurement could contradict */
		       VERDICT_COUNT,
} Verdict;

/* The predicted ratio of wavefronts to ideal: a range, or one of several values. */
typedef struct Claim {
	enum { CLAIM_NONE, CLAIM_RANGE, CLAIM_AT_MOST, CLAIM_CASES } kind;
	double low, high;          /* CLAIM_RANGE; CLAIM_AT_MOST, CLAIM_CASES: high is the most */
	VEC(double) cases;
	bool all_cases;            /* `cases` has all possible ones */
	const char *why;           /* CLAIM_NONE: why nothing is claimed */
} Claim;

typedef struct Checked {
	const Predicted *predicted;
	Claim claim;
	bool is_measured;
	MeasuredLine measured;     /* summed over the widths of its requests */
	int64_t blocks;            /* that were measured; 0: not known */
	Verdict verdict;
	const char *why;           /* a reason for the user, or NULL */
	bool to_the_wavefront;     /* the sums agree too: for `blocks`, or as multiples if that is not known */
} Checked;

typedef struct Verification {
	const Measured *measured;
	VEC(Checked) lines;        /* one for each row of the PredictedList, in its order */
	VEC(MeasuredLine) beyond;  /* measured lines for which no access is predicted */
	int count[VERDICT_COUNT];  /* lines */
	int facts[VERDICT_COUNT];
	int exact[VERDICT_COUNT];  /* lines whose facts are all exact */
	int exact_facts[VERDICT_COUNT];
	int to_the_wavefront;      /* of the exact lines that are confirmed */
	VEC(const Predicted *) foreign; /* the first changed line of each file that has changed since it was
					 * measured; no line of such a file is compared */
} Verification;

Verification *verify_join(Arena *arena, const PredictedList *predicted, const Measured *measured);

const char *verdict_name(Verdict verdict); /* "refuted", "confirmed", "not-reached", "no-claim" */

#endif
