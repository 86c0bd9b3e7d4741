/* Diagnostics as text, in the manner of clang: place, severity, message, rule; source line and caret; notes. */
#ifndef SMEMLINT_REPORT_TEXT_H
#define SMEMLINT_REPORT_TEXT_H

#include "analyze.h"
#include "base/buf.h"

typedef struct TextStyle {
	bool color;
	bool map; /* draws the banks below each finding: as it is, and with the best layout that was found */
} TextStyle;

void report_text(Buf *out, const Analysis *analysis, const TextStyle *style);

#endif
