/* What a way of measuring saw: one source line, in the launches of one kernel with one block shape.
 * The same table whoever measured: the profiler's counters, the clock, or a run on the processor. */
#ifndef SMEMLINT_VERIFY_MEASURED_H
#define SMEMLINT_VERIFY_MEASURED_H

#include "banks/banks.h"
#include "base/vec.h"

typedef struct MeasuredLine {
	const char *kernel;        /* its mangled name, as nvcc has it */
	int block[3];
	const char *file;          /* innermost inlined place, as debug information spells it, made absolute */
	int line;
	AccessKind kind;
	int bytes;                 /* a lane, of the request; 0: not told */
	int64_t requests;          /* warp instructions; sums over what was measured, as are … */
	int64_t wavefronts;
	int64_t ideal;             /* as a profiler shows it: BankCost.profiled */
} MeasuredLine;

typedef VEC(MeasuredLine) MeasuredLines;

/* A kernel that ran, with or without lines: what separates "not reached" from "never launched so". */
typedef struct MeasuredLaunch {
	const char *kernel;
	int block[3];
	int64_t launches;
	int64_t blocks;            /* whose accesses the lines hold, of all launches together; 0: not told */
} MeasuredLaunch;

typedef VEC(MeasuredLaunch) MeasuredLaunches;

typedef struct Measured {
	const char *by;            /* "ncu", "timing", "cpu" */
	MeasuredLines lines;
	MeasuredLaunches launches;
} Measured;

#endif
