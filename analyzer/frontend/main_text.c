#include "frontend/main_text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/folder.h"
#include "base/paths.h"

static const char *read_all(Arena *arena, const char *file, const char **text, size_t *size)
{
	char *data = file_read(file, SIZE_MAX / 2, size);
	if (!data)
		return file_error();
	*text = arena_dup(arena, data, *size + 1); /* all of it: there may be NUL bytes */
	free(data);
	return NULL;
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
