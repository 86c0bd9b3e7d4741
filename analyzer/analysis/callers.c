#include "analysis/callers.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/hash.h"
#include "core/tokens.h"

/* What is known of a file from its tokens. */
typedef struct Reading {
	bool has_main;
	bool begins;     /* it has a main(), or tests or benchmarks, whose arguments are their own */
	bool uses;       /* it uses one of the names as wanted, and does not define it */
	bool hands_on;   /* it uses one of those of which a number is wanted, and may not give any itself */
} Reading;

typedef struct Name {
	bool used, defined;
	bool gives_number;
} Name;

enum { MAX_DEFINED = 64, MAX_HANDED_ON = 2, MAX_SEARCHES = 8 };

bool callers_may_be(const char *file)
{
	static const char *const endings[] = { ".cu", ".cpp", ".cc", ".cxx", ".c++", ".C", ".c" };
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (path_ends_with(file, endings[i]))
			return true;
	return false;
}

Names callers_in_folder(Arena *arena, const char *file)
{
	const char *folder = path_folder(arena, file);
	Names all = folder_names(arena, folder), found = { 0 };
	for (int i = 0; i < all.n && found.n < MAX_CALLER_FILES; i++)
		if (callers_may_be(all.at[i]))
			vec_push(arena, &found, path_join(arena, folder, all.at[i]));
	return found;
}

/* --- reading ------------------------------------------------------------------------------------ */

/* Moves past template arguments, if they are next. */
static bool skip_arguments(Text *text)
{
	static const char *const ends[] = { ";", "{", "}" };
	Text ahead = *text;
	Token token = token_next_code(&ahead);
	if (!token_is(&ahead, token, "<"))
		return false;
	for (int depth = 1; depth && token.kind != TK_END;) {
		token = token_next_code(&ahead);
		depth += token_is(&ahead, token, "<") - token_is(&ahead, token, ">");
		for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
			if (token_is(&ahead, token, ends[i]))
				return false;
	}
	*text = ahead;
	return true;
}

/* Whether what is next is parameters and a body. */
static bool is_definition(Text text)
{
	if (!token_is(&text, token_next_code(&text), "(") || !token_skip_bracket(&text, "(", ")"))
		return false;
	for (int i = 0; i < 8; i++) {
		Token token = token_next_code(&text);
		if (token_is(&text, token, "{"))
			return true;
		if (token.kind != TK_NAME)
			return false;
	}
	return false;
}

static bool is_use(const Text *after, Token next)
{
	static const char *const marks[] = { "(", "<", ",", ")", ";", "}" };
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
		if (token_is(after, next, marks[i]))
			return true;
	return false;
}

static int find_name(const Text *text, Token token, const WantedNames *names)
{
	for (int i = 0; i < names->n; i++)
		if (token_is(text, token, names->at[i].name))
			return i;
	return -1;
}

static bool is_constant(const Text *text, Token token)
{
	const char *s = text->s + token.begin;
	const size_t n = token.end - token.begin;
	const bool has_point = (token.begin && s[-1] == '.') || (token.end < text->n && s[n] == '.') || memchr(s, '.', n);
	bool is_name = n > 1 && !token_is(text, token, "NULL");
	if (*s >= '0' && *s <= '9')
		return !has_point && (*s != '0' || n > 1);
	for (size_t i = 0; i < n; i++)
		is_name = is_name && ((s[i] >= 'A' && s[i] <= 'Z') || s[i] == '_' || (i && s[i] >= '0' && s[i] <= '9'));
	return is_name;
}

/* Whether an integer other than 0, or what is named like one (`TILE`), is between the brackets that are next. */
static bool has_number(Text text)
{
	Text end = text;
	if (!token_is(&end, token_next_code(&end), "(") || !token_skip_bracket(&end, "(", ")"))
		return false;
	for (Token token; text.at < end.at && (token = token_next_code(&text)).kind != TK_END;) {
		if (is_constant(&text, token))
			return true;
	}
	return false;
}

static void note_name(const Text *text, Name *name)
{
	Text after = *text;
	const bool is_specialised = skip_arguments(&after);
	const bool is_defined = is_definition(after);
	name->gives_number = name->gives_number || (!is_defined && has_number(after));
	/* The file may use other specialisations than the one that it defines. */
	if (is_defined && !is_specialised)
		name->defined = true;
	after = *text;
	Token next = token_next_code(&after);
	if (!is_defined && is_use(&after, next))
		name->used = true;
}

