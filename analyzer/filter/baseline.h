/* A file of recorded findings that are not reported again, recognised even if their lines move.
 *
 * They are recognised by rule, file, kernel without its template arguments, object and the text of the line without comments
 * and white space.  Each entry has a count: further findings of its kind are reported, as are conflicts of more ways than
 * recorded. */
#ifndef SMEMLINT_FILTER_BASELINE_H
#define SMEMLINT_FILTER_BASELINE_H

#include "base/buf.h"
#include "core/source.h"
#include "filter/sieve.h"

typedef struct BaselineEntry {
	const char *file;        /* relative to the baseline's folder */
	const char *source;      /* the file that was analysed, if it is not `file`; else NULL */
	const char *rule, *kernel, *object, *text; /* kernel, object: NULL if there is none */
	int ways;                /* 0: unknown */
	int count;
	int position;            /* of a shard: FileReport.position … */
	const char *id;          /* … and of a finding in a header, which other shards may have, too, a hash; or NULL */
	int used;                /* how many of the count this run has found */
} BaselineEntry;
typedef VEC(BaselineEntry) BaselineEntries;

typedef struct Baseline {
	Arena *arena;
	const char *folder;      /* absolute; paths are relative to it */
	BaselineEntries known;   /* entries that were read */
	BaselineEntries met;     /* findings of this run that are recorded, or will be */
	VEC(const char *) analysed; /* files whose analysis was complete, relative to the folder */
	const char *shard;       /* "1/4": entries are written one by one, for merge/merge.h; or NULL */
	const char *problem;     /* why it could not be read, or NULL */
	int problem_line;        /* its line; 0: the whole file */
} Baseline;

/* An empty baseline for a file in `folder` (absolute); baseline_read() adds the entries of a text, or sets `problem`. */
Baseline *baseline_new(Arena *arena, const char *folder);
void baseline_read(Baseline *baseline, const char *text, size_t size);

/* Leaves out recorded findings of the report on `file`.  `takes_all`: also records and leaves out all others. */
void baseline_filter(Sieve *sieve, Baseline *baseline, const char *file, SourceSet *sources, bool takes_all);

/* Writes one line per entry, sorted: the findings of this run and, with `keeps`, the entries of files that exist but were not
 * analysed. */
void baseline_write(Buf *out, const Baseline *baseline, bool keeps);

/* A line's text without comments and white space. */
const char *baseline_text(Arena *arena, const char *line);

#endif
