/* The claim that the facts of a line make together. */
#ifndef SMEMLINT_VERIFY_VERDICT_CLAIM_H
#define SMEMLINT_VERIFY_VERDICT_CLAIM_H

#include "verify/verdict/verdict.h"

/* as_written: to be compared with accesses as the program writes them; facts that nvcc merges then claim nothing. */
Claim claim_of(Arena *arena, const Predicted *predicted, bool as_written);

/* The most wavefronts of one request of these facts; 0: not known. */
int claim_costliest(const Predicted *predicted);

/* Whether it is known for all of them how often they run. */
bool claim_counts(const Predicted *predicted);

#endif
