#include "lsp/judge.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "base/heap.h"
#include "base/json.h"
#include "fix/advice.h"
#include "analysis/fixes.h"
#include "frontend/frontend.h"
#include "project/includer.h"
#include "lsp/say.h"
#include "project/project.h"
#include "report/make.h"
#include "examine/sifting.h"

enum { MAX_SUBJECTS = 3 };

/* A file that is analysed for a document: itself, or one that includes it. */
typedef struct Subject {
	AnalyzeOptions options;
	const Analysis *analysis;
	FileReport *report;    /* with the findings that are to be shown */
	const Diag **diags;    /* of each of these, or NULL */
} Subject;

struct Judge {
	Options options;       /* of the command line */
	ParseCache *cache;
	Project project;
	struct timespec db_time; /* when the database was changed that the project has read */
	json_t *last;          /* the job that analysed last, or NULL */
	Arena *arena;          /* of what follows: the document that was analysed last */
	Options settled;       /* with what the editor's settings say */
	Configuring *configuring;
	Sifting *sifting;
	char *uri;
	json_int_t serial;
	const char *path;
	Encoding encoding;
	HeldTexts held, shown; /* unsaved texts: of other documents; of this one too */
	VEC(Subject) subjects;
};

Judge *judge_new(const Options *options)
{
	Judge *judge = heap_alloc(1, sizeof *judge);
	judge->options = *options;
	judge->cache = parse_cache_new();
	judge->project.arena = arena_new();
	return judge;
}

static void drop_document(Judge *judge)
{
	arena_free(judge->arena);
	free(judge->uri);
	judge->arena = NULL;
	judge->uri = NULL;
	judge->held = judge->shown = (HeldTexts){ 0 };
	judge->subjects.at = NULL;
	judge->subjects.n = judge->subjects.cap = 0;
}

void judge_free(Judge *judge)
{
	drop_document(judge);
	arena_free(judge->project.arena);
	parse_cache_free(judge->cache);
	json_decref(judge->last);
	free(judge);
}

/* --- the project ---------------------------------------------------------------------------------- */

static void forget_project(Judge *judge)
{
	arena_free(judge->project.arena);
	judge->project = (Project){ .arena = arena_new() };
}

static void forget_headers(Judge *judge)
{
	parse_cache_free(judge->cache);
	judge->cache = parse_cache_new();
}

/* A database that was written anew is read anew. */
static void watch_database(Judge *judge)
{
	struct stat st;
	const CompDb *db = judge->project.db;
	if (db && (stat(db->path, &st) != 0 || st.st_mtim.tv_sec != judge->db_time.tv_sec || st.st_mtim.tv_nsec != judge->db_time.tv_nsec))
		forget_project(judge);
}

static void note_database(Judge *judge)
{
	struct stat st;
	if (judge->project.db && stat(judge->project.db->path, &st) == 0)
		judge->db_time = st.st_mtim;
}

/* --- settings ------------------------------------------------------------------------------------- */

static const char *text_of(Arena *arena, const json_t *object, const char *key)
{
	return arena_strdup(arena, json_string_value(json_object_get(object, key)));
}

static void take_flags(Arena *arena, const json_t *flags, Options *options)
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

/* The editor's settings stand before the command line. */
static Options settled(const Judge *judge, const json_t *settings)
{
	Options options = judge->options;
	const char *arch = text_of(judge->arena, settings, "arch"), *cuda = text_of(judge->arena, settings, "cudaPath");
	const char *build = text_of(judge->arena, settings, "buildPath"), *prefer = text_of(judge->arena, settings, "prefer");
	const json_t *block = json_object_get(settings, "block");
	take_flags(judge->arena, json_object_get(settings, "flags"), &options);
	options.arch = arch && *arch ? arch : options.arch;
	options.cuda_path = cuda && *cuda ? cuda : options.cuda_path;
	options.prefer = prefer ? 1 + (strcmp(prefer, "simplicity") == 0) : options.prefer;
	options.build = build && *build ? build : options.build;
	for (size_t d = 0; d < 3 && json_array_size(block); d++) {
		const json_int_t n = json_integer_value(json_array_get(block, d));
		options.block[d] = n > 0 && n <= 1024 ? (int)n : 1;
	}
	return options;
}

/* --- analysing ------------------------------------------------------------------------------------ */

static void take_held(Judge *judge, const json_t *held)
{
	size_t i;
	json_t *item;
	json_array_foreach(held, i, item) {
		const char *text = text_of(judge->arena, item, "text");
		const HeldText one = { text_of(judge->arena, item, "path"), text, text ? strlen(text) : 0 };
		if (one.path && text)
			vec_push(judge->arena, &judge->held, one);
	}
}

