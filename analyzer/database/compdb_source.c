/* The source folder of a build folder, from CMakeCache.txt or Meson's introspection files. */
#include <jansson.h>
#include <string.h>

#include "base/paths.h"
#include "database/compdb.h"

static const char *from_cmake(Arena *arena, const char *build)
{
	static const char key[] = "\nCMAKE_HOME_DIRECTORY:INTERNAL=";
	size_t size;
	const char *text = file_bytes(arena, arena_printf(arena, "%s/CMakeCache.txt", build), &size);
	const char *found = text ? strstr(text, key) : NULL;
	if (!found)
		return NULL;
	found += sizeof key - 1;
	return arena_strndup(arena, found, strcspn(found, "\r\n"));
}

static const char *from_meson(Arena *arena, const char *build)
{
	size_t size;
	const char *text = file_bytes(arena, arena_printf(arena, "%s/meson-info/meson-info.json", build), &size);
	json_t *info = text ? json_loadb(text, size, 0, NULL) : NULL;
	const char *source = json_string_value(json_object_get(json_object_get(info, "directories"), "source"));
	source = source ? arena_strdup(arena, source) : NULL;
	json_decref(info);
	return source;
}

const char *compdb_source_folder(Arena *arena, const char *build)
{
	const char *found = from_cmake(arena, build);
	return found ? found : from_meson(arena, build);
}
