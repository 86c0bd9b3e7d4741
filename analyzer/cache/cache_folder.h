/* The cache's folder: files that are whole or not there. */
#ifndef SMEMLINT_CACHE_FOLDER_H
#define SMEMLINT_CACHE_FOLDER_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/hash.h"

/* What is in it may take 1 GiB, and goes when it was not asked for in 30 days. */
#define CACHE_BYTES ((int64_t)1 << 30)
enum { CACHE_DAYS = 30, CACHE_TIDY_HOURS = 24 };

/* `given`, else smemlint/ in XDG_CACHE_HOME or ~/.cache, made if need be; NULL: there can be none. */
const char *cache_folder(Arena *arena, const char *given);

/* Where an entry is, and what belongs to it with an ending of its own, which goes with it. */
const char *cache_entry_path(Arena *arena, const char *folder, Hash name);
#define CACHE_SIBLING ".pch"

/* An entry's content; NULL: there is none, or it is damaged. */
const char *cache_read(Arena *arena, const char *folder, Hash name, size_t *size);

/* False: it could not be written, and nothing of it is left. */
bool cache_write(Arena *arena, const char *folder, Hash name, const char *bytes, size_t size);

/* Removes what is old or too much, at most once in CACHE_TIDY_HOURS. */
void cache_tidy(Arena *arena, const char *folder);

#endif
