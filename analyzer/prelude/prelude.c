#include "prelude/prelude.h"

#include <string.h>

#include "base/vec.h"

/* Headers without content: the main one declares it, or no kernel needs it. */
static const char *const empty_files[] = {
#define EMPTY(path) PRELUDE_ROOT "/" path,
#include "prelude/prelude_empty.def"
#undef EMPTY
};

static bool is_under(const char *path, const char *folder)
{
	size_t n = strlen(folder);
	return strncmp(path, folder, n) == 0 && path[n] == '/';
}

static bool is_wanted(const char *path, bool with_toolkit)
{
	return is_under(path, PRELUDE_COMMON) || is_under(path, PRELUDE_STD) || is_under(path, PRELUDE_MISSING) ||
	       is_under(path, with_toolkit ? PRELUDE_TOOLKIT : PRELUDE_INCLUDE);
}

/* Clang's wrapper includes its header of the built-in variables from its own folder, so the replacement gets that path. */
static const char *builtin_vars_path(Arena *arena, const char *path, const char *resource_dir)
{
	const char *name = path + strlen(PRELUDE_TOOLKIT);
	bool is_it = strcmp(name, "/__clang_cuda_builtin_vars.h") == 0;
	return is_it && resource_dir ? arena_printf(arena, "%s/include%s", resource_dir, name) : path;
}

bool prelude_is_empty(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof empty_files / sizeof *empty_files; i++) {
		const char *path = empty_files[i];
		if (!is_under(path, PRELUDE_INCLUDE))
			continue;
		path += strlen(PRELUDE_INCLUDE "/");
		if (strlen(path) == length && memcmp(path, name, length) == 0)
			return true;
	}
	return false;
}

const StandIn *prelude_stand_in(const char *name)
{
	static const StandIn stand_ins[] = {
#define STAND_IN(prefix, header, is_complete) { prefix, header, is_complete },
#include "prelude/prelude_missing.def"
#undef STAND_IN
	};
	for (size_t i = 0; i < sizeof stand_ins / sizeof *stand_ins; i++)
		if (strncmp(name, stand_ins[i].prefix, strlen(stand_ins[i].prefix)) == 0)
			return &stand_ins[i];
	return NULL;
}

const PreludeFile *prelude_files(Arena *arena, bool with_toolkit, const char *resource_dir, int *n)
{
	VEC(PreludeFile) files = { 0 };
	for (int i = 0; i < prelude_n_bundled; i++) {
		PreludeFile file = prelude_bundled[i];
		if (!is_wanted(file.path, with_toolkit))
			continue;
		if (is_under(file.path, PRELUDE_TOOLKIT))
			file.path = builtin_vars_path(arena, file.path, resource_dir);
		vec_push(arena, &files, file);
	}
	for (size_t i = 0; i < sizeof empty_files / sizeof *empty_files; i++) {
		PreludeFile file = { empty_files[i], "", 0 };
		if (is_wanted(file.path, with_toolkit))
			vec_push(arena, &files, file);
	}
	*n = files.n;
	return files.at;
}
