/* JUnit's XML: a suite for each file, with a case for each finding; a file without any is a case that passes. */
#include <string.h>

#include "report/location.h"
#include "base/xml.h"

typedef struct Counts {
	int tests, failures, errors;
} Counts;

/* A problem of the input is an error, not a failure. */
static bool is_error(const Finding *finding)
{
	return !finding->rule && finding->severity > SEV_NOTE;
}

static bool is_failure(const FileReport *file, const Finding *finding)
{
	return finding->rule && finding->severity >= file->fail_level;
}

static Counts count(const FileReport *file)
{
	Counts counts = { .tests = file->findings.n ? file->findings.n : 1 };
	for (int i = 0; i < file->findings.n; i++) {
		counts.failures += is_failure(file, &file->findings.at[i]);
		counts.errors += is_error(&file->findings.at[i]);
	}
	return counts;
}

static void add_counts(Buf *out, const char *name, const Counts *counts)
{
	xml_attribute(out, "name", name);
	xml_number(out, "tests", counts->tests);
	xml_number(out, "failures", counts->failures);
	xml_number(out, "errors", counts->errors);
	xml_number(out, "skipped", 0);
	xml_number(out, "time", 0);
	buf_puts(out, ">\n");
}

static void add_outcome(Buf *out, const FileReport *file, const Finding *finding, const ReportContext *context)
{
	const bool fails = is_failure(file, finding);
	const char *element = is_error(finding) ? "error" : fails ? "failure" : "system-out";
	Buf message = { 0 };
	location_message(&message, finding, context);
	buf_printf(out, "\t\t\t<%s", element);
	if (is_error(finding) || fails) {
		xml_attribute(out, "message", finding->message);
		xml_attribute(out, "type", finding->rule ? finding->rule : "problem");
	}
	buf_putc(out, '>');
	xml_text(out, message.s);
	buf_printf(out, "</%s>\n", element);
	buf_free(&message);
}

static void add_case(Buf *out, const FileReport *file, const Finding *finding, const ReportContext *context)
{
	const Place *place = &finding->place;
	const char *path = location_path(context, place->path ? place->path : file->file);
	buf_puts(out, "\t\t<testcase");
	xml_attribute(out, "name",
		      arena_printf(context->arena, "%s %s:%d:%d", finding->rule ? finding->rule : "problem", path, place->line,
				   location_utf16(context, place->path, place->line, place->column)));
	xml_attribute(out, "classname", path);
	xml_attribute(out, "file", path);
	if (place->line > 0)
		xml_number(out, "line", place->line);
	buf_puts(out, " time=\"0\">\n");
	add_outcome(out, file, finding, context);
	buf_puts(out, "\t\t</testcase>\n");
}

static void add_suite(Buf *out, const FileReport *file, const ReportContext *context)
{
	const char *path = location_path(context, file->file);
	const Counts counts = count(file);
	buf_puts(out, "\t<testsuite");
	add_counts(out, path, &counts);
	for (int i = 0; i < file->findings.n; i++)
		add_case(out, file, &file->findings.at[i], context);
	if (!file->findings.n) {
		buf_puts(out, "\t\t<testcase name=\"no finding\"");
		xml_attribute(out, "classname", path);
		xml_attribute(out, "file", path);
		buf_puts(out, " time=\"0\"/>\n");
	}
	buf_puts(out, "\t</testsuite>\n");
}

void report_junit(Buf *out, const FileReport *const *files, int n_files, const ReportContext *context)
{
	Counts all = { 0 };
	for (int f = 0; f < n_files; f++) {
		const Counts counts = count(files[f]);
		all.tests += counts.tests;
		all.failures += counts.failures;
		all.errors += counts.errors;
	}
	buf_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites");
	add_counts(out, "smemlint", &all);
	for (int f = 0; f < n_files; f++)
		add_suite(out, files[f], context);
	buf_puts(out, "</testsuites>\n");
}
