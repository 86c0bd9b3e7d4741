#include "verify/cpu/kept_objects.h"

#include <stdlib.h>
#include <string.h>

#include "base/folder.h"
#include "base/scratch.h"

enum { MOST_BYTES = 16 << 20 };

bool kept_object_write(const KeptObjects *kept, const char *part, const char *include, const char *path)
{
	for (int i = 0; i < kept->list.n; i++) {
		const KeptObject *object = &kept->list.at[i];
		if (strcmp(object->part, part) == 0 && strcmp(object->include, include) == 0)
			return scratch_write(path, object->bytes, object->size);
	}
	return false;
}

void kept_object_add(KeptObjects *kept, const char *part, const char *include, const char *path)
{
	size_t size;
	char *bytes = file_read(path, MOST_BYTES, &size);
	if (bytes && size < MOST_BYTES) {
		const KeptObject object = {
			.part = arena_strdup(kept->arena, part),
			.include = arena_strdup(kept->arena, include),
			.bytes = arena_dup(kept->arena, bytes, size),
			.size = size,
		};
		vec_push(kept->arena, &kept->list, object);
	}
	free(bytes);
}
