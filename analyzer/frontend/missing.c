#include "base/folder.h"
#include "base/paths.h"
#include "frontend/missing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/translation.h"
#include "lower/lower.h"

/* --- stand-ins ---------------------------------------------------------------------------------- */

/* Included by all of them: what is guessed. */
#define GUESSED "__smemlint_guessed.h"

/* The name of what takes a header's place, by its path; NULL: it is another file. */
static const char *name_in_place(const char *path)
{
	static const char folder[] = PRELUDE_MISSING "/";
	return strncmp(path, folder, sizeof folder - 1) == 0 ? path + sizeof folder - 1 : NULL;
}

static PreludeFile *find_file(const Missing *missing, const char *name)
{
	for (int i = 0; i < missing->files.n; i++)
		if (strcmp(name_in_place(missing->files.at[i].path), name) == 0)
			return &missing->files.at[i];
	return NULL;
}

/* Adds or replaces it. */
static void add_file(Missing *missing, const char *name, const char *text)
{
	PreludeFile *found = find_file(missing, name);
	if (!missing->files.n && strcmp(name, GUESSED) != 0)
		add_file(missing, GUESSED, "");
	const PreludeFile file = { arena_printf(missing->arena, PRELUDE_MISSING "/%s", name), text, strlen(text) };
	if (found)
		*found = file;
	else
		vec_push(missing->arena, &missing->files, file);
}

/* Puts a header in the place of <name>; false: none is bundled for it, or it is there already. */
static bool add_stand_in(Missing *missing, const char *name)
{
	const StandIn *stand_in = prelude_stand_in(name);
	if (!stand_in || find_file(missing, name))
		return false;
	add_file(missing, name, arena_printf(missing->arena, "#include <%s>\n#include <" GUESSED ">\n", stand_in->header));
	return true;
}

/* The name in the include directive whose # is before `at`, or NULL. */
static const char *included_name(Arena *arena, const char *at, const char *end)
{
	static const char word[] = "include";
	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	if ((size_t)(end - at) < sizeof word || strncmp(at, word, sizeof word - 1) != 0)
		return NULL;
	at += sizeof word - 1;
	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	if (at == end || (*at != '<' && *at != '"'))
		return NULL;
	const char close = *at++ == '<' ? '>' : '"';
	const char *stop = at;
	while (stop < end && *stop != close && *stop != '\n')
		stop++;
	return stop < end && *stop == close ? arena_strndup(arena, at, (size_t)(stop - at)) : NULL;
}

enum { MAX_SCANNED = 64, MAX_SCANNED_SIZE = 1 << 20 };

/* The program's files, to be read for the headers that they include. */
typedef struct Scanning {
	Missing *missing;
	NameList paths;
} Scanning;

static void scan_text(Scanning *scanning, const char *folder, const char *text, size_t size)
{
	const char *end = text + size;
	for (const char *at = text; (at = memchr(at, '#', (size_t)(end - at))) != NULL;) {
		const char *name = included_name(scanning->missing->arena, ++at, end);
		if (!name || add_stand_in(scanning->missing, name) || find_file(scanning->missing, name))
			continue;
		const char *path = arena_printf(scanning->missing->arena, "%s/%s", folder, name);
		bool is_new = scanning->paths.n < MAX_SCANNED;
		for (int i = 0; i < scanning->paths.n && is_new; i++)
			is_new = strcmp(scanning->paths.at[i], path) != 0;
		if (is_new)
			vec_push(scanning->missing->arena, &scanning->paths, path);
	}
}

/* Reads headers in the folders of the files that include them: each stand-in that is found here saves a parse. */
static void scan_file(Scanning *scanning, const char *path)
{
	size_t size;
	char *text = file_read(path, MAX_SCANNED_SIZE, &size);
	const char *folder = arena_strndup(scanning->missing->arena, path, (size_t)(strrchr(path, '/') - path));
	if (size)
		scan_text(scanning, folder, text, size);
	free(text);
}

void missing_begin(Missing *missing, Arena *arena, const char *path, const char *text, size_t size)
{
	if (!missing->arena)
		missing->arena = missing->guess.arena = arena ? arena : arena_new();
	missing->n_guesses = 0;
	if (missing->is_forced) { /* the program may include it by now */
		missing->guess = (Guess){ .arena = missing->arena };
		missing->is_forced = missing->gave_up = false;
	}
	if (missing->is_scanned)
		return; /* the diagnostics tell what is new */
	missing->is_scanned = true;
	Scanning scanning = { .missing = missing };
	const char *slash = strrchr(path, '/');
	scan_text(&scanning, slash ? arena_strndup(missing->arena, path, (size_t)(slash - path)) : ".", text, size);
	for (int i = 0; i < scanning.paths.n; i++) /* grows meanwhile */
		scan_file(&scanning, scanning.paths.at[i]);
}

