#include "report/maps/bankmap_svg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/maps/lane_color.h"
#include "base/xml.h"

enum {
	CELL = 18,
	LEFT = 46,
	WIDTH = LEFT + BANKS * CELL + 8, /* of one picture */
	HEAD = 58,      /* above the cells: title, name in one line, bank numbers */
	LINE = 13,      /* of names above the cells and of remarks below */
	COLUMNS = 94,   /* characters per line of text, as wide as the cells */
	BELOW = 24,
	MAX_CELLS = MAX_TOUCHES,
};

static const char style[] =
	"<style>\n"
	"svg { background: #fff; font: 11px ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; }\n"
	"text { fill: #1b1f24; } .soft { fill: #57606a; font-size: 10px; } .title { font-weight: bold; font-size: 12px; }\n"
	".lane { font-size: 9.5px; text-anchor: middle; } .idle { fill: #eef1f4; } line { stroke: #8c959f; stroke-dasharray: 2 2; }\n"
	"@media (prefers-color-scheme: dark) { svg { background: #0d1117; } text { fill: #e6edf3; } .soft { fill: #9aa4af; }\n"
	"\t.idle { fill: #1c2229; } }\n"
	"</style>\n";

/* One of the two pictures of an access. */
typedef struct Panel {
	Buf *out;
	int x, y;
	Touch touches[MAX_CELLS]; /* of all requests */
	int n_touches;
	int64_t rows[MAX_CELLS];  /* accessed rows of memory, ascending */
	int n_rows;
} Panel;

static void add_touches(Panel *panel, const SvgMap *map, int side)
{
	int before = 0;
	for (int part = 0; part < map->parts[side].n; part++) {
		const Passes *passes = &map->parts[side].at[part];
		for (int i = 0; i < passes->n_touches; i++) {
			Touch *touch = &panel->touches[panel->n_touches++];
			*touch = passes->touches[i];
			touch->pass += before;
		}
		before += passes->n;
	}
}

/* --- rows ------------------------------------------------------------------------------------- */

static int64_t row_of(int64_t word)
{
	return word >= 0 ? word / BANKS : -((BANKS - 1 - word) / BANKS);
}

static int compare_rows(const void *a, const void *b)
{
	const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
	return (x > y) - (x < y);
}

static void find_rows(Panel *panel)
{
	int64_t all[MAX_CELLS];
	const int n = panel->n_touches;
	for (int i = 0; i < n; i++)
		all[i] = row_of(panel->touches[i].word);
	qsort(all, (size_t)n, sizeof *all, compare_rows);
	panel->n_rows = 0;
	for (int i = 0; i < n; i++)
		if (!i || all[i] != all[i - 1])
			panel->rows[panel->n_rows++] = all[i];
}

static int y_of(const Panel *panel, int64_t word)
{
	const int64_t row = row_of(word);
	int i = 0;
	while (panel->rows[i] != row)
		i++;
	return panel->y + i * CELL;
}

/* --- cells ------------------------------------------------------------------------------------ */

static void put_text(Buf *out, int x, int y, const char *class, const char *text)
{
	buf_printf(out, "<text x=\"%d\" y=\"%d\" class=\"%s\">", x, y, class);
	xml_text(out, text);
	buf_puts(out, "</text>\n");
}

static void draw_banks(const Panel *panel)
{
	for (int bank = 0; bank < BANKS; bank++) {
		char number[32];
		const int x = panel->x + LEFT + bank * CELL;
		buf_printf(panel->out, "<rect class=\"idle\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n", x + 1, panel->y, CELL - 2,
			   panel->n_rows * CELL);
		snprintf(number, sizeof number, "bank %d", bank);
		if (bank % 4 == 0)
			put_text(panel->out, x + 3, panel->y - 4, "soft", number);
	}
	put_text(panel->out, panel->x, panel->y - 4, "soft", "byte");
}

static void draw_rows(const Panel *panel)
{
	for (int i = 0; i < panel->n_rows; i++) {
		char number[32];
		const int y = panel->y + i * CELL;
		snprintf(number, sizeof number, "%lld", (long long)panel->rows[i] * BANKS * BANK_BYTES);
		put_text(panel->out, panel->x, y + 13, "soft", number);
		if (i && panel->rows[i] != panel->rows[i - 1] + 1)
			buf_printf(panel->out, "<line x1=\"%d\" x2=\"%d\" y1=\"%d\" y2=\"%d\"/>\n", panel->x,
				   panel->x + LEFT + BANKS * CELL, y, y);
	}
}

/* The tooltip of a cell: the lanes of a word and the passes that serve it. */
static void put_cell_title(const Panel *panel, const Touch *first)
{
	buf_printf(panel->out, "<title>bank %d, byte %lld:", (int)((uint64_t)first->word & (BANKS - 1)),
		   (long long)first->word * BANK_BYTES);
	const char *comma = "";
	for (int i = 0; i < panel->n_touches; i++) {
		const Touch *touch = &panel->touches[i];
		if (touch->word != first->word)
			continue;
		buf_printf(panel->out, "%s lane %d in pass %d", comma, touch->lane, touch->pass + 1);
		comma = ",";
	}
	buf_puts(panel->out, "</title>");
}

