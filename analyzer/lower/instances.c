#include "lower/instances.h"

#include <stdlib.h>
#include <string.h>

#include "ast/ast.h"
#include "base/buf.h"
#include "lower/lower.h"

enum { MAX_INSTANCES = 256 };

/* --- files -------------------------------------------------------------------------------------- */

typedef struct Included {
	Lower *lo;
	FileList *out;
	VEC(CXFile) seen;
} Included;

static bool is_seen(Included *included, CXFile file)
{
	for (int i = 0; i < included->seen.n; i++)
		if (clang_File_isEqual(included->seen.at[i], file))
			return true;
	vec_push(included->lo->scratch, &included->seen, file);
	return false;
}

static void note_index(Lower *lo, int file, FileList *out)
{
	for (int i = 0; i < out->n; i++)
		if (out->at[i] == file)
			return;
	vec_push(lo->scratch, out, file);
}

static void note_text(Included *included, CXSourceLocation begin)
{
	CXFile file;
	Lower *lo = included->lo;
	clang_getFileLocation(begin, &file, NULL, NULL, NULL);
	if (!file || clang_Location_isInSystemHeader(begin) || is_seen(included, file))
		return;
	const Loc loc = lower_loc(lo, begin);
	if (loc.file >= 0 && !lo->unit->sources->files.at[loc.file].is_system)
		note_index(lo, loc.file, included->out);
}

/* Of a kept unit, whose first headers are precompiled: libclang lists those, too. */
static void note_file(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
	Included *included = data;
	if (!depth || !clang_Location_isInSystemHeader(stack[0])) /* what a system header includes is one, too */
		note_text(included, clang_getLocationForOffset(included->lo->tu, file, 0));
}

void instances_kept_files(Lower *lo, FileList *out)
{
	Included included = { .lo = lo, .out = out };
	vec_push(lo->scratch, out, lo->unit->main_file);
	clang_getInclusions(lo->tu, note_file, &included);
}

void instances_files(Lower *lo, FileList *out)
{
	Included included = { .lo = lo, .out = out };
	vec_push(lo->scratch, out, lo->unit->main_file);
	for (int i = 0; lo->precompiled && i < lo->precompiled->n; i++)
		if (clang_getFile(lo->tu, lo->precompiled->at[i]))
			note_index(lo, source_add(lo->unit->sources, lo->precompiled->at[i], false), out);
	CXSourceLocation begin;
	for (int i = -1; (i = ast_next_text(lo->tu, i, &begin)) >= 0;)
		note_text(&included, begin);
}

/* --- kernels and kernel templates ----------------------------------------------------------------- */

typedef struct Candidate {
	CXCursor cursor;
	Range range;
	bool is_template;
} Candidate;

typedef struct Search {
	Lower *lo;
	VEC(Candidate) found;
} Search;

static bool is_scope(enum CXCursorKind kind)
{
	return kind == CXCursor_Namespace || kind == CXCursor_LinkageSpec || kind == CXCursor_UnexposedDecl;
}

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	Search *search = data;
	enum CXCursorKind kind = clang_getCursorKind(c);
	if (clang_Location_isInSystemHeader(clang_getCursorLocation(c)) || cursor_is_system(c))
		return CXChildVisit_Continue;
	if (is_scope(kind))
		return CXChildVisit_Recurse;
	bool is_template = kind == CXCursor_FunctionTemplate;
	if ((is_template || kind == CXCursor_FunctionDecl) && clang_isCursorDefinition(c) && cursor_has(c, CXCursor_CUDAGlobalAttr))
		vec_push(search->lo->scratch, &search->found, ((Candidate){ c, cursor_range(search->lo, c), is_template }));
	return CXChildVisit_Continue;
}

static void find_candidates(Search *search)
{
	if (!search->found.n)
		clang_visitChildren(clang_getTranslationUnitCursor(search->lo->tu), visit, search);
}

/* The one that contains the comment, else the next one after it. */
static const Candidate *meant(const Search *search, Loc at)
{
	const Candidate *best = NULL;
	for (int i = 0; i < search->found.n; i++) {
		const Candidate *c = &search->found.at[i];
		if (c->range.begin.file != at.file || c->range.end.offset <= at.offset)
			continue;
		if (!best || c->range.begin.offset < best->range.begin.offset)
			best = c;
	}
	return best;
}

/* --- what is added -------------------------------------------------------------------------------- */

/* "template <typename T, int N>" as in the source. */
static const char *head_of(Lower *lo, const Candidate *c)
{
	size_t size;
	const char *s = source_text(lo->unit->sources, c->range.begin.file, &size);
	Text text = { s, size, c->range.begin.offset, false };
	if (!s || !token_is(&text, token_next_code(&text), "template") || !token_is(&text, token_next_code(&text), "<") ||
	    !token_skip_bracket(&text, "<", ">"))
		return "";
	return arena_strndup(lo->arena, s + c->range.begin.offset, text.at - c->range.begin.offset);
}

