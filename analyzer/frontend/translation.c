#include "frontend/translation.h"

#include <stdlib.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/buf.h"
#include "base/heap.h"
#include "base/usage.h"
#include "frontend/kept_files.h"

/* --- the cache ----------------------------------------------------------------------------------- */

enum { MAX_KEPT = 8 };

/* Each further parse of a unit makes all later ones slower: libclang adds a virtual file system for the precompiled headers and
 * looks for every header in all of them (setupPreambleStorage() in its PrecompiledPreamble.cpp).  After STALE_AFTER parses a unit
 * should be dropped when the caller is idle; after REPARSE_AFTER it is in any case. */
enum { STALE_AFTER = 48, REPARSE_AFTER = 256 };

typedef struct KeptUnit {
	char *key;             /* file and command; NULL: free */
	CXIndex index;
	CXTranslationUnit tu;  /* NULL: not parsed yet, or libclang failed */
	int n_reparsed;        /* how often it was parsed again */
	bool is_forced;        /* missing_forced() when it was parsed */
	KeptFiles files;
	Missing missing;       /* in an arena of its own */
	long used;             /* ParseCache.now of its last use */
} KeptUnit;

struct ParseCache {
	KeptUnit at[MAX_KEPT];
	long now; /* number of uses */
};

ParseCache *parse_cache_new(void)
{
	return heap_alloc(1, sizeof(ParseCache));
}

/* Frees the unit, and returns its memory to the system: the next unit may not fit into the free blocks. */
static void drop_unit(KeptUnit *kept)
{
	if (kept->tu) {
		clang_disposeTranslationUnit(kept->tu);
#ifdef __GLIBC__
		malloc_trim(0);
#endif
	}
	kept->tu = NULL;
	kept->n_reparsed = 0;
}

static void forget(KeptUnit *kept)
{
	drop_unit(kept);
	if (kept->index)
		clang_disposeIndex(kept->index);
	kept_files_free(&kept->files);
	if (kept->missing.arena)
		arena_free(kept->missing.arena);
	free(kept->key);
	*kept = (KeptUnit){ .key = NULL };
}

void parse_cache_free(ParseCache *cache)
{
	for (int i = 0; cache && i < MAX_KEPT; i++)
		forget(&cache->at[i]);
	free(cache);
}

static bool is_stale(const KeptUnit *kept)
{
	return kept->tu && kept->n_reparsed >= STALE_AFTER;
}

bool parse_cache_is_stale(const ParseCache *cache)
{
	bool some = false;
	for (int i = 0; i < MAX_KEPT; i++)
		some = some || is_stale(&cache->at[i]);
	return some;
}

void parse_cache_drop_stale(ParseCache *cache)
{
	for (int i = 0; i < MAX_KEPT; i++)
		if (is_stale(&cache->at[i]))
			drop_unit(&cache->at[i]);
}

static Buf key_of(const Source *source)
{
	Buf key = { 0 };
	buf_puts(&key, source->options->file);
	for (int i = 0; i < source->command->n_argv; i++)
		buf_printf(&key, "\n%s", source->command->argv[i]);
	return key;
}

/* Precompiled headers are kept in memory, so that a process that is killed leaves no files. */
static CXIndex index_for_keeping(void)
{
	CXIndex index = NULL;
#if SMEMLINT_LLVM_VERSION >= 17 /* before, they are files in TMPDIR */
	CXIndexOptions options = { .Size = sizeof options, .StorePreamblesInMemory = 1 };
	index = clang_createIndexWithOptions(&options);
#endif
	return index ? index : clang_createIndex(0, 0);
}

/* The entry of this file and command, or else the least recently used one, emptied. */
static KeptUnit *keep(ParseCache *cache, const Source *source)
{
	Buf key = key_of(source);
	KeptUnit *kept = &cache->at[0];
	for (int i = 0; i < MAX_KEPT; i++) {
		if (cache->at[i].key && strcmp(cache->at[i].key, key.s) == 0) {
			kept = &cache->at[i];
			break;
		}
		if (cache->at[i].used < kept->used)
			kept = &cache->at[i];
	}
	kept->used = ++cache->now;
	if (kept->key && strcmp(kept->key, key.s) == 0) {
		buf_free(&key);
		return kept;
	}
	forget(kept);
	*kept = (KeptUnit){ .key = key.s, .index = index_for_keeping(), .used = cache->now };
	return kept;
}

/* --- parsing ------------------------------------------------------------------------------------- */

static bool is_edited(const Lower *lo, const char *path)
{
	for (int i = 0; i < lo->n_insertions; i++)
		if (lo->insertions[i].text && strcmp(source_path(lo->unit->sources, lo->insertions[i].file), path) == 0)
			return true;
	return false;
}

/* Files whose text is not the one on disk: held and edited ones, the prelude's, those in place of missing headers, and
 * the main file if its text is given. */
