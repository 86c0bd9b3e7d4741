/* The progress line of a long run, on standard error if that is a terminal; shown only while a file is analysed.
 *
 *     smemlint: [#####---------------]  512 of 2000 files, 14.2/s, 1:44 left; src/slow.cu: 12 s */
#ifndef SMEMLINT_DRIVER_PROGRESS_H
#define SMEMLINT_DRIVER_PROGRESS_H

#include <stdbool.h>
#include <stdio.h>

typedef struct Progress {
	FILE *out;     /* NULL: nothing is shown */
	double start;  /* monotonic seconds; nothing is shown in the first second */
	int columns;   /* of the terminal */
	bool is_shown;
} Progress;

/* quiet: shows nothing. */
void progress_start(Progress *progress, bool quiet);

double progress_now(void); /* monotonic seconds */

/* file: that is waited for, since a moment of progress_now(); named once that is long. */
void progress_show(Progress *progress, int done, int all, const char *file, double since);
void progress_clear(Progress *progress); /* before anything else is printed */

#endif
