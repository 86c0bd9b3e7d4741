#include "frontend/prelude.h"

#include <ctype.h>
#include <string.h>

/* Leaves out of the bundled prelude what a program does not mention: reading all of it takes longer than
 * an ordinary program.  Only a program whose words are all in sight qualifies: one that includes nothing
 * else and pastes no names together. */

enum Group {
	NONE,
#define GROUP(id, file, needs, words) id,
#define GROUP_F(id, file, needs, words) id,
#include "frontend/prelude_groups.def"
#undef GROUP
#undef GROUP_F
	N_GROUPS
};

static const struct GroupInfo {
	const char *path, *words;
	enum Group needs;
	bool with_f;
} groups[N_GROUPS] = {
#define GROUP(id, file, needs, words) [id] = { PRELUDE_INCLUDE "/" file, words, needs, false },
#define GROUP_F(id, file, needs, words) [id] = { PRELUDE_INCLUDE "/" file, words, needs, true },
#include "frontend/prelude_groups.def"
#undef GROUP
#undef GROUP_F
};

/* C's headers stand by themselves: none of them uses the prelude. */
static const char *const plain_headers[] = {
	"assert.h", "float.h", "inttypes.h", "limits.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "string.h",
};

enum { MAX_WORDS = 320 };

typedef struct Entry {
	const char *at;
	size_t n;
	bool is_prefix;
	enum Group group;
	int next; /* of the same first letter; 0: none */
} Entry;

typedef struct Mentions {
	Entry entries[MAX_WORDS + 1]; /* [0] is not used */
	int n;
	int first[256]; /* by the first character that is no underscore */
	bool is_wanted[N_GROUPS];
	bool is_all;
} Mentions;

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static unsigned char letter(const char *word, size_t n)
{
	size_t i = 0;
	while (i + 1 < n && word[i] == '_')
		i++;
	return (unsigned char)word[i];
}

/* --- the table -------------------------------------------------------------------------------- */

static void add_words(Mentions *m, enum Group group)
{
	for (const char *p = groups[group].words; *p && m->n < MAX_WORDS;) {
		size_t n = strcspn(p, " ");
		bool is_prefix = p[n - 1] == '*';
		Entry *entry = &m->entries[++m->n];
		int *head = &m->first[letter(p, n)];
		*entry = (Entry){ p, n - is_prefix, is_prefix, group, *head };
		*head = m->n;
		p += n + strspn(p + n, " ");
	}
}

static void note_word(Mentions *m, const char *word, size_t n)
{
	for (int i = m->first[letter(word, n)]; i; i = m->entries[i].next) {
		const Entry *entry = &m->entries[i];
		size_t more = n - entry->n;
		bool fits = n >= entry->n && (more == 0 || entry->is_prefix ||
					      (more == 1 && groups[entry->group].with_f && word[n - 1] == 'f'));
		if (fits && memcmp(word, entry->at, entry->n) == 0)
			m->is_wanted[entry->group] = true;
	}
}

/* --- the program's text ----------------------------------------------------------------------- */

/* `at` is behind the # of a directive. */
static bool is_harmless(const char *at, const char *end)
{
	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	const char *line = memchr(at, '\n', (size_t)(end - at));
	size_t n = (size_t)((line ? line : end) - at);
	if (n >= 1 && *at == '#')
		return false;
	if (n < 2 || *at != 'i' || at[1] == 'f')
		return n == 0 || (*at != '\\' && *at != '/');
	if (n < 7 || memcmp(at, "include", 7) != 0)
		return false;
	const char *name = memchr(at, '<', n);
	const char *close = name ? memchr(name, '>', n - (size_t)(name - at)) : NULL;
	if (!close || strspn(at + 7, " \t") != (size_t)(name - at - 7))
		return false;
	size_t length = (size_t)(close - name - 1);
	for (size_t i = 0; i < sizeof plain_headers / sizeof *plain_headers; i++)
		if (strlen(plain_headers[i]) == length && memcmp(plain_headers[i], name + 1, length) == 0)
			return true;
	return prelude_is_empty(name + 1, length);
}

static void note_text(Mentions *m, const char *text, size_t size)
{
	const char *end = text + size;
	for (const char *p = text; p < end && !m->is_all;) {
		const char *start = p;
		while (p < end && is_word(*p))
			p++;
		if (p > start) {
			if (p - start < 3 || p[-1] != '_' || p[-2] != '_') /* __shared__ and the like */
				note_word(m, start, (size_t)(p - start));
			continue;
		}
		p++;
		bool is_digraph = *start == '%' && p < end && *p == ':';
		if (is_digraph || (*start == '#' && !is_harmless(p, end)))
			m->is_all = true;
		if (*start == '<' && end - start >= 3 && memcmp(start, "<<<", 3) == 0)
			note_word(m, start, 3);
	}
}

static void note_flags(Mentions *m, const char *const *flags, int n)
{
	for (int i = 0; i < n && !m->is_all; i++) {
		m->is_all = strncmp(flags[i], "-i", 2) == 0 || strncmp(flags[i], "--i", 3) == 0;
		note_text(m, flags[i], strlen(flags[i]));
	}
}

static void want_needed(Mentions *m)
{
	for (int group = N_GROUPS - 1; group > NONE; group--)
		if (m->is_wanted[group])
			m->is_wanted[groups[group].needs] = true;
}

/* --- the files -------------------------------------------------------------------------------- */

static bool is_left_out(const Mentions *m, const char *path)
{
	for (int group = NONE + 1; group < N_GROUPS; group++)
		if (strcmp(groups[group].path, path) == 0)
			return !m->is_wanted[group];
	return false;
}

const PreludeFile *prelude_trim(Arena *arena, const PreludeFile *files, int n, const PreludeUse *use)
{
	Mentions *m = arena_new_of(arena, Mentions);
	for (int group = NONE + 1; group < N_GROUPS; group++)
		add_words(m, (enum Group)group);
	note_flags(m, use->flags, use->n_flags);
	note_text(m, use->text, use->size);
	if (m->is_all)
		return files;
	want_needed(m);
	PreludeFile *trimmed = arena_array(arena, PreludeFile, n);
	bool is_less = false;
	for (int i = 0; i < n; i++) {
		bool out = is_left_out(m, files[i].path);
		trimmed[i] = out ? (PreludeFile){ files[i].path, "", 0 } : files[i];
		is_less |= out;
	}
	return is_less ? trimmed : files;
}
