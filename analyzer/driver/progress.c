#include "driver/progress.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"

enum { BAR = 20, COLUMNS = 80, LONG_SECONDS = 2 };

double progress_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int terminal_columns(void)
{
	struct winsize size = { 0 };
	return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : COLUMNS;
}

void progress_start(Progress *progress, bool quiet)
{
	const char *terminal = getenv("TERM");
	bool can_rewrite = isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
	*progress = (Progress){ .out = can_rewrite && !quiet ? stderr : NULL, .start = progress_now(), .columns = terminal_columns() };
}

static void add_rate(Buf *text, int done, int all, double seconds)
{
	const int left = (int)(seconds / done * (all - done));
	buf_printf(text, ", %.1f/s, %d:%02d left", done / seconds, left / 60, left % 60);
}

void progress_show(Progress *progress, int done, int all, const char *file, double since)
{
	const double now = progress_now(), seconds = now - progress->start;
	Buf text = { 0 };
	if (!progress->out || all < 2 || seconds < 1)
		return;
	buf_puts(&text, "smemlint: [");
	for (int i = 0; i < BAR; i++)
		buf_putc(&text, i < (int)((long)BAR * done / all) ? '#' : '-');
	buf_printf(&text, "] %d of %d files", done, all);
	if (done)
		add_rate(&text, done, all, seconds);
	if (now - since >= LONG_SECONDS) {
		buf_puts(&text, "; ");
		buf_add_shown(&text, file);
		buf_printf(&text, ": %d s", (int)(now - since));
	}
	const int most = progress->columns - 1, n = (int)text.n < most ? (int)text.n : most; /* a longer line could not be taken back */
	fprintf(progress->out, "\r%.*s\033[K", n, text.s);
	fflush(progress->out);
	buf_free(&text);
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
