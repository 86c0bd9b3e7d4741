#include "base/utf8.h"

#include <stdbool.h>

static const struct {
	unsigned char mask, lead;
	size_t n;
	uint32_t low;
} forms[] = {
	{ 0x80, 0x00, 1, 0 },
	{ 0xe0, 0xc0, 2, 0x80 },
	{ 0xf0, 0xe0, 3, 0x800 },
	{ 0xf8, 0xf0, 4, 0x10000 },
};

/* The length in bytes, or 0. */
static size_t decode(const char *text, uint32_t *code)
{
	const unsigned char *s = (const unsigned char *)text;
	for (size_t f = 0; f < sizeof forms / sizeof forms[0]; f++) {
		if ((s[0] & forms[f].mask) != forms[f].lead)
			continue;
		*code = s[0] & (unsigned char)~forms[f].mask;
		for (size_t i = 1; i < forms[f].n; i++) {
			if ((s[i] & 0xc0) != 0x80)
				return 0;
			*code = *code << 6 | (s[i] & 0x3f);
		}
		bool bad = *code < forms[f].low || *code > 0x10ffff || (*code >= 0xd800 && *code < 0xe000);
		return bad ? 0 : forms[f].n;
	}
	return 0;
}

size_t utf8_length(const char *s)
{
	uint32_t code;
	return decode(s, &code);
}

uint32_t utf8_next(const char **s)
{
	uint32_t code;
	size_t n = decode(*s, &code);
	*s += n ? n : 1;
	return n ? code : UTF8_REPLACEMENT;
}

size_t utf8_units(const char *s, size_t n)
{
	size_t units = 0;
	for (const char *end = s + n; s < end && *s;)
		units += utf8_next(&s) >= 0x10000 ? 2 : 1;
	return units;
}
