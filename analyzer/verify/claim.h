/* What the facts of a line claim together. */
#ifndef SMEMLINT_VERIFY_CLAIM_H
#define SMEMLINT_VERIFY_CLAIM_H

#include "verify/verdict.h"

Claim claim_of(Arena *arena, const Predicted *predicted);

/* A wavefront count that no warp access of these facts exceeds; 0: not known. */
int claim_dearest(const Predicted *predicted);

/* It is known how often each of them runs. */
bool claim_counts(const Predicted *predicted);

#endif
