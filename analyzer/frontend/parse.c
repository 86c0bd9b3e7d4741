#include "frontend/frontend.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "ast/ast.h"
#include "base/paths.h"
#include "database/command.h"
#include "frontend/main_text.h"
#include "frontend/misread.h"
#include "frontend/translation.h"
#include "ir/bytes/live_bytes.h"
#include "ir/bytes/set_how.h"
#include "ir/slice/slice.h"
#include "ir/effects/effects.h"
#include "ir/inline/inline.h"
#include "ir/link.h"
#include "ir/places.h"
#include "ir/raw.h"
#include "lower/lower.h"

static void add_problem(Arena *arena, ParseProblems *problems, Loc loc, const char *message, bool fatal)
{
	ParseProblem problem = { .loc = loc, .message = message, .is_fatal = fatal };
	vec_push(arena, problems, problem);
}

/* --- libclang's view -------------------------------------------------------------------------- */

static bool has_problem_at(const ParseProblems *problems, Loc loc)
{
	for (int i = 0; i < problems->n; i++)
		if (loc_same(problems->at[i].loc, loc))
			return true;
	return false;
}

/* Reports an error in inserted text, if that is a requested instance: only the first one of each. */
static void add_problem_of(Lower *lo, ParseProblems *problems, const Insertion *insertion, const char *message)
{
	if (insertion->added < 0 || insertion->added >= lo->instances.n)
		return;
	const Instance *instance = &lo->instances.at[insertion->added];
	if (instance->loc.file < 0)
		return;
	if (has_problem_at(problems, instance->loc))
		return;
	add_problem(lo->arena, problems, instance->loc, instance_problem(lo->arena, instance, message), false);
	problems->at[problems->n - 1].of_comment = true;
}

static void collect_problems(Lower *lo, const Missing *missing, ParseProblems *problems)
{
	const CXDiagnosticSet set = clang_getDiagnosticSetFromTU(lo->tu);
	unsigned n = clang_getNumDiagnosticsInSet(set);
	for (unsigned i = 0; i < n; i++) {
		CXDiagnostic diagnostic = clang_getDiagnosticInSet(set, i);
		enum CXDiagnosticSeverity severity = clang_getDiagnosticSeverity(diagnostic);
		CXSourceLocation at = clang_getDiagnosticLocation(diagnostic);
		const Insertion *insertion = lower_insertion(lo, at);
		if (severity >= CXDiagnostic_Error) {
			const char *message = missing_message(lo, missing, at, cursor_text(lo, clang_getDiagnosticSpelling(diagnostic)));
			if (message && !insertion)
				add_problem(lo->arena, problems, lower_loc(lo, at), message, severity == CXDiagnostic_Fatal);
			else if (message && !insertion->is_quiet)
				add_problem_of(lo, problems, insertion, message);
		}
		clang_disposeDiagnostic(diagnostic);
	}
}

/* Marks functions with an error; one at the function's end counts too, as in a truncated file. */
static void mark_broken(Lower *lo, ParseProblems *problems)
{
	for (int i = 0; i < lo->all_funcs.n; i++) {
		Func *f = lo->all_funcs.at[i];
		bool marked = false;
		for (int k = 0; k < problems->n && !marked; k++) {
			Loc at = problems->at[k].loc;
			if (problems->at[k].of_comment || at.file != f->range.begin.file || at.file < 0 ||
			    at.offset < f->range.begin.offset || at.offset > f->range.end.offset)
				continue;
			problems->at[k].is_accepted = lenient_accepts(lo, f, &problems->at[k]);
			if (problems->at[k].is_accepted)
				continue;
			marked = true;
			f->broken = arena_printf(lo->arena, "%s:%d:%d: %s", source_path(lo->unit->sources, at.file), at.line, at.column,
						 problems->at[k].message);
		}
	}
}

/* --- the unit --------------------------------------------------------------------------------- */

static int compare_funcs(const void *a, const void *b)
{
	const Func *x = *(const Func *const *)a, *y = *(const Func *const *)b;
	const int c = loc_compare(x->loc, y->loc);
	return c ? c : (x->id > y->id) - (x->id < y->id);
}

