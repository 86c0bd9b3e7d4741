/* Exit statuses of the program. */
#ifndef SMEMLINT_OPTIONS_STATUS_H
#define SMEMLINT_OPTIONS_STATUS_H

typedef enum ExitStatus {
	EXIT_CLEAN = 0,
	EXIT_FINDINGS = 1,
	EXIT_USAGE = 2,      /* the command line, the configuration, a file that cannot be opened, or no nvcc for --codegen */
	EXIT_INCOMPLETE = 3, /* something could not be analysed, an assumption does not hold, or nvcc fails for --codegen */
} ExitStatus;

/* The more severe of two statuses: 2, then 3, then 1, then 0. */
int status_worse(int a, int b);

#endif
