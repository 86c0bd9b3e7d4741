/* Findings that are known and not to be told of again: a file of them, each known by what does not change when lines move.
 *
 * That is the rule, the file, the kernel without its template arguments, the object and the text of the line without comments
 * and white space; and how many there are of a kind, for only what is beyond that number is told of.  So is a conflict of more
 * ways than is recorded. */
#ifndef SMEMLINT_FILTER_BASELINE_H
#define SMEMLINT_FILTER_BASELINE_H

#include "base/buf.h"
#include "core/source.h"
#include "filter/sieve.h"

typedef struct BaselineEntry {
	const char *file;        /* as seen from the baseline's folder */
	const char *source;      /* the file in whose analysis it was found, where that is another; or NULL */
	const char *rule, *kernel, *object, *text; /* kernel, object: or NULL */
	int ways;                /* 0: not known */
	int count;
	int used;                /* of the count, in this run */
} BaselineEntry;
typedef VEC(BaselineEntry) BaselineEntries;

typedef struct Baseline {
	Arena *arena;
	const char *folder;      /* that paths are seen from, from the root */
	BaselineEntries known;   /* that were read */
	BaselineEntries met;     /* findings of this run that are in it, or are to be */
	VEC(const char *) analysed; /* files whose analysis was complete, as seen from the folder */
	const char *problem;     /* why it could not be read, or NULL */
	int problem_line;        /* and where; 0: as a whole */
} Baseline;

/* An empty one that is to lie in a folder (from the root); and what a text says. */
Baseline *baseline_new(Arena *arena, const char *folder);
void baseline_read(Baseline *baseline, const char *text, size_t size);

/* Leaves out what is known; file: whose report it is.  `takes_all`: what is not known is taken up and left out too. */
void baseline_filter(Sieve *sieve, Baseline *baseline, const char *file, SourceSet *sources, bool takes_all);

/* As text: one line a finding, sorted.  What was met in this run; and, where `keeps` is set, what is known of files that were
 * not analysed and are still there. */
void baseline_write(Buf *out, const Baseline *baseline, bool keeps);

/* What a line is known by. */
const char *baseline_text(Arena *arena, const char *line);

#endif
