/* --files-from: names of files that come from another program. */
#include <errno.h>
#include <string.h>

#include "base/paths.h"
#include "options/options.h"

enum { LINE = '\n', NUL = 0 };

/* Appends the names, each of which `end` follows; what no `end` follows is a name, too. */
static void add_names(Arena *arena, const char *text, size_t size, char end, OptionWords *files)
{
	for (size_t at = 0; at < size;) {
		const char *stop = memchr(text + at, end, size - at);
		const size_t n = stop ? (size_t)(stop - text) - at : size - at;
		const char *name = arena_strndup(arena, text + at, n);
		if (end == LINE && n && name[n - 1] == '\r')
			name = arena_strndup(arena, name, n - 1);
		if (*name)
			vec_push(arena, files, path_as_argument(arena, name));
		at += n + 1;
	}
}

bool options_read_files(Arena *arena, Options *options, Buf *error)
{
	if (!options->files_from)
		return true;
	const bool by_nul = strcmp(options->files_from, "-0") == 0;
	size_t size;
	const char *text = input_bytes(arena, by_nul ? "-" : options->files_from, &size);
	if (!text) {
		buf_printf(error, "--files-from '%.80s': %s", options->files_from, file_error());
		return false;
	}
	if (!by_nul && memchr(text, 0, size)) {
		buf_printf(error, "--files-from '%.80s': it has NUL bytes; names that these end are read by --files-from=-0",
			   options->files_from);
		return false;
	}
	OptionWords files = { 0 };
	for (int i = 0; i < options->n_files; i++)
		vec_push(arena, &files, options->files[i]);
	add_names(arena, text, size, by_nul ? NUL : LINE, &files);
	options->files = files.at;
	options->n_files = files.n;
	return true;
}
