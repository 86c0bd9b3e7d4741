/* From an analysis to what is said of it: plain data that outlives it. */
#ifndef SMEMLINT_REPORT_MAKE_H
#define SMEMLINT_REPORT_MAKE_H

#include "analysis/analyze.h"
#include "core/report.h"

/* Everything in the report lives in `arena`, which may be another one than the analysis's: nothing points back.
 * `with_maps`: findings get what pictures are drawn from. */
FileReport *report_make(Arena *arena, const Analysis *analysis, bool with_maps);

Place place_make(Arena *arena, const SourceSet *sources, Range range);

#endif
