#include "examine/fixing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/replace_file.h"
#include "examine/examine.h"
#include "fix/layouts/advice.h"
#include "report/diff.h"
#include "report/make.h"

bool fixing_requested(const Options *options)
{
	return options->fix || options->diff || options->export_fixes;
}

/* The fixing of one file. */
typedef struct Fixer {
	Arena *arena;
	const Task *task;
	const Options *options;
	Outcome *out;
	Buf *messages;
} Fixer;

static Loc loc_at(SourceSet *sources, int file, size_t offset)
{
	Loc loc = { .file = file, .line = 1, .column = 1, .offset = offset };
	size_t size, line = 0;
	const char *text = source_text(sources, file, &size);
	for (size_t i = 0; text && i < offset && i < size; i++)
		if (text[i] == '\n') {
			loc.line++;
			line = i + 1;
		}
	loc.column = (int)(offset - line) + 1;
	return loc;
}

/* What a fix saves, what it costs in return, and what it leaves. */
static void print_effect(Buf *out, const Fix *fix)
{
	buf_printf(out, "%lld wavefronts become %lld", (long long)fix->before, (long long)fix->after);
	if (fix->instructions)
		buf_printf(out, ", for at most %lld more instructions", (long long)fix->instructions);
	if (fix->left > 0)
		buf_printf(out, "; %lld are still conflicts", (long long)fix->left);
	buf_putc(out, '\n');
}

/* The declaration's line is that of the text before all fixes: earlier ones may have inserted lines above it. */
static void print_fix(const Fixer *fixer, SourceSet *sources, const Fix *fix)
{
	Buf *messages = fixer->messages;
	const Loc decl = loc_at(sources, fix->decl.file, fix->decl.offset);
	const char *name = fix->name;
	buf_printf(messages, "%s:%d:%d: note: ", path_shown(fixer->arena, source_path(sources, decl.file)), decl.line, decl.column);
	if (fix->applied) {
		buf_printf(messages, "%s: %s (%s): ", fixer->options->fix ? "fixed" : "fix", fix->text, fix->price);
		if (fix->with)
			buf_printf(messages, "together with the one in line %d\n",
				   loc_at(sources, fix->with->file, fix->with->offset).line);
		else
			print_effect(messages, fix);
	} else if (fix->safety == FIX_UNSAFE)
		buf_printf(messages, "'%s' is not fixed: %s; with --unsafe-fixes: %s (%s)\n", name, fix->why, fix->text, fix->price);
	else if (fix->text)
		buf_printf(messages, "'%s' is not fixed: %s would help, but %s\n", name, fix->text, fix->why);
	else
		buf_printf(messages, "'%s' is not fixed: %s\n", name, fix->why);
}

static bool has_edits(const Fixes *fixes, const FixedFile *file)
{
	for (int i = 0; i < fixes->edits.n; i++)
		if (fixes->edits.at[i].file == file->file)
			return true;
	return false;
}

/* False: `why` is NULL. */
static bool report_failure(const Fixer *fixer, const FixedFile *file, const char *why)
{
	if (!why)
		return false;
	buf_printf(fixer->messages, "%s: error: not fixed: %s\n", path_shown(fixer->arena, file->path), why);
	fixer->out->status = status_worse(fixer->out->status, EXIT_USAGE);
	return true;
}

/* Of the files behind the one that was not replaced. */
static void restore_files(const Fixer *fixer, const Fixes *fixes, int failed)
{
	for (int i = fixes->files.n - 1; i > failed; i--) {
		const FixedFile *f = &fixes->files.at[i];
		const char *why = has_edits(fixes, f) ? replace_file(f->path, f->new_text, f->new_size, f->old_text, f->old_size) : NULL;
		if (why)
			buf_printf(fixer->messages, "%s: error: it was changed, and could not be restored: %s\n",
				   path_shown(fixer->arena, f->path), why);
	}
}

/* Only all edits together are proven: if one file cannot be replaced, none is.  Headers come first. */
static const Analysis *write_files(const Fixer *fixer, const Fixes *fixes, const Analysis *analysis)
{
	for (int i = fixes->files.n - 1; i >= 0; i--) {
		const FixedFile *f = &fixes->files.at[i];
		if (has_edits(fixes, f) && report_failure(fixer, f, replace_file_problem(f->path, f->old_text, f->old_size)))
			return analysis;
	}
	for (int i = fixes->files.n - 1; i >= 0; i--) {
		const FixedFile *f = &fixes->files.at[i];
		if (has_edits(fixes, f) &&
		    report_failure(fixer, f, replace_file(f->path, f->old_text, f->old_size, f->new_text, f->new_size))) {
			restore_files(fixer, fixes, i);
			return analysis;
		}
	}
	return fixes->after;
}

static void print_diff(const Fixer *fixer, const Fixes *fixes)
{
	Buf text = { 0 };
	for (int i = 0; i < fixes->files.n; i++) {
		const FixedFile *file = &fixes->files.at[i];
		report_diff(&text, file->path, file->old_text, file->old_size, &fixes->edits, file->file);
	}
	fixer->out->printed = arena_strndup(fixer->arena, text.s, text.n);
	buf_free(&text);
	fixer->out->status = status_worse(fixer->out->status, EXIT_FINDINGS);
}

static const char *absolute(Arena *arena, const char *path)
{
	char *found = realpath(path, NULL);
	const char *copy = arena_strdup(arena, found ? found : path);
	free(found);
	return copy;
}

/* clang-apply-replacements accepts one insertion at an offset: the first fix with an insertion there gets the merged one of
 * fixes->edits; NULL for the others. */
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

