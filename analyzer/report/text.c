#include "report/text.h"

#include "fix/advice.h"
#include "report/bankmap.h"
#include "report/snippet.h"

#define COLOR_BOLD "\033[1m"
#define COLOR_END "\033[0m"

static const struct {
	const char *word, *color;
} severities[] = {
	[SEV_NOTE] = { "note", "\033[1;36m" },
	[SEV_WARNING] = { "warning", "\033[1;35m" },
	[SEV_ERROR] = { "error", "\033[1;31m" },
};

/* "tile.cu:12:9: warning: " */
static void print_head(Buf *out, const SourceSet *sources, Loc at, Severity severity, bool color)
{
	buf_puts(out, color ? COLOR_BOLD : "");
	if (at.file >= 0)
		buf_printf(out, "%s:%d:%d: ", source_path(sources, at.file), at.line, at.column);
	else
		buf_puts(out, "smemlint: ");
	buf_printf(out, "%s%s: %s", color ? severities[severity].color : "", severities[severity].word,
		color ? COLOR_END : "");
}

static bool same_line(Loc a, Loc b)
{
	return a.file == b.file && a.line == b.line && a.column == b.column;
}

static void print_note(Buf *out, SourceSet *sources, const Diag *diag, const DiagNote *note, bool color)
{
	bool own_place = note->range.begin.file >= 0;
	print_head(out, sources, own_place ? note->range.begin : diag->range.begin, SEV_NOTE, color);
	buf_printf(out, "%s\n", note->text);
	if (own_place && !same_line(note->range.begin, diag->range.begin))
		snippet_print(out, sources, note->range, color);
}

/* --- the map ------------------------------------------------------------------------------------ */

/* Every line, moved to the right of the source's gutter. */
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

static void print_map(Buf *out, const Fact *fact, const WarpPattern *pattern, bool color)
{
	BankMapStyle style = { .color = color };
	Buf map = { 0 };
	bankmap_print(&map, pattern, fact->op, fact->bytes, &style);
	print_indented(out, &map);
	buf_free(&map);
}

/* The worst warp as it is, and as it would be with the best layout that was found. */
static void print_maps(Buf *out, const Diag *diag, bool color)
{
	const Fact *fact = diag->fact;
	const Advice *advice = diag->advice;
	WarpPattern moved;
	if (!fact || !fact->worst.active)
		return;
	buf_puts(out, "  now:\n");
	print_map(out, fact, &fact->worst, color);
	if (!advice || advice->n_layouts == 0 ||
	    !layout_pattern(advice->layouts[0].grid, &advice->layouts[0], fact->op, fact->bytes, &fact->worst, &moved))
		return;
	buf_printf(out, "  after %s:\n", advice->layouts[0].text);
	print_map(out, fact, &moved, color);
}

/* --- all ---------------------------------------------------------------------------------------- */

static void print_diag(Buf *out, const Analysis *analysis, const Diag *diag, const TextStyle *style)
{
	SourceSet *sources = analysis->unit->sources;
	print_head(out, sources, diag->range.begin, diag->severity, style->color);
	buf_printf(out, "%s%s%s", style->color ? COLOR_BOLD : "", diag->message, style->color ? COLOR_END : "");
	if (diag->rule)
		buf_printf(out, " [%s]", diag->rule);
	buf_putc(out, '\n');
	snippet_print(out, sources, diag->range, style->color);
	for (int i = 0; i < diag->notes.n; i++)
		print_note(out, sources, diag, &diag->notes.at[i], style->color);
	if (style->map)
		print_maps(out, diag, style->color);
}

void report_text(Buf *out, const Analysis *analysis, const TextStyle *style)
{
	for (int i = 0; i < analysis->diags.n; i++)
		print_diag(out, analysis, &analysis->diags.at[i], style);
}
