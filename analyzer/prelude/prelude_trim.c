#include "prelude/prelude.h"

#include <ctype.h>
#include <string.h>

#include "base/vec.h"

/* Omits from the bundled prelude what a program does not need: parsing all of it takes longer than an ordinary program.
 * That is possible only if all words of the program are known: it includes no files of its own and does not use ##.
 *
 * A header of the prelude consists of items: a line and the following ones that begin with white space or a closing brace.
 * An item is kept if a name that it declares is a word of the program or of another kept item. */

enum { TABLE = 1024, MAX_DEPTH = 8 };

typedef struct Text {
	const char *at;
	size_t n;
} Text;

typedef struct Item {
	Text text;
	bool is_kept;
} Item;

/* `is_stem`: the item declares names that begin with this one (sqrt: sqrtf; float4: make_float4). */
typedef struct Name {
	Text text;
	bool is_stem;
	int item;
	int next; /* index of the next name with the same hash, or -1 */
} Name;

typedef struct Trim {
	Arena *arena;
	const PreludeFile *files;
	int n_files;
	VEC(const PreludeFile *) read;
	VEC(Item) items;
	VEC(Name) names;
	VEC(int) kept; /* items, in the order in which they were kept */
	int first[TABLE]; /* hash table: index of the first name, or -1 */
	bool is_all, includes;
} Trim;

/* Names that the compiler or a system header uses for a word of the program. */
static const struct {
	const char *word, *needs;
} implied[] = {
	{ "<<<", "__cudaPushCallConfiguration" },
	{ "assert", "__assert_fail" },
};

/* Headers of C that do not use the prelude. */
static const char *const plain_headers[] = {
	"assert.h", "float.h", "inttypes.h", "limits.h", "stdbool.h", "stddef.h", "stdint.h", "stdio.h", "string.h",
};

/* --- words ------------------------------------------------------------------------------------ */

static bool is_word(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* The next word at or after *at, which moves behind it; n 0: there is none. */
static Text next_word(const char **at, const char *end)
{
	const char *p = *at;
	while (p < end && !is_word(*p))
		p++;
	const char *start = p;
	while (p < end && is_word(*p))
		p++;
	*at = p;
	return (Text){ start, (size_t)(p - start) };
}

static bool is_text(Text text, const char *what)
{
	return text.n == strlen(what) && memcmp(text.at, what, text.n) == 0;
}

static bool begins_with(Text text, const char *what)
{
	size_t n = strlen(what);
	return text.n >= n && memcmp(text.at, what, n) == 0;
}

static unsigned hash_step(unsigned hash, char c)
{
	return (hash ^ (unsigned char)c) * 16777619u;
}

static void add_name(Trim *t, Text name, bool is_stem)
{
	unsigned hash = 0;
	for (size_t i = 0; i < name.n; i++)
		hash = hash_step(hash, name.at[i]);
	int *first = &t->first[hash % TABLE];
	vec_push(t->arena, &t->names, ((Name){ name, is_stem, t->items.n - 1, *first }));
	*first = t->names.n - 1;
}

static void keep_item(Trim *t, int item)
{
	if (t->items.at[item].is_kept)
		return;
	t->items.at[item].is_kept = true;
	vec_push(t->arena, &t->kept, item);
}

static void note_word(Trim *t, Text word)
{
	unsigned hash = 0;
	for (size_t n = 1; n <= word.n; n++) {
		hash = hash_step(hash, word.at[n - 1]);
		for (int i = t->first[hash % TABLE]; i >= 0; i = t->names.at[i].next) {
			const Name *name = &t->names.at[i];
			if (name->text.n == n && (n == word.n || name->is_stem) && memcmp(name->text.at, word.at, n) == 0)
				keep_item(t, name->item);
		}
	}
	if (begins_with(word, "make_"))
		note_word(t, (Text){ word.at + 5, word.n - 5 });
}

static void note_implied(Trim *t, Text word)
{
	for (size_t i = 0; i < sizeof implied / sizeof *implied; i++)
		if (is_text(word, implied[i].word))
			note_word(t, (Text){ implied[i].needs, strlen(implied[i].needs) });
}

/* --- the prelude's items ------------------------------------------------------------------------ */

/* The declared name is the last word before the first of ({;=<: */
static void name_declaration(Trim *t, Text item)
{
	const char *p = item.at, *end = item.at + item.n;
	if (begins_with(item, "template"))
		for (int open = 0; p < end && (*p != '>' || --open > 0); p++)
			open += *p == '<';
	p += p < end && *p == '>';
	Text name = { 0 };
	for (const char *stop = p + strcspn(p, "({;=<:"); p < stop;) {
		Text word = next_word(&p, stop);
		name = word.n ? word : name;
	}
	if (name.n)
		add_name(t, name, false);
}

static void name_item(Trim *t, Text item)
{
	const char *p = item.at, *end = item.at + item.n;
	Text word = next_word(&p, end);
	if (*item.at == '#' || (begins_with(word, "__SMEMLINT_") && *p == '(')) {
		add_name(t, next_word(&p, end), *item.at != '#');
	} else if (is_text(word, "typedef") || is_text(word, "enum")) {
		while ((word = next_word(&p, end)).n)
			if (!isdigit((unsigned char)*word.at) && strchr(",;={}*", p[strspn(p, " ")]))
				add_name(t, word, false);
	} else {
		name_declaration(t, item);
	}
}

static size_t item_size(const char *at, const char *end)
{
	const char *p = at;
	do {
		const char *line = memchr(p, '\n', (size_t)(end - p));
		p = line ? line + 1 : end;
	} while (p < end && (*p == ' ' || *p == '\t' || *p == '}'));
	return (size_t)(p - at);
}

static const PreludeFile *find_file(const Trim *t, Text name)
{
	static const char *const folders[] = { PRELUDE_INCLUDE, PRELUDE_COMMON };
	for (size_t f = 0; f < sizeof folders / sizeof *folders; f++) {
		size_t n = strlen(folders[f]);
		for (int i = 0; i < t->n_files; i++) {
			const char *path = t->files[i].path;
			if (strncmp(path, folders[f], n) == 0 && path[n] == '/' && is_text(name, path + n + 1))
				return &t->files[i];
		}
	}
	return NULL;
}

static void read_file(Trim *t, const PreludeFile *file, int depth);

static void read_item(Trim *t, Text item, int depth)
{
	if (begins_with(item, "#include <")) {
		const char *name = item.at + strlen("#include <");
		read_file(t, find_file(t, (Text){ name, strcspn(name, ">") }), depth + 1);
	} else if (*item.at != '/' && *item.at != '\n' && !begins_with(item, "#pragma")) {
		vec_push(t->arena, &t->items, ((Item){ item, false }));
		name_item(t, item);
	}
}

static void read_file(Trim *t, const PreludeFile *file, int depth)
{
	for (int i = 0; i < t->read.n; i++)
		if (t->read.at[i] == file)
			return;
	if (!file || depth > MAX_DEPTH) {
		t->is_all = true;
		return;
	}
	vec_push(t->arena, &t->read, file);
	for (size_t at = 0; at < file->size;) {
		size_t n = item_size(file->text + at, file->text + file->size);
		read_item(t, (Text){ file->text + at, n }, depth);
		at += n;
	}
}

/* --- the program's text ----------------------------------------------------------------------- */

static bool is_harmless_include(Text name)
{
	for (size_t i = 0; i < sizeof plain_headers / sizeof *plain_headers; i++)
		if (is_text(name, plain_headers[i]))
			return true;
	return prelude_is_empty(name.at, name.n);
}

/* Whether the directive whose # is before `at` adds no unknown words; sets t->includes. */
static bool is_harmless(Trim *t, const char *at, const char *end)
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
	t->includes = true;
	return is_harmless_include((Text){ name + 1, (size_t)(close - name - 1) });
}

