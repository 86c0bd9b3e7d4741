#include "lsp/analyzer.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "base/heap.h"
#include "base/json.h"
#include "fix/layouts/advice.h"
#include "analysis/fixes.h"
#include "frontend/frontend.h"
#include "project/includer.h"
#include "lsp/encode.h"
#include "project/project.h"
#include "report/make.h"
#include "examine/sifting.h"

enum { MAX_SUBJECTS = 3 };

/* A file analysed for a document: the document itself, or a file that includes it. */
typedef struct Subject {
	AnalyzeOptions options;
	const Analysis *analysis;
	FileReport *report;    /* with the shown findings */
	const Diag **diags;    /* of each finding its diagnostic, or NULL */
} Subject;

struct Analyzer {
	Options options;       /* of the command line */
	ParseCache *cache;
	Project project;
	struct timespec db_time; /* of project.db when it was read */
	json_t *last_job;      /* the last job that analysed, or NULL */
	Arena *arena;          /* of the members below, which belong to the last analysed document */
	Options effective;     /* `options` overridden by the editor's settings */
	Configuring *configuring;
	Sifting *sifting;
	char *uri;
	json_int_t serial;
	const char *path;
	Encoding encoding;
	HeldTexts held, shown; /* unsaved texts: of the other documents; of all */
	VEC(Subject) subjects;
};

Analyzer *analyzer_new(const Options *options)
{
	Analyzer *analyzer = heap_alloc(1, sizeof *analyzer);
	analyzer->options = *options;
	analyzer->cache = parse_cache_new();
	analyzer->project.arena = arena_new();
	return analyzer;
}

static void drop_document(Analyzer *analyzer)
{
	arena_free(analyzer->arena);
	free(analyzer->uri);
	analyzer->arena = NULL;
	analyzer->uri = NULL;
	analyzer->held = analyzer->shown = (HeldTexts){ 0 };
	analyzer->subjects.at = NULL;
	analyzer->subjects.n = analyzer->subjects.cap = 0;
}

void analyzer_free(Analyzer *analyzer)
{
	drop_document(analyzer);
	arena_free(analyzer->project.arena);
	parse_cache_free(analyzer->cache);
	json_decref(analyzer->last_job);
	free(analyzer);
}

/* --- the project ---------------------------------------------------------------------------------- */

static void forget_project(Analyzer *analyzer)
{
	arena_free(analyzer->project.arena);
	analyzer->project = (Project){ .arena = arena_new() };
}

static void forget_headers(Analyzer *analyzer)
{
	parse_cache_free(analyzer->cache);
	analyzer->cache = parse_cache_new();
}

/* Drops the project if its database has changed. */
static void check_database(Analyzer *analyzer)
{
	struct stat st;
	const CompDb *db = analyzer->project.db;
	if (db &&
	    (stat(db->path, &st) != 0 || st.st_mtim.tv_sec != analyzer->db_time.tv_sec || st.st_mtim.tv_nsec != analyzer->db_time.tv_nsec))
		forget_project(analyzer);
}

static void save_database_time(Analyzer *analyzer)
{
	struct stat st;
	if (analyzer->project.db && stat(analyzer->project.db->path, &st) == 0)
		analyzer->db_time = st.st_mtim;
}

/* --- settings ------------------------------------------------------------------------------------- */

static const char *text_of(Arena *arena, const json_t *object, const char *key)
{
	return arena_strdup(arena, json_string_value(json_object_get(object, key)));
}

static void read_flags(Arena *arena, const json_t *flags, Options *options)
{
	size_t i;
	json_t *flag;
	VEC(const char *) list = { 0 };
	json_array_foreach(flags, i, flag)
		if (json_is_string(flag))
			vec_push(arena, &list, arena_strdup(arena, json_string_value(flag)));
	if (list.n) {
		options->flags = list.at;
		options->n_flags = list.n;
	}
}

static const char *const preferences[N_PREFERENCES] = { "occupancy", "memory", "simplicity" };

/* The editor's settings override the command line. */
static Options effective_options(const Analyzer *analyzer, const json_t *settings)
{
	Options options = analyzer->options;
	const char *arch = text_of(analyzer->arena, settings, "arch"), *cuda = text_of(analyzer->arena, settings, "cudaPath");
	const char *build = text_of(analyzer->arena, settings, "buildPath"), *prefer = text_of(analyzer->arena, settings, "prefer");
	const json_t *block = json_object_get(settings, "block");
	read_flags(analyzer->arena, json_object_get(settings, "flags"), &options);
	options.arch = arch && *arch ? arch : options.arch;
	options.cuda_path = cuda && *cuda ? cuda : options.cuda_path;
	for (int i = 0; prefer && i < N_PREFERENCES; i++)
		options.prefer = strcmp(prefer, preferences[i]) == 0 ? 1 + i : options.prefer;
	options.build = build && *build ? build : options.build;
	for (size_t d = 0; d < 3 && json_array_size(block); d++) {
		const json_int_t n = json_integer_value(json_array_get(block, d));
		options.block[d] = n > 0 && n <= 1024 ? (int)n : 1;
	}
	return options;
}

