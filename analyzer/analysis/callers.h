/* Which source files call functions, or launch kernels, of another one: found in their tokens, without parsing.
 *
 * A file uses a name if `(`, `<` or (the name is passed on) `,`, `)`, `;`, `}` follows it and the file does not define
 * a function of that name.  An explicit specialisation that is defined (`template <> void run<8>() { … }`) is neither.
 * Two files with a main() are two programs: neither calls the other.
 *
 * What a library's function hands to another one is as unknown in the caller as in the callee.  So, where only the value of an
 * argument is wanted, a file is a caller only if it may give one: if it has a main() or tests, or calls the function with an
 * integer other than 0 among the arguments, or defines functions that a file with a main() or tests calls in turn. */
#ifndef SMEMLINT_ANALYSIS_CALLERS_H
#define SMEMLINT_ANALYSIS_CALLERS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/folder.h"
#include "core/input.h"

enum { MAX_CALLERS = 4, MAX_CALLER_BYTES = 1 << 19, MAX_CALLER_FILES = 400 };

typedef enum Want {
	WANT_LAUNCH = 'l', /* of a kernel: files that may launch it, or that name it in CUDA */
	WANT_CALL = 'c',   /* of a function: any use */
	WANT_NUMBER = 'n', /* of a function: a use that may give an argument's value */
	WANT_BEGIN = 'b',  /* of a function: a use in a file with a main() or tests */
} Want;

typedef struct Wanted {
	const char *name;
	Want what;
} Wanted;

typedef VEC(Wanted) WantedNames;

/* The files, without `file` itself, that use one of the names as wanted, at most MAX_CALLERS: those with a main() first.  Files
 * that were read are added to `inputs`. */
Names callers_among(Arena *arena, const char *file, const Names *files, const WantedNames *names, Inputs *inputs);

/* The names in a file's text: most files have none of those that are looked for, and need not be read again for each. */
typedef struct FileNames {
	bool is_read, has_main;
	const uint64_t *at; /* hash_short() of each, sorted */
	int n;
} FileNames;

FileNames callers_names(Arena *arena, const char *path);

/* How a file uses some names (words: one per line, after its Want) and whether it has a main(), as a number: it changes if the
 * answer does (Input.mentions).  known: the file's, or NULL. */
int callers_mentions(const char *path, const char *words, const FileNames *known);

/* Whether the file name is that of a C, C++ or CUDA source. */
bool callers_may_be(const char *file);

/* The C, C++ and CUDA sources in the file's folder. */
Names callers_in_folder(Arena *arena, const char *file);

#endif
