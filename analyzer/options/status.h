/* Exit statuses of the program. */
#ifndef SMEMLINT_OPTIONS_STATUS_H
#define SMEMLINT_OPTIONS_STATUS_H

typedef enum ExitStatus {
	EXIT_CLEAN = 0,
	EXIT_FINDINGS = 1,
	EXIT_USAGE = 2,      /* the command line, or a file that cannot be opened */
	EXIT_INCOMPLETE = 3, /* some file or kernel could not be analysed */
} ExitStatus;

/* The more severe of two statuses: 2, then 3, then 1, then 0. */
int status_worse(int a, int b);

#endif