static void draw_word(const Panel *panel, const Touch *touch, bool has_more)
{
	const int bank = (int)((uint64_t)touch->word & (BANKS - 1));
	const int x = panel->x + LEFT + bank * CELL, y = y_of(panel, touch->word);
	buf_puts(panel->out, "<g>");
	put_cell_title(panel, touch);
	buf_printf(panel->out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"2\" fill=\"%s\"/>", x + 1, y + 1, CELL - 2,
		   CELL - 2, lane_color[touch->lane]);
	buf_printf(panel->out, "<text class=\"lane\" x=\"%d\" y=\"%d\" style=\"fill:%s\">%d%s</text></g>\n", x + CELL / 2, y + 12,
		   lane_ink(touch->lane), touch->lane, has_more ? "+" : "");
}

static void draw_words(const Panel *panel)
{
	const Touch *touches = panel->touches;
	for (int i = 0; i < panel->n_touches; i++) {
		bool is_first = true, has_more = false;
		for (int k = 0; k < panel->n_touches; k++)
			if (touches[k].word == touches[i].word && k != i) {
				is_first = is_first && k > i;
				has_more = true;
			}
		if (is_first)
			draw_word(panel, &touches[i], has_more);
	}
}

/* --- all -------------------------------------------------------------------------------------- */

/* The bytes of the first line of the text, which is broken at spaces and newlines. */
static size_t line_of(const char *text)
{
	const size_t n = strcspn(text, "\n");
	size_t at = n <= COLUMNS ? n : COLUMNS;
	while (n > COLUMNS && at && text[at] != ' ')
		at--;
	return at ? at : n;
}

/* Writes lines of text below each other and returns their number.  `out` NULL: only counts them. */
static int put_lines(Buf *out, int x, int y, const char *class, const char *text)
{
	int lines = 0;
	while (*text) {
		const size_t n = line_of(text);
		char *line = strndup(text, n);
		if (out && line)
			put_text(out, x, y + lines * LINE, class, line);
		free(line);
		lines++;
		text += n + (text[n] != 0);
	}
	return lines;
}

static int max_int(int a, int b)
{
	return a > b ? a : b;
}

static void print_name(Buf *line, const SvgMap *map, int side)
{
	int wavefronts = 0, ideal = 0, ways = 0;
	bool exact = true;
	for (int i = 0; i < map->parts[side].n; i++) {
		const Passes *passes = &map->parts[side].at[i];
		wavefronts += passes->cost.wavefronts;
		ideal += passes->cost.ideal;
		ways = max_int(ways, passes_ways(passes));
		exact = exact && passes->cost.exact;
	}
	buf_printf(line, "%s: %s%d wavefront%s, ideal %d", map->name[side], exact ? "" : "at most ", wavefronts, wavefronts == 1 ? "" : "s",
		   ideal);
	if (wavefronts <= ideal)
		buf_puts(line, ": no conflict");
	else if (ways)
		buf_printf(line, ": %d-way conflict", ways);
}

/* `y` is that of the lowest line. */
static int put_name(Buf *out, const SvgMap *map, int i, int y)
{
	Buf name = { 0 };
	print_name(&name, map, i);
	const int lines = put_lines(NULL, 0, 0, NULL, name.s);
	put_lines(out, 8 + i * WIDTH, y - (lines - 1) * LINE, "name", name.s);
	buf_free(&name);
	return lines;
}

static int put_remarks(Buf *out, const SvgMap *map, int side, int y)
{
	Buf remarks = { 0 };
	for (int i = 0; i < map->parts[side].n; i++)
		passes_remarks(&remarks, &map->parts[side].at[i]);
	const int lines = remarks.n ? put_lines(out, 8 + side * WIDTH + LEFT, y, "soft", remarks.s) : 0;
	buf_free(&remarks);
	return lines;
}

/* Draws cells from `y` on and remarks; returns their height.  `out` NULL: draws nothing. */
static int draw_panel(Buf *out, const SvgMap *map, int side, int y)
{
	Panel panel = { .out = out, .x = 8 + side * WIDTH, .y = y };
	add_touches(&panel, map, side);
	find_rows(&panel);
	const int height = panel.n_rows * CELL;
	if (out) {
		put_name(out, map, side, y - 20);
		draw_banks(&panel);
		draw_rows(&panel);
		draw_words(&panel);
	}
	return height + put_remarks(out, map, side, y + height + LINE) * LINE;
}

/* Draws the map and returns its height.  `out` NULL: draws nothing. */
static int draw_map(Buf *out, const SvgMap *map, int y)
{
	int names = 1, height = 0;
	for (int i = 0; i < 2 && map->name[i]; i++)
		names = max_int(names, put_name(NULL, map, i, 0));
	const int head = HEAD + (names - 1) * LINE;
	if (out)
		put_text(out, 8, y + 18, "title", map->title);
	for (int i = 0; i < 2 && map->name[i]; i++)
		height = max_int(height, draw_panel(out, map, i, y + head));
	return head + height + BELOW;
}

void bankmap_svg(Buf *out, const SvgMap *maps, int n)
{
	int height = 0, panels = 1;
	for (int i = 0; i < n; i++) {
		height += draw_map(NULL, &maps[i], 0);
		panels = maps[i].name[1] ? 2 : panels;
	}
	buf_printf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">\n",
		   panels * WIDTH + 8, height, panels * WIDTH + 8, height);
	buf_puts(out, "<title>");
	for (int i = 0; i < n; i++) {
		buf_puts(out, i ? "; " : "");
		xml_text(out, maps[i].title);
	}
	buf_puts(out, "</title>\n");
	buf_puts(out, style);
	for (int i = 0, y = 0; i < n; i++)
		y += draw_map(out, &maps[i], y);
	buf_puts(out, "</svg>\n");
}
