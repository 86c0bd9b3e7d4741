#include "fix/text.h"

#include <stdlib.h>
#include <string.h>

#include "core/tokens.h"

bool text_is_number(const char *text)
{
	return *text && strspn(text, "0123456789") == strlen(text) && (text[0] != '0' || !text[1]);
}

/* A name, a number, a member. */
static bool is_operand(const char *text)
{
	for (const char *s = text; *s; s++)
		if (!token_is_name_char(*s) && *s != '.' && *s != ':')
			return false;
	return *text;
}

/* "(a + b)", but not "(a) + (b)". */
static bool is_in_parens(const char *text)
{
	int depth = 0;
	for (const char *s = text; *s; s++) {
		depth += (*s == '(') - (*s == ')');
		if (depth == 0)
			return s > text && !s[1];
	}
	return false;
}

const char *text_without_parens(Arena *arena, const char *text)
{
	while (is_in_parens(text))
		text = arena_strndup(arena, text + 1, strlen(text) - 2);
	return text;
}

const char *text_as_operand(Arena *arena, const char *text)
{
	return is_operand(text) || is_in_parens(text) ? text : arena_printf(arena, "(%s)", text);
}

bool text_is_pure(const char *text)
{
	for (const char *s = text; *s; s++) {
		bool called = *s == '(' && s > text && token_is_name_char(s[-1]);
		if (called || strchr("{}\"';", *s) || (*s == '=' && s[1] != '=' && (s == text || !strchr("=!<>", s[-1]))))
			return false;
		if ((*s == '+' || *s == '-') && s[1] == *s)
			return false;
	}
	return true;
}

bool text_is_sum(const char *text)
{
	for (const char *s = text; *s; s++)
		if (!token_is_name_char(*s) && !strchr(" +-*/%().:\t", *s))
			return false;
	return true;
}

bool text_last_addend(const char *text, size_t *plus)
{
	int depth = 0;
	*plus = 0;
	for (const char *s = text; *s; s++) {
		depth += (*s == '(' || *s == '[') - (*s == ')' || *s == ']');
		if (depth > 0 || token_is_name_char(*s) || strchr(" \t.)]*/%", *s))
			continue;
		if (*s != '+' || s[1] == '+')
			return false; /* of other operators, and signs */
		*plus = (size_t)(s - text);
	}
	return *plus > 0;
}

/* "N + 1" ends with a number, to which more is added. */
static const char *last_addend(const char *text)
{
	const char *plus = strrchr(text, '+');
	if (!plus || !text_is_sum(text))
		return NULL;
	const char *number = plus + 1 + strspn(plus + 1, " ");
	return text_is_number(number) ? plus : NULL;
}

const char *text_longer(Arena *arena, const char *text, int64_t by)
{
	const char *plus = last_addend(text);
	if (text_is_number(text))
		return arena_printf(arena, "%lld", atoll(text) + (long long)by);
	if (plus) {
		const char *number = plus + 1 + strspn(plus + 1, " ");
		long long sum = atoll(number) + (long long)by;
		size_t head = (size_t)(plus - text);
		while (head > 0 && text[head - 1] == ' ')
			head--;
		if (sum == 0)
			return arena_strndup(arena, text, head);
		if (sum > 0)
			return arena_printf(arena, "%.*s%lld", (int)(number - text), text, sum);
	}
	const char *operand = text_is_sum(text) ? text : arena_printf(arena, "(%s)", text);
	return arena_printf(arena, "%s %c %lld", operand, by < 0 ? '-' : '+', llabs((long long)by));
}

bool text_is_fixed(const char *text)
{
	Text t = { .s = text, .n = strlen(text) };
	Token token = token_next_code(&t);
	for (; token.kind != TK_END; token = token_next_code(&t))
		if (token.kind == TK_NAME)
			return false;
	return *text;
}
