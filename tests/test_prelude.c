/* The bundled declarations: those that a program mentions are kept when the prelude is trimmed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <clang-c/Index.h>
#include <cmocka.h>

#include "base/vec.h"
#include "database/command.h"

enum { MAX_FILES = 512 };

typedef struct Name {
	const char *text;
	int n; /* declarations that have it */
} Name;

typedef struct NameList {
	Arena *arena;
	VEC(Name) list;
} NameList;

static int errors;

/* --- declarations ----------------------------------------------------------------------------- */

static bool is_listed(enum CXCursorKind kind)
{
	switch (kind) {
	case CXCursor_FunctionDecl:
	case CXCursor_FunctionTemplate:
	case CXCursor_StructDecl:
	case CXCursor_ClassTemplate:
	case CXCursor_ClassTemplatePartialSpecialization:
	case CXCursor_UnionDecl:
	case CXCursor_EnumDecl:
	case CXCursor_EnumConstantDecl:
	case CXCursor_TypedefDecl:
	case CXCursor_TypeAliasDecl:
	case CXCursor_VarDecl:
	case CXCursor_MacroDefinition:
	case CXCursor_UsingDeclaration:
		return true;
	default:
		return false;
	}
}

static void add(NameList *names, const char *text)
{
	for (int i = 0; i < names->list.n; i++)
		if (strcmp(names->list.at[i].text, text) == 0) {
			names->list.at[i].n++;
			return;
		}
	vec_push(names->arena, &names->list, ((Name){ arena_strdup(names->arena, text), 1 }));
}

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data)
{
	(void)parent;
	enum CXCursorKind kind = clang_getCursorKind(c);
	CXFile file;
	clang_getExpansionLocation(clang_getCursorLocation(c), &file, NULL, NULL, NULL);
	if (file && is_listed(kind)) {
		CXString text = clang_getCursorSpelling(c);
		const char *s = clang_getCString(text);
		if (*s && !strstr(s, "SMEMLINT") && !strstr(s, "smemlint") && *s != '(')
			add(data, s);
		clang_disposeString(text);
	}
	bool is_outer = kind == CXCursor_LinkageSpec || kind == CXCursor_Namespace || kind == CXCursor_EnumDecl;
	return is_outer ? CXChildVisit_Recurse : CXChildVisit_Continue;
}

/* The names that the program and the given files declare. */
static NameList declared(Arena *arena, const Command *command, const PreludeFile *files, int n, const char *program)
{
	struct CXUnsavedFile unsaved[MAX_FILES];
	assert_in_range(n, 1, MAX_FILES - 1);
	for (int i = 0; i < n; i++)
		unsaved[i] = (struct CXUnsavedFile){ files[i].path, files[i].text, files[i].size };
	unsaved[n] = (struct CXUnsavedFile){ "program.cu", program, strlen(program) };
	NameList names = { .arena = arena };
	CXIndex index = clang_createIndex(0, 0);
	CXTranslationUnit tu = NULL;
	clang_parseTranslationUnit2FullArgv(index, "program.cu", command->argv, command->n_argv, unsaved, (unsigned)n + 1,
					    CXTranslationUnit_DetailedPreprocessingRecord, &tu);
	assert_non_null(tu);
	for (unsigned i = 0; i < clang_getNumDiagnostics(tu); i++) {
		CXString text = clang_formatDiagnostic(clang_getDiagnostic(tu, i), CXDiagnostic_DisplaySourceLocation);
		printf("%s: %s\n", program, clang_getCString(text));
		clang_disposeString(text);
		errors++;
	}
	clang_visitChildren(clang_getTranslationUnitCursor(tu), visit, &names);
	clang_disposeTranslationUnit(tu);
	clang_disposeIndex(index);
	return names;
}

static int count(const NameList *names, const char *text)
{
	for (int i = 0; i < names->list.n; i++)
		if (strcmp(names->list.at[i].text, text) == 0)
			return names->list.at[i].n;
	return 0;
}

/* --- tests ------------------------------------------------------------------------------------ */

static const Command *prelude_command(Arena *arena)
{
	return command_make(arena, &(CommandOptions){ .cuda_path = "none" });
}

static NameList declared_for(Arena *arena, const Command *command, const char *program)
{
	int n = command->n_files;
	const PreludeUse use = { .text = program, .size = strlen(program) };
	const PreludeFile *files = prelude_trim(arena, command->files, &n, &use);
	assert_ptr_not_equal(files, command->files);
	return declared(arena, command, files, n, program);
}

static void test_names(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	const Command *command = prelude_command(arena);
	const NameList all = declared(arena, command, command->files, command->n_files, "int nothing;\n");
	assert_in_range(all.list.n, 500, 5000);
	for (int i = 0; i < all.list.n; i++) {
		const Name *name = &all.list.at[i];
		const NameList some = declared_for(arena, command, arena_printf(arena, "int nothing; // %s\n", name->text));
		if (count(&some, name->text) == name->n)
			continue;
		printf("%s: %d of %d declarations\n", name->text, count(&some, name->text), name->n);
		errors++;
	}
	arena_free(arena);
	assert_int_equal(errors, 0);
}

static void test_little(void **state)
{
	(void)state;
	Arena *arena = arena_new();
	const Command *command = prelude_command(arena);
	const NameList names = declared_for(arena, command, "__global__ void f(float4 *p) { p[threadIdx.x].x = sqrtf(2); }\n");
	assert_int_equal(count(&names, "sqrtf"), 3); /* the device's, the host's, and in std */
	assert_int_equal(count(&names, "make_float4"), 1);
	assert_int_equal(count(&names, "sinf"), 0);
	assert_int_equal(count(&names, "blockDim"), 0);
	assert_int_equal(count(&names, "cudaMalloc"), 0);
	arena_free(arena);
}

/* Programs whose words are not all known get all of the prelude. */
static void test_all(void **state)
{
	(void)state;
	static const char *const programs[] = {
		"#include \"x.h\"\n", "#include <vector>\n", "#define A(x) x##f\n",
		"%:define A\n",       "#include NAME\n",     "# /* */ include <x.h>\n",
	};
	Arena *arena = arena_new();
	const Command *command = prelude_command(arena);
	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
		int n = command->n_files;
		const PreludeUse use = { .text = programs[i], .size = strlen(programs[i]) };
		assert_ptr_equal(prelude_trim(arena, command->files, &n, &use), command->files);
		assert_int_equal(n, command->n_files);
	}
	arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_little),
		cmocka_unit_test(test_all),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
