/* The bundled declarations work with any macros of a program: -DN=32, -DT=float.  Names that are not CUDA's or the library's are
 * reserved identifiers, as in the libraries of compilers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include <clang-c/Index.h>
#include <cmocka.h>

#include "base/vec.h"
#include "database/command.h"

enum { MAX_FILES = 512, TABLE = 4096 };

/* A set of words. */
typedef struct Words {
	Arena *arena;
	VEC(const char *) of[TABLE];
	int n;
} Words;

static bool has(const Words *words, const char *word, unsigned *at)
{
	*at = 0;
	for (const char *c = word; *c; c++)
		*at = (*at * 31 + (unsigned char)*c) % TABLE;
	for (int i = 0; i < words->of[*at].n; i++)
		if (strcmp(words->of[*at].at[i], word) == 0)
			return true;
	return false;
}

static bool add(Words *words, const char *word)
{
	unsigned at;
	if (!*word || has(words, word, &at))
		return false;
	vec_push(words->arena, &words->of[at], (const char *)arena_strdup(words->arena, word));
	words->n++;
	return true;
}

static bool is_reserved(const char *name)
{
	return name[0] == '_' && (name[1] == '_' || isupper((unsigned char)name[1]));
}

/* --- declarations ------------------------------------------------------------------------------- */

typedef struct Declared {
	Words *names;   /* names that a program may use */
	int n_bad;      /* names of parameters and variables that are not reserved */
} Declared;

static bool is_inner(enum CXCursorKind kind, CXCursor c)
{
	const enum CXCursorKind parent = clang_getCursorKind(clang_getCursorSemanticParent(c));
	const bool in_function = parent == CXCursor_FunctionDecl || parent == CXCursor_CXXMethod || parent == CXCursor_FunctionTemplate ||
				 parent == CXCursor_Constructor || parent == CXCursor_ConversionFunction;
	return kind == CXCursor_ParmDecl || kind == CXCursor_TemplateTypeParameter || kind == CXCursor_NonTypeTemplateParameter ||
	       kind == CXCursor_TemplateTemplateParameter || (kind == CXCursor_VarDecl && in_function);
}

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	Declared *declared = data;
	const enum CXCursorKind kind = clang_getCursorKind(c);
	CXString text = clang_getCursorSpelling(c);
	const char *name = clang_getCString(text);
	if (is_inner(kind, c)) {
		if (*name && !is_reserved(name)) {
			CXFile file;
			unsigned line;
			clang_getExpansionLocation(clang_getCursorLocation(c), &file, &line, NULL, NULL);
			CXString path = clang_getFileName(file);
			printf("%s:%u: '%s' is not reserved\n", clang_getCString(path), line, name);
			clang_disposeString(path);
			declared->n_bad++;
		}
	} else if (clang_isDeclaration(kind) || kind == CXCursor_MacroDefinition) {
		char word[256];
		snprintf(word, sizeof word, "%.*s", (int)strcspn(name, "<( "), name);
		add(declared->names, word);
	}
	clang_disposeString(text);
	return CXChildVisit_Recurse;
}

/* --- the text -------------------------------------------------------------------------------------- */

static bool is_text(const char *text, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(text, words[i]) == 0)
			return true;
	return false;
}

/* Of a directive only a macro's replacement is code of the program; names of attributes are the compiler's. */
typedef struct Place {
	unsigned line;
	bool is_skipped, after_hash, after_define;
	int attribute; /* number of open parentheses */
} Place;

static bool is_code(Place *place, const char *text, unsigned line)
{
	static const char *const attributes[] = { "__attribute__", "__declspec" };
	if (line != place->line)
		*place = (Place){ .line = line, .attribute = place->attribute };
	if (place->after_hash || place->after_define) {
		place->after_define = place->after_hash && strcmp(text, "define") == 0;
		place->is_skipped = place->after_hash && !place->after_define;
		place->after_hash = false;
		return false;
	}
	place->after_hash = strcmp(text, "#") == 0 && !place->is_skipped;
	if (is_text(text, attributes, 2))
		place->attribute = 1;
	else if (place->attribute > 0)
		place->attribute += strcmp(text, "(") == 0 ? 1 : strcmp(text, ")") == 0 ? -1 : 0;
	if (place->attribute == 1 && strcmp(text, ")") == 0)
		place->attribute = 0;
	return !place->is_skipped && !place->attribute;
}

