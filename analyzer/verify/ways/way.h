/* Ways of measuring, and which of them is taken.
 *
 * A row of ways.def is a name and two functions, way_NAME_obstacle and way_NAME_measure. */
#ifndef SMEMLINT_VERIFY_WAY_H
#define SMEMLINT_VERIFY_WAY_H

#include "base/buf.h"
#include "verify/table/driven.h"
#include "verify/table/measured.h"
#include "verify/table/predicted.h"

/* Sources that make one program together; the first has the main(). */
typedef struct Program {
	const char *const *files;
	int n_files;
} Program;

/* What compiling with clang takes. */
typedef struct VerifyToolkit {
	const char *root, *include;      /* a CUDA toolkit's; NULL: there is none */
	const char *const *more;         /* further folders of its headers */
	int n_more;
	const char *const *flags;        /* the user's, in clang's spelling */
	int n_flags;
} VerifyToolkit;

typedef struct VerifyTask {
	const char *const *files;     /* all that were named */
	int n_files;
	const Program *programs;      /* what can be built of them */
	int n_programs;
	const Driven *driven;         /* files that are part of none of them */
	int n_driven;
	int driven_size;              /* driven_source */
	const char *command;          /* a command line for the shell that runs the program, instead of building one; or NULL */
	const char *report;           /* a profiler's report, instead of running anything; or NULL */
	const char *nvcc;             /* the compiler that FLAGS begin with, or NULL */
	const char *const *flags;     /* the compiler's, as the user gave them */
	int n_flags;
	VerifyToolkit toolkit;
	const char *times;            /* a file that the clock's readings are written to; or NULL */
	int seconds;                  /* that the program may take */
	const PredictedList *predicted;
	const char *scratch;          /* a folder for files that nobody keeps */
} VerifyTask;

typedef enum WayEnd {
	WAY_MEASURED,
	WAY_IMPOSSIBLE, /* not here, as it turned out: another way may do */
	WAY_FAILED,     /* what was to be measured could not be run: no other way would help */
} WayEnd;

typedef enum WayId {
#define WAY(name) WAY_##name,
#include "verify/ways/ways.def"
#undef WAY
	WAY_COUNT,
} WayId;

/* obstacle: why the way cannot be taken here, NULL: it can be tried.
 * measure: `why` gets words for people where it does not end in WAY_MEASURED. */
#define WAY(name)                                                          \
	const char *way_##name##_obstacle(Arena *arena, const VerifyTask *task); \
	WayEnd way_##name##_measure(Arena *arena, const VerifyTask *task, Measured *out, Buf *why);
#include "verify/ways/ways.def"
#undef WAY

const char *way_name(WayId way);
/* WAY_COUNT: there is none of this name. */
WayId way_find(const char *name);

/* What became of each way, for the report. */
typedef struct WayChoice {
	bool chosen;
	const char *why_not; /* NULL: it was not asked, since one before it did */
} WayChoice;

/* Takes the way `with`; WAY_COUNT: the first that is possible.  `choices` has WAY_COUNT entries.  False: nothing was
 * measured, and `why` says why. */
bool ways_measure(Arena *arena, const VerifyTask *task, WayId with, WayChoice *choices, Measured *out, Buf *why);

#endif
