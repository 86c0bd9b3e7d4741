/* From the user's flags (clang's or nvcc's spelling) to the command line that libclang is given.
 *
 * The result is for the device pass of clang on an x86_64 Linux host.  It is complete for
 * clang_parseTranslationUnit2FullArgv: argv[0] is a compiler name, the input file is not in it.
 * Nothing here fails: what is not understood is left out and listed in `skipped`. */
#ifndef SMEMLINT_FRONTEND_COMMAND_H
#define SMEMLINT_FRONTEND_COMMAND_H

#include "base/arena.h"
#include "prelude/prelude.h"

#define DEFAULT_ARCH "sm_90" /* where neither the options nor the flags name one */

/* How a file is compiled. */
typedef struct CommandOptions {
	const char *const *flags;  /* clang's or nvcc's */
	int n_flags;
	const char *directory;     /* that folders in the flags are relative to; NULL: the current one */
	const char *arch;          /* NULL: from the flags, else DEFAULT_ARCH */
	const char *cuda_path;     /* NULL: searched for; "none": the bundled declarations */
} CommandOptions;

typedef struct Command {
	const char *const *argv;
	int n_argv;
	int n_own; /* of them in front of the user's flags */
	const char *arch;          /* "sm_90": what the device pass compiles for */
	const char *toolkit;       /* root of the CUDA toolkit that is used; NULL: the bundled prelude */
	const char *resource_dir;  /* of the libclang in use; NULL if it has none installed */
	const PreludeFile *files;  /* to be passed as unsaved files */
	int n_files;
	const char *const *skipped; /* flags that were not understood, as given */
	int n_skipped;
	const char *const *unread;  /* response files that could not be read: their paths */
	int n_unread;
} Command;

/* Everything in the result lives in `arena`. */
const Command *command_make(Arena *arena, const CommandOptions *options);

#endif