static void finish_funcs(Lower *lo)
{
	VEC(const Func *) with_body = { 0 }, kernels = { 0 }, hosts = { 0 };
	VEC(Func *) declared = { 0 };
	bool *listed = arena_array(lo->scratch, bool, lo->all_funcs.n + 1);
	for (int i = 0; i < lo->all_funcs.n; i++) {
		Func *f = lo->all_funcs.at[i];
		if (f->body)
			vec_push(lo->arena, &with_body, f);
		else if (!f->is_system)
			vec_push(lo->arena, &declared, f);
		if (f->body && f->kind == FN_KERNEL && !f->is_system)
			vec_push(lo->arena, &kernels, f);
	}
	for (int i = 0; i < lo->hosts.n; i++)
		vec_push(lo->scratch, &lo->launchers, (const Func *)func_of(lo, lo->hosts.at[i]));
	for (int i = 0; i < lo->launchers.n; i++) {
		const Func *f = lo->launchers.at[i];
		bool *is_listed = &listed[f->id - lo->all_funcs.at[0]->id];
		if (!f->body || *is_listed)
			continue;
		*is_listed = true;
		vec_push(lo->arena, &hosts, f);
	}
	if (kernels.n)
		qsort(kernels.at, (size_t)kernels.n, sizeof *kernels.at, compare_funcs);
	if (hosts.n)
		qsort(hosts.at, (size_t)hosts.n, sizeof *hosts.at, compare_funcs);
	lo->unit->funcs = with_body.at;
	lo->unit->n_funcs = with_body.n;
	lo->unit->kernels = kernels.at;
	lo->unit->n_kernels = kernels.n;
	lo->unit->hosts = hosts.at;
	lo->unit->n_hosts = hosts.n;
	lo->unit->declared = declared.at;
	lo->unit->n_declared = declared.n;
	lo->unit->n_func_ids = lo->all_funcs.n;
	lo->unit->vars = lo->all_vars.at;
	lo->unit->n_vars = lo->all_vars.n;
	unit_list_vars(lo->arena, lo->unit);
}

static bool is_used(const Lower *lo, CXCursor kernel_template)
{
	CXCursor key = clang_getCanonicalCursor(kernel_template);
	for (int i = 0; i < lo->used_templates.n; i++)
		if (clang_equalCursors(lo->used_templates.at[i], key))
			return true;
	return false;
}

static void finish_templates(Lower *lo)
{
	VEC(const char *) names = { 0 };
	VEC(Loc) locs = { 0 };
	for (int i = 0; i < lo->templates.n; i++) {
		CXCursor c = lo->templates.at[i];
		if (!clang_isCursorDefinition(c) || is_used(lo, c) || cursor_is_library(lo, c))
			continue;
		Loc loc = lower_loc(lo, clang_getCursorLocation(c));
		const char *name =
			arena_printf(lo->arena, "%s (%s:%d)", cursor_name(lo, c), source_path(lo->unit->sources, loc.file), loc.line);
		vec_push(lo->arena, &names, name);
		vec_push(lo->arena, &locs, loc);
	}
	lo->unit->templates = names.at;
	lo->unit->template_locs = locs.at;
	lo->unit->n_templates = names.n;
}

static void finish_directives(Lower *lo)
{
	Directives found = { 0 };
	SourceSet *sources = lo->unit->sources;
	for (int i = 0; i < sources->files.n; i++) {
		size_t size;
		const char *text = sources->files.at[i].is_system ? NULL : source_text(sources, i, &size);
		if (text)
			directives_scan(lo->arena, text, size, source_start(sources, i), &found);
	}
	VEC(Range) templates = { 0 };
	for (int i = 0; i < lo->templates.n; i++)
		if (!is_used(lo, lo->templates.at[i]))
			vec_push(lo->scratch, &templates, cursor_range(lo, lo->templates.at[i]));
	directives_attach(lo->arena, &found, lo->unit->kernels, lo->unit->n_kernels, templates.at, templates.n);
	lo->unit->directives = found.at;
	lo->unit->n_directives = found.n;
}

