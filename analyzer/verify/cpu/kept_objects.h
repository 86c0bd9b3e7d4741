/* Parts of the runtime that were compiled for an earlier program: they are the same for all that are compiled with the same headers,
 * and take as long as a small program. */
#ifndef SMEMLINT_VERIFY_CPU_KEPT_OBJECTS_H
#define SMEMLINT_VERIFY_CPU_KEPT_OBJECTS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/vec.h"

typedef struct KeptObject {
	const char *part, *include; /* the folder of the headers */
	const char *bytes;
	size_t size;
} KeptObject;

typedef struct KeptObjects {
	Arena *arena; /* what is kept lives as long */
	VEC(KeptObject) list;
} KeptObjects;

/* Writes the object to `path`; false: it is not kept, or cannot be written. */
bool kept_object_write(const KeptObjects *kept, const char *part, const char *include, const char *path);

/* Keeps the object that is in `path`. */
void kept_object_add(KeptObjects *kept, const char *part, const char *include, const char *path);

#endif
