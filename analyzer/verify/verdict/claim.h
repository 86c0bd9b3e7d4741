/* What the facts of a line claim together. */
#ifndef SMEMLINT_VERIFY_CLAIM_H
#define SMEMLINT_VERIFY_CLAIM_H

#include "verify/verdict/verdict.h"

/* as_written: held against accesses as the program writes them, of which what nvcc merges says nothing. */
Claim claim_of(Arena *arena, const Predicted *predicted, bool as_written);

/* A wavefront count that no warp access of these facts exceeds; 0: not known. */
int claim_costliest(const Predicted *predicted);

/* It is known how often each of them runs. */
bool claim_counts(const Predicted *predicted);

#endif
