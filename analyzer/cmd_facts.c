/* smemlint facts: one JSON object a line for every shared-memory access. */
#include <stdio.h>

#include "driver.h"
#include "repeats.h"
#include "report/facts_json.h"

/* Facts have no place for what was not analysed: it goes to standard error. */
static void print_problems(const Analysis *analysis)
{
	for (int i = 0; i < analysis->diags.n; i++) {
		const Diag *diag = &analysis->diags.at[i];
		const Loc *at = &diag->range.begin;
		if (diag->rule)
			continue;
		if (at->file >= 0)
			fprintf(stderr, "%s:%d:%d: ", source_path(analysis->unit->sources, at->file), at->line,
				at->column);
		fprintf(stderr, "%s: %s\n", diag->severity == SEV_NOTE ? "note" : "warning", diag->message);
	}
}

static void print_facts(const Analysis *analysis)
{
	Buf text = { 0 };
	report_facts(&text, analysis);
	if (text.n)
		fwrite(text.s, 1, text.n, stdout);
	buf_free(&text);
	print_problems(analysis);
}

int cmd_facts(const Options *options)
{
	Driver driver = { .options = options };
	Repeats repeats = { .arena = NULL };
	if (!driver_start(&driver))
		return driver.status;
	repeats.arena = arena_new();
	while (driver_next(&driver)) {
		Arena *arena = arena_new();
		const Analysis *analysis = driver_analyze(&driver, arena);
		if (analysis)
			print_facts(repeats_drop(&repeats, arena, analysis));
		arena_free(arena);
	}
	arena_free(repeats.arena);
	return driver_finish(&driver);
}