static void add_yaml(Arena *arena, const Fixes *fixes, const SourceSet *sources, const char *main_file, YamlFixes *out)
{
	for (int i = 0; i < fixes->at.n; i++) {
		const Fix *fix = &fixes->at.at[i];
		YamlFix yaml = { .name = arena_strdup(arena, fix->rule),
				 .main_file = absolute(arena, main_file),
				 .file = absolute(arena, source_path(sources, fix->decl.file)),
				 .message = arena_printf(arena, "%s (%s)", fix->text, fix->price),
				 .offset = fix->decl.offset };
		for (int e = 0; e < fix->edits.n; e++) {
			Edit edit = fix->edits.at[e];
			edit.text = arena_strdup(arena, text_to_export(fixes, i, &edit));
			if (!edit.text)
				continue;
			vec_push(arena, &yaml.edits, edit);
			vec_push(arena, &yaml.files, absolute(arena, source_path(sources, edit.file)));
		}
		if (fix->applied)
			vec_push(arena, out, yaml);
	}
}

void fixing_keep(Fixing *fixing, const YamlFixes *yaml)
{
	if (!yaml->n)
		return;
	if (!fixing->arena)
		fixing->arena = arena_new();
	Arena *arena = fixing->arena;
	for (int i = 0; i < yaml->n; i++) {
		const YamlFix *fix = &yaml->at[i];
		YamlFix kept = { .name = arena_strdup(arena, fix->name),
				 .main_file = arena_strdup(arena, fix->main_file),
				 .file = arena_strdup(arena, fix->file),
				 .message = arena_strdup(arena, fix->message),
				 .offset = fix->offset };
		for (int e = 0; e < fix->edits.n; e++) {
			Edit edit = fix->edits.at[e];
			edit.text = arena_strdup(arena, edit.text);
			vec_push(arena, &kept.edits, edit);
			vec_push(arena, &kept.files, (const char *)arena_strdup(arena, fix->files.at[e]));
		}
		vec_push(arena, &fixing->yaml, kept);
	}
}

int fixing_export(Fixing *fixing, const Options *options)
{
	Buf text = { 0 };
	if (!options->export_fixes)
		return EXIT_CLEAN;
	report_fixes_yaml(&text, &fixing->yaml);
	const char *problem = write_file(options->export_fixes, text.s, text.n);
	if (problem)
		fprintf(stderr, "smemlint: error: cannot write '%s': %s\n", options->export_fixes, problem);
	buf_free(&text);
	arena_free(fixing->arena);
	*fixing = (Fixing){ .arena = NULL };
	return problem ? EXIT_USAGE : EXIT_CLEAN;
}

const Analysis *fixing_run(Arena *arena, const Task *task, const AnalyzeOptions *options, const Analysis *analysis, Outcome *out,
			   Buf *messages)
{
	Fixes fixes;
	const Fixer fixer = { arena, task, task->options, out, messages };
	const bool *left_out = task->sifting ? sifting_left_out(task->sifting, task->db, arena, options->file, analysis) : NULL;
	const FixPolicy policy = { task->options->unsafe_fixes ? FIX_UNSAFE : FIX_SAFE, task->options->fix_headers, left_out,
				   .in_passing = false };
	fixes_find(arena, options, analysis, policy, &fixes);
	SourceSet *sources = fixes.before->unit->sources;
	if (task->options->export_fixes)
		add_yaml(arena, &fixes, sources, source_path(sources, analysis->unit->main_file), &out->yaml);
	bool failed = false;
	if (fixes.edits.n && task->options->diff)
		print_diff(&fixer, &fixes);
	if (fixes.edits.n && task->options->fix) {
		const Analysis *after = write_files(&fixer, &fixes, analysis);
		failed = after == analysis;
		analysis = after;
	}
	for (int i = 0; i < fixes.at.n && !failed; i++)
		print_fix(&fixer, sources, &fixes.at.at[i]);
	return analysis;
}

/* --- fixes in reports --------------------------------------------------------------------------- */

static FindingFix shown_fix(Arena *arena, SourceSet *sources, const Fix *fix)
{
	FindingFix shown = {
		.text = arena_strdup(arena, fix->text),
		.price = arena_strdup(arena, fix->price),
		.is_safe = fix->safety == FIX_SAFE,
		.why = arena_strdup(arena, fix->why),
		.before = fix->before,
		.after = fix->after,
	};
	for (int i = 0; i < fix->edits.n; i++) {
		const Edit *edit = &fix->edits.at[i];
		const Range range = { loc_at(sources, edit->file, edit->offset), loc_at(sources, edit->file, edit->offset + edit->length),
				      0 };
		const FindingEdit shown_edit = { place_make(arena, sources, range), arena_strdup(arena, edit->text) };
		vec_push(arena, &shown.edits, shown_edit);
	}
	return shown;
}

void fixing_show(Arena *arena, const Options *options, const AnalyzeOptions *run, const Analysis *analysis, FileReport *report)
{
	const FixPolicy policy = { FIX_SAFE, options->fix_headers, NULL, .in_passing = true };
	Fixes fixes;
	fixes_find(arena, run, analysis, policy, &fixes);
	for (int i = 0; i < report->findings.n; i++) {
		for (int k = 0; k < fixes.at.n; k++) {
			const Fix *fix = &fixes.at.at[k];
			if (fix->safety == FIX_ADVICE || !fix_is_for(arena, fix, &analysis->diags.at[i]))
				continue;
			const FindingFix shown = shown_fix(arena, analysis->unit->sources, fix);
			vec_push(arena, &report->findings.at[i].fixes, shown);
		}
	}
}
