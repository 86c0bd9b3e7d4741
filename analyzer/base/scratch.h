/* A folder for what other programs are to read and write, which goes away whatever happens.
 *
 *     const char *folder = scratch_begin(arena);
 *     …  run children (base/child.h)
 *     scratch_end(folder);
 *
 * Between the two, SIGINT, SIGTERM and SIGHUP end the child that runs, and each that is started later, so that the
 * caller comes to scratch_end(); the outermost one raises the signal again. */
#ifndef SMEMLINT_BASE_SCRATCH_H
#define SMEMLINT_BASE_SCRATCH_H

#include <stdbool.h>

#include "base/arena.h"

/* A new folder under TMPDIR (else /tmp); NULL: none could be made. */
const char *scratch_begin(Arena *arena);
void scratch_end(const char *folder);

/* This process was told to end. */
bool scratch_interrupted(void);

/* Writes a file whole; false: errno says why not. */
bool scratch_write(const char *path, const char *text, size_t n);

#endif
