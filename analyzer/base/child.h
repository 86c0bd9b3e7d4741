/* Another program, run without a shell: its output is taken, its input is empty, and it does not outlive its time.
 *
 * It runs in a process group of its own, and what is left of the group when it ends, or when its time is up, is killed. */
#ifndef SMEMLINT_BASE_CHILD_H
#define SMEMLINT_BASE_CHILD_H

#include <stdbool.h>

#include "base/arena.h"

enum { CHILD_SECONDS = 60 };
#define CHILD_OUTPUT ((size_t)64 << 20)

typedef struct Child {
	const char *const *argv; /* ends in NULL; argv[0]: a path, or a name that is searched for on PATH */
	const char *folder;      /* that it runs in; NULL: ours */
	const char *const *env;  /* "NAME=value", put in place of ours or added to them; ends in NULL; NULL: none */
	int seconds;             /* 0: CHILD_SECONDS */
	size_t max_output;       /* bytes kept of each of its outputs, the rest is dropped; 0: CHILD_OUTPUT */
} Child;

typedef enum ChildHow {
	CHILD_EXITED,      /* status: its exit status */
	CHILD_SIGNALLED,   /* status: the signal */
	CHILD_LATE,        /* its time was up; status: the limit in seconds */
	CHILD_INTERRUPTED, /* this process is to end (base/scratch.h) */
	CHILD_NOT_RUN,     /* status: errno */
} ChildHow;

typedef struct ChildText {
	const char *s;     /* NUL-terminated; may hold others */
	size_t n;
	bool cut;          /* there was more */
} ChildText;

typedef struct ChildEnd {
	ChildHow how;
	int status;
	ChildText out, err;
} ChildEnd;

/* Texts live in the arena. */
ChildEnd child_run(Arena *arena, const Child *child);

static inline bool child_ok(const ChildEnd *end)
{
	return end->how == CHILD_EXITED && end->status == 0;
}

/* "exit status 3", "killed by signal 11 (Segmentation fault)", "stopped after 60 s" … */
const char *child_end_text(Arena *arena, const ChildEnd *end);

/* The path of a program: `name` itself where it has a slash and can be run, else the first on PATH; NULL: none. */
const char *child_find(Arena *arena, const char *name);

#endif
