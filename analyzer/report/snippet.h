/* A source line with its number and, below it, a caret and the rest of the range underlined. */
#ifndef SMEMLINT_REPORT_SNIPPET_H
#define SMEMLINT_REPORT_SNIPPET_H

#include <stdbool.h>

#include "base/buf.h"
#include "core/report.h"
#include "core/source.h"

/* Tabs become spaces, control characters `?`; a very long line is cut down to the part around the caret.
 * Appends nothing where the file or the line cannot be read. */
void snippet_print(Buf *out, SourceSet *sources, const Place *place, bool color);

#endif