static struct CXUnsavedFile *unsaved_files(Lower *lo, const Source *source, unsigned *n)
{
	const HeldTexts *held = source->options->held;
	const Missing *missing = source->missing;
	int n_held = held ? held->n : 0, max = source->n_prelude + missing->files.n + lo->n_insertions + n_held + 1;
	struct CXUnsavedFile *files = arena_array(lo->scratch, struct CXUnsavedFile, max);
	*n = 0;
	for (int i = 0; i < n_held; i++)
		if (!is_edited(lo, held->at[i].path))
			files[(*n)++] = (struct CXUnsavedFile){ held->at[i].path, held->at[i].text, held->at[i].size };
	for (int i = 0; i < missing->files.n; i++)
		files[(*n)++] = (struct CXUnsavedFile){ missing->files.at[i].path, missing->files.at[i].text, missing->files.at[i].size };
	for (int i = 0; i < source->n_prelude; i++)
		files[(*n)++] = (struct CXUnsavedFile){ source->prelude[i].path, source->prelude[i].text, source->prelude[i].size };
	bool main_edited = false;
	for (int i = 0; i < lo->n_insertions; i++) {
		const Insertions *insertions = &lo->insertions[i];
		if (!insertions->text)
			continue;
		const char *path = source_path(lo->unit->sources, insertions->file);
		main_edited |= insertions->file == lo->unit->main_file;
		files[(*n)++] = (struct CXUnsavedFile){ path, insertions->text, insertions->size };
	}
	if (source->options->text && !main_edited)
		files[(*n)++] = (struct CXUnsavedFile){ source->options->file, source->text, source->size };
	return files;
}

/* What a macro gives is in the file that defines the macro, too. */
static bool is_only_in(CXSourceLocation at, CXFile file)
{
	CXFile expanded, spelled;
	clang_getExpansionLocation(at, &expanded, NULL, NULL, NULL);
	clang_getSpellingLocation(at, &spelled, NULL, NULL, NULL);
	return expanded && spelled && clang_File_isEqual(expanded, file) && clang_File_isEqual(spelled, file);
}

/* One as severe as `least`; except: a file whose own ones do not count, or NULL. */
static bool has_error(CXTranslationUnit tu, enum CXDiagnosticSeverity least, CXFile except)
{
	bool found = false;
	/* clang_getDiagnostic() would make the whole set anew for each of them, where there are notes. */
	const CXDiagnosticSet set = clang_getDiagnosticSetFromTU(tu);
	unsigned n = clang_getNumDiagnosticsInSet(set);
	for (unsigned i = 0; i < n && !found; i++) {
		CXDiagnostic diagnostic = clang_getDiagnosticInSet(set, i);
		found = clang_getDiagnosticSeverity(diagnostic) >= least &&
			!(except && is_only_in(clang_getDiagnosticLocation(diagnostic), except));
		clang_disposeDiagnostic(diagnostic);
	}
	return found;
}

bool translation_failed(CXTranslationUnit tu, enum CXDiagnosticSeverity least)
{
	return has_error(tu, least, NULL);
}

/* Whether headers of the program are precompiled. */
static bool has_headers(const Source *source)
{
	return source->prefix && source->options->prefix_headers;
}

/* The command with flags for the precompiled headers, if there are any, and for a kept unit. */
static const char *const *words_of(Lower *lo, const Source *source, int *n)
{
	const Command *command = source->command;
	*n = command->n_argv;
	const char **words = arena_array(lo->scratch, const char *, *n + 5);
	memcpy(words, command->argv, sizeof *words * (size_t)*n);
	if (source->kept || has_headers(source))
		words[(*n)++] = "-fpch-instantiate-templates";
	if (source->prefix) {
		words[(*n)++] = "-include-pch";
		words[(*n)++] = source->prefix;
	}
	if (missing_forced(source->missing)) {
		words[(*n)++] = "-include";
		words[(*n)++] = missing_forced(source->missing);
	}
	return words;
}

/* For an incomplete unit, clang does not check at its end which functions the device may call, for which it would read all
 * functions of all headers.  Templates are instantiated by -fpch-instantiate-templates. */
static const unsigned keeping =
	CXTranslationUnit_PrecompiledPreamble | CXTranslationUnit_CreatePreambleOnFirstParse | CXTranslationUnit_Incomplete;

static CXTranslationUnit parse_anew(Lower *lo, const Source *source, struct CXUnsavedFile *files, unsigned n_files)
{
	CXTranslationUnit tu = NULL;
	int n_words;
	const char *const *words = words_of(lo, source, &n_words);
	unsigned flags = CXTranslationUnit_KeepGoing;
	if (source->kept)
		flags |= keeping;
	else if (has_headers(source))
		flags |= CXTranslationUnit_Incomplete;
	enum CXErrorCode error =
		clang_parseTranslationUnit2FullArgv(source->index, source->options->file, words, n_words, files, n_files, flags, &tu);
	return error == CXError_Success ? tu : NULL;
}

/* Whether it cannot be used as it is: the precompiled headers may be outdated; or, with the program's among them, one of these may
 * have to be corrected.  Errors of the source itself are what they were: it comes after all that is precompiled for it. */
static bool needs_headers(const Source *source, CXTranslationUnit tu)
{
	return translation_failed(tu, CXDiagnostic_Fatal) ||
	       (has_headers(source) && has_error(tu, CXDiagnostic_Error, clang_getFile(tu, source->options->file)));
}

