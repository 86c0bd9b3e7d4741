/* The progress line of a long run, on standard error if that is a terminal; shown only while a file is analysed. */
#ifndef SMEMLINT_DRIVER_PROGRESS_H
#define SMEMLINT_DRIVER_PROGRESS_H

#include <stdbool.h>
#include <stdio.h>

typedef struct Progress {
	FILE *out;     /* NULL: nothing is shown */
	double start;  /* monotonic seconds; nothing is shown in the first second */
	bool is_shown;
} Progress;

/* quiet: shows nothing. */
void progress_start(Progress *progress, bool quiet);

void progress_show(Progress *progress, int done, int all);
void progress_clear(Progress *progress); /* before anything else is printed */

#endif
