/* Diagnostics as text, in the manner of clang: place, severity, message, rule; source line and caret; notes. */
#ifndef SMEMLINT_REPORT_TEXT_H
#define SMEMLINT_REPORT_TEXT_H

#include "base/buf.h"
#include "core/report.h"

typedef struct TextStyle {
	bool color;
	bool map; /* draws the banks below each finding: as it is, and with the best layout that was found */
} TextStyle;

/* `sources`: where the lines that are shown come from; files are added to it. */
void report_text(Buf *out, const FileReport *report, SourceSet *sources, const TextStyle *style);

#endif
