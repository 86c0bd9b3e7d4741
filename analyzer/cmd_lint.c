/* smemlint FILE...: diagnostics, and what needs no analysis (--list-checks, --explain, --dump-ir). */
#include <stdio.h>
#include <unistd.h>

#include "driver.h"
#include "explain.h"
#include "report/json.h"
#include "report/text.h"

static void print_buf(Buf *text)
{
	if (text->n)
		fwrite(text->s, 1, text->n, stdout);
	buf_free(text);
}

static int list_checks(void)
{
	Buf text = { 0 };
	explain_list(&text);
	print_buf(&text);
	return EXIT_CLEAN;
}

static int explain(const char *name)
{
	const Rule *rule = rule_find(name);
	if (!rule) {
		const char *near = rule_nearest(name);
		fprintf(stderr, "smemlint: error: there is no rule '%.80s'", name);
		if (near)
			fprintf(stderr, "; did you mean '%s'?\n", near);
		else
			fputs("; --list-checks names them all\n", stderr);
		return EXIT_USAGE;
	}
	Buf text = { 0 };
	explain_rule(&text, rule);
	print_buf(&text);
	return EXIT_CLEAN;
}

static void lint_text(Driver *driver)
{
	const Options *options = driver->options;
	const TextStyle style = { options_want_color(options, STDOUT_FILENO), options->map };
	for (;;) {
		Arena *arena = arena_new();
		SourceSet sources = { .arena = arena };
		const Outcome *outcome = driver_next(driver, arena);
		Buf text = { 0 };
		if (outcome) {
			driver_count(driver, outcome->report);
			report_text(&text, outcome->report, &sources, &style);
		}
		print_buf(&text);
		fflush(stdout);
		arena_free(arena);
		if (!outcome)
			return;
	}
}

/* One document for all files: their reports live until it is written. */
static void lint_json(Driver *driver)
{
	Arena *arena = arena_new();
	VEC(const FileReport *) reports = { 0 };
	for (const Outcome *outcome; (outcome = driver_next(driver, arena));) {
		driver_count(driver, outcome->report);
		vec_push(arena, &reports, outcome->report);
	}
	Buf text = { 0 };
	report_json(&text, reports.at, reports.n, SMEMLINT_VERSION);
	print_buf(&text);
	arena_free(arena);
}

/* --diff and --dump-ir: neither is about findings. */
static void only_print(Driver *driver)
{
	for (;;) {
		Arena *arena = arena_new();
		const Outcome *outcome = driver_next(driver, arena);
		if (outcome && outcome->printed)
			fputs(outcome->printed, stdout);
		arena_free(arena);
		if (!outcome)
			return;
	}
}

int cmd_lint(const Options *options)
{
	Driver driver = { .options = options };
	if (options->list_checks)
		return list_checks();
	if (options->explain)
		return explain(options->explain);
	if (!driver_start(&driver))
		return driver.status;
	if (options->dump_ir || options->diff)
		only_print(&driver);
	else if (options->format == FORMAT_JSON)
		lint_json(&driver);
	else
		lint_text(&driver);
	return driver_finish(&driver);
}
