/* Findings as text, in the manner of clang: place, severity, message, rule; source line and caret; notes. */
#include "report/text_impl.h"

#include <string.h>

#include "report/maps/bankmap.h"
#include "report/snippet.h"

static const char *const severity_colors[N_SEVERITIES] = { "\033[1;36m", "\033[1;35m", "\033[1;31m" };

const char *text_bold(bool color)
{
	return color ? "\033[1m" : "";
}

const char *text_plain(bool color)
{
	return color ? "\033[0m" : "";
}

void text_head(Buf *out, const Place *at, Severity severity, bool color)
{
	buf_puts(out, text_bold(color));
	buf_add_shown(out, at->path ? at->path : "smemlint");
	if (at->path)
		buf_printf(out, ":%d:%d", at->line, at->column);
	buf_puts(out, ": ");
	buf_printf(out, "%s%s: %s", color ? severity_colors[severity] : "", severity_name(severity), text_plain(color));
}

static void print_line(Buf *out, SourceSet *sources, const Place *at, bool color)
{
	if (at->path)
		snippet_print(out, sources, at, 1, color);
}

static bool same_line(const Place *a, const Place *b)
{
	return a->line == b->line && a->column == b->column && strcmp(a->path, b->path) == 0;
}

static void print_note(Buf *out, SourceSet *sources, const Finding *finding, const FindingNote *note, bool color)
{
	const Place *at = note->place.path ? &note->place : &finding->place;
	text_head(out, at, SEV_NOTE, color);
	buf_printf(out, "%s\n", note->text);
	if (note->place.path && !(finding->place.path && same_line(at, &finding->place)))
		print_line(out, sources, at, color);
}

/* --- the map ------------------------------------------------------------------------------------ */

/* Appends every line, indented. */
static void print_indented(Buf *out, const Buf *text)
{
	bool at_start = true;
	for (size_t i = 0; i < text->n; i++) {
		if (at_start && text->s[i] != '\n')
			buf_puts(out, "  ");
		buf_putc(out, text->s[i]);
		at_start = text->s[i] == '\n';
	}
	if (!at_start)
		buf_putc(out, '\n');
}

static void print_map(Buf *out, const Arch *arch, const Finding *finding, const FindingMaps *maps, const TextStyle *text)
{
	const BankMapStyle style = { .color = text->color, .ascii = text->ascii };
	Buf drawn = { 0 };
	for (int i = 0; i < maps->n; i++) {
		const FindingMap *at = &maps->at[i];
		WarpPattern pattern = { .active = at->active, .source = at->source.n ? at->source.at : NULL };
		memcpy(pattern.offset, at->offset, sizeof pattern.offset);
		bankmap_print(&drawn, arch, &pattern, (BankOp)finding->op, at->bytes, &style);
	}
	print_indented(out, &drawn);
	buf_free(&drawn);
}

void text_maps(Buf *out, const FileReport *file, const Finding *finding, const TextStyle *style)
{
	const Arch *arch = arch_model(file->arch);
	if (!finding->now.n)
		return;
	const FindingMaps worst = { .at = finding->now.at, .n = 1 };
	const bool is_data = finding->certainty && strcmp(finding->certainty, certainty_name(CERTAINTY_DATA)) == 0;
	buf_puts(out, is_data ? "  at worst:\n" : "  now:\n");
	print_map(out, arch, finding, &worst, style);
	if (!finding->layouts.n || !finding->layouts.at[0].maps.at[0].n)
		return;
	buf_printf(out, "  after %s:\n", finding->layouts.at[0].text);
	print_map(out, arch, finding, &finding->layouts.at[0].maps.at[0], style);
}

/* --- all ---------------------------------------------------------------------------------------- */

/* With all notes. */
static void print_finding(Buf *out, const FileReport *file, const Finding *finding, const ReportContext *context)
{
	const bool color = context->style.color;
	text_head(out, &finding->place, finding->severity, color);
	buf_printf(out, "%s%s%s", text_bold(color), finding->message, text_plain(color));
	if (finding->rule)
		buf_printf(out, " [%s]", finding->rule);
	buf_putc(out, '\n');
	print_line(out, context->sources, &finding->place, color);
	for (int i = 0; i < finding->notes.n; i++)
		print_note(out, context->sources, finding, &finding->notes.at[i], color);
	if (context->style.map)
		text_maps(out, file, finding, &context->style);
}

void report_text(Buf *out, const FileReport *const *files, int n_files, const ReportContext *context)
{
	for (int f = 0; f < n_files; f++) {
		if (!context->style.verbose)
			text_brief(out, files[f], context);
		for (int i = 0; context->style.verbose && i < files[f]->findings.n; i++)
			print_finding(out, files[f], &files[f]->findings.at[i], context);
	}
}

void report_concise(Buf *out, const FileReport *const *files, int n_files, const ReportContext *context)
{
	for (int f = 0; f < n_files; f++)
		for (int i = 0; i < files[f]->findings.n; i++) {
			const Finding *finding = &files[f]->findings.at[i];
			text_head(out, &finding->place, finding->severity, context->style.color);
			buf_puts(out, finding->message);
			if (finding->rule)
				buf_printf(out, " [%s]", finding->rule);
			buf_putc(out, '\n');
		}
}
