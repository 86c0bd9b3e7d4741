/* smemlint facts: one JSON object per line for every shared-memory access. */
#include <stdio.h>

#include "cli/commands.h"
#include "driver/driver.h"
#include "driver/inputs.h"
#include "examine/repeats.h"

static void print_facts(const Outcome *outcome, Repeats *repeats)
{
	const int before = repeats_begin(repeats);
	for (int i = 0; i < outcome->facts.n; i++)
		if (!repeats_has(repeats, before, outcome->facts.at[i].key))
			puts(outcome->facts.at[i].text);
}

/* Prints to standard error what was not analysed, as facts cannot represent it. */
static void print_problems(const FileReport *report, bool quiet)
{
	for (int i = 0; i < report->findings.n; i++) {
		const Finding *problem = &report->findings.at[i];
		if (quiet && problem->severity == SEV_NOTE)
			continue;
		if (problem->place.path)
			fprintf(stderr, "%s:%d:%d: ", problem->place.path, problem->place.line, problem->place.column);
		fprintf(stderr, "%s: %s\n", problem->severity == SEV_NOTE ? "note" : "warning", problem->message);
	}
}

static int print_all(const Options *options)
{
	Driver driver = { .options = options };
	if (!driver_start(&driver))
		return driver.status;
	Arena *arena = arena_new();
	Repeats repeats = { .arena = arena_new() };
	ArenaMark mark = arena_mark(arena);
	for (const Outcome *outcome; (outcome = driver_next(&driver, arena)); arena_release(arena, mark)) {
		print_facts(outcome, &repeats);
		print_problems(outcome->report, options->quiet);
	}
	arena_free(repeats.arena);
	arena_free(arena);
	return driver_finish(&driver);
}

int cmd_facts(const Options *options)
{
	Arena *arena = arena_new();
	const Options *found = inputs_find(arena, options);
	const int status = found ? print_all(found) : EXIT_USAGE;
	arena_free(arena);
	return status;
}
