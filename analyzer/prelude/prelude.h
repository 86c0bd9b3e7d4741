/* Headers that are held in memory and given to libclang as unsaved files.
 *
 * Without a CUDA toolkit they are a small CUDA of our own under PRELUDE_INCLUDE: declarations, and bodies
 * where they are index arithmetic.  With a toolkit they are a few corrections to its headers under
 * PRELUDE_TOOLKIT; one of them replaces clang's declaration of the built-in variables by plain structures.
 * In both cases there are cooperative groups under PRELUDE_COMMON, and stand-ins for the C and C++ standard
 * headers under PRELUDE_STD, which the command line searches last, so that they count only where the real
 * ones are not installed. */
#ifndef SMEMLINT_FRONTEND_PRELUDE_H
#define SMEMLINT_FRONTEND_PRELUDE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

#define PRELUDE_ROOT "/__smemlint__"
#define PRELUDE_INCLUDE PRELUDE_ROOT "/include"
#define PRELUDE_COMMON PRELUDE_ROOT "/common"
#define PRELUDE_STD PRELUDE_ROOT "/std"
#define PRELUDE_MAIN PRELUDE_INCLUDE "/__smemlint_cuda.h" /* passed by -include */
#define PRELUDE_TOOLKIT PRELUDE_ROOT "/toolkit"
#define PRELUDE_TOOLKIT_MAIN PRELUDE_TOOLKIT "/__smemlint_toolkit.h" /* after the toolkit's */
#define PRELUDE_TOOLKIT_BEFORE PRELUDE_TOOLKIT "/__smemlint_before.h"
#define PRELUDE_TOOLKIT_AFTER PRELUDE_TOOLKIT "/__smemlint_after.h"

typedef struct PreludeFile {
	const char *path; /* absolute, in no real folder unless it replaces a file of clang's */
	const char *text; /* NUL-terminated; `size` does not count the NUL */
	size_t size;
} PreludeFile;

/* The files of analyzer/prelude/bundled, which cmake/embed.cmake turns into C when building. */
extern const PreludeFile prelude_bundled[];
extern const int prelude_n_bundled;

/* resource_dir: clang's, or NULL (then clang's own file is not replaced). */
const PreludeFile *prelude_files(Arena *arena, bool with_toolkit, const char *resource_dir, int *n);

/* Whether <name> is a header of CUDA's that holds nothing here; name need not be NUL-terminated. */
bool prelude_is_empty(const char *name, size_t length);

typedef struct PreludeUse {
	const char *text; /* the program's main file */
	size_t size;
	const char *const *flags; /* the user's, as clang gets them */
	int n_flags;
} PreludeUse;

/* Those of the bundled files that the program may open, the main one with the declarations that it may need;
 * `files` itself if that cannot be told.  It is a guess from the words: a program that has errors with these
 * files is to be parsed with all of them. */
const PreludeFile *prelude_trim(Arena *arena, const PreludeFile *files, int *n, const PreludeUse *use);

#endif
