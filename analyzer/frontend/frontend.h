/* From source text to the project's own tree.  Only this folder knows libclang.
 *
 * The result lives in `arena`; libclang's translation unit is disposed before the function returns.
 * Never fails: a file that cannot be read gives a unit with `unusable` and problems. */
#ifndef SMEMLINT_FRONTEND_FRONTEND_H
#define SMEMLINT_FRONTEND_FRONTEND_H

#include "ir/ir.h"

typedef struct ParseOptions {
	const char *file;
	const char *text;          /* instead of the file's content, or NULL */
	const HeldTexts *held;     /* of other files, or NULL */
	const char *const *flags;  /* clang's or nvcc's */
	int n_flags;
	const char *directory;     /* that folders in the flags are relative to; NULL: the current one */
	const char *arch;          /* NULL: from the flags, else sm_90 */
	const char *cuda_path;     /* NULL: searched for; "none": the bundled prelude */
	const Unit *beside;        /* another unit of the program, or NULL: this one shares its sources, its numbers go on where
	                            * those end, and it holds no more than what calls or defines functions of that one */
} ParseOptions;

Unit *frontend_parse(Arena *arena, const ParseOptions *options);

/* "Debian clang version 22.1.0" */
const char *frontend_version(Arena *arena);

#endif
