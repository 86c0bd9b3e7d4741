/* Asynchronous copies from global to shared memory (cp.async): passes by source and destination.
 * The rules reproduce every row of testdata/measured/h200_copies.tsv and h200_open.tsv. */
#ifndef SMEMLINT_BANKS_BANKS_COPY_H
#define SMEMLINT_BANKS_BANKS_COPY_H

#include "banks/banks.h"

typedef struct CopyCost {
	int wavefronts;
	uint32_t source_lanes; /* BankCost.source_lanes */
} CopyCost;

/* What `lanes` of one phase take (cp_async_ca); addresses are multiples of `bytes`: 4, 8 or 16.  Source and destination
 * stand in banks, and two lanes meet where either address has the bank of the other lane's: the phase waits for
 * the lane that meets most. */
CopyCost copy_through_l1(const WarpRequest *request, uint32_t lanes, int bytes);

/* The passes of the whole warp (cp_async_cg); addresses are multiples of 16.  A pass moves sectors of 32 bytes from one
 * line of 128 to another one: those of which the same halves are copied, all straight or all crossed, and whose numbers
 * in the lines differ by an even or all by an odd number.  A piece of 16 bytes that goes to several places of a line,
 * all straight or all crossed, takes a pass for each, the last lanes' first; of lanes that write to one place the first
 * counts. */
int copy_past_l1(const WarpRequest *request, uint32_t lanes);

#endif
