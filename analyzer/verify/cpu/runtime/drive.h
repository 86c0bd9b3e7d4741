/* The kernels of a file without a main() are launched by the runtime, with made-up arguments.
 *
 * verify/table/driven.c writes the tables for each file.  Each launch runs in its own process, so that it cannot affect
 * others, and writes its own trace file: SMEM_TRACE's name with a dot and the launch's number. */
#ifndef SMEM_DRIVE_H
#define SMEM_DRIVE_H

#include <stdbool.h>
#include <stddef.h>

typedef enum DriveKind { DRIVE_INT, DRIVE_FLOAT, DRIVE_POINTER } DriveKind;

/* A number or pointer in an argument, or in an array's element. */
typedef struct DriveValue {
	size_t offset;
	int bytes;
	DriveKind kind;
	bool known;                   /* DRIVE_INT: it is `value`; else it is chosen, at most `value` */
	long long value;
	const struct DriveObject *to; /* DRIVE_POINTER: to an array of these; NULL: it is null */
} DriveValue;

typedef struct DriveObject {
	size_t bytes;
	int n;
	const DriveValue *values;
} DriveObject;

typedef struct DriveLaunch {
	const char *kernel;
	unsigned grid[3];             /* 0: chosen by the runtime */
	unsigned block[3];
	size_t dynamic;
	int n_params;
	const DriveObject *params;
	const char *impossible;       /* why it cannot be launched, or NULL */
} DriveLaunch;

extern const DriveLaunch drive_launches[];
extern const int drive_n_launches;
extern const long long drive_size; /* of integers; an array has its square of elements */

#endif
