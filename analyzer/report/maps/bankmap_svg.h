/* Bank maps as one SVG document: for each access the 32 banks by rows of 128 bytes, now and, to the right, in another
 * layout.  The document is self-contained, and dark or light by the viewer's preference. */
#ifndef SMEMLINT_REPORT_MAPS_BANKMAP_SVG_H
#define SMEMLINT_REPORT_MAPS_BANKMAP_SVG_H

#include "base/buf.h"
#include "base/vec.h"
#include "fix/layouts/advice.h"
#include "report/maps/passes.h"

typedef struct SvgMap {
	const char *title;      /* "k.cu:12:9: load of 'tile' in transpose" */
	const char *name[2];    /* "now" or "at worst", "after padding …"; the second NULL: there is none */
	VEC(Passes) parts[2];   /* the request of each; empty: there is none */
} SvgMap;

/* Titles and names are escaped. */
void bankmap_svg(Buf *out, const SvgMap *maps, int n);

#endif
