/* smemlint map FILE:LINE: draws the banks of a line's accesses, with or without conflict. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "base/paths.h"
#include "driver/driver.h"
#include "fix/layouts/advice.h"
#include "base/folder.h"
#include "report/maps/bankmap.h"
#include "report/maps/bankmap_svg.h"
#include "report/maps/drawing.h"
#include "rules/words.h"

enum { MAP_TEXT, MAP_SVG }; /* the words of --format */
enum { MAX_LINES_LISTED = 12 };

/* A picture of an access. */
typedef struct Drawn {
	const char *title;
	const Fact *fact;
	const WarpPattern *pattern; /* NULL: its offsets are unknown */
	const Advice *advice;       /* better layouts of its object, or NULL */
} Drawn;

typedef struct MapRun {
	Arena *arena;
	const Options *options;
	const char *file;
	int line;
	int warp;     /* -1: the costliest */
	int64_t iteration;          /* -1: the costliest */
	int layout;                 /* index in Advice.layouts; -1: all */
	VEC(Drawn) list;
	VEC(int) lines;             /* of the file, that have accesses */
	bool is_lost;               /* a file was not analysed, as was said */
	int n_unmatched;            /* accesses of the line that the chosen warp and iteration do not execute */
} MapRun;

static int complain(const char *message, const char *value)
{
	fprintf(stderr, "smemlint: error: %s%s%s%s\n", message, value ? " '" : "", value ? value : "", value ? "'" : "");
	return EXIT_USAGE;
}

/* --- the command line ------------------------------------------------------------------------- */

static bool read_number(const char *text, int64_t *out)
{
	char *end;
	if (!text)
		return true;
	*out = strtoll(text, &end, 10);
	return isdigit((unsigned char)*text) && !*end;
}

/* "best", "all" or the number of a layout, counted from 1. */
static bool read_layout(const char *text, int *out)
{
	int64_t number = 1;
	if (text && strcmp(text, "all") == 0)
		number = 0;
	else if (text && strcmp(text, "best") != 0 && (!read_number(text, &number) || number < 1 || number > 999))
		return false;
	*out = (int)number - 1;
	return true;
}

/* Cuts off ":number" at the end of the text; its value, or 0. */
static int cut_number(char *text)
{
	char *colon = strrchr(text, ':'), *end;
	if (!colon || !isdigit((unsigned char)colon[1]))
		return 0;
	const long number = strtol(colon + 1, &end, 10);
	if (*end || number < 1 || number > 1 << 30)
		return 0;
	*colon = 0;
	return (int)number;
}

/* "k.cu:12", or "k.cu:12:9" as in diagnostics. */
static bool read_place(MapRun *run, const char *text)
{
	char *copy = arena_strndup(run->arena, text, strlen(text));
	const int last = cut_number(copy), before = last ? cut_number(copy) : 0;
	run->file = copy;
	run->line = before ? before : last;
	return run->line && *copy;
}

/* --- choosing accesses ------------------------------------------------------------------------ */

static bool is_selected(const MapRun *run, const WarpPattern *pattern)
{
	return (run->warp < 0 || pattern->warp == run->warp) && (run->iteration < 0 || pattern->iteration == run->iteration);
}

/* The costliest pattern of the chosen warp and iteration, or NULL. */
static const WarpPattern *pattern_of(const MapRun *run, const Fact *fact)
{
	const WarpPattern *found = NULL;
	if (fact->worst.active && is_selected(run, &fact->worst))
		return &fact->worst;
	for (int i = 0; i < fact->n_patterns; i++) {
		const WarpPattern *pattern = &fact->patterns[i];
		if (is_selected(run, pattern) && (!found || pattern->cost.wavefronts > found->cost.wavefronts))
			found = pattern;
	}
	return found;
}

static bool is_known(const Fact *fact)
{
	return fact->certainty != CERTAINTY_UNKNOWN && fact->worst.active;
}

static const char *title_of(const MapRun *run, const SourceSet *sources, const Fact *fact, const WarpPattern *pattern)
{
	const Loc *at = &fact->range.begin;
	const Func *kernel = fact->launch->kernel;
	const char *words = access_words(run->arena, fact);
	words = strncmp(words, "this ", 5) == 0 ? words + 5 : words;
	const char *title = arena_printf(run->arena, "%s:%d:%d: %s in %s, block %s", source_path(sources, at->file), at->line, at->column,
					 words, kernel ? kernel->name : "?", block_words(run->arena, fact->launch));
	if (!pattern)
		return arena_printf(run->arena, "%s: %s", title, reason_text(fact->reason));
	title = arena_printf(run->arena, "%s, warp %d", title, pattern->warp);
	return pattern->iteration ? arena_printf(run->arena, "%s, iteration %lld", title, (long long)pattern->iteration) : title;
}

