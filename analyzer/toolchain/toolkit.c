#include "base/paths.h"
#include "toolchain/toolkit.h"

#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool exists(Arena *arena, const char *folder, const char *file)
{
	return access(arena_printf(arena, "%s/%s", folder, file), R_OK) == 0;
}

static const char *real_path(Arena *arena, const char *path)
{
	char *found = realpath(path, NULL);
	char *copy = arena_strdup(arena, found);
	free(found);
	return copy;
}

static const char *parent(Arena *arena, const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash && slash > path ? arena_strndup(arena, path, (size_t)(slash - path)) : "/";
}

/* --- one toolkit ------------------------------------------------------------------------------- */

static int read_version(Arena *arena, const char *include)
{
	FILE *file = file_open(arena_printf(arena, "%s/cuda.h", include));
	if (!file)
		return 0;
	char line[256];
	int version = 0;
	while (!version && fgets(line, sizeof line, file)) {
		char *number = strstr(line, "define CUDA_VERSION ");
		if (number)
			version = (int)strtol(number + strlen("define CUDA_VERSION "), NULL, 10);
	}
	fclose(file);
	return version;
}

/* The value of $(NAME) in nvcc.profile. */
static const char *profile_variable(Arena *arena, const char *root, const char *name, size_t n)
{
	if (n == 3 && strncmp(name, "TOP", n) == 0)
		return root;
	if (n == 6 && strncmp(name, "_HERE_", n) == 0)
		return arena_printf(arena, "%s/bin", root);
	if (n == 12 && strncmp(name, "_TARGET_DIR_", n) == 0)
		return exists(arena, root, "targets/x86_64-linux/include") ? "targets/x86_64-linux" : "";
	return "";
}

static const char *expand_profile(Arena *arena, const char *root, const char *text, size_t n)
{
	const char *out = "";
	while (n > 0) {
		const char *close = n > 2 && text[0] == '$' && text[1] == '(' ? memchr(text, ')', n) : NULL;
		size_t used = close ? (size_t)(close - text) + 1 : 1;
		const char *piece = close ? profile_variable(arena, root, text + 2, used - 3) : arena_strndup(arena, text, 1);
		out = arena_printf(arena, "%s%s", out, piece);
		text += used;
		n -= used;
	}
	return out;
}

static void add_folder(Arena *arena, Toolkit *toolkit, const char *path)
{
	const char *real = real_path(arena, path);
	if (!real || strcmp(real, toolkit->include) == 0)
		return;
	for (int i = 0; i < toolkit->more.n; i++) {
		if (strcmp(toolkit->more.at[i], real) == 0)
			return;
	}
	vec_push(arena, &toolkit->more, real);
}

/* Reads a line such as: SYSTEM_INCLUDES += "-isystem" "$(TOP)/$(_TARGET_DIR_)/include/cccl" */
static void read_profile_line(Arena *arena, Toolkit *toolkit, const char *line)
{
	for (const char *open = strchr(line, '"'), *close; open; open = strchr(close + 1, '"')) {
		close = strchr(open + 1, '"');
		if (!close)
			return;
		const char *word = open + 1;
		if (strncmp(word, "-I", 2) == 0)
			word += 2;
		if (*word != '-' && close > word)
			add_folder(arena, toolkit, expand_profile(arena, toolkit->root, word, (size_t)(close - word)));
	}
}

static void read_profile(Arena *arena, Toolkit *toolkit)
{
	FILE *file = file_open(arena_printf(arena, "%s/bin/nvcc.profile", toolkit->root));
	if (!file)
		return;
	char line[1024];
	while (fgets(line, sizeof line, file)) {
		const char *start = line + strspn(line, " \t");
		if (strncmp(start, "INCLUDES", 8) == 0 || strncmp(start, "SYSTEM_INCLUDES", 15) == 0)
			read_profile_line(arena, toolkit, start);
	}
	fclose(file);
}

const Toolkit *toolkit_at(Arena *arena, const char *root)
{
	static const char *const includes[] = {
		"include",
		"targets/x86_64-linux/include",
		"targets/sbsa-linux/include",
		"../../include",
	};
	Toolkit *toolkit = arena_new_of(arena, Toolkit);
	toolkit->root = real_path(arena, root);
	for (size_t i = 0; toolkit->root && i < sizeof includes / sizeof *includes; i++) {
		const char *folder = real_path(arena, arena_printf(arena, "%s/%s", toolkit->root, includes[i]));
		if (!folder || !exists(arena, folder, "cuda_runtime.h") || !exists(arena, folder, "cuda.h"))
			continue;
		toolkit->include = folder;
		toolkit->version = read_version(arena, folder);
		toolkit->is_default_include = strcmp(folder, "/usr/include") == 0 || strcmp(folder, "/usr/local/include") == 0;
		read_profile(arena, toolkit);
		add_folder(arena, toolkit, arena_printf(arena, "%s/cccl", folder));
		return toolkit->version > 0 ? toolkit : NULL;
	}
	return NULL;
}