static bool begins_test(const Text *text, Token token)
{
	static const char *const words[] = { "TEST", "TEST_F", "TEST_P", "TYPED_TEST", "TEST_CASE", "BENCHMARK", "NVBENCH_BENCH" };
	bool does = false;
	for (size_t i = 0; i < sizeof words / sizeof *words && !does; i++)
		does = token_is(text, token, words[i]);
	return does;
}

static bool is_wanted(const Name *name, Want what, bool begins, bool may_launch)
{
	if (!name->used || name->defined)
		return false;
	switch (what) {
	case WANT_LAUNCH:
		return may_launch;
	case WANT_NUMBER:
		return begins || name->gives_number;
	case WANT_BEGIN:
		return begins;
	default:
		return true;
	}
}

static Reading read_text(Arena *arena, const char *source, size_t size, bool may_launch, const WantedNames *names)
{
	Reading reading = { .uses = false };
	Name *found = arena_array(arena, Name, names->n + 1);
	Name begin = { .used = false };
	Text text = { .s = source, .n = size, .line_start = true };
	for (Token token; (token = token_next_code(&text)).kind != TK_END;) {
		int i = token.kind == TK_NAME ? find_name(&text, token, names) : -1;
		if (i >= 0)
			note_name(&text, &found[i]);
		else if (token.kind == TK_NAME && token_is(&text, token, "main"))
			note_name(&text, &begin);
		else if (token.kind == TK_NAME && begins_test(&text, token))
			reading.begins = true;
	}
	reading.has_main = begin.defined;
	reading.begins = reading.begins || reading.has_main;
	for (int i = 0; i < names->n; i++) {
		reading.uses = reading.uses || is_wanted(&found[i], names->at[i].what, reading.begins, may_launch);
		const bool may_hand_on = names->at[i].what == WANT_NUMBER || names->at[i].what == WANT_BEGIN;
		reading.hands_on = reading.hands_on || (may_hand_on && found[i].used && !found[i].defined);
	}
	return reading;
}

/* The file's text, or NULL: it cannot be read, or is none.  To be freed. */
static char *text_of(const char *path, size_t *size)
{
	char *text = file_read(path, MAX_CALLER_BYTES, size);
	if (text && (*size >= MAX_CALLER_BYTES || memchr(text, 0, *size))) {
		free(text);
		text = NULL;
	}
	return text;
}

/* A compiler for the processor reads no `<<<`: there, a kernel is launched by cudaLaunchKernel() and its like. */
static bool may_launch(const char *path, const char *text, size_t size)
{
	static const char *const marks[] = { "aunch", "AUNCH" };
	bool may = path_ends_with(path, ".cu") || token_has_launch(text, size);
	for (size_t i = 0; i < sizeof marks / sizeof *marks && !may; i++)
		may = memmem(text, size, marks[i], strlen(marks[i]));
	return may;
}

static Reading read_file(Arena *arena, const char *path, const WantedNames *names)
{
	size_t size;
	char *text = text_of(path, &size);
	Reading reading = { .uses = false };
	if (text)
		reading = read_text(arena, text, size, may_launch(path, text, size), names);
	free(text);
	return reading;
}

static bool is_keyword(const Text *text, Token token)
{
	static const char *const words[] = { "if", "for", "while", "switch", "catch" };
	bool is = false;
	for (size_t i = 0; i < sizeof words / sizeof *words && !is; i++)
		is = token_is(text, token, words[i]);
	return is;
}

/* The functions that a file defines, the first MAX_DEFINED. */
static WantedNames defined_in(Arena *arena, const char *path)
{
	size_t size;
	WantedNames names = { 0 };
	char *source = text_of(path, &size);
	Text text = { .s = source, .n = source ? size : 0, .line_start = true };
	for (Token token; names.n < MAX_DEFINED && (token = token_next_code(&text)).kind != TK_END;) {
		if (token.kind != TK_NAME || is_keyword(&text, token) || find_name(&text, token, &names) >= 0 || !is_definition(text))
			continue;
		const char *name = arena_strndup(arena, text.s + token.begin, token.end - token.begin);
		vec_push(arena, &names, ((Wanted){ name, WANT_BEGIN }));
	}
	free(source);
	return names;
}

/* --- the names in a file -------------------------------------------------------------------------- */

static int by_number(const void *left, const void *right)
{
	const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
	return (a > b) - (a < b);
}

static bool has_name(const FileNames *file, const char *name)
{
	const uint64_t hash = hash_short(name, strlen(name));
	return file->n && bsearch(&hash, file->at, (size_t)file->n, sizeof hash, by_number);
}

static bool has_some(const FileNames *file, const WantedNames *names)
{
	bool has = false;
	for (int i = 0; i < names->n && !has; i++)
		has = has_name(file, names->at[i].name);
	return has;
}

