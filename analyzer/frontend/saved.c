/* Translation units of callers (analysis/program.h), which several files of a run are linked with: parsed once, saved, and loaded
 * in a fraction of the time. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "ast/ast.h"
#include "base/buf.h"
#include "frontend/translation.h"

const char *frontend_unit_command(Arena *arena, const ParseOptions *options)
{
	const Command *command = command_make(arena, &options->compile);
	Buf text = { 0 };
	buf_puts(&text, options->file);
	for (int i = 0; i < command->n_argv; i++)
		buf_printf(&text, "\n%s", command->argv[i]);
	const char *words = arena_strndup(arena, text.s, text.n);
	buf_free(&text);
	return words;
}

/* --- saving ------------------------------------------------------------------------------------- */

static void note_header(Arena *arena, CXSourceLocation begin, Names *out)
{
	CXFile file;
	clang_getFileLocation(begin, &file, NULL, NULL, NULL);
	if (!file || clang_Location_isFromMainFile(begin) || clang_Location_isInSystemHeader(begin))
		return;
	CXString name = clang_getFileName(file);
	const char *path = clang_getCString(name);
	if (strncmp(path, PRELUDE_ROOT "/", sizeof PRELUDE_ROOT) != 0)
		vec_push(arena, out, (const char *)arena_strdup(arena, path));
	clang_disposeString(name);
}

void saved_headers(Arena *arena, CXTranslationUnit tu, Names *out)
{
	CXSourceLocation begin;
	for (int i = -1; (i = ast_next_text(tu, i, &begin)) >= 0;)
		note_header(arena, begin, out);
}

void saved_order(Lower *lo, const Source *source)
{
	Names names = { 0 };
	if (source->kept) /* it would read all precompiled headers */
		return;
	saved_headers(lo->arena, lo->tu, &names);
	for (int i = 0; lo->precompiled && i < lo->precompiled->n; i++)
		vec_push(lo->arena, &names, lo->precompiled->at[i]);
	if (names.n)
		names_sort(&names);
	source_set_order(lo->unit->sources, names.at, names.n);
}

/* LLVM, which would remove a half-written file when a signal ends the process, gives the thread another stack for signals, which the
 * thread's end (of AddressSanitizer) takes for its own. */
bool saved_write(Lower *lo, const Source *source)
{
	stack_t before;
	const char *path = source->options->save;
	const bool known = sigaltstack(NULL, &before) == 0;
	const bool saved = clang_saveTranslationUnit(lo->tu, path, CXSaveTranslationUnit_None) == CXSaveError_None;
	if (known)
		(void)sigaltstack(&before, NULL);
	if (!saved)
		remove(path);
	return saved;
}

bool frontend_save_unit(Arena *arena, const ParseOptions *options, const char *path, Inputs *inputs, Names *headers)
{
	ParseOptions saving = *options;
	saving.save = path;
	saving.once = true;
	const Unit *unit = frontend_parse(arena, &saving);
	if (unit->unusable || unit->n_problems)
		return false;
	*inputs = unit->inputs;
	for (int i = 0; i < unit->sources->files.n; i++)
		vec_push(arena, headers, source_path(unit->sources, i));
	return true;
}

/* --- loading ------------------------------------------------------------------------------------ */

const SavedUnit *frontend_saved(Arena *arena, const ParseOptions *options)
{
	const SavedUnits *all = options->saved;
	const char *command = all && all->n ? frontend_unit_command(arena, options) : NULL;
	for (int i = 0; command && i < all->n; i++)
		if (strcmp(all->at[i].command, command) == 0)
			return &all->at[i];
	return NULL;
}

CXTranslationUnit saved_load(Lower *lo, Source *source, Inputs *inputs)
{
	CXTranslationUnit tu = NULL;
	const SavedUnit *saved = frontend_saved(lo->scratch, source->options);
	if (!saved || clang_createTranslationUnit2(source->index, saved->path, &tu) != CXError_Success)
		return NULL;
	lo->precompiled = &saved->headers;
	*inputs = saved->inputs;
	return tu;
}
