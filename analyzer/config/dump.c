#include <string.h>

#include "config/config.h"

/* Decodes a UTF-8 character; its length in bytes. */
static int decode(const unsigned char *s, unsigned *code)
{
	static const unsigned char lead[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
	int n = *s >= 0xf0 ? 4 : *s >= 0xe0 ? 3 : *s >= 0xc0 ? 2 : 1;
	*code = n > 1 ? (unsigned)(*s & ~lead[n] & 0xff) : *s;
	for (int i = 1; i < n; i++) {
		if ((s[i] & 0xc0) != 0x80) {
			*code = *s;
			return 1;
		}
		*code = *code << 6 | (s[i] & 0x3f);
	}
	return n;
}

/* Characters that YAML forbids unescaped or treats as line breaks. */
static bool is_special(unsigned code, int n)
{
	return code < 0x20 || (code >= 0x7f && (n == 1 || code < 0xa0)) || code == 0x2028 || code == 0x2029 || code == 0xfeff ||
	       (code >= 0xfffe && code <= 0xffff);
}

/* In double quotes, which can hold any text and prevent that YAML reads it as a number or word. */
static void add_quoted(Buf *out, const char *text)
{
	unsigned code;
	buf_putc(out, '"');
	for (const unsigned char *s = (const unsigned char *)text; *s;) {
		int n = decode(s, &code);
		if (*s == '"' || *s == '\\')
			buf_putc(out, '\\');
		if (is_special(code, n))
			buf_printf(out, "\\u%04x", code);
		else
			buf_add(out, (const char *)s, (size_t)n);
		s += n;
	}
	buf_putc(out, '"');
}

/* Ends the line with a comment; control characters of the path must not end it. */
static void add_place(Buf *out, const ConfigPlace *place)
{
	buf_puts(out, place->path ? " # " : "");
	for (const char *s = place->path; s && *s; s++)
		buf_putc(out, (unsigned char)*s < 0x20 || *s == 0x7f ? '?' : *s);
	if (place->path && place->line)
		buf_printf(out, ":%d", place->line);
	buf_putc(out, '\n');
}

static void dump_text(Buf *out, const char *key, const ConfigText *text)
{
	if (!text->text)
		return;
	buf_printf(out, "%s: ", key);
	add_quoted(out, text->text);
	add_place(out, &text->from);
}

static void dump_texts(Buf *out, const char *key, const ConfigTexts *texts)
{
	if (texts->n)
		buf_printf(out, "%s:\n", key);
	for (int i = 0; i < texts->n; i++) {
		buf_puts(out, "  - ");
		add_quoted(out, texts->at[i].text);
		add_place(out, &texts->at[i].from);
	}
}

#define dump_ARCH dump_text
#define dump_FOLDER dump_text
#define dump_ADDRESS dump_text
#define dump_TEXTS dump_texts
#define dump_PATHS dump_texts

/* Without patterns all rules are enabled, which the dump states. */
static void dump_CHECKS(Buf *out, const char *key, const ConfigTexts *checks)
{
	if (checks->n)
		dump_texts(out, key, checks);
	else
		buf_printf(out, "%s:\n  - \"*\"\n", key);
}

static void dump_COUNT(Buf *out, const char *key, const ConfigNumber *number)
{
	buf_printf(out, "%s: %d", key, number->from.path ? number->value : 2);
	add_place(out, &number->from);
}

static void dump_LEVEL(Buf *out, const char *key, const ConfigNumber *level)
{
	buf_printf(out, "%s: %s", key, severity_name(level->from.path ? (Severity)level->value : SEV_WARNING));
	add_place(out, &level->from);
}

static void dump_PREFER(Buf *out, const char *key, const ConfigNumber *prefer)
{
	buf_printf(out, "%s: %s", key, config_preferences[prefer->value]);
	add_place(out, &prefer->from);
}

static void dump_CODEGEN(Buf *out, const char *key, const ConfigNumber *codegen)
{
	buf_printf(out, "%s: %s", key, config_codegens[codegen->value]);
	add_place(out, &codegen->from);
}

_Static_assert(offsetof(ConfigSeverity, pattern) == 0 && offsetof(ConfigBlock, pattern) == 0, "items of a map begin with their pattern");

/* Writes the i-th pattern as a key if it is the last of equal ones, which counts; whether it is. */
static bool dump_pattern(Buf *out, const void *items, size_t size, int i, int n)
{
	const char *const *pattern = (const void *)((const char *)items + size * (size_t)i);
	for (int k = i + 1; k < n; k++) {
		const char *const *other = (const void *)((const char *)items + size * (size_t)k);
		if (strcmp(*other, *pattern) == 0)
			return false;
	}
	buf_puts(out, "  ");
	add_quoted(out, *pattern);
	return true;
}

static void dump_SEVERITIES(Buf *out, const char *key, const ConfigSeverities *list)
{
	if (list->n)
		buf_printf(out, "%s:\n", key);
	for (int i = 0; i < list->n; i++)
		if (dump_pattern(out, list->at, sizeof *list->at, i, list->n)) {
			buf_printf(out, ": %s", severity_name(list->at[i].severity));
			add_place(out, &list->at[i].from);
		}
}

static void dump_BLOCKS(Buf *out, const char *key, const ConfigBlocks *list)
{
	if (list->n)
		buf_printf(out, "%s:\n", key);
	for (int i = 0; i < list->n; i++)
		if (dump_pattern(out, list->at, sizeof *list->at, i, list->n)) {
			const int *block = list->at[i].block;
			buf_printf(out, ": [%d, %d, %d]", block[0], block[1], block[2]);
			add_place(out, &list->at[i].from);
		}
}

void config_dump(Buf *out, const Config *config)
{
#define CONFIG(field, kind, key, value, otherwise, help) dump_##kind(out, key, &config->field);
#include "config/config.def"
#undef CONFIG
}