/* --- search ------------------------------------------------------------------------------------ */

static const Toolkit *of_folder_above(Arena *arena, const char *nvcc)
{
	return toolkit_at(arena, parent(arena, parent(arena, nvcc)));
}

/* The toolkit of the nvcc that a short script calls by its path: exec /usr/local/cuda-13.0/bin/nvcc "$@" */
static const Toolkit *of_script(Arena *arena, const char *path)
{
	char text[2048] = "";
	FILE *file = file_open(path);
	size_t n = file ? fread(text, 1, sizeof text - 1, file) : 0;
	if (file)
		fclose(file);
	text[n] = 0;
	const Toolkit *found = NULL;
	const char *word = strncmp(text, "#!", 2) == 0 ? strchr(text, '\n') : NULL;
	while (word && *(word += strspn(word, " \t\n\"'=")) && !found) {
		size_t length = strcspn(word, " \t\n\"'=");
		const char *called = arena_strndup(arena, word, length);
		if (*called == '/' && length > 5 && strcmp(called + length - 5, "/nvcc") == 0)
			found = of_folder_above(arena, called);
		word += length;
	}
	return found;
}

static const Toolkit *of_nvcc(Arena *arena, const char *path)
{
	const char *real = real_path(arena, path);
	if (!real)
		return NULL;
	const Toolkit *found = of_folder_above(arena, real);
	if (!found) /* a link in the toolkit's bin folder to a script elsewhere */
		found = of_folder_above(arena, path);
	return found ? found : of_script(arena, real);
}

static const Toolkit *of_nvcc_on_path(Arena *arena, const char *name)
{
	const char *path = getenv("PATH");
	const Toolkit *found = NULL;
	while (path && *path && !found) {
		size_t n = strcspn(path, ":");
		const char *folder = arena_strndup(arena, path, n);
		if (n > 0 && exists(arena, folder, name))
			found = of_nvcc(arena, arena_printf(arena, "%s/%s", folder, name));
		path += n + (path[n] == ':');
	}
	return found;
}

/* The last match, which is the newest version by name. */
static const Toolkit *of_pattern(Arena *arena, const char *pattern)
{
	glob_t found = { 0 };
	const Toolkit *toolkit = NULL;
	if (glob(pattern, 0, NULL, &found) == 0) {
		for (size_t i = found.gl_pathc; i > 0 && !toolkit; i--)
			toolkit = toolkit_at(arena, found.gl_pathv[i - 1]);
	}
	globfree(&found);
	return toolkit;
}

static const Toolkit *of_environment(Arena *arena)
{
	static const char *const names[] = { "CUDA_PATH", "CUDA_HOME", "CUDA_ROOT" };
	const Toolkit *found = NULL;
	for (size_t i = 0; i < sizeof names / sizeof *names && !found; i++) {
		const char *root = getenv(names[i]);
		found = root && *root ? toolkit_at(arena, root) : NULL;
	}
	return found;
}

static const Toolkit *of_usual_place(Arena *arena)
{
	static const struct {
		const char *variable, *pattern;
	} places[] = {
		{ NULL, "/usr/local/cuda" },
		{ NULL, "/usr/lib/cuda" },
		{ NULL, "/opt/cuda" },
		{ "CONDA_PREFIX", "" },
		{ "VIRTUAL_ENV", "/lib/python3*/site-packages/nvidia/cu1[0-9]" },
		{ "HOME", "/.local/lib/python3*/site-packages/nvidia/cu1[0-9]" },
		{ NULL, "/usr/local/lib/python3*/*-packages/nvidia/cu1[0-9]" },
		{ NULL, "/usr/local/cuda-*" },
	};
	const Toolkit *found = NULL;
	for (size_t i = 0; i < sizeof places / sizeof *places && !found; i++) {
		const char *before = places[i].variable ? getenv(places[i].variable) : "";
		if (before && (*before || !places[i].variable))
			found = of_pattern(arena, arena_printf(arena, "%s%s", before, places[i].pattern));
	}
	return found;
}

const Toolkit *toolkit_find(Arena *arena, const char *nvcc)
{
	const Toolkit *found = NULL;
	if (nvcc)
		found = strchr(nvcc, '/') ? of_nvcc(arena, nvcc) : of_nvcc_on_path(arena, nvcc);
	if (!found)
		found = of_nvcc_on_path(arena, "nvcc");
	if (!found)
		found = of_environment(arena);
	return found ? found : of_usual_place(arena);
}
