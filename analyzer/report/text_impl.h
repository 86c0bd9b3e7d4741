/* The parts of the text format. */
#ifndef SMEMLINT_REPORT_TEXT_IMPL_H
#define SMEMLINT_REPORT_TEXT_IMPL_H

#include "report/formats.h"

/* "tile.cu:12:9: warning: " */
void text_head(Buf *out, const Place *at, Severity severity, bool color);
/* The costliest warp of the finding now, and with the best layout that was found. */
void text_maps(Buf *out, const FileReport *file, const Finding *finding, const TextStyle *style);
/* Sequences that colour; "" without colour. */
const char *text_bold(bool color);
const char *text_plain(bool color);

/* Every finding in six lines at most; accesses of one object in one line are one finding. */
void text_brief(Buf *out, const FileReport *file, const ReportContext *context);

#endif
