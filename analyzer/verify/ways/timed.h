/* The timing way's parts: which warp requests there are, the program that times them, and what its clock says.
 *
 * Sixteen warps of one block make the same request over and over, so that shared memory is busy all the time: on an
 * H200 a request then takes one cycle a wavefront.  A free twin and one on a single bank, of the same operation
 * and width, are timed beside; what lies between them is linear (docs/users/verify.md has how well). */
#ifndef SMEMLINT_VERIFY_TIMED_H
#define SMEMLINT_VERIFY_TIMED_H

#include "base/buf.h"
#include "verify/table/predicted.h"

enum { TIMED_WARPS = 16, TIMED_ITERATIONS = 16, TIMED_UNROLL = 16, TIMED_REQUESTS = TIMED_WARPS * TIMED_ITERATIONS * TIMED_UNROLL };
#define TIMED_TOLERANCE 0.04

/* A row of timed_ops.def. */
typedef struct TimedOp {
	BankOp op;
	int bytes, free, one_bank;
	const char *code;
} TimedOp;

const TimedOp *timed_op(BankOp op, int bytes); /* NULL: the clock does not tell */

typedef struct TimedRequest {
	const TimedOp *op;
	uint32_t active;
	int offset[WARP_LANES]; /* >= 0; rows of 128 bytes that nobody touches are left out */
	double cycles;          /* a request; 0: not timed yet */
} TimedRequest;

typedef struct TimedRequests {
	VEC(TimedRequest) list; /* distinct ones */
} TimedRequests;

/* The request's position in the list, where it is added if it is new; -1: the clock does not tell (*why says why). */
int timed_add(Arena *arena, TimedRequests *requests, BankOp op, int bytes, const WarpPattern *pattern, const char **why);

/* For each operation in the list: its free twin, the one on a single bank, and a single lane. */
typedef struct TimedScale {
	int free, one_bank, lone;
} TimedScale;
TimedScale timed_scale(Arena *arena, TimedRequests *requests, const TimedOp *op);

/* The text of a program that times every request and prints "INDEX CYCLES" for each, cycles of all that it made. */
void timed_program(Buf *out, const TimedRequests *requests);

/* Reads that back.  False: `why` says why. */
bool timed_read(TimedRequests *requests, const char *text, Buf *why);

/* The requests and what the clock said of them, as a table with tabs: operation, bytes a lane, active lanes, their offsets,
 * cycles of all that the program made of one. */
void timed_table(Buf *out, const TimedRequests *requests);

/* Wavefronts by the clock; what takes no longer than a single lane takes at most *least.  Negative: time does not follow
 * wavefronts here. */
double timed_wavefronts(const TimedRequests *requests, const TimedScale *scale, int request, double *least);

#endif
