/* Files without a main(): what their kernels are given when they are launched all the same.
 *
 * Each shape that the analysis knows of a kernel is launched once.  What it knows of the arguments they are, and values that it
 * tried; of the others pointers are arrays of size * size elements, integers are `size` (or less, where their type or what is promised of them
 * wants that), and floating-point numbers 1.  Arrays hold bytes and fractions. */
#ifndef SMEMLINT_VERIFY_DRIVEN_H
#define SMEMLINT_VERIFY_DRIVEN_H

#include "base/buf.h"
#include "eval/facts/facts.h"

typedef struct Driven {
	const char *file;          /* absolute */
	const KernelFacts *kernels; /* each for one launch */
	int n_kernels;
} Driven;

enum { DRIVEN_SIZE = 1024, DRIVEN_SIZE_MAX = 8192 };

/* The tables of verify/cpu/runtime/drive.h, in C. */
const char *driven_source(Arena *arena, const Driven *driven, int size);

/* --- what the files driven*.c share --- */

typedef struct DrivenValue {
	const char *name;          /* "n", "size.x" */
	int param;
	const Type *type;          /* a number's or a pointer's */
	int64_t offset;            /* in the parameter, in bytes */
	bool is_known;
	int64_t value;             /* is_known; else the most that it can be */
} DrivenValue;

typedef VEC(DrivenValue) DrivenValues;

/* Settles those of which something is promised (ir/assume.h).  NULL, or why there are no values for which it holds. */
const char *driven_promises(Arena *arena, const LaunchShape *launch, int size, DrivenValues *values);

#endif
