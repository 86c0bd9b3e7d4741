/* The wavefronts of asynchronous copies from global to shared memory (cp.async), by source and destination.
 * The rules reproduce every row of testdata/measured/h200_copies.tsv and h200_open.tsv. */
#ifndef SMEMLINT_BANKS_BANKS_COPY_H
#define SMEMLINT_BANKS_BANKS_COPY_H

#include "banks/banks.h"

typedef struct CopyCost {
	int wavefronts;
	uint32_t source_lanes; /* BankCost.source_lanes */
} CopyCost;

/* A phase of a copy through the L1 cache (cp_async_ca), with the active lanes `lanes`; addresses are multiples of `bytes`: 4,
 * 8 or 16.  Two lanes conflict if their destinations, or their sources, are on one bank (address modulo 128).  The phase
 * takes one wavefront for each lane that the busiest lane conflicts with, itself counted. */
CopyCost copy_through_l1(const WarpRequest *request, uint32_t lanes, int bytes);

/* The wavefronts of a warp's copy past the L1 cache (cp_async_cg); addresses are multiples of 16.  One wavefront moves
 * sectors of 32 bytes from one line of 128 bytes to another: those of which the same halves are copied, all straight or all
 * crossed (each half to the other half), and whose numbers in the two lines differ by an even number, or all by an odd one.
 * A piece of 16 bytes that goes to several places of a line, all straight or all crossed, takes a wavefront for each, from
 * the last lane to the first.  Of lanes that write to one place the first counts. */
int copy_past_l1(const WarpRequest *request, uint32_t lanes);

#endif
