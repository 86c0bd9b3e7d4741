#include "frontend/guess.h"

#include <ctype.h>
#include <string.h>

#include "core/tokens.h"
#include "frontend/declare.h"
#include "lower/lower.h"

enum { MAX_WANTED = 1024 };

/* --- errors about names ------------------------------------------------------------------------------- */

/* Errors that name what is not declared, in quotes, perhaps with the namespace it should be in. */
static const char *const naming[] = {
	"use of undeclared identifier '", "unknown type name '",   "no template named '",     "no type named '",      "no member named '",
	"use of undeclared template '",   "function-like macro '", "unknown template name '", "unknown class name '",
};

/* Errors in front of a name that is not declared. */
static const char *const before_name[] = {
	"expected class name",
	"expected namespace name",
	"a type specifier is required for all declarations",
	"C++ requires a type specifier for all declarations",
	"expected unqualified-id",
};

/* Of C++ as it is now, whatever the program is compiled as, and of C: an error stands before them if something else is wrong. */
static const char *const keywords[] = {
	"alignas",   "alignof",   "auto",     "bool",     "break",    "case",    "char",      "class",  "concept",  "const",    "consteval",
	"constexpr", "constinit", "continue", "decltype", "default",  "delete",  "do",        "double", "else",     "enum",     "explicit",
	"extern",    "final",     "float",    "for",      "friend",   "goto",    "if",        "inline", "int",      "long",     "mutable",
	"namespace", "new",       "noexcept", "operator", "override", "private", "protected", "public", "requires", "restrict", "return",
	"short",     "signed",    "sizeof",   "static",   "struct",   "switch",  "template",  "this",   "throw",    "try",      "typedef",
	"typename",  "union",     "unsigned", "using",    "virtual",  "void",    "volatile",  "while",
};

static const char *quoted(Arena *arena, const char **at)
{
	const char *begin = strchr(*at, '\''), *end = begin ? strchr(begin + 1, '\'') : NULL;
	if (!end)
		return NULL;
	*at = end + 1;
	return arena_strndup(arena, begin + 1, (size_t)(end - begin - 1));
}

static bool is_name(const char *name)
{
	if (!name || !*name || isdigit((unsigned char)*name) || strncmp(name, "__smemlint", 10) == 0)
		return false;
	for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
		if (strcmp(name, keywords[i]) == 0)
			return false;
	while (token_is_name_char(*name))
		name++;
	return !*name;
}

static bool is_qualified_name(const char *name)
{
	for (; *name; name++)
		if (!token_is_name_char(*name) && *name != ':')
			return false;
	return true;
}

static const char *name_in_message(Arena *arena, const char *message)
{
	for (size_t i = 0; i < sizeof naming / sizeof *naming; i++) {
		if (strncmp(message, naming[i], strlen(naming[i])) != 0)
			continue;
		const char *name = quoted(arena, &message);
		const char *in = strstr(message, " in namespace '");
		const char *space = in ? quoted(arena, &in) : NULL;
		const bool in_class = strstr(message, " in '") != NULL;
		if (!is_name(name) || in_class || (space && !is_qualified_name(space)))
			return NULL;
		return space ? arena_printf(arena, "%s::%s", space, name) : name;
	}
	return NULL;
}

static const char *name_in_text(Lower *lo, Arena *arena, const char *message, Loc loc)
{
	bool is = false;
	for (size_t i = 0; i < sizeof before_name / sizeof *before_name; i++)
		is = is || strncmp(message, before_name[i], strlen(before_name[i])) == 0;
	size_t size;
	const char *text = is && loc.file >= 0 ? source_text(lo->unit->sources, loc.file, &size) : NULL;
	if (!text || (size_t)loc.offset >= size)
		return NULL;
	const char *begin = text + loc.offset, *end = begin;
	while (end < text + size && token_is_name_char(*end))
		end++;
	const char *name = arena_strndup(arena, begin, (size_t)(end - begin));
	return is_name(name) ? name : NULL;
}

/* --- names ------------------------------------------------------------------------------------------- */

static bool has(const NameList *list, const char *name)
{
	for (int i = 0; i < list->n; i++)
		if (strcmp(list->at[i], name) == 0)
			return true;
	return false;
}