static void scan(CXTranslationUnit tu, const PreludeFile *file, const Words *declared, Words *out)
{
	static const char *const special[] = { "final", "override", "host", "device", "global" }; /* the compiler's */
	CXFile handle = clang_getFile(tu, file->path);
	CXToken *tokens = NULL;
	unsigned n = 0, at;
	Place place = { 0 };
	if (!handle || !file->size)
		return;
	clang_tokenize(
		tu, clang_getRange(clang_getLocationForOffset(tu, handle, 0), clang_getLocationForOffset(tu, handle, (unsigned)file->size)),
		&tokens, &n);
	for (unsigned i = 0; i < n; i++) {
		unsigned line;
		CXString spelling = clang_getTokenSpelling(tu, tokens[i]);
		const char *text = clang_getCString(spelling);
		clang_getExpansionLocation(clang_getTokenLocation(tu, tokens[i]), NULL, &line, NULL, NULL);
		const bool is = clang_getTokenKind(tokens[i]) != CXToken_Comment && is_code(&place, text, line);
		if (is && clang_getTokenKind(tokens[i]) == CXToken_Identifier && !is_reserved(text) && !has(declared, text, &at) &&
		    !is_text(text, special, sizeof special / sizeof *special))
			add(out, text);
		clang_disposeString(spelling);
	}
	clang_disposeTokens(tu, tokens, n);
}

/* --- parsing ------------------------------------------------------------------------------------- */

static CXTranslationUnit parse(CXIndex index, const Command *command, const char *program, const char *macros, int *errors)
{
	struct CXUnsavedFile unsaved[MAX_FILES];
	const char *argv[MAX_FILES];
	CXTranslationUnit tu = NULL;
	assert_in_range(command->n_files, 1, MAX_FILES - 2);
	assert_in_range(command->n_argv, 1, MAX_FILES - 2);
	for (int i = 0; i < command->n_files; i++)
		unsaved[i] = (struct CXUnsavedFile){ command->files[i].path, command->files[i].text, command->files[i].size };
	unsaved[command->n_files] = (struct CXUnsavedFile){ "program.cu", program, strlen(program) };
	unsaved[command->n_files + 1] = (struct CXUnsavedFile){ "/__smemlint__/macros.h", macros, strlen(macros) };
	/* before everything else, as macros of the command line are */
	int n = 0, first = 1;
	argv[n++] = command->argv[0];
	argv[n++] = "-include";
	argv[n++] = "/__smemlint__/macros.h";
	while (first < command->n_argv)
		argv[n++] = command->argv[first++];
	clang_parseTranslationUnit2FullArgv(index, "program.cu", argv, n, unsaved, (unsigned)command->n_files + 2,
					    CXTranslationUnit_DetailedPreprocessingRecord, &tu);
	assert_non_null(tu);
	*errors = (int)clang_getNumDiagnostics(tu);
	for (int i = 0; i < *errors && i < 20; i++) {
		CXString text = clang_formatDiagnostic(clang_getDiagnostic(tu, (unsigned)i), CXDiagnostic_DisplaySourceLocation);
		printf("%s\n", clang_getCString(text));
		clang_disposeString(text);
	}
	return tu;
}

static void names(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	const char *flags[] = { "-nostdinc", "-nostdinc++" }, *program = "", *macros = "";
	const Command *command = command_make(arena, &(CommandOptions){ .cuda_path = "none", .flags = flags, .n_flags = 2 });
	for (int i = 0; i < command->n_files; i++)
		program = arena_printf(arena, "%s#include \"%s\"\n", program, command->files[i].path);
	Words *declared = arena_new_of(arena, Words), *words = arena_new_of(arena, Words);
	declared->arena = words->arena = arena;
	Declared found = { declared, 0 };
	int errors;
	CXIndex index = clang_createIndex(0, 0);
	CXTranslationUnit tu = parse(index, command, program, "", &errors);
	assert_int_equal(errors, 0);
	clang_visitChildren(clang_getTranslationUnitCursor(tu), visit, &found);
	assert_in_range(declared->n, 1000, 20000);
	for (int i = 0; i < command->n_files; i++)
		scan(tu, &command->files[i], declared, words);
	clang_disposeTranslationUnit(tu);
	for (char c = 'A'; c <= 'Z'; c++)
		add(words, (char[]){ c, 0 });
	for (int i = 0; i < TABLE; i++)
		for (int k = 0; k < words->of[i].n; k++)
			macros = arena_printf(arena, "%s#define %s @ %s\n", macros, words->of[i].at[k], words->of[i].at[k]);
	assert_in_range(words->n, 26, 500);
	clang_disposeTranslationUnit(parse(index, command, program, macros, &errors));
	clang_disposeIndex(index);
	arena_free(arena);
	assert_int_equal(errors, 0);
	assert_int_equal(found.n_bad, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(names) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
