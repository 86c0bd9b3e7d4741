/* Findings as JSON: one document with the version, the files, the kernels and every finding with its notes, the fact it
 * rests on and the layouts that were tried. */
#ifndef SMEMLINT_REPORT_JSON_H
#define SMEMLINT_REPORT_JSON_H

#include "base/buf.h"
#include "core/report.h"

/* The document for several files, which stand in it in order. */
void report_json(Buf *out, const FileReport *const *reports, int n, const char *version);

#endif
