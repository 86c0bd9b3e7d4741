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

static void print_place(const SourceSet *sources, const Fix *fix)
{
	fprintf(stderr, "%s:%d:%d: note: ", source_path(sources, fix->decl.file), fix->decl.line, fix->decl.column);
}

static void print_fix(const Driver *driver, const SourceSet *sources, const Fix *fix)
{
	const char *name = fix->object->name;
	print_place(sources, fix);
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

static bool changes(const Fixes *fixes, const FixedFile *file)
{
	for (int i = 0; i < fixes->edits.n; i++)
		if (fixes->edits.at[i].file == file->file)
			return true;
	return false;
}

/* Says what failed; false: nothing did. */
static bool has_failed(Driver *driver, const FixedFile *file, const char *why)
{
	if (!why)
		return false;
	fprintf(stderr, "%s: error: not fixed: %s\n", file->path, why);
	driver_merge_status(driver, EXIT_USAGE);
	return true;
}

/* What is proven is all of it: where one file cannot be replaced, none is.  Headers come first. */
static const Analysis *write_files(Driver *driver, const Fixes *fixes, const Analysis *analysis)
{
	for (int i = fixes->files.n - 1; i >= 0; i--) {
		const FixedFile *f = &fixes->files.at[i];
		if (changes(fixes, f) && has_failed(driver, f, replace_file_problem(f->path, f->old_text, f->old_size)))
			return analysis;
	}
	for (int i = fixes->files.n - 1; i >= 0; i--) {
		const FixedFile *f = &fixes->files.at[i];
		if (changes(fixes, f) && has_failed(driver, f, replace_file(f->path, f->old_text, f->old_size, f->new_text, f->new_size)))
			return analysis;
	}
	return fixes->after;
}

static void print_diff(Driver *driver, const Fixes *fixes)
{
	Buf text = { 0 };
	for (int i = 0; i < fixes->files.n; i++) {
		const FixedFile *file = &fixes->files.at[i];
		report_diff(&text, file->path, file->old_text, file->old_size, &fixes->edits, file->file);
	}
	fwrite(text.s, 1, text.n, stdout);
	buf_free(&text);
	driver_merge_status(driver, EXIT_FINDINGS);
}

static const char *absolute(Arena *arena, const char *path)
{
	char *found = realpath(path, NULL);
	const char *copy = arena_strdup(arena, found ? found : path);
	free(found);
	return copy;
}

/* clang-apply-replacements takes one insertion at a place: the first fix that has one there gets those of all, which
 * `fixes->edits` has as one. */
static const char *text_to_export(const Fixes *fixes, int fix, const Edit *edit)
{
	for (int i = 0; i < fix && !edit->length; i++)
		for (int e = 0; fixes->at.at[i].applied && e < fixes->at.at[i].edits.n; e++) {
			const Edit *other = &fixes->at.at[i].edits.at[e];
			if (!other->length && other->file == edit->file && other->offset == edit->offset)
				return NULL;
		}
	for (int i = 0; i < fixes->edits.n && !edit->length; i++) {
		const Edit *all = &fixes->edits.at[i];
		if (!all->length && all->file == edit->file && all->offset == edit->offset)
			return all->text;
	}
	return edit->text;
}

static void gather_yaml(Driver *driver, const Fixes *fixes, const SourceSet *sources, const char *main_file)
{
	if (!driver->yaml_arena)
		driver->yaml_arena = arena_new();
	Arena *arena = driver->yaml_arena;
	for (int i = 0; i < fixes->at.n; i++) {
		const Fix *fix = &fixes->at.at[i];
		YamlFix yaml = { .name = arena_strdup(arena, fix->rule), .main_file = absolute(arena, main_file), .file = absolute(arena, source_path(sources, fix->decl.file)),
				 .message = arena_printf(arena, "%s (%s)", fix->text, fix->price), .offset = fix->decl.offset };
		for (int e = 0; e < fix->edits.n; e++) {
			Edit edit = fix->edits.at[e];
			edit.text = arena_strdup(arena, text_to_export(fixes, i, &edit));
			if (!edit.text)
				continue;
			vec_push(arena, &yaml.edits, edit);
			vec_push(arena, &yaml.files, absolute(arena, source_path(sources, edit.file)));
		}
		if (fix->applied)
			vec_push(arena, &driver->yaml, yaml);
	}
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
	const FixPolicy policy = { driver->options->unsafe_fixes ? FIX_UNSAFE : FIX_SAFE, driver->options->fix_headers };
	const SourceSet *sources = analysis->unit->sources;
	fixes_find(arena, options, analysis, policy, &fixes);
	if (driver->options->export_fixes)
		gather_yaml(driver, &fixes, sources, source_path(sources, analysis->unit->main_file));
	bool failed = false;
	if (fixes.edits.n && driver->options->diff)
		print_diff(driver, &fixes);
	if (fixes.edits.n && driver->options->fix) {
		const Analysis *after = write_files(driver, &fixes, analysis);
		failed = after == analysis;
		analysis = after;
	}
	for (int i = 0; i < fixes.at.n && !failed; i++)
		print_fix(driver, sources, &fixes.at.at[i]);
	return analysis;
}
