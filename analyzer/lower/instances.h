/* Instances of kernel templates that comments ask for: `// smemlint: instantiate<float, 32>`.
 *
 * Which template a comment means is known only when the program has been parsed.  A definition that refers to
 * the instance is then added at the end of the program, in the template's own namespace, and the program is
 * parsed again. */
#ifndef SMEMLINT_FRONTEND_INSTANCES_H
#define SMEMLINT_FRONTEND_INSTANCES_H

#include "lower/lower_cursor.h"

typedef struct Instance {
	Loc loc;             /* the comment's verb */
	const char *args;    /* "float, 32" */
	const char *kernel;  /* the template's name */
	const char *head;    /* "template <typename T, int N>"; "" where it comes from a macro */
	const char *text;    /* what is to be added */
} Instance;

typedef VEC(Instance) Instances;
typedef VEC(ParseProblem) ParseProblems;

/* The user's files that the translation unit was made of, the main file first. */
typedef VEC(int) FileList;
void instances_files(Lower *lo, FileList *out);

/* What the comments in these files ask for; those that ask for nothing sensible become problems. */
void instances_find(Lower *lo, const FileList *files, Instances *out, ParseProblems *problems);

/* The compiler's word on an instance, in ours. */
const char *instance_problem(Arena *arena, const Instance *instance, const char *message);

#endif
