/* Atomics that are loops: load, compute, compare-and-swap, until no other lane has changed the word in between.
 * The rules reproduce testdata/measured/h200_atomics.tsv. */
#ifndef SMEMLINT_BANKS_BANKS_LOOP_H
#define SMEMLINT_BANKS_BANKS_LOOP_H

#include "banks/banks.h"

typedef struct LoopCost {
	int iterations;
	int swaps, swaps_ideal; /* wavefronts of the compare-and-swaps, and the fewest for these iterations */
	int loads, loads_ideal; /* the same of the loads */
} LoopCost;

/* 4 and 8 bytes: each iteration loads, and swaps in Arch.swap_cost wavefronts for each phase that has lanes left.  Of the lanes
 * on one bank in a phase the first succeeds, unless a lane of an earlier phase did with the same word. */
LoopCost loop_by_banks(const Arch *arch, const WarpRequest *request);

/* Addends of 2 bytes: the word is loaded once; each iteration swaps in Arch.swap_cost wavefronts for each lane on the busiest
 * bank.  Of the lanes on one word the first succeeds. */
LoopCost loop_by_words(const Arch *arch, const WarpRequest *request);

#endif
