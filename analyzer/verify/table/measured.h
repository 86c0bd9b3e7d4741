/* The result of a measurement, by source line, kernel and block shape: the same table for all backends (ncu, timing,
 * cpu). */
#ifndef SMEMLINT_VERIFY_TABLE_MEASURED_H
#define SMEMLINT_VERIFY_TABLE_MEASURED_H

#include "banks/banks.h"
#include "base/vec.h"

typedef struct MeasuredPlace {
	const char *file;          /* as debug information spells it, made absolute */
	int line;
	const char *text;          /* the source line when it was measured; NULL: not known */
} MeasuredPlace;

typedef struct MeasuredLine {
	const char *kernel;        /* its mangled name, as nvcc has it */
	int block[3];
	const char *file;          /* innermost inlined place, as debug information spells it, made absolute */
	int line;
	AccessKind kind;
	int bytes;                 /* per lane, of the request; 0: not known */
	int64_t requests;          /* warp instructions; a sum over all measured blocks, as are … */
	int64_t wavefronts;
	int64_t ideal;             /* as a profiler shows it: BankCost.profiled */
	const char *text;          /* the source line when it was measured; NULL: not known */
	const MeasuredPlace *also; /* further lines that it may belong to; which one is the innermost is not known */
	int n_also;
	int program;               /* index of the program that it ran in (measured_join) */
	const char *missing;       /* why there are no numbers although the line may have run, or NULL */
} MeasuredLine;

typedef VEC(MeasuredLine) MeasuredLines;

/* A kernel that ran, also without lines: a line was then not reached, else the kernel was not launched so. */
typedef struct MeasuredLaunch {
	const char *kernel;
	int block[3];
	int64_t launches;
	int64_t blocks;            /* that the lines count, of all launches together; 0: not known */
	int program;
	const char *lost;          /* why not all of it was measured, or NULL */
} MeasuredLaunch;

typedef VEC(MeasuredLaunch) MeasuredLaunches;

typedef struct Measured {
	const char *by;            /* "ncu", "timing", "cpu" */
	const char *on;            /* "NVIDIA H200, ncu 2025.3.1", or NULL */
	MeasuredLines lines;
	MeasuredLaunches launches;
	int n_programs;            /* number of joined ones */
	int unit;    /* lines count in wavefronts / unit; 0: in wavefronts */
	bool as_written;           /* of accesses as the program writes them, without merging by nvcc */
	double tolerance;          /* of wavefronts / ideal; 0: MEASURED_TOLERANCE */
	VEC(const char *) remarks; /* notes on the results for the user, a sentence each */
} Measured;

#define MEASURED_TOLERANCE 0.02

/* Both add to the row of the same key, if there is one.  Texts are not copied. */
void measured_add_line(Arena *arena, Measured *measured, const MeasuredLine *line);
void measured_add_launch(Arena *arena, Measured *measured, const MeasuredLaunch *launch);

/* Adds the lines, launches and remarks of another program; its kernels stay apart from those of the same name. */
void measured_join(Arena *arena, Measured *measured, const Measured *more);

#endif
