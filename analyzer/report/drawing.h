/* An access as a picture: as it is and, beside it, in another layout. */
#ifndef SMEMLINT_REPORT_DRAWING_H
#define SMEMLINT_REPORT_DRAWING_H

#include "fix/advice.h"
#include "report/bankmap_svg.h"

/* `pattern` NULL: nothing but the title; `layout` NULL, or one that has no place for it: nothing beside it. */
SvgMap drawing_of(Arena *arena, const char *title, const Fact *fact, const WarpPattern *pattern, const Layout *layout);

#endif
