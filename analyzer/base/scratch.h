/* A temporary folder for files of child processes, which is removed even if this process is interrupted.
 *
 *     const char *folder = scratch_begin(arena);
 *     …  child_run() (base/child.h)
 *     scratch_end(folder);
 *
 * Between the two, SIGINT, SIGTERM and SIGHUP end the running child and prevent further ones, so that the caller reaches
 * scratch_end(); the outermost one raises the signal again. */
#ifndef SMEMLINT_BASE_SCRATCH_H
#define SMEMLINT_BASE_SCRATCH_H

#include <stdbool.h>

#include "base/arena.h"

/* A new folder under TMPDIR (else /tmp), or NULL.  scratch_end() must be called in both cases. */
const char *scratch_begin(Arena *arena);
void scratch_end(const char *folder);

/* Whether one of these signals was received. */
bool scratch_interrupted(void);

/* Writes a file; false: errno is set. */
bool scratch_write(const char *path, const char *text, size_t n);

#endif