/* --- analysing ------------------------------------------------------------------------------------ */

static void read_held(Analyzer *analyzer, const json_t *held)
{
	size_t i;
	json_t *item;
	json_array_foreach(held, i, item) {
		const char *text = text_of(analyzer->arena, item, "text");
		const HeldText one = { text_of(analyzer->arena, item, "path"), text, text ? strlen(text) : 0 };
		if (one.path && text)
			vec_push(analyzer->arena, &analyzer->held, one);
	}
}

static const char *held_text(const Analyzer *analyzer, const char *path)
{
	for (int i = 0; i < analyzer->held.n; i++)
		if (strcmp(analyzer->held.at[i].path, path) == 0)
			return analyzer->held.at[i].text;
	return NULL;
}

/* Removes findings that are not shown. */
static void filter_findings(Analyzer *analyzer, Subject *subject)
{
	Stats stats = { .files = 0 };
	FileReport *report = report_make(analyzer->arena, subject->analysis, false);
	const int n = report->findings.n;
	const char **messages = arena_array(analyzer->arena, const char *, n + 1); /* the pointers identify the findings */
	for (int i = 0; i < n; i++)
		messages[i] = report->findings.at[i].message;
	const CompDb *db = project_database(&analyzer->project, &analyzer->effective, subject->options.file);
	sifting_apply(analyzer->sifting, db, subject->options.file, report, &stats);
	subject->report = report;
	subject->diags = arena_array(analyzer->arena, const Diag *, report->findings.n + 1);
	for (int k = 0; k < report->findings.n; k++)
		for (int i = 0; i < n; i++)
			if (report->findings.at[k].message == messages[i])
				subject->diags[k] = &subject->analysis->diags.at[i];
}

static void analyze_file(Analyzer *analyzer, const json_t *job, const char *file, const char *text)
{
	const Options *options = &analyzer->effective;
	Subject subject = { .options = {
				    .file = file,
				    .text = text,
				    .held = &analyzer->held,
				    .flags = options->flags,
				    .n_flags = options->n_flags,
				    .arch = options->arch,
				    .cuda_path = options->cuda_path,
				    .assume = options->assume,
				    .cache = analyzer->cache,
				    .block = { options->block[0], options->block[1], options->block[2] },
				    .directory = text_of(analyzer->arena, job, "folder"),
			    } };
	configuring_apply(analyzer->configuring, file, &subject.options);
	configuring_report(analyzer->configuring);
	project_apply(&analyzer->project, analyzer->arena, options, configuring_file(analyzer->configuring, file), &subject.options);
	save_database_time(analyzer);
	subject.analysis = analyze(analyzer->arena, &subject.options);
	filter_findings(analyzer, &subject);
	vec_push(analyzer->arena, &analyzer->subjects, subject);
}

static bool has_kernel(const Analyzer *analyzer)
{
	const Unit *unit = analyzer->subjects.n ? analyzer->subjects.at[0].analysis->unit : NULL;
	return unit && (unit->n_kernels || unit->n_templates);
}

/* Analyses the files that include the document; false: there are none. */
static bool analyze_includers(Analyzer *analyzer, const json_t *job, const char *text)
{
	int n, n_others;
	const HeldText own = { analyzer->path, text, strlen(text) };
	const char *const *includers = includers_of(analyzer->arena, analyzer->path, &n, &n_others);
	if (!n)
		return false;
	vec_push(analyzer->arena, &analyzer->held, own);
	analyzer->subjects.n = 0;
	for (int i = 0; i < n && i < MAX_SUBJECTS; i++)
		analyze_file(analyzer, job, includers[i], held_text(analyzer, includers[i]));
	return true;
}

