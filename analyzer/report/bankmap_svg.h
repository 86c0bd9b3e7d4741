/* Bank maps as one SVG document: for each access the 32 banks by rows of 128 bytes, as it is and, beside it, as it would be.
 * It needs nothing else, and is dark or light as the viewer asks. */
#ifndef SMEMLINT_REPORT_BANKMAP_SVG_H
#define SMEMLINT_REPORT_BANKMAP_SVG_H

#include "base/buf.h"
#include "base/vec.h"
#include "fix/advice.h"
#include "report/passes.h"

typedef struct SvgMap {
	const char *title;      /* "k.cu:12:9: load of 'tile' in transpose" */
	const char *name[2];    /* "now", "after padding …"; the second NULL: there is none */
	VEC(Passes) parts[2];   /* the requests that each is made of, one after the other; at most MAX_PARTS */
} SvgMap;

/* Any text may stand in titles and names. */
void bankmap_svg(Buf *out, const SvgMap *maps, int n);

#endif
