/* A file's kernels as its compiler made them: their PTX, evaluated with the launches and comments of the source. */
#ifndef SMEMLINT_ANALYSIS_COMPILED_H
#define SMEMLINT_ANALYSIS_COMPILED_H

#include "analysis/kernels.h"
#include "codegen/complete.h"

/* Completes the kernels' facts with those of options->code->ptx (codegen/complete.h); with options->compiled_only replaces them.
 * launches: of the source. */
void compiled_run(Arena *arena, const AnalyzeOptions *options, const Unit *source, const LaunchShapes *launches, FactsList *kernels,
		  CodeComparison *out);

#endif
