/* From PTX text to the tree of ir/ir.h: a second front end.
 *
 * Registers are local variables, branches are loops and conditions again, and each instruction stands where .loc says that it
 * comes from. */
#ifndef SMEMLINT_PTX_PTX_H
#define SMEMLINT_PTX_PTX_H

#include "core/source.h"
#include "ir/ir.h"

typedef struct PtxOptions {
	const char *file;
	const char *text;           /* replaces the file's content, or NULL */
	const HeldTexts *held;      /* replace the content of other files, or NULL */
	const Libraries *libraries; /* NULL: none */
	const char *arch;           /* "sm_90": instead of .target; NULL: not given */
	bool has_block;             /* a block is given: `.maxntid` is only a limit */
	const Unit *source;         /* what `text` was compiled from: the files are its own, kernels and parameters have its names;
	                             * NULL: not known */
} PtxOptions;

bool ptx_is_name(const char *file); /* *.ptx */

/* The result lives in `arena`.  Never fails: a file that cannot be read gives a unit with `unusable` set and problems. */
Unit *ptx_parse(Arena *arena, const PtxOptions *options);

#endif
