/* Places as the formats write them: paths from the root folder, URIs, columns of other programs. */
#ifndef SMEMLINT_REPORT_LOCATION_H
#define SMEMLINT_REPORT_LOCATION_H

#include "report/formats.h"

/* Without "." and "..", from the context's root; absolute where it lies elsewhere. */
const char *location_path(const ReportContext *context, const char *path);

/* The same as a URI (RFC 3986): relative to the root, or "file:///…". */
const char *location_uri(const ReportContext *context, const char *path);
bool location_is_inside(const ReportContext *context, const char *path);

/* A line's text without its ending, or NULL where the source has none. */
const char *location_line(const ReportContext *context, const char *path, int line);

/* A column counted in code units of UTF-16, from 1; `column` itself where the line cannot be read. */
int location_utf16(const ReportContext *context, const char *path, int line, int column);

/* Whether the place has an end behind its beginning. */
bool place_has_end(const Place *place);
bool place_is_same(const Place *a, const Place *b); /* both begin in one spot */

/* Whether a note has a place of its own. */
bool note_is_elsewhere(const Finding *finding, const FindingNote *note);

/* The message and, a line each, its notes; those that have a place of their own with it: "k.cu:6: block …". */
void location_message(Buf *out, const Finding *finding, const ReportContext *context);

#endif
