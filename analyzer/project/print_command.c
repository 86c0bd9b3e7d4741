#include "project/print_command.h"

#include <string.h>

#include "base/buf.h"
#include "base/paths.h"
#include "database/command.h"

/* Control characters as bash writes them: a line of the output must not end within a name. */
static bool add_control_word(Buf *out, const char *word)
{
	bool has_some = false;
	for (const char *at = word; *at; at++)
		has_some = has_some || (unsigned char)*at < 0x20 || *at == 0x7f;
	if (!has_some)
		return false;
	buf_puts(out, "$'");
	for (const char *at = word; *at; at++)
		buf_printf(out, (unsigned char)*at < 0x20 || strchr("'\\\177", *at) ? "\\%03o" : "%c", (unsigned)(unsigned char)*at);
	buf_putc(out, '\'');
	return true;
}

/* Words without special characters are not quoted. */
static void add_word(Buf *out, const char *word)
{
	if (add_control_word(out, word))
		return;
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=./:,@%^";
	if (*word && strspn(word, plain) == strlen(word)) {
		buf_puts(out, word);
		return;
	}
	buf_putc(out, '\'');
	for (; *word; word++)
		if (*word == '\'')
			buf_puts(out, "'\\''");
		else
			buf_putc(out, *word);
	buf_putc(out, '\'');
}

static void add_words(Buf *out, const char *const *words, int n)
{
	for (int i = 0; i < n; i++) {
		buf_puts(out, i ? " " : "");
		add_word(out, words[i]);
	}
}

/* Line ends become spaces: the comment has one line. */
static void add_comment(Buf *out, const char *title, const char *text)
{
	buf_printf(out, "#   %s: ", title);
	for (; *text; text++)
		buf_putc(out, *text == '\n' || *text == '\r' ? ' ' : *text);
	buf_putc(out, '\n');
}

static void add_list(Buf *out, const char *title, const char *const *words, int n)
{
	Buf text = { 0 };
	add_words(&text, words, n);
	if (n)
		add_comment(out, title, text.s);
	buf_free(&text);
}

const char *print_command(Arena *arena, const AnalyzeOptions *file, const char *origin)
{
	const CommandOptions compile = analyze_compile(file);
	const Command *command = command_make(arena, &compile);
	Buf out = { 0 };
	buf_printf(&out, "# %s\n", path_shown(arena, file->file));
	add_comment(&out, "flags from", origin);
	if (file->directory)
		add_comment(&out, "relative to", file->directory);
	add_comment(&out, "toolkit", command->toolkit ? command->toolkit : "none: the declarations bundled with smemlint (/__smemlint__)");
	add_comment(&out, "architecture", command->arch);
	add_list(&out, "unknown flags, ignored", command->skipped, command->n_skipped);
	add_list(&out, "response files that cannot be read", command->unread, command->n_unread);
	add_words(&out, command->argv, command->n_argv);
	buf_putc(&out, ' ');
	add_word(&out, file->file);
	buf_putc(&out, '\n');
	const char *text = arena_strdup(arena, out.s);
	buf_free(&out);
	return text;
}
