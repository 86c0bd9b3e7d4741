#include "database/compiler.h"

#include <ctype.h>
#include <glob.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/paths.h"

/* --- names ------------------------------------------------------------------------------------- */

bool compiler_reads(const char *word)
{
	static const char *const suffixes[] = {
		".cu", ".cuh", ".c", ".cc",  ".cpp", ".cxx", ".c++", ".C",   ".h",     ".hpp",
		".i",  ".ii",  ".o", ".obj", ".a",   ".lib", ".so",  ".ptx", ".cubin", ".fatbin",
	};
	const char *dot = strrchr(word, '.');
	for (size_t i = 0; dot && i < sizeof suffixes / sizeof *suffixes; i++)
		if (strcmp(dot, suffixes[i]) == 0)
			return true;
	return false;
}

/* "" or a version: "clang++-22" is clang++, "clang-tidy" is another program. */
static bool is_version(const char *rest)
{
	return rest[strspn(rest, "-.0123456789")] == 0;
}

static bool is_named(const char *name, const char *const *names, size_t n_names)
{
	for (size_t i = 0; i < n_names; i++) {
		size_t n = strlen(names[i]);
		if (strncmp(name, names[i], n) == 0 && is_version(name + n))
			return true;
	}
	return false;
}

/* The name without a target's prefix such as "x86_64-linux-gnu-". */
static const char *after_machine(const char *name)
{
	const char *at = strstr(name, "-gnu-");
	return at ? at + strlen("-gnu-") : name;
}

static Compiler kind_of(const char *word)
{
	static const char *const clangs[] = { "clang", "clang++" };
	static const char *const hosts[] = { "gcc", "g++", "cc", "c++" };
	const char *name = after_machine(path_name(word));
	if (strncmp(name, "nvcc", 4) == 0 && !compiler_reads(name))
		return COMPILER_NVCC;
	if (is_named(name, clangs, sizeof clangs / sizeof *clangs))
		return COMPILER_CLANG;
	return is_named(name, hosts, sizeof hosts / sizeof *hosts) ? COMPILER_HOST : COMPILER_OTHER;
}

/* --- the command ------------------------------------------------------------------------------- */

static bool is_first(const char *word)
{
	return *word && *word != '-' && *word != '@' && !compiler_reads(word);
}

static bool names_host_compiler(const char *flag)
{
	while (*flag == '-')
		flag++;
	return strcmp(flag, "ccbin") == 0 || strcmp(flag, "compiler-bindir") == 0;
}

CompilerWords compiler_of(const char *const *words, int n)
{
	CompilerWords found = { COMPILER_NONE, NULL, 0 };
	while (found.n < n && is_first(words[found.n]))
		found.n++;
	if (!found.n)
		return found;
	found.kind = COMPILER_OTHER;
	for (int i = 0; i < n; i++) {
		Compiler kind = *words[i] == '-' || (i && names_host_compiler(words[i - 1])) ? COMPILER_OTHER : kind_of(words[i]);
		if (kind == COMPILER_NVCC || kind == COMPILER_CLANG)
			return (CompilerWords){ kind, words[i], i + 1 };
		if (kind == COMPILER_HOST && i < found.n && found.kind == COMPILER_OTHER)
			found = (CompilerWords){ kind, words[i], found.n };
	}
	return found;
}

/* --- the host compiler's library ---------------------------------------------------------------- */

static bool is_folder(const char *path)
{
	struct stat s;
	return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

static const char *real_path(Arena *arena, const char *path)
{
	char *found = realpath(path, NULL);
	char *copy = found ? arena_strdup(arena, found) : NULL;
	free(found);
	return copy;
}

static const char *on_path(Arena *arena, const char *name)
{
	const char *path = getenv("PATH");
	while (path && *path) {
		size_t n = strcspn(path, ":");
		const char *file = arena_printf(arena, "%.*s/%s", (int)n, path, name);
		if (n > 0 && access(file, X_OK) == 0)
			return file;
		path += n + (path[n] == ':');
	}
	return NULL;
}

/* With links resolved: g++ leads to x86_64-linux-gnu-g++-12, whose name has the version. */
static const char *real_compiler(Arena *arena, const char *compiler)
{
	if (is_folder(compiler))
		compiler = arena_printf(arena, "%s/g++", compiler);
	const char *found = strchr(compiler, '/') ? compiler : on_path(arena, compiler);
	return found ? real_path(arena, found) : NULL;
}

/* "-12" at the end of a name, or "". */
static const char *version_of(const char *name)
{
	const char *dash = strrchr(name, '-');
	return dash && isdigit((unsigned char)dash[1]) && is_version(dash) ? dash + 1 : "";
}

/* The folder lib/gcc/MACHINE/VERSION of this version, e.g. 12 for 12.2.0, with headers of the C++ library; of several the last
 * one.  `version` "": the only one that there is, or NULL. */
static const char *installed(Arena *arena, const char *prefix, const char *version)
{
	const char *pattern = arena_printf(arena, "%s/lib*/gcc/*/%s*", prefix, version);
	const char *found = NULL;
	int n_found = 0;
	glob_t all = { 0 };
	if (glob(pattern, 0, NULL, &all) == 0) {
		for (size_t i = 0; i < all.gl_pathc; i++) {
			const char *number = path_name(all.gl_pathv[i]);
			size_t n = strlen(version);
			bool fits = !n || !number[n] || number[n] == '.';
			if (!fits || !is_folder(arena_printf(arena, "%s/include/c++/%s", prefix, number)))
				continue;
			found = arena_strdup(arena, all.gl_pathv[i]);
			n_found++;
		}
	}
	globfree(&all);
	return *version || n_found == 1 ? found : NULL;
}

const char *compiler_gcc_dir(Arena *arena, const char *compiler)
{
	const char *real = real_compiler(arena, compiler);
	const char *name = path_name(real ? real : compiler);
	if (strstr(name, "clang") || (!real && !*version_of(name)))
		return NULL;
	char *prefix = arena_strdup(arena, real ? real : "/usr/bin/g++");
	for (int i = 0; i < 2; i++) {
		char *slash = strrchr(prefix, '/');
		if (slash)
			*slash = 0;
	}
	const char *found = installed(arena, prefix, version_of(name));
	return found || !real || !*version_of(name) ? found : installed(arena, "/usr", version_of(name));
}