/* --- what is not found ------------------------------------------------------------------------------ */

/* The header that a diagnostic says is not found, or NULL. */
static const char *not_found(Arena *arena, CXDiagnostic diagnostic)
{
	CXString text = clang_getDiagnosticSpelling(diagnostic);
	const char *s = clang_getCString(text), *name = NULL;
	const char *close = s && *s == '\'' ? strchr(s + 1, '\'') : NULL;
	if (close && strcmp(close, "' file not found") == 0)
		name = arena_strndup(arena, s + 1, (size_t)(close - s - 1));
	clang_disposeString(text);
	return name;
}

static void add_guessed(Missing *missing, const char *name)
{
	if (find_file(missing, name) || strncmp(name, "__clang", 7) == 0)
		return;
	add_file(missing, name, "#include <" GUESSED ">\n");
	vec_push(missing->arena, &missing->guessed, name);
}

static int error_count(CXTranslationUnit tu)
{
	int count = 0;
	const CXDiagnosticSet set = clang_getDiagnosticSetFromTU(tu);
	const unsigned n = clang_getNumDiagnosticsInSet(set);
	for (unsigned i = 0; i < n; i++) {
		CXDiagnostic diagnostic = clang_getDiagnosticInSet(set, i);
		count += clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error;
		clang_disposeDiagnostic(diagnostic);
	}
	return count;
}

/* Adds files in place of the headers that are not found; true: there is a new stand-in, which may declare all that is needed. */
static bool find_missing(Lower *lo, Missing *missing)
{
	const CXDiagnosticSet set = clang_getDiagnosticSetFromTU(lo->tu);
	const unsigned n = clang_getNumDiagnosticsInSet(set);
	bool stood_in = false;
	for (unsigned i = 0; i < n; i++) {
		CXDiagnostic diagnostic = clang_getDiagnosticInSet(set, i);
		const char *name = not_found(missing->arena, diagnostic);
		if (name && add_stand_in(missing, name))
			stood_in = true;
		else if (name)
			add_guessed(missing, name);
		clang_disposeDiagnostic(diagnostic);
	}
	return stood_in;
}

static void note_stand_in(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
	CXString path = clang_getFileName(file);
	if (depth > 0 && name_in_place(clang_getCString(path)))
		*(bool *)data = true;
	clang_disposeString(path);
	(void)stack;
}

/* Whether something stands in for a header that is included, not only for one that is named somewhere. */
static bool is_in_place(const Lower *lo)
{
	bool is = false;
	clang_getInclusions(lo->tu, note_stand_in, &is);
	return is;
}

bool missing_learn(Lower *lo, struct Source *source, Missing *missing)
{
	FileList files = { 0 };
	if (find_missing(lo, missing))
		return true;
	if (missing->gave_up)
		return false;
	if (!missing->guess.text)
		missing->is_forced = missing->guess.only_known = !missing->guessed.n && !is_in_place(lo);
	if (missing->n_guesses && error_count(lo->tu) > missing->n_errors) {
		add_file(missing, GUESSED, missing->before ? missing->before : ""); /* it made things worse */
		missing->gave_up = true;
		return true;
	}
	missing->n_errors = error_count(lo->tu);
	translation_files(lo, source, &files);
	missing->before = missing->guess.text;
	if (!missing->n_errors || !guess_learn(&missing->guess, lo, &files))
		return false;
	add_file(missing, GUESSED, missing->guess.text);
	missing->n_guesses++;
	return true;
}

const char *missing_forced(const Missing *missing)
{
	return missing->is_forced && missing->guess.text ? PRELUDE_MISSING "/" GUESSED : NULL;
}

/* --- notes on replaced headers ------------------------------------------------------------------------ */

/* Headers that were replaced. */
typedef struct Replaced {
	const char *first;
	Loc at; /* where the program includes it */
	int n;
	bool is_partial; /* some lack what would instantiate templates */
} Replaced;

typedef struct Assumed {
	Lower *lo;
	const Missing *missing;
	Replaced bundled, guessed;
} Assumed;

static bool is_guessed(const Missing *missing, const char *name)
{
	for (int i = 0; i < missing->guessed.n; i++)
		if (strcmp(missing->guessed.at[i], name) == 0)
			return true;
	return false;
}