static bool may_have_effects(const char *name)
{
	const Intrinsic *intrinsic = intrinsic_named(name);
	return intrinsic && !(intrinsic->classes & IN_COMPUTES);
}

static void lower_unit(Lower *lo, const Missing *missing, ParseProblems *problems)
{
	collect_problems(lo, missing, problems);
	lo->problems = problems;
	type_init(lo);
	lo->quiet = ast_quiet_new(lo->tu, may_have_effects);
	scan_unit(lo);
	func_lower_pending(lo);
	ast_quiet_free(lo->quiet);
	misread_mark(lo, problems);
	mark_broken(lo, problems);
	finish_funcs(lo);
	if (lo->linked_with)
		return;
	finish_templates(lo);
	finish_directives(lo);
}

/* After translation_end(): what these need then takes the place of libclang's tree. */
static void complete_unit(Arena *arena, Unit *unit)
{
	inline_calls(arena, unit);
	effects_find(arena, unit);
	live_bytes_find(arena, unit);
	set_how_find(arena, unit);
	slice_find(arena, unit);
	raw_find(unit);
	places_find(arena, unit);
}

/* An error hides those of code that needs what is wrong in it: a correction may show more of them. */
enum { MAX_INSERTED = 32, MAX_REFUSED = 256, MAX_ROUNDS = 4, MAX_DECLARATIONS = 3 };

/* --- insertions between two parses -------------------------------------------------------------------- */

typedef struct Revision {
	Insertions insertions[MAX_INSERTED];
	struct {
		Loc loc;
		Correction correction;
	} refused[MAX_REFUSED];
	int n_refused;
	FileList files;
} Revision;

static void add_refused(Revision *rev, Loc loc, Correction correction)
{
	for (int i = 0; i < rev->n_refused; i++)
		if (loc_same(rev->refused[i].loc, loc))
			return;
	if (loc.file >= 0 && rev->n_refused < MAX_REFUSED) {
		rev->refused[rev->n_refused].loc = loc;
		rev->refused[rev->n_refused++].correction = correction;
	}
}

static bool is_in_macro(CXSourceLocation at)
{
	CXFile file;
	unsigned expansion, spelling;
	clang_getExpansionLocation(at, &file, NULL, NULL, &expansion);
	clang_getSpellingLocation(at, &file, NULL, NULL, &spelling);
	return expansion != spelling;
}

/* Adds what clang rejects in the program, and nvcc accepts; true: there are new places. */
static bool find_refused(Lower *lo, Revision *rev)
{
	int before = rev->n_refused;
	const CXDiagnosticSet set = clang_getDiagnosticSetFromTU(lo->tu);
	unsigned count = clang_getNumDiagnosticsInSet(set);
	for (unsigned i = 0; i < count; i++) {
		CXDiagnostic diagnostic = clang_getDiagnosticInSet(set, i);
		CXSourceLocation at = clang_getDiagnosticLocation(diagnostic);
		CXString text = clang_getDiagnosticSpelling(diagnostic);
		const char *s = clang_getCString(text);
		Correction correction = s ? correction_of(s) : N_CORRECTIONS;
		const bool fits = correction != N_CORRECTIONS && (correction_in_macros(correction) || !is_in_macro(at));
		if (fits && !clang_Location_isInSystemHeader(at))
			add_refused(rev, lower_spelled_loc(lo, at), correction);
		clang_disposeString(text);
		clang_disposeDiagnostic(diagnostic);
	}
	return rev->n_refused > before;
}

static Insertions insert_into_file(Lower *lo, const Revision *rev, int file)
{
	Refused refused[MAX_REFUSED];
	size_t size;
	Changes changes = { .refused = refused };
	Insertions insertions = { 0 };
	for (int i = 0; i < rev->n_refused; i++)
		if (rev->refused[i].loc.file == file)
			refused[changes.n_refused++] = (Refused){ rev->refused[i].loc.offset, rev->refused[i].correction };
	const char **added = arena_array(lo->scratch, const char *, lo->instances.n + 1);
	for (int i = 0; i < lo->instances.n; i++)
		added[i] = lo->instances.at[i].text;
	changes.added = added;
	changes.n_added = file == lo->unit->main_file ? lo->instances.n : 0;
	const char *text = source_text(lo->unit->sources, file, &size);
	if (text)
		insertions = directives_expand(lo->arena, text, size, &changes);
	insertions.file = file;
	return insertions;
}

