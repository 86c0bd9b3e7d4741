/* Diagnostics as JSON: one document with the version, the files, the kernels and every diagnostic with
 * its notes, the fact it rests on and the layouts that were tried. */
#ifndef SMEMLINT_REPORT_JSON_H
#define SMEMLINT_REPORT_JSON_H

#include "analyze.h"
#include "base/buf.h"

/* The document for several files: the analyses stand in it in order. */
void report_json(Buf *out, const Analysis *const *analyses, int n_analyses, const char *version);

#endif
