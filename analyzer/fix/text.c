#include "fix/text.h"

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
