/* How the banks serve one warp access: pass by pass, which lane's word each bank is busy with.  What every picture of an
 * access is drawn from, so that they show the same.
 *
 * Of the lanes that ask for one word the first has it; the others share it, unless the operation serves lane after lane
 * (BankMap.lanes_count).  Words of a bank come in the order of their lanes. */
#ifndef SMEMLINT_REPORT_PASSES_H
#define SMEMLINT_REPORT_PASSES_H

#include "banks/banks.h"
#include "base/buf.h"
#include "core/report.h"
#include "eval/facts/facts.h"

enum {
	MAX_PASSES = WARP_LANES,      /* a phase's lanes ask a bank once each at most */
	MAX_TOUCHES = WARP_LANES * 5, /* 16 bytes at an odd address reach into five words */
};

/* A lane and one of the words of 4 bytes that it asks for. */
typedef struct Touch {
	int lane, pass;   /* pass: from 0, through all phases */
	int64_t word;     /* counted from where offsets are; its bank is word mod 32 */
	bool shares;      /* it gets the word with a lane before it */
} Touch;

typedef struct Passes {
	BankOp op;
	BankMap map;
	BankCost cost;
	int n;
	int phase[MAX_PASSES];
	int lane[MAX_PASSES][BANKS];  /* -1: the bank is idle */
	Touch touches[MAX_TOUCHES];   /* by lane and word */
	int n_touches;
	int shared;                   /* lanes that share a word with one before them */
} Passes;

Passes passes_of(const Arch *arch, const WarpRequest *request);

/* What the hardware is asked for; the bytes a lane are as it has them for the operation. */
WarpRequest passes_request(const WarpPattern *pattern, BankOp op, int bytes);

/* Of an access in a report. */
Passes passes_of_map(const Arch *arch, const FindingMap *map, int op);

/* Whether the passes are what it costs: not of copies that also wait for where they read, nor of atomics that are repeated. */
bool passes_show_cost(const Passes *passes);

/* What the passes alone do not show, a line for each: appended. */
void passes_remarks(Buf *out, const Passes *passes);

/* How many passes the worst phase needs: 32 for a 32-way conflict, 1 for none, 0 where no lane is active. */
int passes_ways(const BankMap *map);

#endif