static void analyze_document(Analyzer *analyzer, const json_t *job)
{
	drop_document(analyzer);
	analyzer->arena = arena_new();
	check_database(analyzer);
	const int encoding = encoding_of(json_string_value(json_object_get(job, "encoding")));
	analyzer->encoding = encoding < 0 ? ENCODING_UTF16 : (Encoding)encoding;
	analyzer->path = text_of(analyzer->arena, job, "path");
	read_held(analyzer, json_object_get(job, "held"));
	const char *text = text_of(analyzer->arena, job, "text");
	analyzer->effective = effective_options(analyzer, json_object_get(job, "settings"));
	analyzer->configuring = configuring_new(analyzer->arena, &analyzer->effective);
	analyzer->sifting = sifting_new(analyzer->arena, &analyzer->effective, analyzer->configuring);
	analyzer->sifting->held = &analyzer->shown;
	for (int i = 0; i < analyzer->held.n; i++)
		vec_push(analyzer->arena, &analyzer->shown, analyzer->held.at[i]);
	vec_push(analyzer->arena, &analyzer->shown, ((HeldText){ analyzer->path, text, strlen(text) }));
	if (sifting_ignores(analyzer->sifting, analyzer->arena, analyzer->path))
		return;
	if (path_is_header(analyzer->path) && analyze_includers(analyzer, job, text))
		return;
	analyze_file(analyzer, job, analyzer->path, text);
	if (!has_kernel(analyzer))
		analyze_includers(analyzer, job, text);
}

/* Analyses the job's document, unless its text was analysed last.  anew: in any case. */
static void update_document(Analyzer *analyzer, json_t *job, bool anew)
{
	const char *uri = json_string_value(json_object_get(job, "uri"));
	const json_int_t serial = json_integer_value(json_object_get(job, "serial"));
	if (!anew && analyzer->uri && strcmp(analyzer->uri, uri) == 0 && analyzer->serial == serial)
		return;
	analyze_document(analyzer, job);
	json_incref(job);
	json_decref(analyzer->last_job);
	analyzer->last_job = job;
	analyzer->uri = heap_alloc(strlen(uri) + 1, 1);
	strcpy(analyzer->uri, uri);
	analyzer->serial = serial;
}

/* --- answers -------------------------------------------------------------------------------------- */

static View view_at(const Analyzer *analyzer, int number)
{
	const Subject *subject = &analyzer->subjects.at[number];
	View view = view_of(analyzer->arena, subject->analysis, &subject->options, analyzer->uri, analyzer->path, analyzer->encoding);
	view.report = subject->report;
	view.diags = subject->diags;
	return view;
}

/* Appends the items that the list does not have yet: includers have equal ones.  Takes the reference. */
static void append_new(json_t *list, json_t *more)
{
	size_t i, k;
	json_t *item, *other;
	const size_t before = json_array_size(list);
	json_array_foreach(more, i, item) {
		bool is_new = true;
		for (k = 0; k < before && is_new; k++) {
			other = json_array_get(list, k);
			is_new = !json_equal(item, other);
		}
		if (is_new)
			json_array_append(list, item);
	}
	json_decref(more);
}

static void append_new_by_uri(json_t *all, json_t *more)
{
	const char *uri;
	json_t *list;
	json_object_foreach(more, uri, list) {
		json_t *known = json_object_get(all, uri);
		if (known)
			append_new(known, json_incref(list));
		else
			json_object_set(all, uri, list);
	}
	json_decref(more);
}

static void add_files(json_t *files, const SourceSet *sources)
{
	for (int i = 0; i < sources->files.n; i++)
		if (!sources->files.at[i].is_system)
			json_array_append_new(files, json_text(sources->files.at[i].path));
}

static json_int_t memory_kb(void)
{
	struct rusage usage;
	return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss : 0;
}

static void answer_analyze(Analyzer *analyzer, json_t *answer)
{
	json_t *diagnostics = json_object(), *hints = json_array(), *lenses = json_array();
	json_t *comments = json_array(), *files = json_array();
	bool has_accesses = false;
	for (int i = 0; i < analyzer->subjects.n; i++) {
		View view = view_at(analyzer, i);
		append_new_by_uri(diagnostics, encode_diagnostics(&view));
		append_new(hints, encode_hints(&view));
		append_new(lenses, encode_lenses(&view));
		append_new(comments, encode_comments(&view));
		add_files(files, analyzer->subjects.at[i].analysis->unit->sources);
		has_accesses = has_accesses || view.analysis->kernels.n;
		view_free(&view);
	}
	encode_config(&analyzer->configuring->problems, diagnostics);
	if (analyzer->project.db)
		json_array_append_new(files, json_text(analyzer->project.db->path));
	json_object_set_new(answer, "diagnostics", diagnostics);
	json_object_set_new(answer, "has_accesses", json_boolean(has_accesses));
	json_object_set_new(answer, "hints", hints);
	json_object_set_new(answer, "lenses", lenses);
	json_object_set_new(answer, "comments", comments);
	json_object_set_new(answer, "files", files);
	json_object_set_new(answer, "kb", json_integer(memory_kb()));
}

/* Hovers or maps of all accesses, which are only encoded on request. */
static void answer_list(const Analyzer *analyzer, json_t *answer, const char *name, json_t *(*encode)(View *))
{
	json_t *list = json_array();
	for (int i = 0; i < analyzer->subjects.n; i++) {
		View view = view_at(analyzer, i);
		append_new(list, encode(&view));
		view_free(&view);
	}
	json_object_set_new(answer, name, list);
}

