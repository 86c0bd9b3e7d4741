/* Reads the code of a source in what a build made of it: an object, an archive, a library, an executable or a fatbin.  cuobjdump
 * extracts its PTX, and the machine code beside it if there is an nvdisasm. */
#ifndef SMEMLINT_CODEGEN_BUILT_H
#define SMEMLINT_CODEGEN_BUILT_H

#include "base/buf.h"
#include "codegen/code.h"
#include "toolchain/toolchain.h"

typedef struct BuiltOptions {
	Toolchain tools;
	const char *file;   /* the source */
	const char *built;
	const char *arch;   /* "sm_90": the newest that this one runs; NULL: the newest */
} BuiltOptions;

/* Appends to `out`.  False: nothing was appended, and `error` has the reason: no program, no PTX with lines of the source, or a file
 * that it comes from has changed since. */
bool code_read_built(Arena *arena, const BuiltOptions *options, CodeTable *out, Buf *error);

#endif
