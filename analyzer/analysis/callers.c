#include "analysis/callers.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "core/tokens.h"

/* What is known of a file from its tokens. */
typedef struct Reading {
	bool has_main;
	bool uses;       /* it uses one of the names, and does not define it */
} Reading;

typedef struct Name {
	bool used, defined;
} Name;

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

static int find_name(const Text *text, Token token, const Names *names)
{
	for (int i = 0; i < names->n; i++)
		if (token_is(text, token, names->at[i]))
			return i;
	return -1;
}

static void note_name(const Text *text, Name *name)
{
	Text after = *text;
	const bool is_specialised = skip_arguments(&after);
	const bool is_defined = is_definition(after);
	/* The file may use other specialisations than the one that it defines. */
	if (is_defined && !is_specialised)
		name->defined = true;
	after = *text;
	Token next = token_next_code(&after);
	if (!is_defined && is_use(&after, next))
		name->used = true;
}

static Reading read_text(Arena *arena, const char *source, size_t size, const Names *names)
{
	Reading reading = { false, false };
	Name *found = arena_array(arena, Name, names->n + 1);
	Name begin = { false, false };
	Text text = { .s = source, .n = size, .line_start = true };
	for (Token token; (token = token_next_code(&text)).kind != TK_END;) {
		int i = token.kind == TK_NAME ? find_name(&text, token, names) : -1;
		if (i >= 0)
			note_name(&text, &found[i]);
		else if (token.kind == TK_NAME && token_is(&text, token, "main"))
			note_name(&text, &begin);
	}
	reading.has_main = begin.defined;
	for (int i = 0; i < names->n; i++)
		reading.uses = reading.uses || (found[i].used && !found[i].defined);
	return reading;
}

static Reading read_file(Arena *arena, const char *path, const Names *names)
{
	size_t size;
	char *text = file_read(path, MAX_CALLER_BYTES, &size);
	Reading reading = { false, false };
	if (text && size < MAX_CALLER_BYTES && !memchr(text, 0, size))
		reading = read_text(arena, text, size, names);
	free(text);
	return reading;
}

/* --- all ---------------------------------------------------------------------------------------- */

/* The names, one per line. */
static const char *join(Arena *arena, const Names *names)
{
	Buf text = { 0 };
	for (int i = 0; i < names->n; i++)
		buf_printf(&text, "%s\n", names->at[i]);
	const char *words = arena_strdup(arena, text.s ? text.s : "");
	buf_free(&text);
	return words;
}

static int bits_of(Reading reading)
{
	return reading.has_main | reading.uses << 1;
}

int callers_mentions(const char *path, const char *words)
{
	Arena *arena = arena_new();
	Names names = { 0 };
	for (const char *end; (end = strchr(words, '\n')); words = end + 1)
		vec_push(arena, &names, arena_strndup(arena, words, (size_t)(end - words)));
	const int mentions = bits_of(read_file(arena, path, &names));
	arena_free(arena);
	return mentions;
}

Names callers_among(Arena *arena, const char *file, const Names *files, const Names *names, Inputs *inputs)
{
	Arena *scratch = arena_new();
	Names first = { 0 }, second = { 0 }, none = { 0 };
	const char *words = join(arena, names);
	bool is_program = read_file(scratch, file, &none).has_main;
	for (int i = 0; i < files->n && i < MAX_CALLER_FILES && names->n; i++) {
		if (is_same_file(files->at[i], file))
			continue;
		Reading reading = read_file(scratch, files->at[i], names);
		vec_push(arena, inputs, ((Input){ .path = files->at[i], .words = words, .mentions = bits_of(reading) }));
		if (reading.uses && !(is_program && reading.has_main))
			vec_push(arena, reading.has_main ? &first : &second, files->at[i]);
	}
	for (int i = 0; i < second.n; i++)
		vec_push(arena, &first, second.at[i]);
	first.n = first.n < MAX_CALLERS ? first.n : MAX_CALLERS;
	arena_free(scratch);
	return first;
}
