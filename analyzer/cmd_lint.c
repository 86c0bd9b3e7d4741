/* smemlint FILE...: diagnostics, and what needs no analysis (--list-checks, --explain, --dump-ir). */
#include <stdio.h>
#include <unistd.h>

#include "base/vec.h"
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
	while (driver_next(driver)) {
		Arena *arena = arena_new();
		const Analysis *analysis = driver_analyze(driver, arena);
		Buf text = { 0 };
		if (analysis)
			report_text(&text, analysis, &style);
		print_buf(&text);
		fflush(stdout);
		arena_free(arena);
	}
}

/* One document for all files, so all analyses live until it is written. */
static void lint_json(Driver *driver)
{
	Arena *arena = arena_new();
	VEC(const Analysis *) analyses = { 0 };
	while (driver_next(driver)) {
		const Analysis *analysis = driver_analyze(driver, arena);
		if (analysis)
			vec_push(arena, &analyses, analysis);
	}
	Buf text = { 0 };
	report_json(&text, analyses.at, analyses.n, SMEMLINT_VERSION);
	print_buf(&text);
	arena_free(arena);
}

/* What is printed is printed on the way. */
static void only_analyze(Driver *driver)
{
	while (driver_next(driver)) {
		Arena *arena = arena_new();
		driver_analyze(driver, arena);
		arena_free(arena);
	}
}

static void dump_ir(Driver *driver)
{
	while (driver_next(driver)) {
		Arena *arena = arena_new();
		const Analysis *analysis = driver_analyze(driver, arena);
		Buf text = { 0 };
		if (analysis)
			ir_print(&text, analysis->unit);
		print_buf(&text);
		arena_free(arena);
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
	if (options->dump_ir)
		dump_ir(&driver);
	else if (options->diff)
		only_analyze(&driver);
	else if (options->format == FORMAT_JSON)
		lint_json(&driver);
	else
		lint_text(&driver);
	return driver_finish(&driver);
}
