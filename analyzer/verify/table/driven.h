/* Arguments for launching the kernels of files without a main().
 *
 * Each launch shape of a kernel is launched once.  Arguments have the values that the analysis knows or tried.  Others are
 * arrays of size * size elements for pointers, `size` for integers (less if their type or an assumption needs that), and 1
 * for floating-point numbers.  Arrays hold bytes and fractions. */
#ifndef SMEMLINT_VERIFY_TABLE_DRIVEN_H
#define SMEMLINT_VERIFY_TABLE_DRIVEN_H

#include "base/buf.h"
#include "eval/facts/facts.h"

typedef struct Driven {
	const char *file;          /* absolute */
	const KernelFacts *kernels; /* one for each launch shape */
	int n_kernels;
} Driven;

enum { DRIVEN_SIZE = 1024, DRIVEN_SIZE_MAX = 8192 };

/* C source with the tables of verify/cpu/runtime/drive.h. */
const char *driven_source(Arena *arena, const Driven *driven, int size);

/* --- what the files driven*.c share --- */

typedef struct DrivenValue {
	const char *name;          /* "n", "size.x" */
	int param;
	const Type *type;          /* of a number or pointer */
	int64_t offset;            /* in the parameter, in bytes */
	bool is_known;
	int64_t value;             /* its value if is_known, else its maximum */
} DrivenValue;

typedef VEC(DrivenValue) DrivenValues;

/* Chooses values that fulfil the launch's assumptions (ir/assume.h).  NULL, or why there are none. */
const char *driven_assumptions(Arena *arena, const LaunchShape *launch, int size, DrivenValues *values);

#endif
