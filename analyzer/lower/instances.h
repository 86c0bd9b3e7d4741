/* Instances of kernel templates that comments request: `// smemlint: instantiate<float, 32>`; and those that an `extern template`
 * only declares, although the template is defined here.
 *
 * Which template a comment belongs to is known once the program has been parsed.  A definition that refers to the
 * instance is then added at the end of the program, in the template's namespace, and the program is parsed again. */
#ifndef SMEMLINT_LOWER_INSTANCES_H
#define SMEMLINT_LOWER_INSTANCES_H

#include "lower/lower_cursor.h"

typedef struct Instance {
	Loc loc;             /* the comment's verb; LOC_NONE: no comment requests it */
	const char *args;    /* "float, 32" */
	const char *kernel;  /* the template's name */
	const char *head;    /* "template <typename T, int N>"; "" if a macro generates it */
	const char *text;    /* to be added to the program */
} Instance;

typedef VEC(Instance) Instances;
typedef VEC(ParseProblem) ParseProblems;

/* Appends the user's files of the translation unit `lo->tu`, the main file first. */
typedef VEC(int) FileList;
void instances_files(Lower *lo, FileList *out);
void instances_kept_files(Lower *lo, FileList *out); /* of a unit that is kept (frontend.h) */

/* The instances that comments in these files request, and declared ones; a comment that cannot be met becomes a problem. */
void instances_find(Lower *lo, const FileList *files, Instances *out, ParseProblems *problems);

/* The text to report for an instance for which the compiler gave an error. */
const char *instance_problem(Arena *arena, const Instance *instance, const char *message);

#endif
