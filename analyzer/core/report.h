/* What smemlint says of one source, as plain data: neither the source's tree nor its facts are needed to read it.
 *
 * Outputs are made of it; suppressions, baselines and patches choose from it; it is what a worker process hands to the one
 * that prints, and what the cache holds.  Everything in it lives in one arena. */
#ifndef SMEMLINT_CORE_REPORT_H
#define SMEMLINT_CORE_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "core/diag.h"

enum { REPORT_LANES = 32 };

/* Lines and columns count from 1, columns in bytes; the end is one past the last byte.  Offsets count bytes of the
 * file from 0. */
typedef struct Place {
	const char *path; /* as the compiler spells it: relative stays relative; NULL: no place */
	int line, column;
	int end_line, end_column;
	int64_t offset, length;
} Place;

typedef struct FindingNote {
	Place place;
	const char *text;
} FindingNote;

typedef struct FindingEdit {
	Place place;      /* what is replaced; length 0: an insertion */
	const char *text;
} FindingEdit;

/* A layout that was searched, written as edits and proven.  Only there where it was asked for. */
typedef struct FindingFix {
	const char *text;      /* "padding the rows of 'tile' to [32][33]" */
	const char *price;     /* "+128 bytes" */
	bool is_safe;
	const char *why;       /* not safe: what else may see the layout; else NULL */
	int64_t before, after; /* wavefronts of the object's accesses */
	VEC(FindingEdit) edits;
} FindingFix;

/* One distinct access of a warp: which byte of the object each lane is at. */
typedef struct FindingMap {
	int warp;              /* the first warp and the loop turn that had it */
	int64_t iteration, count;
	uint32_t active;
	int bytes;             /* a lane's */
	int64_t offset[REPORT_LANES];
	int wavefronts, ideal;
	VEC(int64_t) source;   /* copies: where each of the lanes copies from (at its worst, where that is not known); else none */
} FindingMap;
typedef VEC(FindingMap) FindingMaps;

/* A finding's accesses in another layout of their object. */
typedef struct FindingLayout {
	const char *text;      /* "padding the rows of 'tile' to [32][33]" */
	const char *price;     /* "+128 bytes" */
	VEC(FindingMaps)
	maps; /* for each of Finding.now, in their order: the requests that it would be, or none: there is no place for it */
} FindingLayout;

typedef struct Finding {
	const char *rule;      /* "smem-bank-conflict-load"; NULL: a problem of the input, which is no finding and not to be suppressed */
	Severity severity;
	Place place;
	const char *message;
	VEC(FindingNote) notes;
	const char *kernel;    /* as the source names it, or NULL */
	const char *object;    /* the shared variable, or NULL */
	int ways;              /* passes over the busiest bank where 1 would do, of the worst warp; 0: not known */
	int64_t excess;        /* wavefronts beyond the ideal, all warps of the block together; 0: not known */
	const char *certainty; /* "exact", "bound" …; NULL: it rests on no access */
	int n_facts;           /* how many launches and specialisations gave it */
	const char *fact;      /* the access as `smemlint facts` prints it, a JSON object; or NULL */
	const char *advice;    /* the layouts that were tried, a JSON object (docs/users/json.md); or NULL */
	const char *verification; /* what a measurement says of it, a JSON object (docs/users/verify.md); or NULL */
	VEC(FindingFix) fixes;
	/* Only there where pictures are asked for: its accesses, the worst first, and as they would be in the layouts that
	 * `advice` lists, the best first. */
	int op;  /* of the maps: BankOp */
	FindingMaps now;
	VEC(FindingLayout) layouts;
} Finding;

/* A shared-memory access in one specialisation and launch: for what is drawn beside the source. */
typedef struct AccessReport {
	Place place;
	int line;              /* that a profiler has for it */
	const char *object, *kind, *certainty; /* object: NULL where it is not known */
	int bytes, ways;
	int64_t wavefronts, ideal; /* of the block */
} AccessReport;

/* A kernel with one block shape. */
typedef struct KernelReport {
	const char *name, *mangled;
	Place place;
	int block[3];
	const char *block_from; /* "launch", "bounds" … */
	const char *failed;     /* why it could not be evaluated to its end, or NULL */
	VEC(AccessReport) accesses;
} KernelReport;

typedef struct FileReport {
	const char *file;      /* as it was named */
	const char *toolkit;   /* whose headers were read, or NULL: the bundled ones */
	int arch;              /* 90: it was compiled for sm_90 */
	bool incomplete;       /* something could not be analysed */
	Severity fail_level;   /* findings of this severity and above make exit status 1 */
	VEC(Finding) findings; /* by place */
	VEC(KernelReport) kernels; /* in source order */
} FileReport;

#endif
