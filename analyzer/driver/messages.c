#include "driver/messages.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Only a note: a file name may contain ": note: ". */
static bool is_note(const char *line, size_t n)
{
	return memmem(line, n, ": note: ", 8) && !memmem(line, n, ": warning: ", 11) && !memmem(line, n, ": error: ", 9);
}

/* Names of files are escaped where messages are made; nothing else may make a terminal do something. */
static void print_line(const char *line, size_t n)
{
	for (size_t i = 0; i < n; i++)
		putc(((unsigned char)line[i] < 0x20 && !strchr("\t\n", line[i])) || line[i] == 0x7f ? '?' : line[i], stderr);
}

void messages_print(const Options *options, const char *lines)
{
	while (*lines) {
		const size_t n = strcspn(lines, "\n") + 1, length = lines[n - 1] ? n : n - 1;
		if (!options->quiet || !is_note(lines, length))
			print_line(lines, length);
		lines += length;
	}
}