/* Several launches and instances may have the same picture. */
static bool has_drawn(const MapRun *run, const Drawn *drawn)
{
	for (int i = 0; i < run->list.n; i++) {
		const Drawn *other = &run->list.at[i];
		if (strcmp(other->title, drawn->title) == 0 && other->fact->bytes == drawn->fact->bytes &&
		    !other->pattern == !drawn->pattern &&
		    (!drawn->pattern || (other->pattern->active == drawn->pattern->active &&
					 memcmp(other->pattern->offset, drawn->pattern->offset, sizeof drawn->pattern->offset) == 0)))
			return true;
	}
	return false;
}

static void add_fact(MapRun *run, const Analysis *analysis, const Fact *fact)
{
	Drawn drawn = { .fact = fact, .pattern = is_known(fact) ? pattern_of(run, fact) : NULL };
	if (is_known(fact) && !drawn.pattern) {
		run->n_unmatched++;
		return;
	}
	drawn.title = title_of(run, analysis->unit->sources, fact, drawn.pattern);
	drawn.advice = drawn.pattern ? advice_about(&analysis->diags, fact) : NULL;
	if (!has_drawn(run, &drawn))
		vec_push(run->arena, &run->list, drawn);
}

static void add_line(MapRun *run, int line)
{
	for (int i = 0; i < run->lines.n; i++)
		if (run->lines.at[i] == line)
			return;
	vec_push(run->arena, &run->lines, line);
}

static bool is_in_line(const MapRun *run, const Fact *fact)
{
	return fact->range.begin.line <= run->line && run->line <= fact->range.end.line;
}

static void add_analysis(MapRun *run, const Analysis *analysis)
{
	const SourceSet *sources = analysis->unit->sources;
	for (int k = 0; k < analysis->kernels.n; k++)
		for (int f = 0; f < analysis->kernels.at[k].n_facts; f++) {
			const Fact *fact = &analysis->kernels.at[k].facts[f];
			if (!is_same_file(source_path(sources, fact->range.begin.file), run->file))
				continue;
			add_line(run, fact->range.begin.line);
			if (is_in_line(run, fact))
				add_fact(run, analysis, fact);
		}
}

/* --- drawing ---------------------------------------------------------------------------------- */

static BankMapStyle style_of(const MapRun *run)
{
	return (BankMapStyle){ .color = options_want_color(run->options, STDOUT_FILENO), .ascii = options_want_ascii(run->options) };
}

static int layouts_of(const Drawn *drawn)
{
	return drawn->advice ? drawn->advice->n_layouts : 0;
}

static bool is_chosen(const MapRun *run, int layout)
{
	return run->layout < 0 || run->layout == layout;
}

static void print_after(Buf *out, const MapRun *run, const Drawn *drawn, const Layout *layout)
{
	const BankMapStyle style = style_of(run);
	WarpPattern moved;
	buf_printf(out, "after %s:\n", layout->text);
	if (advice_moves(layout, drawn->fact, drawn->pattern, &moved))
		bankmap_print(out, drawn->fact->arch, &moved, drawn->fact->op, drawn->fact->bytes, &style);
	else
		buf_puts(out, "not drawn: the layout has no place for this access\n");
}

/* Lists the layouts that are not drawn. */
static void print_other_layouts(Buf *out, const MapRun *run, const Drawn *drawn)
{
	const char *before = "other layouts (--layout=N):\n";
	for (int i = 0; i < layouts_of(drawn); i++) {
		const Layout *layout = &drawn->advice->layouts[i];
		if (is_chosen(run, i))
			continue;
		buf_printf(out, "%s  %d  %s (%s)\n", before, i + 1, layout->text, layout->price);
		before = "";
	}
}

static void print_text(Buf *out, const MapRun *run)
{
	const BankMapStyle style = style_of(run);
	for (int i = 0; i < run->list.n; i++) {
		const Drawn *drawn = &run->list.at[i];
		buf_printf(out, "%s%s\n", i ? "\n" : "", drawn->title);
		if (drawn->pattern && drawn->fact->certainty == CERTAINTY_DATA)
			buf_puts(out, "at worst:\n");
		if (drawn->pattern)
			bankmap_print(out, drawn->fact->arch, drawn->pattern, drawn->fact->op, drawn->fact->bytes, &style);
		for (int k = 0; k < layouts_of(drawn); k++)
			if (is_chosen(run, k))
				print_after(out, run, drawn, &drawn->advice->layouts[k]);
		print_other_layouts(out, run, drawn);
	}
}

/* `layout`: NULL for none. */
static SvgMap svg_map(const MapRun *run, const Drawn *drawn, const Layout *layout)
{
	return drawing_of(run->arena, drawn->title, drawn->fact, drawn->pattern, layout);
}