static const char *held_text(const Judge *judge, const char *path)
{
	for (int i = 0; i < judge->held.n; i++)
		if (strcmp(judge->held.at[i].path, path) == 0)
			return judge->held.at[i].text;
	return NULL;
}

/* What configuration and comments leave of the findings. */
static void sift(Judge *judge, Subject *subject)
{
	Stats stats = { .files = 0 };
	FileReport *report = report_make(judge->arena, subject->analysis, false);
	const int n = report->findings.n;
	const char **words = arena_array(judge->arena, const char *, n + 1); /* no two have the same piece of memory */
	for (int i = 0; i < n; i++)
		words[i] = report->findings.at[i].message;
	const CompDb *db = project_database(&judge->project, &judge->settled, subject->options.file);
	sifting_apply(judge->sifting, db, subject->options.file, report, &stats);
	subject->report = report;
	subject->diags = arena_array(judge->arena, const Diag *, report->findings.n + 1);
	for (int k = 0; k < report->findings.n; k++)
		for (int i = 0; i < n; i++)
			if (report->findings.at[k].message == words[i])
				subject->diags[k] = &subject->analysis->diags.at[i];
}

static void analyze_file(Judge *judge, const json_t *job, const char *file, const char *text)
{
	const Options *options = &judge->settled;
	Subject subject = { .options = {
		.file = file, .text = text, .held = &judge->held, .flags = options->flags, .n_flags = options->n_flags,
		.arch = options->arch, .cuda_path = options->cuda_path, .assume = options->assume, .cache = judge->cache,
		.block = { options->block[0], options->block[1], options->block[2] },
		.directory = text_of(judge->arena, job, "folder"),
	} };
	configuring_apply(judge->configuring, file, &subject.options);
	configuring_tell(judge->configuring);
	project_apply(&judge->project, judge->arena, options, &subject.options);
	note_database(judge);
	subject.analysis = analyze(judge->arena, &subject.options);
	sift(judge, &subject);
	vec_push(judge->arena, &judge->subjects, subject);
}

static bool has_kernel(const Judge *judge)
{
	const Unit *unit = judge->subjects.n ? judge->subjects.at[0].analysis->unit : NULL;
	return unit && (unit->n_kernels || unit->n_templates);
}

/* Through the files that include the document; false: there are none. */
static bool analyze_includers(Judge *judge, const json_t *job, const char *text)
{
	int n, n_others;
	const HeldText own = { judge->path, text, strlen(text) };
	const char *const *includers = includers_of(judge->arena, judge->path, &n, &n_others);
	if (!n)
		return false;
	vec_push(judge->arena, &judge->held, own);
	judge->subjects.n = 0;
	for (int i = 0; i < n && i < MAX_SUBJECTS; i++)
		analyze_file(judge, job, includers[i], held_text(judge, includers[i]));
	return true;
}

static void analyze_document(Judge *judge, const json_t *job)
{
	drop_document(judge);
	judge->arena = arena_new();
	watch_database(judge);
	const int encoding = encoding_of(json_string_value(json_object_get(job, "encoding")));
	judge->encoding = encoding < 0 ? ENCODING_UTF16 : (Encoding)encoding;
	judge->path = text_of(judge->arena, job, "path");
	take_held(judge, json_object_get(job, "held"));
	const char *text = text_of(judge->arena, job, "text");
	judge->settled = settled(judge, json_object_get(job, "settings"));
	judge->configuring = configuring_new(judge->arena, &judge->settled);
	judge->sifting = sifting_new(judge->arena, &judge->settled, judge->configuring);
	judge->sifting->held = &judge->shown;
	for (int i = 0; i < judge->held.n; i++)
		vec_push(judge->arena, &judge->shown, judge->held.at[i]);
	vec_push(judge->arena, &judge->shown, ((HeldText){ judge->path, text, strlen(text) }));
	if (sifting_ignores(judge->sifting, judge->arena, judge->path))
		return;
	if (is_header_name(judge->path) && analyze_includers(judge, job, text))
		return;
	analyze_file(judge, job, judge->path, text);
	if (!has_kernel(judge))
		analyze_includers(judge, job, text);
}

