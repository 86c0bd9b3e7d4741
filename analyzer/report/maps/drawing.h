/* An access as a picture: now (at worst, if its index comes from data) and, to the right, in another layout. */
#ifndef SMEMLINT_REPORT_MAPS_DRAWING_H
#define SMEMLINT_REPORT_MAPS_DRAWING_H

#include "fix/layouts/advice.h"
#include "report/maps/bankmap_svg.h"

/* `pattern` NULL: only the title; `layout` NULL, or without a place for the access: only the left picture. */
SvgMap drawing_of(Arena *arena, const char *title, const Fact *fact, const WarpPattern *pattern, const Layout *layout);

#endif
