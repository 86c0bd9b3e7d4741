#include "driver/progress.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void progress_start(Progress *progress, bool quiet)
{
	const char *terminal = getenv("TERM");
	bool can_rewrite = isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
	*progress = (Progress){ .out = can_rewrite && !quiet ? stderr : NULL, .start = now() };
}

void progress_show(Progress *progress, int done, int all)
{
	if (!progress->out || all < 2 || now() - progress->start < 1)
		return;
	fprintf(progress->out, "\rsmemlint: %d of %d files", done, all);
	fflush(progress->out);
	progress->is_shown = true;
}

void progress_clear(Progress *progress)
{
	if (!progress->is_shown)
		return;
	fputs("\r\033[K", progress->out);
	fflush(progress->out);
	progress->is_shown = false;
}
