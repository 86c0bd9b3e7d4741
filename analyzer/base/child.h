/* Runs another program without a shell, with a time limit: its output is captured, its input is empty.
 *
 * It runs in a separate process group, which is killed when the program ends or exceeds its time limit. */
#ifndef SMEMLINT_BASE_CHILD_H
#define SMEMLINT_BASE_CHILD_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/confine.h"

enum { CHILD_SECONDS = 60 };
#define CHILD_OUTPUT ((size_t)64 << 20)

typedef struct Child {
	const char *const *argv; /* NULL-terminated; argv[0]: a path, or a name that is searched for on PATH */
	const char *folder;      /* working directory; NULL: the current one */
	const char *const *env;  /* "NAME=value": variables to set or replace, NULL-terminated; NULL: none */
	int seconds;             /* time limit; 0: CHILD_SECONDS */
	const char *confined; /* the only folder that it may write to; it has no network then (base/confine.h); NULL: it is not confined */
	Confinement how_confined;
	size_t max_output; /* bytes kept of each output stream, the rest is dropped; 0: CHILD_OUTPUT */
} Child;

typedef enum ChildHow {
	CHILD_EXITED, /* status: its exit status */
	CHILD_SIGNALLED, /* status: the signal */
	CHILD_LATE, /* it was killed at its time limit; status: the limit in seconds */
	CHILD_INTERRUPTED, /* this process got a signal to end (base/scratch.h) */
	CHILD_NOT_RUN, /* status: errno */
} ChildHow;

typedef struct ChildText {
	const char *s; /* NUL-terminated; may contain NULs */
	size_t n;
	bool cut; /* there was more output */
} ChildText;

typedef struct ChildEnd {
	ChildHow how;
	int status;
	ChildText out, err;
} ChildEnd;

/* Runs the program and waits for its end.  Texts live in the arena. */
ChildEnd child_run(Arena *arena, const Child *child);

static inline bool child_ok(const ChildEnd *end)
{
	return end->how == CHILD_EXITED && end->status == 0;
}

/* "exit status 3", "killed by signal 11 (Segmentation fault)", "stopped after 60 s" … */
const char *child_end_text(Arena *arena, const ChildEnd *end);

/* The path of an executable: `name` itself if it has a slash, else the first on PATH; NULL: there is none. */
const char *child_find(Arena *arena, const char *name);

#endif
