/* --stats as JSON: one object per line. */
#ifndef SMEMLINT_REPORT_STATS_JSON_H
#define SMEMLINT_REPORT_STATS_JSON_H

#include "base/buf.h"
#include "report/stats.h"

void report_stats(Buf *out, const Stats *stats);

#endif