/* Inserts into all files of the revision; true: one besides the main file was changed. */
static bool insert_into_files(Lower *lo, Revision *rev)
{
	lo->n_insertions = 0;
	for (int i = 0; i < rev->files.n && lo->n_insertions < MAX_INSERTED; i++) {
		Insertions insertions = insert_into_file(lo, rev, rev->files.at[i]);
		if (i == 0 || insertions.n)
			rev->insertions[lo->n_insertions++] = insertions;
	}
	return lo->n_insertions > 1;
}

/* As one that another is linked with: what is wrong in it is corrected, its launches being among it; no more, since its kernels do
 * not matter. */
static bool is_caller(const Source *source)
{
	return source->options->linked_with || source->options->save;
}

/* Makes the insertions that the last parse shows to be necessary; true: it must be parsed again. */
static bool revise(Lower *lo, Source *source, Revision *rev, bool is_first, ParseProblems *problems)
{
	bool reparse = find_refused(lo, rev);
	if (is_caller(source) && !reparse)
		return false;
	if (is_first) {
		rev->files = (FileList){ 0 };
		translation_files(lo, source, &rev->files);
		if (!is_caller(source))
			instances_find(lo, &rev->files, &lo->instances, problems);
		reparse = reparse || lo->instances.n;
	}
	bool others = insert_into_files(lo, rev);
	return reparse || (is_first && others);
}

/* Parses again, up to MAX_DECLARATIONS times, with what takes the place of headers that are not found. */
static void declare_missing(Lower *lo, Source *source)
{
	for (int round = 0; lo->tu && round < MAX_DECLARATIONS && missing_learn(lo, source, source->missing); round++)
		lo->tu = translation_parse(lo, source);
}

static void save(Lower *lo, const Source *source, ParseProblems *problems)
{
	Names headers = { 0 };
	saved_headers(lo->arena, lo->tu, &headers);
	for (int i = 0; i < headers.n; i++)
		source_add(lo->unit->sources, headers.at[i], false);
	if (translation_failed(lo->tu, CXDiagnostic_Error) || !saved_write(lo, source))
		add_problem(lo->arena, problems, (Loc){ .file = lo->unit->main_file, .line = 1, .column = 1 }, "it cannot be saved", false);
}

/* Parses, up to MAX_ROUNDS times more after insertions, and lowers. */
static bool parse_source(Arena *arena, Source *source, Unit *unit, ParseProblems *problems)
{
	Revision rev = { .n_refused = 0 };
	Missing missing = { 0 };
	Lower lo = { .arena = arena,
		     .scratch = arena_new(),
		     .unit = unit,
		     .insertions = rev.insertions,
		     .linked_with = source->options->linked_with };
	if (!is_caller(source))
		vec_push(lo.scratch, &rev.files, unit->main_file);
	insert_into_files(&lo, &rev);
	source->missing = &missing;
	lo.tu = translation_parse_first(&lo, source);
	const bool gives_up = lo.tu && source->options->once && translation_failed(lo.tu, CXDiagnostic_Error);
	if (lo.tu)
		saved_order(&lo, source);
	if (!gives_up)
		declare_missing(&lo, source);
	const bool corrects = !source->options->save; /* what is saved is loaded with its own text */
	for (int round = 0; lo.tu && corrects && round < MAX_ROUNDS && revise(&lo, source, &rev, round == 0, problems); round++)
		lo.tu = translation_parse(&lo, source);
	const bool parsed = lo.tu;
	if (parsed && !source->kept && !unit->inputs.n) /* for a kept unit it would read all precompiled headers */
		translation_inputs(arena, lo.tu, &unit->inputs, NULL);
	if (gives_up) {
		add_problem(arena, problems, (Loc){ .file = unit->main_file, .line = 1, .column = 1 }, "it has errors", false);
	} else if (parsed && source->options->save) {
		save(&lo, source, problems);
	} else if (parsed) {
		lower_unit(&lo, source->missing, problems);
		missing_report(&lo, source->missing, problems);
	}
	const bool lowered = parsed && !gives_up && !source->options->save;
	translation_end(&lo, source);
	arena_free(lo.scratch);
	if (lowered && !source->options->linked_with)
		complete_unit(arena, unit);
	return parsed;
}