/* --- fixes ---------------------------------------------------------------------------------------- */

static const FixPolicy policy = { .most = FIX_UNSAFE, .headers = true };

/* The diagnostic with the object's advice, and *subject, the index of its file; NULL: there is none. */
static const Diag *find_object(const Analyzer *analyzer, const char *object, int *subject)
{
	for (*subject = 0; *subject < analyzer->subjects.n; ++*subject) {
		const Analysis *analysis = analyzer->subjects.at[*subject].analysis;
		for (int i = 0; i < analysis->diags.n; i++) {
			const Diag *diag = &analysis->diags.at[i];
			const Var *var = fixes_object(diag);
			if (var && strcmp(encode_object(analyzer->arena, analysis->unit->sources, var), object) == 0)
				return diag;
		}
	}
	return NULL;
}

/* Layouts [first, end) of an object; those below `proven` have edits that are proven. */
static json_t *fixes_json(Analyzer *analyzer, const char *object, int first, int end, int proven)
{
	int subject;
	json_t *list = json_array();
	const Diag *diag = object ? find_object(analyzer, object, &subject) : NULL;
	if (!diag)
		return list;
	View view = view_at(analyzer, subject);
	for (int i = first < 0 ? 0 : first; i < end && i < fixes_layouts(diag); i++) {
		if (i >= proven) {
			json_array_append_new(list, encode_layout(&view, diag, object, i));
			continue;
		}
		const Fix fix = fixes_try(analyzer->arena, view.options, view.analysis, diag, i, policy);
		json_array_append_new(list, encode_fix(&view, &fix, object, i));
	}
	view_free(&view);
	return list;
}

static void answer_fixes(Analyzer *analyzer, const json_t *job, json_t *answer)
{
	size_t i;
	json_t *object, *all = json_array();
	const int proven = (int)json_integer_value(json_object_get(job, "proven"));
	json_array_foreach(json_object_get(job, "objects"), i, object)
		append_new(all, fixes_json(analyzer, json_string_value(object), 0, 1 << 20, proven));
	json_object_set_new(answer, "fixes", all);
}

static void answer_fix(Analyzer *analyzer, const json_t *job, json_t *answer)
{
	const json_int_t layout = json_integer_value(json_object_get(job, "layout"));
	const char *object = json_string_value(json_object_get(job, "object"));
	const int at = layout < 0 || layout > 1 << 16 ? 0 : (int)layout;
	json_object_set_new(answer, "fixes", fixes_json(analyzer, object, at, at + 1, at + 1));
}

static void answer_fix_all(Analyzer *analyzer, json_t *answer)
{
	Fixes fixes;
	if (!analyzer->subjects.n)
		return;
	View view = view_at(analyzer, 0);
	fixes_find(analyzer->arena, view.options, view.analysis, (FixPolicy){ .most = FIX_SAFE, .headers = false }, &fixes);
	int n = 0;
	for (int i = 0; i < fixes.at.n; i++)
		n += fixes.at.at[i].applied;
	json_object_set_new(answer, "edit", encode_edit(&view, &fixes.edits));
	json_object_set_new(answer, "n", json_integer(n));
	view_free(&view);
}

json_t *analyzer_answer(Analyzer *analyzer, json_t *job)
{
	const char *kind = json_string_value(json_object_get(job, "kind"));
	json_t *answer = json_object();
	static const char *const kept[] = { "kind", "uri", "serial", "object", "objects", "layout" };
	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
		json_object_set(answer, kept[i], json_object_get(job, kept[i]));
	if (json_is_true(json_object_get(job, "forget")))
		forget_project(analyzer);
	if (json_is_true(json_object_get(job, "reread")))
		forget_headers(analyzer);
	update_document(analyzer, job, strcmp(kind, "analyze") == 0);
	if (strcmp(kind, "analyze") == 0)
		answer_analyze(analyzer, answer);
	else if (strcmp(kind, "hovers") == 0)
		answer_list(analyzer, answer, kind, encode_hovers);
	else if (strcmp(kind, "maps") == 0)
		answer_list(analyzer, answer, kind, encode_maps);
	else if (strcmp(kind, "fixes") == 0)
		answer_fixes(analyzer, job, answer);
	else if (strcmp(kind, "fix") == 0)
		answer_fix(analyzer, job, answer);
	else
		answer_fix_all(analyzer, answer);
	return answer;
}

bool analyzer_is_stale(const Analyzer *analyzer)
{
	return parse_cache_is_stale(analyzer->cache);
}

void analyzer_renew(Analyzer *analyzer)
{
	parse_cache_drop_stale(analyzer->cache);
	if (analyzer->last_job)
		update_document(analyzer, analyzer->last_job, true);
}
