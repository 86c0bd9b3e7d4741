/* Outcomes of earlier runs.
 *
 * An entry's name is a hash of what decides about an analysis before anything is read: this program, libclang, the compiler's
 * whole command, the options, the working folder.  It holds what was read (each file with its size, time and hash, each
 * folder that was listed) and the outcome.  It is believed if all of that is as it was; a file whose time has changed is
 * read again and compared by its hash.
 *
 * Entries are written aside and renamed, with a hash of their own content: one that is cut short or damaged is no entry.
 * Several processes may use one folder.  What cannot be written is left out.  Not noticed is a header that newly
 * appears in front of one of the same name in the order in which folders are searched. */
#ifndef SMEMLINT_CACHE_H
#define SMEMLINT_CACHE_H

#include "examine/examine.h"

typedef struct Cache Cache;

/* NULL: none is wanted, or there is no place for one. */
Cache *cache_open(const Options *options);
void cache_close(Cache *cache); /* removes what is old, now and then; NULL is allowed */

/* The outcome of an earlier run, in `arena`. */
bool cache_find(Cache *cache, Arena *arena, const Task *task, Outcome *out);

/* Precompiled headers for the task's command, made when they are asked for a second time: their path, or NULL; and what was
 * read for them, which is input of what is analysed with them. */
const char *cache_prefix(Cache *cache, const Task *task, const Inputs **inputs);

/* Keeps an outcome, if it is one that holds for the next run too. */
void cache_keep(Cache *cache, const Task *task, const Outcome *outcome);

#endif
