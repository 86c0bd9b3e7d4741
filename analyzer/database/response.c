#include "base/paths.h"
#include "database/response.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum {
	MAX_DEPTH = 8,      /* of files within files */
	MAX_FILES = 256,    /* in all */
	MAX_WORDS = 100000,
	MAX_BYTES = 4 << 20, /* in all */
	MAX_UNREAD = 1000,
};

static bool is_separator(char c, char separator)
{
	return separator ? c == separator : c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Copies one word from *text, which advances, to `word`, which has room for all of the text; returns its length. */
static size_t split_word(const char **text, char separator, char *word, bool *closed)
{
	const char *p = *text;
	size_t n = 0;
	char quote = 0;
	for (; *p && (quote || !is_separator(*p, separator)); p++) {
		if (*p == '\\' && p[1] && quote != '\'')
			word[n++] = *++p;
		else if (quote ? *p == quote : *p == '"' || *p == '\'')
			quote = quote ? 0 : *p;
		else
			word[n++] = *p;
	}
	*text = p;
	*closed = *closed && !quote;
	return n;
}

bool response_split(Arena *arena, const char *text, char separator, FlagList *out)
{
	bool closed = true;
	char *word = arena_alloc(arena, strlen(text) + 1);
	while (*text && out->n < MAX_WORDS) {
		if (is_separator(*text, separator)) {
			text++;
			continue;
		}
		size_t n = split_word(&text, separator, word, &closed);
		vec_push(arena, out, arena_strndup(arena, word, n));
	}
	return closed;
}

/* A file's text; NULL: it cannot be read, is not a regular file, or is longer than `most` bytes. */
static const char *read_text(Arena *arena, const char *path, size_t most)
{
	FILE *file = file_open(path);
	if (!file)
		return NULL;
	struct stat s;
	char *text = NULL;
	if (fstat(fileno(file), &s) == 0 && S_ISREG(s.st_mode) && (uintmax_t)s.st_size <= most) {
		text = arena_alloc(arena, (size_t)s.st_size + 1);
		text[fread(text, 1, (size_t)s.st_size, file)] = 0;
		text = ferror(file) ? NULL : text;
	}
	fclose(file);
	return text;
}

typedef struct Expansion {
	Arena *arena;
	FlagList *out, *unread;
	const char *directory; /* -working-directory, or NULL */
	int n_files;
	size_t n_bytes; /* of all files so far */
} Expansion;

static void expand(Expansion *e, const char *const *flags, int n_flags, int depth);

static void expand_file(Expansion *e, const char *name, int depth)
{
	bool is_relative = *name != '/' && e->directory;
	const char *path = is_relative ? arena_printf(e->arena, "%s/%s", e->directory, name) : name;
	bool allowed = depth < MAX_DEPTH && e->n_files++ < MAX_FILES;
	const char *text = allowed ? read_text(e->arena, path, MAX_BYTES - e->n_bytes) : NULL;
	if (!text) {
		if (e->unread->n < MAX_UNREAD)
			vec_push(e->arena, e->unread, path);
		return;
	}
	e->n_bytes += strlen(text);
	FlagList words = { 0 };
	response_split(e->arena, text, 0, &words);
	expand(e, words.at, words.n, depth + 1);
}

/* The files that a flag names, separated by commas; *n_used: the number of its words.  NULL: it is another flag. */
static const char *named_files(const char *const *flags, int n_flags, int *n_used)
{
	static const char *const spellings[] = { "--options-file", "-options-file", "-optf", "--optf" };
	*n_used = 1;
	if (flags[0][0] == '@')
		return flags[0] + 1;
	for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++) {
		size_t n = strlen(spellings[i]);
		if (strncmp(flags[0], spellings[i], n) != 0)
			continue;
		if (flags[0][n] == '=')
			return flags[0] + n + 1;
		if (!flags[0][n] && n_flags > 1) {
			*n_used = 2;
			return flags[1];
		}
	}
	return NULL;
}

static void note_directory(Expansion *e, const char *const *flags, int n_flags)
{
	static const char flag[] = "-working-directory";
	const char *word = flags[0][0] == '-' && flags[0][1] == '-' ? flags[0] + 1 : flags[0];
	if (strncmp(word, flag, sizeof flag - 1) != 0)
		return;
	const char *rest = word + sizeof flag - 1;
	if (*rest == '=')
		e->directory = rest + 1;
	else if (!*rest && n_flags > 1)
		e->directory = flags[1];
}

static void expand(Expansion *e, const char *const *flags, int n_flags, int depth)
{
	for (int i = 0, used; i < n_flags && e->out->n < MAX_WORDS; i += used) {
		const char *files = named_files(flags + i, n_flags - i, &used);
		if (!files) {
			note_directory(e, flags + i, n_flags - i);
			vec_push(e->arena, e->out, flags[i]);
			continue;
		}
		FlagList names = { 0 };
		response_split(e->arena, files, ',', &names);
		for (int k = 0; k < names.n; k++)
			expand_file(e, names.at[k], depth);
	}
}

void response_expand(Arena *arena, const char *directory, const char *const *flags, int n_flags, FlagList *out, FlagList *unread)
{
	Expansion e = { .arena = arena, .out = out, .unread = unread, .directory = directory };
	expand(&e, flags, n_flags, 0);
}
