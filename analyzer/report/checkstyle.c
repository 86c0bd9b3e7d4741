/* Checkstyle's XML: the findings of each file that has any, as errors. */
#include <string.h>

#include "report/location.h"
#include "base/xml.h"

typedef struct Line {
	const char *path;
	const Finding *finding;
	bool is_written;
} Line;
typedef VEC(Line) Lines;

static void add_error(Buf *out, const Finding *finding, const ReportContext *context)
{
	static const char *const severities[] = { "info", "warning", "error" };
	const Place *place = &finding->place;
	Buf message = { 0 };
	location_message(&message, finding, context);
	buf_puts(out, "\t\t<error");
	xml_number(out, "line", place->line > 0 ? place->line : 1);
	if (place->column > 0)
		xml_number(out, "column", location_utf16(context, place->path, place->line, place->column));
	xml_attribute(out, "severity", severities[finding->severity]);
	xml_attribute(out, "message", message.s);
	buf_puts(out, " source=\"smemlint");
	if (finding->rule) {
		buf_putc(out, '.');
		xml_text(out, finding->rule);
	}
	buf_puts(out, "\"/>\n");
	buf_free(&message);
}

/* All findings in the file of `first`. */
static void add_file(Buf *out, Lines *lines, int first, const ReportContext *context)
{
	buf_puts(out, "\t<file");
	xml_attribute(out, "name", lines->at[first].path);
	buf_puts(out, ">\n");
	for (int i = first; i < lines->n; i++) {
		Line *line = &lines->at[i];
		if (line->is_written || strcmp(line->path, lines->at[first].path) != 0)
			continue;
		add_error(out, line->finding, context);
		line->is_written = true;
	}
	buf_puts(out, "\t</file>\n");
}

void report_checkstyle(Buf *out, const FileReport *const *files, int n_files, const ReportContext *context)
{
	Lines lines = { 0 };
	for (int f = 0; f < n_files; f++)
		for (int i = 0; i < files[f]->findings.n; i++) {
			const Finding *finding = &files[f]->findings.at[i];
			const char *path = finding->place.path ? finding->place.path : files[f]->file;
			vec_push(context->arena, &lines, ((Line){ location_path(context, path), finding, false }));
		}
	buf_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"8.0\">\n");
	for (int i = 0; i < lines.n; i++)
		if (!lines.at[i].is_written)
			add_file(out, &lines, i, context);
	buf_puts(out, "</checkstyle>\n");
}
