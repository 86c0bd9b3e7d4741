/* Analyses a file: from a .cu file and its compile command to facts and diagnostics.
 * The command line, the tests and the fuzzers all call analyze(). */
#ifndef SMEMLINT_ANALYSIS_ANALYZE_H
#define SMEMLINT_ANALYSIS_ANALYZE_H

#include "analysis/assumptions.h"
#include "core/block.h"
#include "codegen/code.h"
#include "codegen/complete.h"
#include "core/diag.h"
#include "core/input.h"
#include "core/phases.h"
#include "core/whole.h"
#include "database/command.h"
#include "eval/facts/facts.h"
#include "fix/layouts/layout.h"
#include "frontend/frontend.h"
#include "ir/ir.h"

/* A source file, and how it is compiled. */
typedef struct ProgramFile {
	const char *path;
	const char *const *flags;  /* NULL: those of the analysed file */
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
	const Names *prefix_headers; /* of the program, in `prefix`; or NULL */
	const Inputs *prefix_inputs; /* the files read for `prefix`, or NULL */
	int block[3];              /* --block; x = 0: not given */
	const NamedBlock *named_blocks; /* of the configuration */
	int n_named_blocks;
	AssumeOptions assume;      /* --assume */
	struct ParseCache *cache;  /* files that libclang parsed before (frontend/frontend.h), or NULL */
	const SavedUnits *saved;   /* of callers; NULL: none */
	bool for_header;           /* headers are asked for: their kernel templates count as a source's own */
	bool alone;                /* the program's other files are not searched for callers (program.h) */
	const ProgramFile *others; /* files of the program, besides those in the file's own folder */
	int n_others;
	const WholeProgram *whole; /* for fixes; NULL: it is not known where else launches may be */
	bool links_launches;       /* what may launch the file's kernels is analysed with it, even if it is not needed for their facts */
	const CodeTable *code;     /* the code that nvcc generated for the file, to compare and complete the facts with; NULL: none */
	bool compiled_only;        /* facts come from code->ptx alone */
	Preference prefer;         /* --prefer: between layouts that cost the same */
	Libraries libraries;       /* root and patterns */
	bool facts_only;           /* no rule is run: Analysis.diags has problems with the input only */
	EvalOptions eval;
} AnalyzeOptions;

/* How much of the program was analysed: numbers for --stats. */
typedef struct Coverage {
	int lost;      /* kernels whose declaration could not be parsed */
	int shapeless; /* kernels for which no launch, comment or option gives a block that a device can run */
	int launches;  /* distinct launches of the program */
	int runtime;   /* of these, launches with a block that is known only at run time */
	int left_out;  /* launches that were not analysed: too many of one kernel */
	int cut;       /* host functions whose budget was spent (HostCut) */
	int callers;   /* other files that were parsed for their calls and launches (program.h) … */
	int unread;    /* … and those that could not be parsed */
} Coverage;

typedef VEC(KernelFacts) FactsList;
typedef VEC(const LaunchShape *) LaunchList;

/* A file that was parsed as a caller, without errors, and not taken from AnalyzeOptions.saved. */
typedef struct ParsedCaller {
	const char *path;
	bool is_bundled; /* with the bundled declarations in place of the toolkit's */
} ParsedCaller;

typedef VEC(ParsedCaller) ParsedCallers;

typedef struct Analysis {
	const Unit *unit;
	int n_own_files;           /* of the unit's sources those of the file itself; others are linked with it */
	FactsList kernels;         /* one for each kernel and block shape, in source order; with EvalOptions.digest one for each launch */
	LaunchList launches;       /* the launches that kernels were evaluated for, each by itself (family.h) */
	Diags diags;               /* findings and problems with the input, by place */
	Inputs inputs; /* files that were read, without those in AnalyzeOptions.cache: the result is valid while they are unchanged */
	Coverage coverage;
	ParsedCallers callers;
	CodeComparison comparison; /* with AnalyzeOptions.code: the source's facts and those of its PTX */
	Phases phases;
	bool incomplete; /* something could not be analysed: exit status 3 */
} Analysis;

CommandOptions analyze_compile(const AnalyzeOptions *options); /* the file's compile command */

/* Never fails: what could not be analysed is in the diagnostics.  Everything in the result lives in `arena`. */
Analysis *analyze(Arena *arena, const AnalyzeOptions *options);

#endif
