/* Outcomes of earlier runs.
 *
 * An entry's name is a hash of all that determines an analysis before files are read: this program, libclang, the compiler's
 * whole command, the options, the working folder.  The entry holds its inputs (each file with its size, times, number and hash, each
 * listed folder), a hash of the files that could be read instead (cache_shadows.c), and the outcome.  It is valid while all
 * inputs are unchanged; a file that the file system says was touched is read again and compared by its hash.  A run looks at each
 * input once.
 *
 * Entries are written to a temporary file and renamed, with a hash of their content: a truncated or damaged entry is ignored.
 * Several processes may use one folder.  Entries that cannot be written are skipped.
 *
 * What the folder does not have is asked of a server, if there is one (cache_shared.c), and kept in the folder, too. */
#ifndef SMEMLINT_CACHE_CACHE_H
#define SMEMLINT_CACHE_CACHE_H

#include "examine/examine.h"

typedef struct Cache Cache;

enum { CACHE_CALLERS = 16 }; /* each takes some tens of megabytes */

/* The second level, which machines share. */
typedef struct CacheShared {
	const char *address; /* of a server (remote/remote.h), or NULL */
	const char *base;    /* the folder below which paths are the same everywhere */
} CacheShared;

/* NULL: --no-cache, or no folder can be created; or *problem, in `into`, says what is wrong with the address. */
Cache *cache_open(const Options *options, const CacheShared *shared, Arena *into, const char **problem);
void cache_close(Cache *cache); /* removes old entries once in CACHE_TIDY_HOURS; NULL is allowed */

/* As remote_on_wait() (remote/remote.h) says. */
void cache_on_wait(Cache *cache, bool (*costs)(void *context), void *context);

/* At the end of a run.  A message, once: why the server is not asked any more; NULL: there is none. */
const char *cache_complaint(Cache *cache, Arena *arena);

/* The outcome of an earlier run, in `arena`; false: none is valid. */
bool cache_find(Cache *cache, Arena *arena, const Task *task, Outcome *out);

/* Sets the precompiled headers of the task's command, with those that it leads with if that is possible, and their inputs; they
 * are built at the second request. */
void cache_prefix(Cache *cache, Task *task);

/* Notes that the task's file is linked with other sources, which were parsed for it.  At the second request for one of them it is
 * parsed once more, and saved for all that follow (CACHE_CALLERS at once). */
void cache_callers(Cache *cache, const Task *task, const ParsedCallers *callers);

/* The sources that are saved, for AnalyzeOptions.saved. */
const SavedUnits *cache_saved(const Cache *cache);

/* Stores an outcome if it is complete and does not depend on this run. */
void cache_store(Cache *cache, const Task *task, const Outcome *outcome);

#endif