typedef struct Job {
	Arena *arena;
	Unit *unit;
	Source source;
	ParseProblems *problems;
	bool parsed;
} Job;

static void *run_job(void *data)
{
	Job *job = data;
	job->parsed = parse_source(job->arena, &job->source, job->unit, job->problems);
	return NULL;
}

/* libclang would parse in a thread with 8 MiB of stack, which overflows at some ten thousand nested levels: clang's parser is
 * recursive, and its limit on brackets does not apply to operators, statements and types. */
static void keep_on_this_thread(void)
{
	setenv("LIBCLANG_NOTHREADS", "1", 0);
}

static void run_on_deep_stack(Job *job)
{
	static const size_t sizes[] = { (size_t)512 << 20, (size_t)64 << 20 };
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, keep_on_this_thread);
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		pthread_attr_t attr;
		pthread_t thread;
		if (pthread_attr_init(&attr) != 0)
			continue;
		bool started = pthread_attr_setstacksize(&attr, sizes[i]) == 0 && pthread_create(&thread, &attr, run_job, job) == 0;
		pthread_attr_destroy(&attr);
		if (started) {
			pthread_join(thread, NULL);
			return;
		}
	}
	run_job(job);
}

static void parse_text(Arena *arena, const ParseOptions *options, Unit *unit, const char *text, size_t size, ParseProblems *problems)
{
	Job job = { .arena = arena,
		    .unit = unit,
		    .problems = problems,
		    .source = { .options = options, .command = command_make(arena, &options->compile), .text = text, .size = size } };
	unit->toolkit = job.source.command->toolkit;
	if (!options->linked_with)
		unit->sources->libraries.folders = job.source.command->libraries;
	unit->arch = (int)strtol(job.source.command->arch + strcspn(job.source.command->arch, "0123456789"), NULL, 10);
	run_on_deep_stack(&job);
	if (job.parsed)
		return;
	unit->unusable = true;
	add_problem(arena, problems, (Loc){ .file = unit->main_file, .line = 1, .column = 1 }, "libclang could not parse the file", true);
}

const char *frontend_version(Arena *arena)
{
	CXString text = clang_getClangVersion();
	const char *version = arena_strdup(arena, clang_getCString(text));
	clang_disposeString(text);
	return version;
}

Unit *frontend_parse(Arena *arena, const ParseOptions *options)
{
	const Unit *linked_with = options->linked_with;
	Unit *unit = arena_new_of(arena, Unit);
	SourceSet *sources = linked_with ? linked_with->sources : arena_new_of(arena, SourceSet);
	sources->arena = arena;
	sources->held = options->held;
	if (!linked_with && options->libraries)
		sources->libraries = *options->libraries;
	if (!linked_with)
		sources->libraries.file = path_from_root(arena, options->file);
	unit->sources = sources;
	unit->n_exprs = linked_with ? linked_with->n_exprs : 0;
	unit->n_stmts = linked_with ? linked_with->n_stmts : 0;
	unit->main_file = source_add(sources, options->file, false);
	ParseProblems problems = { 0 };
	const char *text = options->text;
	size_t size = text ? strlen(text) : 0;
	const char *why = text ? main_text_problem(arena, text, size) : main_text_read(arena, options->file, &text, &size);
	if (!why && !ast_is_usable())
		why = "the libclang that was loaded is not of the version that smemlint was built for";
	if (why) {
		unit->unusable = true;
		add_problem(arena, &problems, (Loc){ .file = unit->main_file, .line = 1, .column = 1 },
			    arena_printf(arena, "%s: %s", options->file, why), true);
	} else {
		source_set_text(sources, unit->main_file, text, size);
		parse_text(arena, options, unit, text, size, &problems);
	}
	unit->problems = problems.at;
	unit->n_problems = problems.n;
	return unit;
}