/* If the precompiled headers do not do, parses again without them. */
static CXTranslationUnit parse_plain(Lower *lo, Source *source, struct CXUnsavedFile *files, unsigned n_files)
{
	CXTranslationUnit tu = parse_anew(lo, source, files, n_files);
	if (!source->prefix || (tu && !needs_headers(source, tu)))
		return tu;
	if (tu)
		clang_disposeTranslationUnit(tu);
	source->prefix = NULL;
	lo->precompiled = NULL;
	return parse_anew(lo, source, files, n_files);
}

/* A unit that failed to reparse can only be disposed of: it is parsed anew. */
static CXTranslationUnit parse_kept(Lower *lo, KeptUnit *kept, const Source *source, struct CXUnsavedFile *files, unsigned n_files)
{
	const bool is_forced = missing_forced(source->missing) != NULL;
	if (kept->n_reparsed++ >= REPARSE_AFTER || kept->is_forced != is_forced ||
	    (kept->tu && clang_reparseTranslationUnit(kept->tu, n_files, files, clang_defaultReparseOptions(kept->tu)) != 0))
		drop_unit(kept);
	if (!kept->tu) {
		kept->tu = parse_anew(lo, source, files, n_files);
		kept->n_reparsed = 0;
		kept->is_forced = is_forced;
	}
	return kept->tu;
}

static void dispose(Lower *lo, const Source *source)
{
	if (lo->tu && !source->kept)
		clang_disposeTranslationUnit(lo->tu);
	lo->tu = NULL;
}

CXTranslationUnit translation_parse(Lower *lo, Source *source)
{
	unsigned n_files;
	const double start = usage_now().ms;
	struct CXUnsavedFile *files = unsaved_files(lo, source, &n_files);
	dispose(lo, source);
	lo->file_slots = NULL;
	lo->decoded = NULL;
	CXTranslationUnit tu =
		source->kept ? parse_kept(lo, source->kept, source, files, n_files) : parse_plain(lo, source, files, n_files);
	const Usage end = usage_now();
	lo->unit->parse_ms += end.ms - start;
	lo->unit->parse_peak_kb = end.peak_kb;
	return tu;
}

/* Counts the disposal as parse time: it takes long. */
void translation_end(Lower *lo, Source *source)
{
	const double start = usage_now().ms;
	dispose(lo, source);
	if (!source->kept)
		clang_disposeIndex(source->index);
	lo->unit->parse_ms += usage_now().ms - start;
}

CXTranslationUnit translation_parse_first(Lower *lo, Source *source)
{
	const Command *command = source->command;
	ParseCache *cache = source->options->cache;
	PreludeUse use = { source->text, source->size, command->argv + command->n_own, command->n_argv - command->n_own };
	source->kept = cache ? keep(cache, source) : NULL;
	if (source->kept)
		source->missing = &source->kept->missing;
	missing_begin(source->missing, source->kept ? NULL : lo->arena, source->options->file, source->text, source->size);
	source->prefix = source->kept ? NULL : source->options->prefix;
	lo->precompiled = source->prefix ? source->options->prefix_headers : NULL;
	source->index = source->kept ? source->kept->index : clang_createIndex(0, 0);
	if (!source->kept && (lo->tu = saved_load(lo, source, &lo->unit->inputs)))
		return lo->tu;
	source->n_prelude = command->n_files;
	source->prelude = source->kept ? command->files : prelude_trim(lo->scratch, command->files, &source->n_prelude, &use);
	lo->tu = translation_parse(lo, source);
	if (source->prelude == command->files || source->options->once || (lo->tu && !translation_failed(lo->tu, CXDiagnostic_Error)))
		return lo->tu;
	source->prelude = command->files;
	source->n_prelude = command->n_files;
	return translation_parse(lo, source);
}

/* --- files that were read ------------------------------------------------------------------------ */

typedef struct Reading {
	Arena *arena;
	Inputs *out;
	const char *except;
} Reading;

static bool starts_with(const char *path, const char *folder)
{
	return strncmp(path, folder, strlen(folder)) == 0;
}

/* What stands in for a header is an input, too: the header may come. */
static void note_input(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
	const Reading *reading = data;
	CXString name = clang_getFileName(file);
	const Input input = { .path = arena_strdup(reading->arena, clang_getCString(name)) };
	const bool is_built_in = starts_with(input.path, PRELUDE_ROOT "/") && !starts_with(input.path, PRELUDE_MISSING "/");
	clang_disposeString(name);
	(void)stack;
	(void)depth;
	if (!is_built_in && !(reading->except && strcmp(path_name(input.path), reading->except) == 0))
		vec_push(reading->arena, reading->out, input);
}

void translation_inputs(Arena *arena, CXTranslationUnit tu, Inputs *out, const char *except)
{
	clang_getInclusions(tu, note_input, &(Reading){ arena, out, except });
}

void translation_files(Lower *lo, Source *source, FileList *out)
{
	if (source->kept)
		kept_files(lo, &source->kept->files, source->text, source->size, out);
	else
		instances_files(lo, out);
}
