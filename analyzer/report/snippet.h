/* A source line with its number and, below it, a caret and an underline for each range. */
#ifndef SMEMLINT_REPORT_SNIPPET_H
#define SMEMLINT_REPORT_SNIPPET_H

#include <stdbool.h>

#include "base/buf.h"
#include "core/report.h"
#include "core/source.h"

/* Underlines the places, which begin in the line of the first.  Tabs become spaces, control characters `?`; of a very long line only the part around the caret is shown.
 * Appends nothing if the line cannot be read. */
void snippet_print(Buf *out, SourceSet *sources, const Place *places, int n_places, bool color);

#endif