static void note_text(Trim *t, const char *text, size_t size)
{
	const char *end = text + size;
	for (const char *p = text; p < end && !t->is_all;) {
		if (is_word(*p)) {
			Text word = next_word(&p, end);
			note_word(t, word);
			note_implied(t, word);
			continue;
		}
		char c = *p++;
		bool is_digraph = c == '%' && p < end && *p == ':';
		if (is_digraph || (c == '#' && !is_harmless(t, p, end)))
			t->is_all = true;
		if (c == '<' && end - p >= 2 && p[0] == '<' && p[1] == '<')
			note_implied(t, (Text){ p - 1, 3 });
	}
}

static void note_flags(Trim *t, const char *const *flags, int n)
{
	for (int i = 0; i < n && !t->is_all; i++) {
		t->is_all = strncmp(flags[i], "-i", 2) == 0 || strncmp(flags[i], "--i", 3) == 0;
		note_text(t, flags[i], strlen(flags[i]));
	}
}

/* --- the files -------------------------------------------------------------------------------- */

static void note_kept(Trim *t)
{
	for (int i = 0; i < t->kept.n; i++) {
		const Text *item = &t->items.at[t->kept.at[i]].text;
		const char *p = item->at;
		for (Text word; (word = next_word(&p, item->at + item->n)).n;)
			note_word(t, word);
	}
}

static PreludeFile kept_text(const Trim *t)
{
	size_t size = 0, n = 0;
	for (int i = 0; i < t->items.n; i++)
		size += t->items.at[i].is_kept ? t->items.at[i].text.n : 0;
	char *text = arena_alloc_raw(t->arena, size + 1);
	for (int i = 0; i < t->items.n; i++) {
		const Item *item = &t->items.at[i];
		if (!item->is_kept)
			continue;
		memcpy(text + n, item->text.at, item->text.n);
		n += item->text.n;
	}
	text[n] = 0;
	return (PreludeFile){ PRELUDE_MAIN, text, n };
}

static bool may_be_included(const Trim *t, const PreludeFile *file)
{
	return t->includes && (file->size == 0 || strncmp(file->path, PRELUDE_STD "/", strlen(PRELUDE_STD "/")) == 0);
}

const PreludeFile *prelude_trim(Arena *arena, const PreludeFile *files, int *n, const PreludeUse *use)
{
	Trim *t = arena_new_of(arena, Trim);
	t->arena = arena;
	t->files = files;
	t->n_files = *n;
	memset(t->first, -1, sizeof t->first);
	const char *main_name = &PRELUDE_MAIN[sizeof PRELUDE_INCLUDE]; /* behind the slash */
	read_file(t, find_file(t, (Text){ main_name, strlen(main_name) }), 0);
	note_flags(t, use->flags, use->n_flags);
	note_text(t, use->text, use->size);
	if (t->is_all)
		return files;
	note_kept(t);
	PreludeFile *trimmed = arena_array(arena, PreludeFile, *n + 1);
	int n_trimmed = 0;
	trimmed[n_trimmed++] = kept_text(t);
	for (int i = 0; i < *n; i++)
		if (may_be_included(t, &files[i]))
			trimmed[n_trimmed++] = files[i];
	*n = n_trimmed;
	return trimmed;
}
