/* How the banks serve a request: the lane whose word each bank serves in each pass.  All pictures are drawn from this.
 *
 * Of the lanes that access one word the first is served and the others share it, unless the operation serves each lane
 * by itself (BankMap.lanes_count).  The words of a bank are served in the order of their lanes. */
#ifndef SMEMLINT_REPORT_MAPS_PASSES_H
#define SMEMLINT_REPORT_MAPS_PASSES_H

#include "banks/banks.h"
#include "base/buf.h"
#include "core/report.h"
#include "eval/facts/facts.h"

enum {
	MAX_PASSES = WARP_LANES,      /* each lane of a phase accesses a bank at most once */
	MAX_TOUCHES = WARP_LANES * 5, /* 16 bytes at an odd address reach into five words */
};

/* A lane and one of the words that it accesses. */
typedef struct Touch {
	int lane, pass;   /* pass: from 0, counted over all phases */
	int64_t word;     /* offset / 4, rounded down; its bank is word mod 32 */
	bool shares;      /* an earlier lane is served the same word */
} Touch;

typedef struct Passes {
	BankOp op;
	BankMap map;
	BankCost cost;
	int n;
	int phase[MAX_PASSES];
	int lane[MAX_PASSES][BANKS];  /* -1: the bank is idle */
	Touch touches[MAX_TOUCHES];   /* sorted by lane, then word */
	int n_touches;
	int shared;                   /* lanes that share a word with an earlier one */
} Passes;

Passes passes_of(const Arch *arch, const WarpRequest *request);

/* The request, with the bytes per lane that the hardware uses for the operation. */
WarpRequest passes_request(const WarpPattern *pattern, BankOp op, int bytes);

/* The passes of an access in a report. */
Passes passes_of_map(const Arch *arch, const FindingMap *map, int op);

/* Whether the number of passes is the cost: not for copies whose reads cost as well, nor for atomics that are retried. */
bool passes_show_cost(const Passes *passes);

/* Appends a line for each thing that the passes do not show. */
void passes_remarks(Buf *out, const Passes *passes);

/* The passes of the worst phase: how often the busiest bank is accessed; 0: no lane is active. */
int passes_busiest(const BankMap *map);

/* n of the n-way conflict; 0: there is none, or the passes do not explain it. */
int passes_ways(const Passes *passes);

#endif
