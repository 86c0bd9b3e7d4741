#include "driver/inputs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/folder.h"

enum { MOST_DEPTH = 40, MOST_STDIN = 64 << 20 };

/* --- folders -------------------------------------------------------------------------------------- */

static bool is_folder(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Not through links, which may lead back. */
static bool is_own_folder(const char *path)
{
	struct stat st;
	return lstat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* A folder that a build or a package manager fills. */
static bool is_made(Arena *arena, const char *path, const char *name)
{
	return strcmp(name, "CMakeFiles") == 0 || strcmp(name, "node_modules") == 0 ||
	       access(path_join(arena, path, "CMakeCache.txt"), F_OK) == 0;
}

static void add_folder(Arena *arena, const char *folder, int depth, Names *out)
{
	const Names names = folder_names(arena, folder);
	for (int i = 0; i < names.n; i++) {
		const char *name = names.at[i];
		const char *path = strcmp(folder, ".") == 0 ? name : path_join(arena, folder, name);
		if (is_own_folder(path)) {
			if (depth < MOST_DEPTH && !is_made(arena, path, name))
				add_folder(arena, path, depth + 1, out);
		} else if (path_ends_with(name, ".cu") && !is_folder(path)) {
			vec_push(arena, out, path);
		}
	}
}

static const char *without_slash(Arena *arena, const char *folder)
{
	size_t n = strlen(folder);
	while (n > 1 && folder[n - 1] == '/')
		n--;
	return arena_strndup(arena, folder, n);
}

static void add_input(Arena *arena, const char *name, Names *out)
{
	const int before = out->n;
	if (!is_folder(name)) {
		vec_push(arena, out, name);
		return;
	}
	add_folder(arena, without_slash(arena, name), 0, out);
	if (out->n == before) /* perhaps it has PTX (driver/ptx_folders.h) */
		vec_push(arena, out, name);
}

/* --- standard input ------------------------------------------------------------------------------- */

static const HeldTexts *read_stdin(Arena *arena)
{
	Buf text = { 0 };
	char bytes[65536];
	for (size_t n; text.n < MOST_STDIN && (n = fread(bytes, 1, sizeof bytes, stdin)) > 0;)
		buf_add(&text, bytes, n);
	const bool good = !ferror(stdin) && text.n < MOST_STDIN && (!text.n || !memchr(text.s, 0, text.n));
	HeldTexts *held = arena_new_of(arena, HeldTexts);
	const HeldText input = { INPUT_STDIN, arena_strndup(arena, text.n ? text.s : "", text.n), text.n };
	vec_push(arena, held, input);
	buf_free(&text);
	if (!good)
		fputs("smemlint: error: standard input cannot be read as CUDA source\n", stderr);
	return good ? held : NULL;
}

static bool takes_stdin(Arena *arena, Options *options, Names *files)
{
	if (options->fix || options->diff || options->export_fixes || options->add_nolint) {
		fputs("smemlint: error: standard input cannot be changed: name a file instead of '-'\n", stderr);
		return false;
	}
	if (!options->held)
		options->held = read_stdin(arena);
	vec_push(arena, files, INPUT_STDIN);
	return options->held;
}

const Options *inputs_find(Arena *arena, const Options *options)
{
	Options *out = arena_dup(arena, options, sizeof *options);
	Names files = { 0 };
	for (int i = 0; i < options->n_files; i++) {
		const bool is_stdin = strcmp(options->files[i], "-") == 0;
		if (is_stdin && !takes_stdin(arena, out, &files))
			return NULL;
		if (!is_stdin)
			add_input(arena, options->files[i], &files);
	}
	out->files = files.at;
	out->n_files = files.n;
	return out;
}
