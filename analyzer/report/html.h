/* The parts of the page that --format=html writes: analyzer/report/html, which cmake/embed.cmake makes C of when building. */
#ifndef SMEMLINT_REPORT_HTML_H
#define SMEMLINT_REPORT_HTML_H

#include <stddef.h>

typedef struct HtmlPart {
	const char *name; /* "page.js" */
	const char *text;
	size_t size;
} HtmlPart;

extern const HtmlPart html_parts[];
extern const int html_n_parts;

#endif
