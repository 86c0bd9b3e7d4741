#include "frontend/main_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/heap.h"
#include "base/paths.h"

static const char *read_all(Arena *arena, const char *file, const char **text, size_t *size)
{
	struct stat st;
	FILE *f = file_open(file);
	if (!f)
		return file_error();
	if (fstat(fileno(f), &st) != 0)
		st.st_size = 0;
	size_t cap = st.st_size > 0 ? (size_t)st.st_size : 4096, n = 0;
	char *data = heap_resize(NULL, cap + 1, 1);
	for (size_t got; (got = fread(data + n, 1, cap - n, f)) > 0;) {
		n += got;
		if (n < cap)
			break;
		cap *= 2;
		data = heap_resize(data, cap + 1, 1);
	}
	const bool failed = ferror(f);
	fclose(f);
	data[n] = 0;
	*text = failed ? NULL : arena_dup(arena, data, n + 1); /* all of it: there may be NUL bytes */
	*size = n;
	free(data);
	return failed ? "the file cannot be read" : NULL;
}

/* Texts end at a NUL byte for much of what reads them, but not for clang: a file that has one is not analysed. */
static const char *nul_problem(Arena *arena, const char *text, size_t size)
{
	const char *nul = memchr(text, 0, size);
	int line = 1;
	for (const char *at = text; nul && at < nul; at++)
		line += *at == '\n';
	return nul ? arena_printf(arena, "line %d has a NUL byte: this is not a text file", line) : NULL;
}

const char *main_text_problem(Arena *arena, const char *text, size_t size)
{
	size_t n = 0;
	while (n < size && strchr(" \t\r\n", text[n]) && text[n])
		n++;
	if (n == size)
		return "the file is empty";
	return nul_problem(arena, text, size);
}

const char *main_text_read(Arena *arena, const char *file, const char **text, size_t *size)
{
	const char *why = read_all(arena, file, text, size);
	return why ? why : main_text_problem(arena, *text, *size);
}
