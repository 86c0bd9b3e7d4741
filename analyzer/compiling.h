/* --codegen: the compiler's word on each file, before it is analysed. */
#ifndef SMEMLINT_COMPILING_H
#define SMEMLINT_COMPILING_H

#include "analyze.h"
#include "commands.h"

/* For all files of a run: what was complained of once. */
typedef struct Compiling {
	bool no_compiler, no_disassembler;
} Compiling;

/* Sets options->code where --codegen asks for it and the file can be compiled; else it says on standard error why not, and
 * gives the exit status that this is. */
ExitStatus compiling_run(Compiling *compiling, Arena *arena, const char *codegen, AnalyzeOptions *options);

#endif
