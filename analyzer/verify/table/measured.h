/* What a way of measuring saw: one source line, in the launches of one kernel with one block shape.
 * The same table whoever measured: the profiler's counters, the clock, or a run on the processor. */
#ifndef SMEMLINT_VERIFY_MEASURED_H
#define SMEMLINT_VERIFY_MEASURED_H

#include "banks/banks.h"
#include "base/vec.h"

typedef struct MeasuredPlace {
	const char *file;          /* as debug information spells it, made absolute */
	int line;
	const char *text;          /* the source line when it was measured; NULL: not told */
} MeasuredPlace;

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
	const char *text;          /* the source line when it was measured; NULL: not told */
	const MeasuredPlace *also; /* other lines that it may belong to: which of all is the innermost is not told */
	int n_also;
	int program;               /* which of several it ran in (measured_join) */
	const char *missing;       /* why there are no figures, though the line may have run; else NULL */
} MeasuredLine;

typedef VEC(MeasuredLine) MeasuredLines;

/* A kernel that ran, with or without lines: what separates "not reached" from "never launched so". */
typedef struct MeasuredLaunch {
	const char *kernel;
	int block[3];
	int64_t launches;
	int64_t blocks;            /* whose accesses the lines hold, of all launches together; 0: not told */
	int program;
	const char *lost;          /* why nothing, or not all, of it was measured; else NULL */
} MeasuredLaunch;

typedef VEC(MeasuredLaunch) MeasuredLaunches;

typedef struct Measured {
	const char *by;            /* "ncu", "timing", "cpu" */
	const char *on;            /* "NVIDIA H200, ncu 2025.3.1", or NULL */
	MeasuredLines lines;
	MeasuredLaunches launches;
	int n_programs;            /* that were joined */
	int unit;    /* lines count in this part of a wavefront, as in 1/100; 0: in whole ones */
	bool as_written;           /* accesses as the program writes them: what nvcc merges is not seen */
	double tolerance;          /* of wavefronts / ideal; 0: MEASURED_TOLERANCE */
	VEC(const char *) remarks; /* what a reader of the results should know, a sentence each */
} Measured;

#define MEASURED_TOLERANCE 0.02

/* Both add to the row of the same key if there is one.  Texts are kept, not copied. */
void measured_add_line(Arena *arena, Measured *measured, const MeasuredLine *line);
void measured_add_launch(Arena *arena, Measured *measured, const MeasuredLaunch *launch);

/* Mangled names of one kernel: nvcc puts a hash into what a nameless namespace holds, clang does not. */
bool kernel_same(const char *a, const char *b);

/* Adds what was measured of another program, its lines, launches and remarks: kernels of one name are two. */
void measured_join(Arena *arena, Measured *measured, const Measured *more);

#endif
