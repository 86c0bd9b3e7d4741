/* Atomics that are made of a loop: read, compute, compare and swap, until nobody came in between.
 * The rules reproduce testdata/measured/h200_atomics.tsv. */
#ifndef SMEMLINT_BANKS_BANKS_LOOP_H
#define SMEMLINT_BANKS_BANKS_LOOP_H

#include "banks/banks.h"

typedef struct LoopCost {
	int iterations;
	int swaps, swaps_ideal; /* wavefronts, and those that would do for the same turns */
	int loads, loads_ideal;
} LoopCost;

/* 4 and 8 bytes: each iteration loads, and swaps in Arch.swap_cost wavefronts for each phase that has lanes left; of the lanes on one
 * bank in a phase one gets through, the first, and of those on one word in different phases as well. */
LoopCost loop_by_banks(const Arch *arch, const WarpRequest *request);

/* Addends of 2 bytes: the word is loaded once, and each iteration swaps in as many a lane on the busiest bank; of the
 * lanes on one word the first gets through.  Here the loads are those of the first iteration. */
LoopCost loop_by_words(const Arch *arch, const WarpRequest *request);

#endif