static void print_svg(Buf *out, const MapRun *run)
{
	VEC(SvgMap) maps = { 0 };
	for (int i = 0; i < run->list.n; i++) {
		const Drawn *drawn = &run->list.at[i];
		const int n = layouts_of(drawn), before = maps.n;
		for (int k = 0; k < n; k++)
			if (is_chosen(run, k))
				vec_push(run->arena, &maps, svg_map(run, drawn, &drawn->advice->layouts[k]));
		if (maps.n == before)
			vec_push(run->arena, &maps, svg_map(run, drawn, NULL));
	}
	bankmap_svg(out, maps.at, maps.n);
}

static void draw(const MapRun *run)
{
	Buf out = { 0 };
	if (run->options->map_format == MAP_SVG)
		print_svg(&out, run);
	else
		print_text(&out, run);
	fwrite(out.s, 1, out.n, stdout);
	buf_free(&out);
}

/* --- the command ------------------------------------------------------------------------------ */

static void print_problems(const FileReport *report)
{
	for (int i = 0; i < report->findings.n; i++) {
		const Finding *problem = &report->findings.at[i];
		if (!problem->rule && problem->severity != SEV_NOTE)
			fprintf(stderr, "%s:%d:%d: warning: %s\n", problem->place.path ? problem->place.path : report->file,
				problem->place.line, problem->place.column, problem->message);
	}
}

static int by_number(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static int report_none(MapRun *run)
{
	if (run->n_unmatched)
		return complain("--warp, --iteration: no access in this line has such a pattern; omit them to draw the costliest", NULL);
	fprintf(stderr, "%s:%d: error: no access to shared memory in this line", run->file, run->line);
	if (run->lines.n)
		qsort(run->lines.at, (size_t)run->lines.n, sizeof *run->lines.at, by_number);
	for (int i = 0; i < run->lines.n && i < MAX_LINES_LISTED; i++)
		fprintf(stderr, "%s%d", i ? ", " : "; lines with one: ", run->lines.at[i]);
	fputs(run->lines.n > MAX_LINES_LISTED ? " \xe2\x80\xa6\n" : "\n", stderr);
	return EXIT_USAGE;
}

static bool has_layout(const MapRun *run)
{
	for (int i = 0; i < run->list.n; i++)
		if (layouts_of(&run->list.at[i]) > run->layout)
			return true;
	return false;
}

static int map_line(MapRun *run, const Options *options)
{
	Driver driver = { .options = options };
	if (!driver_start(&driver))
		return driver.status;
	for (const Outcome *outcome; (outcome = driver_next(&driver, run->arena));) {
		if (outcome->analysis)
			add_analysis(run, outcome->analysis);
		run->is_lost |= !outcome->analysis;
		print_problems(outcome->report);
	}
	const int status = driver_finish(&driver);
	if (run->layout > 0 && run->list.n && !has_layout(run))
		return complain("--layout: no object in this line has a layout of that number; --layout=all draws all", NULL);
	if (run->list.n)
		draw(run);
	return run->list.n || run->is_lost || status == EXIT_USAGE ? status : report_none(run);
}

/* Without a line: below each finding, as --map draws it. */
static int map_file(const Options *options)
{
	Options own = *options;
	own.command = CMD_LINT;
	own.map = true;
	own.exit_zero = true;
	return cmd_lint(&own);
}

bool map_is_line(const char *argument)
{
	const char *colon = strrchr(argument, ':');
	return colon && isdigit((unsigned char)colon[1]) && access(argument, F_OK) != 0;
}

int cmd_map(const Options *options)
{
	int64_t warp = -1, iteration = -1;
	int layout;
	if (options->n_files && !map_is_line(options->files[0]) && !options->warp && !options->iteration && !options->layout &&
	    options->map_format == MAP_TEXT && access(options->files[0], F_OK) == 0)
		return map_file(options);
	if (options->n_files != 1)
		return complain("map expects one FILE:LINE", NULL);
	if (!read_number(options->warp, &warp) || warp > 31)
		return complain("option '--warp' expects a number from 0 to 31, not", options->warp);
	if (!read_number(options->iteration, &iteration))
		return complain("option '--iteration' expects a number of at least 0, not", options->iteration);
	if (!read_layout(options->layout, &layout))
		return complain("option '--layout' expects best, all or a number from 1 to 999, not", options->layout);
	MapRun run = { .arena = arena_new(), .options = options, .warp = (int)warp, .iteration = iteration, .layout = layout };
	Options own = *options;
	own.files = &run.file;
	const int status =
		read_place(&run, options->files[0]) ? map_line(&run, &own) : complain("map expects FILE:LINE, not", options->files[0]);
	arena_free(run.arena);
	return status;
}
