/* Backends, which measure accesses, and the choice of one.
 *
 * A row of backends.def is a name; backend_NAME_obstacle and backend_NAME_measure are its functions. */
#ifndef SMEMLINT_VERIFY_BACKENDS_BACKEND_H
#define SMEMLINT_VERIFY_BACKENDS_BACKEND_H

#include "base/buf.h"
#include "base/confine.h"
#include "verify/table/driven.h"
#include "verify/table/measured.h"
#include "verify/table/predicted.h"

/* Sources that make one program together; the first has the main(). */
typedef struct Program {
	const char *const *files;
	int n_files;
} Program;

/* The settings for compiling with clang. */
typedef struct VerifyToolkit {
	const char *root, *include;      /* of a CUDA toolkit; NULL: there is none */
	const char *const *more;         /* further folders of its headers */
	int n_more;
	const char *const *flags;        /* the user's, in clang's spelling */
	int n_flags;
} VerifyToolkit;

typedef struct VerifyTask {
	const char *const *files;     /* all files of the command line */
	int n_files;
	const Program *programs;      /* programs that these make */
	int n_programs;
	const Driven *driven;         /* files that are not part of a program */
	int n_driven;
	int driven_size;              /* `size` of driven_source() */
	const char *command;          /* a command line for the shell that runs the program, instead of building one; or NULL */
	const char *report;           /* a profiler's report, instead of running anything; or NULL */
	const char *nvcc;             /* the compiler that FLAGS begin with, or NULL */
	const char *const *flags;     /* the compiler's, as the user gave them */
	int n_flags;
	VerifyToolkit toolkit;
	const char *times;            /* file for the measured cycles (--times), or NULL */
	int seconds;                  /* time limit of the program */
	bool unconfined;              /* what is built and run has the user's rights (base/confine.h) */
	const PredictedList *predicted;
	const char *scratch;          /* folder for temporary files */
} VerifyTask;

typedef enum BackendEnd {
	BACKEND_MEASURED,
	BACKEND_IMPOSSIBLE, /* not on this machine; another backend may succeed */
	BACKEND_FAILED, /* the program cannot be run; other backends would fail too */
} BackendEnd;

typedef enum BackendId {
#define BACKEND(name) BACKEND_##name,
#include "verify/backends/backends.def"
#undef BACKEND
	BACKEND_COUNT,
} BackendId;

/* obstacle: why the backend is not available here; NULL: it can be tried.
 * measure: unless it returns BACKEND_MEASURED, `why` gets a message for the user. */
#define BACKEND(name) \
	const char *backend_##name##_obstacle(Arena *arena, const VerifyTask *task); \
	BackendEnd backend_##name##_measure(Arena *arena, const VerifyTask *task, Measured *out, Buf *why);
#include "verify/backends/backends.def"
#undef BACKEND

/* Adds a remark if what runs could not be confined here. */
void remark_confinement(Arena *arena, const VerifyTask *task, Confinement how, Measured *out);

const char *backend_name(BackendId backend);
/* BACKEND_COUNT: there is none of this name. */
BackendId backend_find(const char *name);

/* The outcome of each backend, for the report. */
typedef struct BackendChoice {
	bool chosen;
	const char *why_not; /* NULL if it measured, or was not tried because an earlier one did */
} BackendChoice;

/* Measures with the backend `with`; BACKEND_COUNT: with the first that is available.  `choices` has BACKEND_COUNT entries.
 * False: nothing was measured, `why` has the reasons. */
bool backends_measure(Arena *arena, const VerifyTask *task, BackendId with, BackendChoice *choices, Measured *out, Buf *why);

#endif
