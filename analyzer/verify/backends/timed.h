/* Parts of the backend `timing`: the distinct requests, the program that times them, and its results.
 *
 * Sixteen warps of one block repeat the same request, so that shared memory is always busy: on an H200 a request then
 * takes one cycle per wavefront.  For each operation and width a conflict-free request and one on a single bank are timed
 * as well; times between them are interpolated (accuracy: docs/users/verify.md). */
#ifndef SMEMLINT_VERIFY_BACKENDS_TIMED_H
#define SMEMLINT_VERIFY_BACKENDS_TIMED_H

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

const TimedOp *timed_op(BankOp op, int bytes); /* NULL: it cannot be timed */

typedef struct TimedRequest {
	const TimedOp *op;
	uint32_t active;
	int offset[WARP_LANES]; /* >= 0; unused rows of 128 bytes are left out */
	double cycles;          /* per request; 0: not timed yet */
} TimedRequest;

typedef struct TimedRequests {
	VEC(TimedRequest) list; /* distinct ones */
} TimedRequests;

/* The request's index in the list, to which it is added if it is new; -1: it cannot be timed (*why has the reason). */
int timed_add(Arena *arena, TimedRequests *requests, BankOp op, int bytes, const WarpPattern *pattern, const char **why);

/* The indices of an operation's reference requests: without conflicts, on a single bank, and of a single lane. */
typedef struct TimedScale {
	int free, one_bank, lone;
} TimedScale;
TimedScale timed_scale(Arena *arena, TimedRequests *requests, const TimedOp *op);

/* The source of a program that times every request and prints "INDEX CYCLES" for each: the cycles of all repetitions. */
void timed_program(Buf *out, const TimedRequests *requests);

/* Reads the program's output.  False: `why` has the reason. */
bool timed_read(TimedRequests *requests, const char *text, Buf *why);

/* The requests and their times as a table with tabs: operation, bytes per lane, active lanes, offsets, cycles of all
 * repetitions. */
void timed_table(Buf *out, const TimedRequests *requests);

/* Wavefronts by the clock.  A request that is no slower than a single lane takes at most *least.  Negative: time does not
 * depend on wavefronts here. */
double timed_wavefronts(const TimedRequests *requests, const TimedScale *scale, int request, double *least);

#endif
