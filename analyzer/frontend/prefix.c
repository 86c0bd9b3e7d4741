/* The headers that are included before every source, precompiled. */
#include <stdio.h>
#include <string.h>

#include "frontend/translation.h"

#define PREFIX_FILE PRELUDE_ROOT "/prefix.cu"
#define PREFIX_NAME ".smemlint-prefix.cu" /* in a folder */

/* Whether flags include files before the source: these may be edited before a parse, so they must not be precompiled. */
static bool includes_files(const Command *command)
{
	for (int i = command->n_own; i < command->n_argv; i++)
		if (strncmp(command->argv[i], "-include", 8) == 0 || strncmp(command->argv[i], "-imacros", 8) == 0)
			return true;
	return false;
}

bool frontend_has_prefix(Arena *arena, const ParseOptions *options)
{
	const Command *command = command_make(arena, &options->compile);
	return command->toolkit && !includes_files(command);
}

/* As a source would that has these lines and nothing else. */
static CXTranslationUnit parse_leading(Arena *arena, CXIndex index, const Command *command, const ParseOptions *options)
{
	const char *folder = options->leading ? options->leading->folder : NULL;
	const char *name = folder ? path_join(arena, folder, PREFIX_NAME) : PREFIX_FILE;
	const char *text = options->leading ? options->leading->text : "";
	CXTranslationUnit tu = NULL;
	struct CXUnsavedFile *files = arena_array(arena, struct CXUnsavedFile, command->n_files + 1);
	for (int i = 0; i < command->n_files; i++)
		files[i] = (struct CXUnsavedFile){ command->files[i].path, command->files[i].text, command->files[i].size };
	int n_words = command->n_argv;
	const char **words = arena_array(arena, const char *, n_words + 3);
	memcpy(words, command->argv, sizeof *words * (size_t)n_words);
	if (options->leading)
		words[n_words++] = "-fpch-instantiate-templates";
	if (options->prefix) {
		words[n_words++] = "-include-pch";
		words[n_words++] = options->prefix;
	}
	files[command->n_files] = (struct CXUnsavedFile){ name, text, strlen(text) };
	if (clang_parseTranslationUnit2FullArgv(index, name, words, n_words, files, (unsigned)command->n_files + 1,
						CXTranslationUnit_Incomplete | CXTranslationUnit_ForSerialization, &tu) != CXError_Success)
		return NULL;
	return tu;
}

bool frontend_save_prefix(Arena *arena, const ParseOptions *options, const char *path, Inputs *inputs, Names *headers)
{
	CXIndex index = clang_createIndex(0, 0);
	CXTranslationUnit tu = parse_leading(arena, index, command_make(arena, &options->compile), options);
	bool saved = tu && !translation_failed(tu, CXDiagnostic_Error);
	if (tu) {
		translation_inputs(arena, tu, inputs, PREFIX_NAME);
		saved_headers(arena, tu, headers);
	}
	saved = saved && clang_saveTranslationUnit(tu, path, CXSaveTranslationUnit_None) == CXSaveError_None;
	if (!saved)
		remove(path);
	if (tu)
		clang_disposeTranslationUnit(tu);
	clang_disposeIndex(index);
	return saved;
}
