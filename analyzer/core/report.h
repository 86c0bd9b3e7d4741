/* The results of one source file as plain data, independent of the AST and of facts.
 *
 * Output formats write it, suppressions, baselines and patches filter it, worker processes send it to the main process, and
 * the cache stores it.  Everything in it lives in one arena. */
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

/* A better layout as edits that are proven.  Only computed on request. */
typedef struct FindingFix {
	const char *text;      /* "padding the rows of 'tile' to [32][33]" */
	const char *price;     /* "+128 bytes" */
	bool is_safe;
	const char *why;       /* if it is not safe: which code may depend on the layout; else NULL */
	int64_t before, after; /* wavefronts of the object's accesses */
	VEC(FindingEdit) edits;
} FindingFix;

/* A pattern of a warp's request: the offset in the object that each lane accesses. */
typedef struct FindingMap {
	int warp;              /* the first warp and iteration with this pattern */
	int64_t iteration, count;
	uint32_t active;
	int bytes;             /* per lane */
	int64_t offset[REPORT_LANES];
	int wavefronts, ideal;
	VEC(int64_t) source;   /* copies: the offset that each lane copies from (the costliest if it is unknown); else empty */
} FindingMap;
typedef VEC(FindingMap) FindingMaps;

/* A finding's accesses in a better layout of their object. */
typedef struct FindingLayout {
	const char *text;      /* "padding the rows of 'tile' to [32][33]" */
	const char *price;     /* "+128 bytes" */
	VEC(FindingMaps)
	maps; /* for each of Finding.now, in this order: its requests in the layout; none: the layout has no place for it */
} FindingLayout;

typedef struct Finding {
	const char *rule;      /* "smem-bank-conflict-load"; NULL: a problem of the input, which cannot be suppressed */
	Severity severity;
	Place place;
	const char *message;
	VEC(FindingNote) notes;
	Brief brief;
	const char *kernel;    /* as named in the source, or NULL */
	const char *object;    /* the shared variable, or NULL */
	int ways;              /* n of the n-way conflict of the costliest warp; 0: unknown */
	int64_t excess;        /* wavefronts beyond the ideal ones, of all warps of the block; 0: unknown */
	const char *certainty; /* "exact", "bound" …; NULL: it has no access */
	int n_facts;           /* number of launches and specialisations with this finding */
	const char *fact;      /* the access as `smemlint facts` prints it, a JSON object; or NULL */
	const char *advice;    /* the layouts that were tried, a JSON object (docs/users/json.md); or NULL */
	const char *verification; /* its measurement, a JSON object (docs/users/verify.md); or NULL */
	VEC(FindingFix) fixes;
	/* Only if maps are requested: its accesses, the costliest first, now and in the layouts of `advice`, the best first. */
	int op;  /* of the maps: BankOp */
	FindingMaps now;
	VEC(FindingLayout) layouts;
	bool is_own; /* in the file that was analysed; known when findings of several files are put together */
} Finding;

/* A shared-memory access in one specialisation and launch, to annotate the source. */
typedef struct AccessReport {
	Place place;
	int line;              /* that a profiler shows for it */
	const char *object, *kind, *certainty; /* object: NULL if unknown */
	int bytes, ways;
	int64_t wavefronts, ideal; /* of the block */
} AccessReport;

/* A kernel with one block shape. */
typedef struct KernelReport {
	const char *name, *mangled;
	Place place;
	int block[3];
	const char *block_from; /* "launch", "bounds" … */
	const char *failed;     /* why it could not be evaluated completely, or NULL */
	VEC(AccessReport) accesses;
} KernelReport;

typedef struct FileReport {
	const char *file;      /* as named by the user */
	const char *toolkit;   /* the CUDA toolkit whose headers were read; NULL: the bundled ones */
	int arch;              /* 90: compiled for sm_90 */
	bool incomplete;       /* something could not be analysed */
	Severity fail_level;   /* findings of this severity and above lead to exit status 1 */
	VEC(Finding) findings; /* by place */
	VEC(KernelReport) kernels; /* in source order */
	int position;          /* among the files of all shards */
} FileReport;

#endif
