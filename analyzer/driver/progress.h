/* How far a long run is: one line on a terminal's standard error, there only while something is waited for. */
#ifndef SMEMLINT_PROGRESS_H
#define SMEMLINT_PROGRESS_H

#include <stdbool.h>
#include <stdio.h>

typedef struct Progress {
	FILE *out;     /* NULL: nothing is shown */
	double start;  /* seconds of a clock; what is over within a second shows nothing */
	bool is_shown;
} Progress;

/* Shows nothing where `quiet`, or standard error is no terminal that lines can be rewritten on. */
void progress_start(Progress *progress, bool quiet);

void progress_show(Progress *progress, int done, int all);
void progress_clear(Progress *progress); /* before anything else is printed */

#endif
