/* What a repository's compile command may make a program run.
 *
 * A compile_commands.json is part of what is linted: its compiler, -ccbin, and the plugins and tools that flags name are
 * programs of whoever wrote it.  A program is trusted if it is one on PATH, in the folder of a CUDA toolkit in a usual place, or
 * fits a pattern of `compilers` in the user's own configuration.  Of flags only those are passed on that are known to run and
 * write nothing. */
#ifndef SMEMLINT_DATABASE_TRUST_H
#define SMEMLINT_DATABASE_TRUST_H

#include "database/nvcc.h"

typedef struct Trust {
	bool all;             /* the command is the user's own */
	FlagList compilers;   /* patterns of absolute paths (base/glob.h) */
} Trust;

/* compiler: a name, or a path relative to the working folder. */
bool trust_program(Arena *arena, const Trust *trust, const char *compiler);

/* The flags of a command (with or without the compiler's name) that may be passed to nvcc, response files expanded; the others
 * are appended to `left_out`. */
FlagList trust_flags(Arena *arena, const Trust *trust, const char *directory, const char *const *flags, int n_flags, FlagList *left_out);

#endif