static void note_assumed(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
	Assumed *assumed = data;
	CXString path = clang_getFileName(file);
	const bool is_user = depth > 0 && !clang_Location_isInSystemHeader(stack[0]);
	const char *name = name_in_place(clang_getCString(path));
	if (is_user && name && strcmp(name, GUESSED) != 0) {
		Replaced *replaced = is_guessed(assumed->missing, name) ? &assumed->guessed : &assumed->bundled;
		const Loc at = lower_loc(assumed->lo, stack[0]);
		const StandIn *stand_in = prelude_stand_in(name);
		replaced->is_partial |= !stand_in || !stand_in->is_complete;
		if (!replaced->n++ || loc_compare(at, replaced->at) < 0) {
			replaced->first = arena_strdup(assumed->lo->arena, name);
			replaced->at = at;
		}
	}
	clang_disposeString(path);
}

/* "'x.h' and 2 more headers are" */
static const char *which(Arena *arena, const char *first, int n)
{
	if (n == 1)
		return arena_printf(arena, "'%s' is", first);
	return n == 2 ? arena_printf(arena, "'%s' and another header are", first)
		      : arena_printf(arena, "'%s' and %d more headers are", first, n - 1);
}

static void add_assumption(Lower *lo, const Replaced *replaced, bool is_warning, const char *what, ParseProblems *problems)
{
	if (!replaced->n)
		return;
	const char *message = arena_printf(lo->arena, "%s not found: %s", which(lo->arena, replaced->first, replaced->n), what);
	vec_push(lo->arena, problems,
		 ((ParseProblem){ .loc = replaced->at,
				  .message = message,
				  .is_assumption = true,
				  .is_complete = !replaced->is_partial,
				  .is_fatal = is_warning }));
}

/* What is included by GUESSED alone, of the headers that it names: others are not there. */
typedef struct Included {
	const Guess *guess;
	const GuessedHeader *first;
	int n;
} Included;

static void note_included(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
	Included *included = data;
	CXFile from = NULL;
	if (depth > 0)
		clang_getFileLocation(stack[0], &from, NULL, NULL, NULL);
	CXString path = clang_getFileName(file), by = clang_getFileName(from);
	const char *name = from ? name_in_place(clang_getCString(by)) : NULL;
	for (int i = 0; name && strcmp(name, GUESSED) == 0 && i < included->guess->headers.n; i++) {
		const GuessedHeader *header = &included->guess->headers.at[i];
		if (strcmp(path_name(clang_getCString(path)), header->header) != 0)
			continue;
		included->first = included->first && included->first < header ? included->first : header;
		included->n++;
	}
	clang_disposeString(path);
	clang_disposeString(by);
}

static void report_forced(Lower *lo, const Missing *missing, ParseProblems *problems)
{
	Included included = { .guess = &missing->guess };
	if (!missing_forced(missing))
		return;
	clang_getInclusions(lo->tu, note_included, &included);
	if (!included.n)
		return;
	const char *more = included.n == 1   ? " is"
			   : included.n == 2 ? " and another header are"
					     : arena_printf(lo->arena, " and %d more headers are", included.n - 1);
	const char *message = arena_printf(lo->arena, "%s is used without a header that declares it: <%s>%s included", included.first->name,
					   included.first->header, more);
	vec_push(lo->arena, problems,
		 ((ParseProblem){ .loc = included.first->at, .message = message, .is_assumption = true, .is_complete = true }));
}

void missing_report(Lower *lo, const Missing *missing, ParseProblems *problems)
{
	report_forced(lo, missing, problems);
	Assumed assumed = { .lo = lo, .missing = missing };
	if (missing->files.n)
		clang_getInclusions(lo->tu, note_assumed, &assumed);
	add_assumption(lo, &assumed.bundled, false, "bundled declarations stand in", problems);
	add_assumption(lo, &assumed.guessed, true, "what the host code needs was guessed, kernels that need more are not analysed",
		       problems);
}

const char *missing_message(Lower *lo, const Missing *missing, CXSourceLocation at, const char *message)
{
	CXFile file;
	clang_getExpansionLocation(at, &file, NULL, NULL, NULL);
	CXString path = clang_getFileName(file);
	const char *s = clang_getCString(path);
	const bool is_ours = s && name_in_place(s);
	clang_disposeString(path);
	if (is_ours)
		return NULL;
	const bool is_guess = missing->guess.text && (strstr(message, "__host__") || strstr(message, "__smemlint_any"));
	if (!is_guess || !missing->guessed.n)
		return message;
	return arena_printf(lo->arena, "%s not found, and this needs it", which(lo->arena, missing->guessed.at[0], missing->guessed.n));
}
