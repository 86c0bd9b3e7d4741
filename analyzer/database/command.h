/* From the user's flags (clang's or nvcc's spelling) to libclang's command line.
 *
 * The result is for the device pass of clang on an x86_64 Linux host.  It is complete for
 * clang_parseTranslationUnit2FullArgv: argv[0] is a compiler name, the input file is not in it.
 * Never fails: flags that are not understood are omitted and listed in `skipped`. */
#ifndef SMEMLINT_DATABASE_COMMAND_H
#define SMEMLINT_DATABASE_COMMAND_H

#include "base/arena.h"
#include "base/folder.h"
#include "prelude/prelude.h"

#define DEFAULT_ARCH "sm_90" /* if neither the options nor the flags name one */

/* How a file is compiled. */
typedef struct CommandOptions {
	const char *const *flags;  /* clang's or nvcc's, with or without the compiler's name */
	int n_flags;
	const char *directory;     /* to which paths in the flags are relative; NULL: the current one */
	const char *arch;          /* NULL: the one of the flags, else DEFAULT_ARCH */
	const char *cuda_path;     /* root of the toolkit; NULL: the flags' or one that is found; "none": the bundled prelude */
} CommandOptions;

typedef struct Command {
	const char *const *argv;
	int n_argv;
	int n_own;                 /* how many words precede the user's flags */
	const char *arch;          /* the architecture of the device pass: "sm_90" */
	const char *toolkit;       /* root of the CUDA toolkit that is used; NULL: the bundled prelude */
	const char *resource_dir;  /* of the libclang in use; NULL: not installed */
	const PreludeFile *files;  /* to be passed as unsaved files */
	int n_files;
	Names libraries;            /* folders of -isystem in the user's flags that are not a compiler's or a toolkit's, absolute */
	const char *const *skipped; /* flags that are not understood, as given */
	int n_skipped;
	const char *const *unread;  /* paths of response files that cannot be read */
	int n_unread;
} Command;

/* Everything in the result lives in `arena`. */
const Command *command_make(Arena *arena, const CommandOptions *options);

/* In which headers are searched, in that order: those of the command line and of the toolkit, as they are written there. */
typedef struct CommandFolders {
	Names names;
	int n_quoted; /* the first ones, for quoted names only */
} CommandFolders;

CommandFolders command_folders(Arena *arena, const Command *command);

#endif
