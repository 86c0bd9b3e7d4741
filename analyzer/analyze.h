/* The one way in: from a .cu file and its compile command to facts and diagnostics.
 * Used by the command line, the tests and the fuzzers alike. */
#ifndef SMEMLINT_ANALYZE_H
#define SMEMLINT_ANALYZE_H

#include "assumptions.h"
#include "core/diag.h"
#include "eval/facts.h"
#include "ir/ir.h"

typedef struct AnalyzeOptions {
	const char *file;          /* as the user gave it */
	const char *text;          /* unsaved text to use instead of the file's, or NULL */
	const char *const *flags;  /* compiler flags after `--`: clang's or nvcc's spelling */
	int n_flags;
	const char *arch;          /* "sm_90", or NULL: from the flags, else sm_90 */
	const char *cuda_path;     /* toolkit root; NULL: searched for; "none": the bundled prelude */
	int block[3];              /* --block; x = 0: not given */
	AssumeOptions assume;      /* --assume */
	bool facts_only;           /* no rule is run: diags holds only problems of the input */
	EvalOptions eval;
} AnalyzeOptions;

typedef struct Analysis {
	const Unit *unit;
	VEC(KernelFacts) kernels;  /* kernel × launch shape, in source order */
	Diags diags;               /* sorted by place; filled by run_rules() */
	bool incomplete;           /* something could not be analysed: exit status 3 */
} Analysis;

/* Everything in the result lives in `arena`. */
Analysis *analyze(Arena *arena, const AnalyzeOptions *options);

#endif
