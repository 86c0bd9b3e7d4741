/* The one way in: from a .cu file and its compile command to facts and diagnostics.
 * Used by the command line, the tests and the fuzzers alike. */
#ifndef SMEMLINT_ANALYZE_H
#define SMEMLINT_ANALYZE_H

#include "analysis/assumptions.h"
#include "core/block.h"
#include "codegen/code.h"
#include "core/diag.h"
#include "core/input.h"
#include "database/command.h"
#include "eval/facts/facts.h"
#include "fix/layout.h"
#include "ir/ir.h"

/* A source file, and how it is compiled. */
typedef struct ProgramFile {
	const char *path;
	const char *const *flags;  /* NULL: as the file that is analysed is */
	int n_flags;
	const char *directory;     /* that flags are relative to; NULL: the current one */
} ProgramFile;

typedef struct AnalyzeOptions {
	const char *file;          /* as the user gave it */
	const char *text;          /* unsaved text to use instead of the file's, or NULL */
	const HeldTexts *held;     /* unsaved texts of files that it includes, or NULL */
	const char *const *flags;  /* compiler flags after `--`: clang's or nvcc's spelling */
	int n_flags;
	const char *directory;     /* that flags are relative to; NULL: the current one */
	const char *arch;          /* "sm_90", or NULL: from the flags, else sm_90 */
	const char *cuda_path;     /* toolkit root; NULL: searched for; "none": the bundled prelude */
	const char *prefix;        /* precompiled headers for these flags (frontend.h), or NULL */
	int block[3];              /* --block; x = 0: not given */
	const NamedBlock *named_blocks; /* of the configuration */
	int n_named_blocks;
	AssumeOptions assume;      /* --assume */
	struct ParseCache *cache;  /* what libclang made of the files before (frontend/frontend.h), or NULL */
	bool alone;                /* the program's other files are not looked for (program.h) */
	const ProgramFile *others; /* that may belong to the program, beside those in the file's own folder */
	int n_others;
	const CodeTable *code;     /* what a compiler made of the file, to hold the facts against; NULL: nothing */
	Preference prefer;         /* --prefer: of layouts that cost the same */
	bool facts_only;           /* no rule is run: diags holds only problems of the input */
	EvalOptions eval;
} AnalyzeOptions;

/* What of the program was seen, and what of it the kernels leave out. */
typedef struct Coverage {
	int lost;      /* kernels of which not even the declaration could be read */
	int shapeless; /* kernels for which no launch, comment or option gives a block that a device can run */
	int launches;  /* in the unit, with what differs between them */
	int runtime;   /* of them with a block that is known only at run time */
	int left_out;  /* others that were not looked at: too many of one kernel */
	int cut;       /* host functions that were not followed to their end */
	int callers;   /* other files that were read for their calls and launches (program.h) … */
	int unread;    /* … and that could not be */
} Coverage;

typedef VEC(KernelFacts) FactsList;
typedef VEC(const LaunchShape *) LaunchList;

typedef struct Analysis {
	const Unit *unit;
	FactsList kernels;         /* kernel × block shape, in source order; with EvalOptions.digest each of `launches` by itself */
	LaunchList launches;       /* what kernels were evaluated for, one by one (family.h) */
	Diags diags;               /* sorted by place; filled by run_rules() */
	Inputs inputs; /* all that was read: the result holds as long as it is as it was; with a cache of parsed files, nothing */
	Coverage coverage;
	bool incomplete; /* something could not be analysed: exit status 3 */
} Analysis;

CommandOptions analyze_compile(const AnalyzeOptions *options); /* how the file is compiled */

/* Everything in the result lives in `arena`. */
Analysis *analyze(Arena *arena, const AnalyzeOptions *options);

#endif