/* Adds "namespace a { namespace { " around `c`, the outermost first; the number of namespaces. */
static int open_scopes(Lower *lo, Buf *out, CXCursor c)
{
	CXCursor parent = clang_getCursorSemanticParent(c);
	if (clang_Cursor_isNull(parent) || clang_getCursorKind(parent) == CXCursor_TranslationUnit)
		return 0;
	int n = open_scopes(lo, out, parent);
	if (clang_getCursorKind(parent) != CXCursor_Namespace)
		return n;
	const char *name = clang_Cursor_isAnonymous(parent) ? "" : cursor_name(lo, parent);
	buf_printf(out, "%snamespace %s { ", clang_Cursor_isInlineNamespace(parent) ? "inline " : "", name);
	return n + 1;
}

static const char *text_of(Lower *lo, const Candidate *c, const char *args, int number)
{
	Buf out = { 0 };
	buf_putc(&out, '\n');
	int n = open_scopes(lo, &out, c->cursor);
	buf_printf(&out, "__attribute__((unused)) static auto *__smemlint_asked_%d = &%s<%s>;", number, cursor_name(lo, c->cursor), args);
	while (n--)
		buf_puts(&out, " }");
	const char *text = arena_strdup(lo->arena, out.s);
	buf_free(&out);
	return text;
}

static void add_problem(Lower *lo, ParseProblems *problems, Loc loc, const char *message)
{
	vec_push(lo->arena, problems, ((ParseProblem){ .loc = loc, .message = message, .of_comment = true }));
}

static void request(Search *search, const Directive *d, Instances *out, ParseProblems *problems)
{
	Lower *lo = search->lo;
	const Candidate *c = meant(search, d->loc);
	const char *name = c ? cursor_name(lo, c->cursor) : NULL;
	if (!c)
		add_problem(lo, problems, d->loc, "instantiate: no kernel template follows this comment");
	else if (!c->is_template)
		add_problem(lo, problems, d->loc, arena_printf(lo->arena, "instantiate<%s>: kernel '%s' is not a template", d->text, name));
	else if (d->text_loc.offset == d->loc.offset)
		add_problem(lo, problems, d->loc,
			    arena_printf(lo->arena,
					 "instantiate: template arguments for '%s' are missing, as in "
					 "instantiate<float, 32>",
					 name));
	else if (out->n < MAX_INSTANCES)
		vec_push(lo->arena, out, ((Instance){ d->loc, d->text, name, head_of(lo, c), text_of(lo, c, d->text, out->n) }));
}

/* --- extern template ------------------------------------------------------------------------------- */

static bool mentions(Lower *lo, const FileList *files, const char *words)
{
	bool found = false;
	for (int i = 0; i < files->n && !found; i++) {
		size_t size;
		const char *text = source_text(lo->unit->sources, files->at[i], &size);
		found = text && strstr(text, words);
	}
	return found;
}

typedef struct Declared {
	Lower *lo;
	Instances *out;
} Declared;

static void define(CXCursor instance, void *data)
{
	Declared *declared = data;
	Lower *lo = declared->lo;
	char *text = ast_instantiation(instance);
	if (text && declared->out->n < MAX_INSTANCES)
		vec_push(lo->arena, declared->out,
			 ((Instance){ LOC_NONE, "", cursor_name(lo, instance), "", arena_printf(lo->arena, "\n%s", text) }));
	free(text);
}

/* The compiler would not instantiate them here. */
static void find_declared(Search *search, const FileList *files, Instances *out)
{
	Declared declared = { search->lo, out };
	if (!mentions(search->lo, files, "extern template"))
		return;
	find_candidates(search);
	for (int i = 0; i < search->found.n; i++)
		if (search->found.at[i].is_template)
			ast_extern_instances(search->found.at[i].cursor, define, &declared);
}

void instances_find(Lower *lo, const FileList *files, Instances *out, ParseProblems *problems)
{
	Directives found = { 0 };
	Search search = { .lo = lo };
	find_declared(&search, files, out);
	for (int i = 0; i < files->n; i++) {
		size_t size;
		const char *text = source_text(lo->unit->sources, files->at[i], &size);
		if (text && strstr(text, "instantiate"))
			directives_scan(lo->arena, text, size, source_start(lo->unit->sources, files->at[i]), &found);
	}
	if (!found.n)
		return;
	find_candidates(&search);
	for (int i = 0; i < found.n; i++)
		if (strcmp(found.at[i].verb, "instantiate") == 0)
			request(&search, &found.at[i], out, problems);
}

/* Clang's message on the address of a template ("overloaded function") names neither arguments nor parameters. */
const char *instance_problem(Arena *arena, const Instance *instance, const char *message)
{
	if (!strstr(message, "overloaded function"))
		return arena_printf(arena, "instantiate<%s>: %s", instance->args, message);
	return arena_printf(arena, "instantiate<%s>: '%s' has no such instance%s%s", instance->args, instance->kernel,
			    *instance->head ? "; it is declared as " : "", instance->head);
}
