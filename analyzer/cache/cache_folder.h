/* The cache's folder.  Its files are complete or absent. */
#ifndef SMEMLINT_CACHE_CACHE_FOLDER_H
#define SMEMLINT_CACHE_CACHE_FOLDER_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/hash.h"

/* Precedes an entry's bytes, wherever they are kept. */
typedef struct EntryHead {
	char magic[24];
	uint64_t size;
	Hash hash;
} EntryHead;

EntryHead entry_head(const char *bytes, size_t size);
bool entry_is_whole(const EntryHead *head, const char *bytes, size_t size);

/* The total size is limited to 1 GiB; files not used for 30 days are removed. */
#define CACHE_BYTES ((int64_t)1 << 30)
enum { CACHE_DAYS = 30, CACHE_TIDY_HOURS = 24 };

/* `given`, else smemlint/ in XDG_CACHE_HOME or ~/.cache; created if missing.  NULL: it cannot be created. */
const char *cache_folder(Arena *arena, const char *given);

/* The path of an entry.  A file of the same path with CACHE_SIBLING appended is removed together with the entry. */
const char *cache_entry_path(Arena *arena, const char *folder, Hash name);
#define CACHE_SIBLING ".pch"

/* An entry's content; NULL: it does not exist or is damaged. */
const char *cache_read(Arena *arena, const char *folder, Hash name, size_t *size);

/* False: it could not be written, and nothing has changed. */
bool cache_write(Arena *arena, const char *folder, Hash name, const char *bytes, size_t size);

/* Removes files of the cache, and no others, that are too old or beyond the size limit, at most once in CACHE_TIDY_HOURS. */
void cache_tidy(Arena *arena, const char *folder);

#endif