FileNames callers_names(Arena *arena, const char *path)
{
	Arena *scratch = arena_new();
	size_t size;
	char *source = text_of(path, &size);
	Text text = { .s = source, .n = source ? size : 0, .line_start = true };
	VEC(uint64_t) all = { 0 };
	for (Token token; (token = token_next_code(&text)).kind != TK_END;)
		if (token.kind == TK_NAME)
			vec_push(scratch, &all, hash_short(text.s + token.begin, token.end - token.begin));
	if (all.n)
		qsort(all.at, (size_t)all.n, sizeof *all.at, by_number);
	int n = 0;
	for (int i = 0; i < all.n; i++)
		if (!n || all.at[n - 1] != all.at[i])
			all.at[n++] = all.at[i];
	FileNames names = { .is_read = true, .at = arena_dup(arena, all.at, sizeof *all.at * (size_t)n), .n = n };
	names.has_main = has_name(&names, "main") && read_text(scratch, source, size, false, &(WantedNames){ 0 }).has_main;
	free(source);
	arena_free(scratch);
	return names;
}

/* --- all ---------------------------------------------------------------------------------------- */

/* The names, one per line. */
static const char *join(Arena *arena, const WantedNames *names)
{
	Buf text = { 0 };
	for (int i = 0; i < names->n; i++)
		buf_printf(&text, "%c%s\n", (int)names->at[i].what, names->at[i].name);
	const char *words = arena_strdup(arena, text.s ? text.s : "");
	buf_free(&text);
	return words;
}

static int bits_of(Reading reading)
{
	return reading.has_main | reading.uses << 1 | reading.hands_on << 2;
}

int callers_mentions(const char *path, const char *words, const FileNames *known)
{
	Arena *arena = arena_new();
	WantedNames names = { 0 };
	for (const char *end; (end = strchr(words, '\n')); words = end + 1)
		vec_push(arena, &names, ((Wanted){ arena_strndup(arena, words + 1, (size_t)(end - words - 1)), (Want)*words }));
	const bool has_none = known && !has_some(known, &names);
	const Reading reading = has_none ? (Reading){ .has_main = known->has_main } : read_file(arena, path, &names);
	arena_free(arena);
	return bits_of(reading);
}

typedef struct Search {
	Arena *arena, *scratch;
	const Names *files;
	Inputs *inputs;
	int n; /* how often all files were read */
} Search;

/* Reads all files but one. */
static Reading *read_all(Search *search, const char *file, const WantedNames *names)
{
	const char *words = join(search->arena, names);
	const Names *files = search->files;
	Reading *readings = arena_array(search->scratch, Reading, files->n + 1);
	search->n++;
	for (int i = 0; i < files->n && i < MAX_CALLER_FILES && names->n; i++) {
		if (is_same_file(files->at[i], file))
			continue;
		readings[i] = read_file(search->scratch, files->at[i], names);
		vec_push(search->arena, search->inputs,
			 ((Input){ .path = files->at[i], .words = words, .mentions = bits_of(readings[i]) }));
	}
	return readings;
}

/* Whether what the file hands on may come from a main() or a test. */
static bool is_led_to(Search *search, const char *file, int depth)
{
	bool gets = false;
	if (depth == MAX_HANDED_ON || search->n >= MAX_SEARCHES)
		return false;
	vec_push(search->arena, search->inputs, ((Input){ .path = file }));
	const WantedNames names = defined_in(search->arena, file);
	const Reading *readings = read_all(search, file, &names);
	for (int i = 0; i < search->files->n && !gets; i++)
		gets = readings[i].uses;
	for (int i = 0; i < search->files->n && !gets; i++)
		gets = readings[i].hands_on && is_led_to(search, search->files->at[i], depth + 1);
	return gets;
}

Names callers_among(Arena *arena, const char *file, const Names *files, const WantedNames *names, Inputs *inputs)
{
	Search search = { arena, arena_new(), files, inputs, 0 };
	Names found = { 0 };
	const bool is_program = read_file(search.scratch, file, &(WantedNames){ 0 }).has_main;
	const Reading *readings = read_all(&search, file, names);
	for (int with_main = 1; with_main >= 0; with_main--)
		for (int i = 0; i < files->n && found.n < MAX_CALLERS; i++)
			if (readings[i].uses && readings[i].has_main == with_main && !(is_program && with_main))
				vec_push(arena, &found, files->at[i]);
	for (int i = 0; i < files->n && found.n < MAX_CALLERS; i++)
		if (!readings[i].uses && readings[i].hands_on && is_led_to(&search, files->at[i], 0))
			vec_push(arena, &found, files->at[i]);
	arena_free(search.scratch);
	return found;
}
