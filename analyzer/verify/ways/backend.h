/* Ways of measuring, and which of them is taken.
 *
 * A row of backends.def is a name and two functions, backend_NAME_obstacle and backend_NAME_measure. */
#ifndef SMEMLINT_VERIFY_BACKEND_H
#define SMEMLINT_VERIFY_BACKEND_H

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

typedef enum BackendEnd {
	BACKEND_MEASURED,
	BACKEND_IMPOSSIBLE, /* not here, as it turned out: another way may do */
	BACKEND_FAILED, /* what was to be measured could not be run: no other way would help */
} BackendEnd;

typedef enum BackendId {
#define BACKEND(name) BACKEND_##name,
#include "verify/ways/backends.def"
#undef BACKEND
	BACKEND_COUNT,
} BackendId;

/* obstacle: why the way cannot be taken here, NULL: it can be tried.
 * measure: `why` gets words for people where it does not end in BACKEND_MEASURED. */
#define BACKEND(name) \
	const char *backend_##name##_obstacle(Arena *arena, const VerifyTask *task); \
	BackendEnd backend_##name##_measure(Arena *arena, const VerifyTask *task, Measured *out, Buf *why);
#include "verify/ways/backends.def"
#undef BACKEND

const char *backend_name(BackendId backend);
/* BACKEND_COUNT: there is none of this name. */
BackendId backend_find(const char *name);

/* What became of each way, for the report. */
typedef struct BackendChoice {
	bool chosen;
	const char *why_not; /* NULL: it was not asked, since one before it did */
} BackendChoice;

/* Takes the way `with`; BACKEND_COUNT: the first that is possible.  `choices` has BACKEND_COUNT entries.  False: nothing was
 * measured, and `why` says why. */
bool backends_measure(Arena *arena, const VerifyTask *task, BackendId with, BackendChoice *choices, Measured *out, Buf *why);

#endif
