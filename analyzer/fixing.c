#include "fixing.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/replace_file.h"
#include "report/diff.h"
#include "report/fixes_yaml.h"

bool fixing_wanted(const Options *options)
{
	return options->fix || options->diff || options->export_fixes;
}

static void print_place(const Driver *driver, const Fix *fix)
{
	fprintf(stderr, "%s:%d:%d: note: ", driver->job->file, fix->decl.line, fix->decl.column);
}

static void print_fix(const Driver *driver, const Fix *fix)
{
	const char *name = fix->object->name;
	print_place(driver, fix);
	if (fix->applied)
		fprintf(stderr, "%s: %s (%s): %lld wavefronts become %lld\n", driver->options->fix ? "fixed" : "fix", fix->text, fix->price,
			(long long)fix->before, (long long)fix->after);
	else if (fix->safety == FIX_UNSAFE)
		fprintf(stderr, "'%s' is not fixed: %s; --unsafe-fixes would, by %s (%s)\n", name, fix->why, fix->text, fix->price);
	else if (fix->text)
		fprintf(stderr, "'%s' is not fixed: %s would help, but %s\n", name, fix->text, fix->why);
	else
		fprintf(stderr, "'%s' is not fixed: %s\n", name, fix->why);
}

static const Analysis *write_file(Driver *driver, const Fixes *fixes, const Analysis *analysis)
{
	const char *failed = replace_file(driver->job->file, fixes->old_text, fixes->old_size, fixes->new_text, fixes->new_size);
	if (!failed)
		return fixes->after;
	fprintf(stderr, "%s: error: not fixed: %s\n", driver->job->file, failed);
	driver_merge_status(driver, EXIT_USAGE);
	return analysis;
}

static void print_diff(Driver *driver, const Fixes *fixes, const Analysis *analysis)
{
	Buf text = { 0 };
	report_diff(&text, driver->job->file, fixes->old_text, fixes->old_size, &fixes->edits, analysis->unit->main_file);
	fwrite(text.s, 1, text.n, stdout);
	buf_free(&text);
	driver_merge_status(driver, EXIT_FINDINGS);
}

static void gather_yaml(Driver *driver, const Fixes *fixes)
{
	if (!driver->yaml_arena)
		driver->yaml_arena = arena_new();
	Arena *arena = driver->yaml_arena;
	char *path = realpath(driver->job->file, NULL);
	for (int i = 0; i < fixes->at.n; i++) {
		const Fix *fix = &fixes->at.at[i];
		YamlFix yaml = { .name = arena_strdup(arena, fix->rule), .file = arena_strdup(arena, path ? path : driver->job->file),
				 .message = arena_printf(arena, "%s (%s)", fix->text, fix->price), .offset = fix->decl.offset };
		for (int e = 0; e < fix->edits.n; e++) {
			Edit edit = fix->edits.at[e];
			edit.text = arena_strdup(arena, edit.text);
			vec_push(arena, &yaml.edits, edit);
		}
		if (fix->applied)
			vec_push(arena, &driver->yaml, yaml);
	}
	free(path);
}

void fixing_export(Driver *driver)
{
	Buf text = { 0 };
	report_fixes_yaml(&text, &driver->yaml);
	FILE *out = fopen(driver->options->export_fixes, "wb");
	bool ok = out && fwrite(text.s, 1, text.n, out) == text.n;
	ok = (!out || fclose(out) == 0) && ok;
	if (!ok) {
		fprintf(stderr, "smemlint: error: %s cannot be written: %s\n", driver->options->export_fixes, strerror(errno));
		driver_merge_status(driver, EXIT_USAGE);
	}
	buf_free(&text);
	arena_free(driver->yaml_arena);
	driver->yaml_arena = NULL;
}

const Analysis *fixing_run(Driver *driver, Arena *arena, const AnalyzeOptions *options, const Analysis *analysis)
{
	Fixes fixes;
	fixes_find(arena, options, analysis, driver->options->unsafe_fixes ? FIX_UNSAFE : FIX_SAFE, &fixes);
	if (driver->options->export_fixes)
		gather_yaml(driver, &fixes);
	bool failed = false;
	if (fixes.edits.n && driver->options->diff)
		print_diff(driver, &fixes, analysis);
	if (fixes.edits.n && driver->options->fix) {
		const Analysis *after = write_file(driver, &fixes, analysis);
		failed = after == analysis;
		analysis = after;
	}
	for (int i = 0; i < fixes.at.n && !failed; i++)
		print_fix(driver, &fixes.at.at[i]);
	return analysis;
}