/* The header that declares the name, or NULL. */
static const char *header_of(const char *name)
{
	static const struct {
		const char *name, *header;
	} known[] = {
#define NAME(name, header) { name, header },
#include "frontend/names.def"
#undef NAME
	};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(known[i].name, name) == 0)
			return known[i].header;
	return NULL;
}

static bool want_header(Guess *guess, const char *header, const char *name, Loc loc)
{
	for (int i = 0; i < guess->headers.n; i++)
		if (strcmp(guess->headers.at[i].header, header) == 0)
			return false;
	vec_push(guess->arena, &guess->headers, ((GuessedHeader){ header, name, loc }));
	return true;
}

static bool want(Guess *guess, const char *name, Loc loc)
{
	const char *header = header_of(name);
	if (header)
		return want_header(guess, header, name, loc);
	if (guess->only_known || strncmp(name, "std::", 5) == 0 || has(&guess->wanted, name) || guess->wanted.n >= MAX_WANTED)
		return false;
	vec_push(guess->arena, &guess->wanted, name);
	return true;
}

/* Whether errors in this file can cost anything: it has code of the device, or launches. */
static bool is_of_device(Lower *lo, int file)
{
	size_t size;
	const char *text = file >= 0 ? source_text(lo->unit->sources, file, &size) : NULL;
	return text &&
	       (strstr(text, "__global__") || strstr(text, "__device__") || token_has_launch(text, size) || strstr(text, "cudaLaunch"));
}

/* The program itself declares it. */
static bool unwant(Guess *guess, const char *message)
{
	const char *name = strncmp(message, "redefinition of '", 17) == 0 ? quoted(guess->arena, &message) : NULL;
	for (int i = 0; name && i < guess->wanted.n; i++) {
		if (strcmp(guess->wanted.at[i], name) != 0)
			continue;
		guess->wanted.at[i] = guess->wanted.at[--guess->wanted.n];
		return true;
	}
	return false;
}

static bool learn_from(Guess *guess, Lower *lo, CXDiagnostic diagnostic)
{
	CXSourceLocation at = clang_getDiagnosticLocation(diagnostic);
	if (clang_getDiagnosticSeverity(diagnostic) < CXDiagnostic_Error || clang_Location_isInSystemHeader(at))
		return false;
	CXString text = clang_getDiagnosticSpelling(diagnostic);
	const Loc loc = lower_loc(lo, at);
	const char *message = clang_getCString(text);
	const char *name = name_in_message(guess->arena, message);
	if (!name)
		name = name_in_text(lo, guess->arena, message, loc);
	const bool dropped = unwant(guess, message);
	clang_disposeString(text);
	guess->is_worth = guess->is_worth || (name && (guess->only_known || is_of_device(lo, loc.file)));
	return (name && want(guess, name, loc)) || dropped;
}

/* --- the header ---------------------------------------------------------------------------------------- */

static void make_text(Guess *guess, Lower *lo, const FileList *files)
{
	Uses *uses = arena_new_of(lo->scratch, Uses);
	Buf out = { 0 };
	uses->arena = lo->scratch;
	for (int i = 0; i < guess->wanted.n; i++)
		uses_want(uses, guess->wanted.at[i]);
	for (int i = 0; i < files->n; i++) {
		size_t size;
		const char *text = source_text(lo->unit->sources, files->at[i], &size);
		if (text)
			uses_read(uses, text, size);
	}
	for (int i = 0; i < guess->headers.n; i++)
		buf_printf(&out, "#if __has_include(<%s>)\n#include <%s>\n#endif\n", guess->headers.at[i].header,
			   guess->headers.at[i].header);
	declare_uses(&out, uses);
	guess->text = arena_strndup(guess->arena, out.s, out.n);
	buf_free(&out);
}

bool guess_learn(Guess *guess, Lower *lo, const FileList *files)
{
	const CXDiagnosticSet set = clang_getDiagnosticSetFromTU(lo->tu);
	const unsigned n = clang_getNumDiagnosticsInSet(set);
	bool learnt = false;
	for (unsigned i = 0; i < n; i++) {
		CXDiagnostic diagnostic = clang_getDiagnosticInSet(set, i);
		learnt = learn_from(guess, lo, diagnostic) || learnt;
		clang_disposeDiagnostic(diagnostic);
	}
	if (!learnt || !guess->is_worth)
		return false;
	make_text(guess, lo, files);
	return true;
}
