/* smemlint FILE...: diagnostics, fixes, and options that only print (--list-checks, --explain, --dump-ir …). */
#include <stdio.h>
#include <unistd.h>

#include "cli/commands.h"
#include "project/configuring.h"
#include "driver/driver.h"
#include "cli/explain.h"
#include "driver/inputs.h"
#include "driver/outputs.h"
#include "report/diff.h"

static void print_buf(Buf *text)
{
	if (text->n)
		fwrite(text->s, 1, text->n, stdout);
	buf_free(text);
}

static int list_checks(const Options *options)
{
	Arena *arena = arena_new();
	Configuring *configuring = configuring_new(arena, options);
	Buf text = { 0 };
	explain_list(&text, configuring_of(configuring, options->n_files ? options->files[0] : ".")->config);
	print_buf(&text);
	const bool failed = configuring_report(configuring);
	arena_free(arena);
	return failed ? EXIT_USAGE : EXIT_CLEAN;
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
			fputs("; --list-checks lists all rules\n", stderr);
		return EXIT_USAGE;
	}
	Buf text = { 0 };
	explain_rule(&text, rule);
	print_buf(&text);
	return EXIT_CLEAN;
}

/* An analysis lives as long as its report: if outputs keep reports, until all are written. */
static void lint(Driver *driver, Outputs *outputs)
{
	for (bool more = true; more;) {
		Arena *arena = outputs_keep(outputs) ? outputs->arena : arena_new();
		const Outcome *outcome = driver_next(driver, arena);
		more = outcome;
		if (outcome) {
			driver_count(driver, outcome->report);
			outputs_add(outputs, outcome->report);
		}
		if (arena != outputs->arena)
			arena_free(arena);
	}
}

static void print(const Options *options, const char *text)
{
	Buf colored = { 0 };
	if (options->diff && options_want_color(options, STDOUT_FILENO))
		report_diff_in_color(&colored, text);
	fputs(colored.s ? colored.s : text, stdout);
	buf_free(&colored);
}

/* --diff, --dump-ir and --print-command, which report no findings. */
static void only_print(Driver *driver)
{
	for (;;) {
		Arena *arena = arena_new();
		const Outcome *outcome = driver_next(driver, arena);
		if (outcome && outcome->printed)
			print(driver->options, outcome->printed);
		arena_free(arena);
		if (!outcome)
			return;
	}
}

static int lint_all(Driver *driver, const Options *options)
{
	Outputs outputs;
	int status = EXIT_USAGE;
	if (outputs_start(&outputs, options) && driver_start(driver)) {
		outputs.options = driver->options; /* with the files that were found, and their texts */
		lint(driver, &outputs);
		bool written = outputs_finish(&outputs, &driver->stats);
		status = driver_finish(driver);
		status = written ? status : EXIT_USAGE;
	}
	outputs_free(&outputs);
	return status;
}

static int lint_inputs(const Options *options)
{
	Driver driver = { .options = options };
	if (!options->dump_ir && !options->diff && !options->print_command)
		return lint_all(&driver, options);
	if (!driver_start(&driver))
		return driver.status;
	only_print(&driver);
	return driver_finish(&driver);
}

/* --map FILE:LINE is `smemlint map FILE:LINE`. */
static int map_line_of(const Options *options)
{
	Options own = *options;
	own.command = CMD_MAP;
	return cmd_map(&own);
}

int cmd_lint(const Options *options)
{
	if (options->list_checks)
		return list_checks(options);
	if (options->dump_config)
		return configuring_dump(options);
	if (options->verify_config)
		return configuring_verify(options);
	if (options->explain)
		return explain(options->explain);
	if (options->map && options->n_files == 1 && map_is_line(options->files[0]))
		return map_line_of(options);
	Arena *arena = arena_new();
	const Options *found = inputs_find(arena, options);
	const int status = found ? lint_inputs(found) : EXIT_USAGE;
	arena_free(arena);
	return status;
}
