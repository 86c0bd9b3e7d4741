/* Workflow commands: GitHub makes an annotation of each that a job prints. */
#include <string.h>

#include "report/location.h"

/* A comma or colon would end a property, a newline the command. */
static void add_escaped(Buf *out, const char *text, const char *escaped)
{
	for (; *text; text++) {
		if (strchr(escaped, *text) || (unsigned char)*text < 0x20)
			buf_printf(out, "%%%02X", (unsigned)(unsigned char)*text);
		else
			buf_putc(out, *text);
	}
}

static void add_property(Buf *out, const char *name, const char *text)
{
	buf_printf(out, "%s=", name);
	add_escaped(out, text, "%\r\n:,");
}

static void add_place(Buf *out, const Place *place, const ReportContext *context)
{
	add_property(out, "file", location_path(context, place->path));
	if (place->line <= 0)
		return;
	buf_printf(out, ",line=%d", place->line);
	if (place_has_end(place) && place->end_line > place->line) { /* columns are for one line only */
		buf_printf(out, ",endLine=%d", place->end_line);
		return;
	}
	buf_printf(out, ",endLine=%d", place->line);
	if (place->column > 0)
		buf_printf(out, ",col=%d", location_utf16(context, place->path, place->line, place->column));
	if (place_has_end(place))
		buf_printf(out, ",endColumn=%d", location_utf16(context, place->path, place->line, place->end_column));
}

static void add_finding(Buf *out, const Finding *finding, const ReportContext *context)
{
	static const char *const commands[] = { "notice", "warning", "error" };
	Buf message = { 0 };
	buf_printf(out, "::%s ", commands[finding->severity]);
	if (finding->place.path) {
		add_place(out, &finding->place, context);
		buf_putc(out, ',');
	}
	add_property(out, "title", finding->rule ? finding->rule : "smemlint");
	buf_puts(out, "::");
	location_message(&message, finding, context);
	add_escaped(out, message.s, "%\r\n");
	buf_putc(out, '\n');
	buf_free(&message);
}

void report_github(Buf *out, const FileReport *const *files, int n_files, const ReportContext *context)
{
	for (int f = 0; f < n_files; f++)
		for (int i = 0; i < files[f]->findings.n; i++)
			add_finding(out, &files[f]->findings.at[i], context);
}