/* The document as the job has it: what is at hand, if it is that. */
static void have_document(Judge *judge, json_t *job, bool anew)
{
	const char *uri = json_string_value(json_object_get(job, "uri"));
	const json_int_t serial = json_integer_value(json_object_get(job, "serial"));
	if (!anew && judge->uri && strcmp(judge->uri, uri) == 0 && judge->serial == serial)
		return;
	analyze_document(judge, job);
	json_incref(job);
	json_decref(judge->last);
	judge->last = job;
	judge->uri = heap_alloc(strlen(uri) + 1, 1);
	strcpy(judge->uri, uri);
	judge->serial = serial;
}

/* --- answers -------------------------------------------------------------------------------------- */

static View view_at(const Judge *judge, int number)
{
	const Subject *subject = &judge->subjects.at[number];
	View view = view_of(judge->arena, subject->analysis, &subject->options, judge->uri, judge->path, judge->encoding);
	view.report = subject->report;
	view.diags = subject->diags;
	return view;
}

/* What several includers say alike is said once.  Gives up the reference. */
static void extend(json_t *list, json_t *more)
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

static void extend_all(json_t *all, json_t *more)
{
	const char *uri;
	json_t *list;
	json_object_foreach(more, uri, list) {
		json_t *known = json_object_get(all, uri);
		if (known)
			extend(known, json_incref(list));
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

static void answer_analyze(Judge *judge, json_t *answer)
{
	json_t *diagnostics = json_object(), *hints = json_array(), *lenses = json_array();
	json_t *comments = json_array(), *files = json_array();
	bool has_accesses = false;
	for (int i = 0; i < judge->subjects.n; i++) {
		View view = view_at(judge, i);
		extend_all(diagnostics, say_diagnostics(&view));
		extend(hints, say_hints(&view));
		extend(lenses, say_lenses(&view));
		extend(comments, say_comments(&view));
		add_files(files, judge->subjects.at[i].analysis->unit->sources);
		has_accesses = has_accesses || view.analysis->kernels.n;
		view_free(&view);
	}
	if (judge->project.db)
		json_array_append_new(files, json_text(judge->project.db->path));
	json_object_set_new(answer, "diagnostics", diagnostics);
	json_object_set_new(answer, "has_accesses", json_boolean(has_accesses));
	json_object_set_new(answer, "hints", hints);
	json_object_set_new(answer, "lenses", lenses);
	json_object_set_new(answer, "comments", comments);
	json_object_set_new(answer, "files", files);
	json_object_set_new(answer, "kb", json_integer(memory_kb()));
}

/* Pictures of all accesses: made when somebody looks. */
static void answer_pictures(const Judge *judge, json_t *answer, const char *name, json_t *(*say)(View *))
{
	json_t *list = json_array();
	for (int i = 0; i < judge->subjects.n; i++) {
		View view = view_at(judge, i);
		extend(list, say(&view));
		view_free(&view);
	}
	json_object_set_new(answer, name, list);
}

/* --- fixes ---------------------------------------------------------------------------------------- */

static const FixPolicy policy = { .most = FIX_UNSAFE, .headers = true };

static json_t *edit_json(View *view, const Edits *edits)
{
	json_t *changes = json_object();
	for (int i = 0; i < edits->n; i++)
		view_add_edit(view, changes, edits->at[i].file, edits->at[i].offset, edits->at[i].length, edits->at[i].text);
	return json_pack("{s:o}", "changes", changes);
}

static json_t *fix_json(View *view, const Fix *fix, const char *object, int layout)
{
	const char *cost = fix->safety == FIX_ADVICE ? fix->price
			   : arena_printf(view->arena, "%s, %lld wavefronts become %lld", fix->price, (long long)fix->before, (long long)fix->after);
	const char *title = arena_printf(view->arena, "Fix by %s (%s)%s%s", fix->text, cost, fix->safety == FIX_UNSAFE ? "; look at it: " : "",
					 fix->safety == FIX_UNSAFE ? fix->why : "");
	json_t *item = json_pack("{s:o, s:i, s:o, s:b}", "object", json_text(object), "layout", layout, "title", json_text(title),
				 "safe", fix->safety == FIX_SAFE);
	if (fix->why)
		json_object_set_new(item, "why", json_text(fix->why));
	if (fix->safety != FIX_ADVICE)
		json_object_set_new(item, "edit", edit_json(view, &fix->edits));
	return item;
}

/* A layout that is not tried yet, with what the search says of it. */
static json_t *layout_json(View *view, const Advice *advice, const char *object, int layout)
{
	const Layout *l = &advice->layouts[layout];
	const char *title = arena_printf(view->arena, "Fix by %s (%s, %lld wavefronts become %lld)", l->text, l->price,
					 (long long)advice->wavefronts, (long long)l->wavefronts);
	return json_pack("{s:o, s:i, s:o}", "object", json_text(object), "layout", layout, "title", json_text(title));
}

/* The diagnostic that has the object's advice; *view becomes that of its subject, to be freed. */
static const Diag *find_object(const Judge *judge, const char *object, int *subject)
{
	for (*subject = 0; *subject < judge->subjects.n; ++*subject) {
		const Analysis *analysis = judge->subjects.at[*subject].analysis;
		for (int i = 0; i < analysis->diags.n; i++) {
			const Advice *advice = analysis->diags.at[i].advice;
			if (advice && strcmp(say_object(judge->arena, analysis->unit->sources, advice->object), object) == 0)
				return &analysis->diags.at[i];
		}
	}
	return NULL;
}

/* Layouts [first, end) of an object: proven those below `proven`. */
static json_t *fixes_json(Judge *judge, const char *object, int first, int end, int proven)
{
	int subject;
	json_t *list = json_array();
	const Diag *diag = object ? find_object(judge, object, &subject) : NULL;
	if (!diag)
		return list;
	View view = view_at(judge, subject);
	for (int i = first < 0 ? 0 : first; i < end && i < diag->advice->n_layouts; i++) {
		if (i >= proven) {
			json_array_append_new(list, layout_json(&view, diag->advice, object, i));
			continue;
		}
		const Fix fix = fixes_try(judge->arena, view.options, view.analysis, diag, i, policy);
		json_array_append_new(list, fix_json(&view, &fix, object, i));
	}
	view_free(&view);
	return list;
}

static void answer_fixes(Judge *judge, const json_t *job, json_t *answer)
{
	size_t i;
	json_t *object, *all = json_array();
	const int proven = (int)json_integer_value(json_object_get(job, "proven"));
	json_array_foreach(json_object_get(job, "objects"), i, object)
		extend(all, fixes_json(judge, json_string_value(object), 0, 1 << 20, proven));
	json_object_set_new(answer, "fixes", all);
}

static void answer_fix(Judge *judge, const json_t *job, json_t *answer)
{
	const json_int_t layout = json_integer_value(json_object_get(job, "layout"));
	const char *object = json_string_value(json_object_get(job, "object"));
	const int at = layout < 0 || layout > 1 << 16 ? 0 : (int)layout;
	json_object_set_new(answer, "fixes", fixes_json(judge, object, at, at + 1, at + 1));
}

static void answer_fix_all(Judge *judge, json_t *answer)
{
	Fixes fixes;
	if (!judge->subjects.n)
		return;
	View view = view_at(judge, 0);
	fixes_find(judge->arena, view.options, view.analysis, (FixPolicy){ .most = FIX_SAFE, .headers = false }, &fixes);
	int n = 0;
	for (int i = 0; i < fixes.at.n; i++)
		n += fixes.at.at[i].applied;
	json_object_set_new(answer, "edit", edit_json(&view, &fixes.edits));
	json_object_set_new(answer, "n", json_integer(n));
	view_free(&view);
}

json_t *judge_answer(Judge *judge, json_t *job)
{
	const char *kind = json_string_value(json_object_get(job, "kind"));
	json_t *answer = json_object();
	static const char *const kept[] = { "kind", "uri", "serial", "object", "objects", "layout" };
	for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
		json_object_set(answer, kept[i], json_object_get(job, kept[i]));
	if (json_is_true(json_object_get(job, "forget")))
		forget_project(judge);
	if (json_is_true(json_object_get(job, "reread")))
		forget_headers(judge);
	have_document(judge, job, strcmp(kind, "analyze") == 0);
	if (strcmp(kind, "analyze") == 0)
		answer_analyze(judge, answer);
	else if (strcmp(kind, "hovers") == 0)
		answer_pictures(judge, answer, kind, say_hovers);
	else if (strcmp(kind, "maps") == 0)
		answer_pictures(judge, answer, kind, say_maps);
	else if (strcmp(kind, "fixes") == 0)
		answer_fixes(judge, job, answer);
	else if (strcmp(kind, "fix") == 0)
		answer_fix(judge, job, answer);
	else
		answer_fix_all(judge, answer);
	return answer;
}

bool judge_is_worn(const Judge *judge)
{
	return parse_cache_is_worn(judge->cache);
}

void judge_renew(Judge *judge)
{
	parse_cache_drop_worn(judge->cache);
	if (judge->last)
		have_document(judge, judge->last, true);
}
