#include "ptx/metadata.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "base/arena.h"
#include "base/folder.h"

enum { MOST_BYTES = 1 << 20, MOST_WARPS = 32, MOST_SHARED = 1 << 20 };

/* 0: it is not there, or no number from 1 to `most`. */
static int64_t number_in(const json_t *object, const char *key, int64_t most)
{
	const int64_t value = json_integer_value(json_object_get(object, key));
	return value > 0 && value <= most ? value : 0;
}

PtxMetadata ptx_metadata(const char *ptx_file)
{
	Arena *arena = arena_new();
	size_t size = 0;
	const int stem = (int)(strlen(ptx_file) - strlen(".ptx"));
	char *text = file_read(arena_printf(arena, "%.*s.json", stem, ptx_file), MOST_BYTES, &size);
	json_t *object = text ? json_loadb(text, size, 0, NULL) : NULL;
	const PtxMetadata data = { .threads = 32 * number_in(object, "num_warps", MOST_WARPS),
				   .dynamic_bytes = number_in(object, "shared", MOST_SHARED) };
	json_decref(object);
	free(text);
	arena_free(arena);
	return data;
}
