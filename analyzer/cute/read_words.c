#include <ctype.h>
#include <string.h>

#include "cute/read_impl.h"

/* --- words -------------------------------------------------------------------------------------- */

size_t place(const Reader *r)
{
	return (size_t)(r->s - r->text);
}

bool fail_at(Reader *r, size_t at, const char *text)
{
	if (!r->error->text)
		*r->error = (CuteError){ at, text };
	return false;
}

bool fail(Reader *r, const char *text)
{
	return fail_at(r, place(r), text);
}

void skip_space(Reader *r)
{
	while (isspace((unsigned char)*r->s))
		r->s++;
}

bool take(Reader *r, char c)
{
	skip_space(r);
	if (*r->s != c)
		return false;
	r->s++;
	return true;
}

bool need(Reader *r, char c)
{
	return take(r, c) || fail(r, arena_printf(r->arena, "expected '%c'", c));
}

static bool is_letter(char c)
{
	return isalpha((unsigned char)c) || c == '_';
}

static size_t word_length(const char *s)
{
	size_t n = 0;

	if (s[0] == '_' && s[1] == '-') /* _-8 */
		n = 2;
	if (is_letter(*s))
		while (is_letter(s[n]) || isdigit((unsigned char)s[n]))
			n++;
	return n;
}

bool is_word(const char *s, size_t n, const char *word)
{
	return strlen(word) == n && memcmp(s, word, n) == 0;
}

bool take_word(Reader *r, const char *word)
{
	size_t n;

	skip_space(r);
	n = word_length(r->s);
	if (!is_word(r->s, n, word))
		return false;
	r->s += n;
	return true;
}

/* Words that change nothing here. */
static bool skip_qualifier(Reader *r)
{
	static const char *const words[] = { "const", "constexpr", "typename", "struct", "class", "static" };
	size_t n = word_length(r->s);

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (is_word(r->s, n, words[i])) {
			r->s += n;
			return true;
		}
	return false;
}

size_t take_name(Reader *r, const char **name)
{
	size_t n;

	do
		skip_space(r);
	while (skip_qualifier(r));
	for (;;) {
		*name = r->s;
		n = word_length(r->s);
		r->s += n;
		if (!n || r->s[0] != ':' || r->s[1] != ':')
			return n;
		r->s += 2;
	}
}

void skip_braces(Reader *r)
{
	for (;;) {
		const char *before = r->s;

		skip_space(r);
		if (*r->s == '&' || skip_qualifier(r)) {
			r->s += *r->s == '&';
			continue;
		}
		if (*r->s == '{' || *r->s == '(') {
			char close = *r->s++ == '{' ? '}' : ')';

			if (take(r, close))
				continue;
		}
		r->s = before;
		return;
	}
}

/* --- integers ----------------------------------------------------------------------------------- */

bool number(Reader *r, int64_t *out)
{
	bool negative = take(r, '-');
	int64_t value = 0;

	skip_space(r);
	if (!isdigit((unsigned char)*r->s))
		return fail(r, "expected an integer");
	for (; isdigit((unsigned char)*r->s); r->s++) {
		value = value * 10 + (*r->s - '0');
		if (value > CUTE_MOST)
			return fail(r, "no integer of a layout is above 134217728");
	}
	while (*r->s && strchr("uUlL", *r->s))
		r->s++;
	*out = negative ? -value : value;
	return true;
}

bool small_number(Reader *r, int *out)
{
	int64_t value;

	if (!number(r, &value))
		return false;
	*out = (int)value;
	return true;
}

bool is_named_number(const char *name, size_t n)
{
	size_t begin = n > 1 && name[1] == '-' ? 2 : 1;

	for (size_t i = begin; i < n; i++)
		if (!isdigit((unsigned char)name[i]))
			return false;
	return n > begin && name[0] == '_';
}

static const struct TypeName {
	const char *name;
	int bits;
} type_names[] = {
#define CUTE_TYPE(name, bits) { name, bits },
#include "cute/types.def"
#undef CUTE_TYPE
};

int bits_of(const char *name, size_t n)
{
	for (size_t i = 0; i < sizeof type_names / sizeof *type_names; i++)
		if (is_word(name, n, type_names[i].name))
			return type_names[i].bits;
	return 0;
}

int cute_type_bits(const char *name)
{
	const char *scope = strrchr(name, ':');

	name = scope ? scope + 1 : name;
	return bits_of(name, strlen(name));
}

/* Of an integer that is known at run time only. */
bool is_integer_type(const char *name, size_t n)
{
	static const char *const words[] = { "int",     "unsigned", "long",    "short",    "signed",   "size_t",
					     "int32_t", "uint32_t", "int64_t", "uint64_t", "ptrdiff_t" };

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (is_word(name, n, words[i]))
			return true;
	return false;
}
