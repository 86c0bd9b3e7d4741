/* Which file of a run is next.
 *
 * Outcomes are returned in the order of the files.  Files are started in that order, too, as long as there is enough to do behind a
 * costly one to keep all processes busy while it is analysed; then the costliest first, so that none is left alone at the end. */
#ifndef SMEMLINT_DRIVER_QUEUE_H
#define SMEMLINT_DRIVER_QUEUE_H

#include "driver/pending.h"

/* The next file, with its outcome; NULL: there is no more. */
PendingFile *queue_next(Driver *driver);

/* The index of the file to start, of `n` that are waiting (at least one), by their costs, in order. */
int queue_choose(const int64_t *costs, int n, int n_jobs);

/* Most files that one process runs: what is shared between files (precompiled, saved callers) is asked for when it starts. */
enum { MOST_TOGETHER = 16 };

/* Which files to start in one process, of `n` that are waiting (at least one), by their costs, in order: their indices, in the order in
 * which they are started; returns how many.  Beside the first one, no more than an even share of half of what is left: then all
 * processes end at about the same time. */
int queue_share(const int64_t *costs, int n, int n_jobs, int indices[MOST_TOGETHER]);

#endif
