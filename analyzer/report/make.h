/* Makes the report of an analysis: plain data that outlives the analysis. */
#ifndef SMEMLINT_REPORT_MAKE_H
#define SMEMLINT_REPORT_MAKE_H

#include "analysis/analyze.h"
#include "core/report.h"

/* All of the report lives in `arena`; nothing points into the analysis.  `with_maps`: findings get the data for pictures. */
FileReport *report_make(Arena *arena, const Analysis *analysis, bool with_maps);

Place place_make(Arena *arena, const SourceSet *sources, Range range);

#endif
