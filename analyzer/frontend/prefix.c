/* The headers that are included before every source, precompiled. */
#include <stdio.h>
#include <string.h>

#include "frontend/translation.h"

#define PREFIX_FILE PRELUDE_ROOT "/prefix.cu"

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

static CXTranslationUnit parse_nothing(Arena *arena, CXIndex index, const Command *command)
{
	CXTranslationUnit tu = NULL;
	struct CXUnsavedFile *files = arena_array(arena, struct CXUnsavedFile, command->n_files + 1);
	for (int i = 0; i < command->n_files; i++)
		files[i] = (struct CXUnsavedFile){ command->files[i].path, command->files[i].text, command->files[i].size };
	files[command->n_files] = (struct CXUnsavedFile){ PREFIX_FILE, "", 0 };
	if (clang_parseTranslationUnit2FullArgv(index, PREFIX_FILE, command->argv, command->n_argv, files, (unsigned)command->n_files + 1,
						CXTranslationUnit_Incomplete | CXTranslationUnit_ForSerialization, &tu) != CXError_Success)
		return NULL;
	return tu;
}

bool frontend_save_prefix(Arena *arena, const ParseOptions *options, const char *path, Inputs *inputs)
{
	CXIndex index = clang_createIndex(0, 0);
	CXTranslationUnit tu = parse_nothing(arena, index, command_make(arena, &options->compile));
	bool saved = tu && !translation_failed(tu, CXDiagnostic_Error);
	if (saved)
		translation_inputs(arena, tu, inputs);
	saved = saved && clang_saveTranslationUnit(tu, path, CXSaveTranslationUnit_None) == CXSaveError_None;
	if (!saved)
		remove(path);
	if (tu)
		clang_disposeTranslationUnit(tu);
	clang_disposeIndex(index);
	return saved;
}
