/* Places as the formats write them: paths relative to the root folder, URIs, columns in UTF-16. */
#ifndef SMEMLINT_REPORT_LOCATION_H
#define SMEMLINT_REPORT_LOCATION_H

#include "report/formats.h"

/* The path without "." and "..", relative to the context's root; absolute if it is not below the root. */
const char *location_path(const ReportContext *context, const char *path);

/* The same as a URI (RFC 3986): relative to the root, or "file:///…". */
const char *location_uri(const ReportContext *context, const char *path);
bool location_is_inside(const ReportContext *context, const char *path);

/* A line's text without its newline, or NULL if there is no such line. */
const char *location_line(const ReportContext *context, const char *path, int line);

/* A column counted in code units of UTF-16, from 1; `column` itself if the line cannot be read. */
int location_utf16(const ReportContext *context, const char *path, int line, int column);

/* Whether the place has an end after its beginning. */
bool place_has_end(const Place *place);
bool place_is_same(const Place *a, const Place *b); /* both begin at the same file, line and column */

/* Whether a note has another place than its finding. */
bool note_is_elsewhere(const Finding *finding, const FindingNote *note);

/* The message and its notes, a line each; notes that are elsewhere begin with their place: "k.cu:6: block …". */
void location_message(Buf *out, const Finding *finding, const ReportContext *context);

#endif
