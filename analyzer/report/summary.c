#include "report/summary.h"

#include <string.h>

/* --- findings that are reported together --------------------------------------------------------------- */

bool finding_kernels_are_one(const Finding *a, const Finding *b)
{
	if (!a->kernel || !b->kernel)
		return a->kernel == b->kernel;
	const size_t n = strcspn(a->kernel, "<");
	return strcspn(b->kernel, "<") == n && memcmp(a->kernel, b->kernel, n) == 0;
}

static bool same_line(const Finding *a, const Finding *b)
{
	return a->place.path && b->place.path && strcmp(a->place.path, b->place.path) == 0 && a->place.line == b->place.line;
}

bool findings_are_one(const Finding *a, const Finding *b)
{
	return a->brief.noun && b->brief.noun && a->object && b->object && strcmp(a->object, b->object) == 0 &&
	       a->severity == b->severity && same_line(a, b) && finding_kernels_are_one(a, b);
}

/* Findings are in the order of their places. */
static bool is_reported_before(const FileReport *report, int i)
{
	const Finding *finding = &report->findings.at[i];
	for (int k = i - 1; k >= 0 && same_line(&report->findings.at[k], finding); k--)
		if (findings_are_one(&report->findings.at[k], finding))
			return true;
	return false;
}

void summary_add(Summary *summary, const FileReport *report)
{
	const int before = summary->findings;
	for (int i = 0; i < report->findings.n; i++) {
		const Finding *finding = &report->findings.at[i];
		if (!finding->rule) {
			summary->problems += finding->severity > SEV_NOTE;
			continue;
		}
		summary->findings++;
		summary->places += !is_reported_before(report, i);
		summary->of_severity[finding->severity]++;
		summary->layouts += finding->brief.has_layout;
	}
	summary->files++;
	summary->with_findings += summary->findings > before;
	summary->incomplete += report->incomplete;
}

/* --- lists ---------------------------------------------------------------------------------------- */

/* "3 warnings" as a part of a list, after `between`; nothing for 0. */
static void add_count(Buf *out, const char **between, int n, const char *one, const char *many)
{
	if (n)
		buf_printf(out, "%s%d %s", *between, n, n == 1 ? one : many);
	*between = n ? ", " : *between;
}

static void print_files(Buf *out, const Summary *summary)
{
	buf_printf(out, "%d file%s", summary->files, summary->files == 1 ? "" : "s");
}

void summary_print_findings(Buf *out, const Summary *summary)
{
	buf_printf(out, "%d finding%s in %d of ", summary->findings, summary->findings == 1 ? "" : "s", summary->with_findings);
	print_files(out, summary);
}

/* "3 warnings, 1 note at 2 places in 2 of 12 files (3 have a better layout: …)" */
static void print_found(Buf *out, const Summary *summary)
{
	const char *between = "";
	add_count(out, &between, summary->of_severity[SEV_ERROR], "error", "errors");
	add_count(out, &between, summary->of_severity[SEV_WARNING], "warning", "warnings");
	add_count(out, &between, summary->of_severity[SEV_NOTE], "note", "notes");
	if (summary->places < summary->findings)
		buf_printf(out, " at %d place%s", summary->places, summary->places == 1 ? "" : "s");
	if (summary->files > 1) {
		buf_printf(out, " in %d of ", summary->with_findings);
		print_files(out, summary);
	}
	if (summary->layouts)
		buf_printf(out, " (%d %s a better layout: --diff shows what --fix can change)", summary->layouts,
			   summary->layouts == 1 ? "has" : "have");
}

/* --- what was analysed ---------------------------------------------------------------------------- */

/* "3 kernels, 14 accesses (12 exact, 2 bounds; the block of 4 is assumed)" */
static void print_analysed(Buf *out, const Stats *stats)
{
	static const struct {
		Certainty certainty;
		const char *one, *many;
	} rows[] = {
		{ CERTAINTY_EXACT, "exact", "exact" },
		{ CERTAINTY_BOUND, "bound", "bounds" },
		{ CERTAINTY_SYMBOLIC, "depends on a runtime value", "depend on runtime values" },
		{ CERTAINTY_DATA, "depends on data", "depend on data" },
		{ CERTAINTY_UNIT, "not by lanes", "not by lanes" },
		{ CERTAINTY_UNKNOWN, "unknown", "unknown" },
	};
	const char *between = " (";
	buf_printf(out, "%d kernel%s, %d shared-memory access%s", stats->kernels, stats->kernels == 1 ? "" : "s", stats->facts,
		   stats->facts == 1 ? "" : "es");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		add_count(out, &between, stats->by_certainty[rows[i].certainty], rows[i].one, rows[i].many);
	if (stats->on_assumed)
		buf_printf(out, "; the block of %d is assumed", stats->on_assumed);
	buf_puts(out, stats->facts ? ")" : "");
}

static void print_not_analysed(Buf *out, const Summary *summary, const Stats *stats)
{
	const char *between = "; not analysed: ", *const none = between;
	add_count(out, &between, stats->broken + stats->lost, "kernel", "kernels");
	add_count(out, &between, stats->templates, "kernel template", "kernel templates");
	add_count(out, &between, stats->stopped, "kernel's end", "kernels' ends");
	add_count(out, &between, stats->by_certainty[CERTAINTY_UNKNOWN], "access", "accesses");
	if (between == none && summary->incomplete)
		add_count(out, &between, summary->incomplete, "part of a file, as said above", "parts of files, as said above");
}

static void print_left_out(Buf *out, const Stats *stats)
{
	static const char lead[] = "findings left out: ";
	const char *between = "; left out: ";
	const struct {
		int n;
		const char *text;
	} rows[] = {
#define FILTER(id, field, text) { stats->field, text },
#include "filter/filter.def"
#undef FILTER
	};
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		add_count(out, &between, rows[i].n, rows[i].text + sizeof lead - 1, rows[i].text + sizeof lead - 1);
}

static bool leaves_out(const Stats *stats)
{
	return 0
#define FILTER(id, field, text) +stats->field
#include "filter/filter.def"
#undef FILTER
	       > 0;
}

void summary_print(Buf *out, const Summary *summary, const Stats *stats)
{
	if (summary->findings) {
		print_found(out, summary);
		buf_puts(out, "; ");
	} else {
		buf_puts(out, summary->incomplete                     ? "no findings, but not all was analysed: "
			      : leaves_out(stats) || stats->templates ? "nothing to report: "
								      : "clean: ");
		print_files(out, summary);
		buf_puts(out, ", ");
	}
	print_analysed(out, stats);
	print_not_analysed(out, summary, stats);
	print_left_out(out, stats);
	buf_putc(out, '\n');
}
