/* Headers that are built into smemlint and passed to libclang as unsaved files.
 *
 * Without a CUDA toolkit they are a small implementation of CUDA's headers under PRELUDE_INCLUDE: declarations, with bodies
 * of functions that do index arithmetic.  With a toolkit they are a few corrections to its headers under PRELUDE_TOOLKIT; one
 * replaces clang's declaration of the built-in variables by plain structures.  In both cases there are cooperative groups
 * under PRELUDE_COMMON, and replacements of the C and C++ standard headers under PRELUDE_STD, which are searched last, so that
 * they are used only if the real ones are not installed.  So are those under PRELUDE_MISSING, for libraries that programs are
 * often read without. */
#ifndef SMEMLINT_PRELUDE_PRELUDE_H
#define SMEMLINT_PRELUDE_PRELUDE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

#define PRELUDE_ROOT "/__smemlint__"
#define PRELUDE_INCLUDE PRELUDE_ROOT "/include"
#define PRELUDE_COMMON PRELUDE_ROOT "/common"
#define PRELUDE_STD PRELUDE_ROOT "/std"
#define PRELUDE_MISSING PRELUDE_ROOT "/missing"
#define PRELUDE_MAIN PRELUDE_INCLUDE "/__smemlint_cuda.h" /* passed by -include */
#define PRELUDE_TOOLKIT PRELUDE_ROOT "/toolkit"
#define PRELUDE_TOOLKIT_MAIN PRELUDE_TOOLKIT "/__smemlint_toolkit.h" /* after the toolkit's */
#define PRELUDE_TOOLKIT_BEFORE PRELUDE_TOOLKIT "/__smemlint_before.h"
#define PRELUDE_TOOLKIT_AFTER PRELUDE_TOOLKIT "/__smemlint_after.h"

typedef struct PreludeFile {
	const char *path; /* absolute; no such folder exists, unless it replaces a header of clang */
	const char *text; /* NUL-terminated; `size` does not count the NUL */
	size_t size;
} PreludeFile;

/* The files of analyzer/prelude/bundled, which cmake/embed.cmake turns into C source. */
extern const PreludeFile prelude_bundled[];
extern const int prelude_n_bundled;

/* The files to pass, with a toolkit or without.  resource_dir: clang's; NULL: its header of the built-in variables is not
 * replaced. */
const PreludeFile *prelude_files(Arena *arena, bool with_toolkit, const char *resource_dir, int *n);

/* Whether <name> is a header of CUDA that is empty in the prelude; `name` need not be NUL-terminated. */
bool prelude_is_empty(const char *name, size_t length);

typedef struct StandIn {
	const char *prefix; /* of the names of headers that it is for */
	const char *header; /* bundled */
	bool is_complete;   /* it has all that instantiates the program's templates */
} StandIn;

/* What stands in for <name> if that is not found, or NULL. */
const StandIn *prelude_stand_in(const char *name);

typedef struct PreludeUse {
	const char *text; /* the program's main file */
	size_t size;
	const char *const *flags; /* the user's, as clang gets them */
	int n_flags;
} PreludeUse;

/* The bundled files that the program may include, with only those declarations in the main one that it may need, guessed
 * from the words of its text; `files` itself if that is not possible.  A program that has errors with them must be parsed
 * with all files. */
const PreludeFile *prelude_trim(Arena *arena, const PreludeFile *files, int *n, const PreludeUse *use);

#endif
