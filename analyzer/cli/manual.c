#include "cli/manual.h"

#include <stdio.h>
#include <string.h>

#include "options/options_table.h"

/* Of the page's last change; man-page linters require a date. */
#define PAGE_DATE "2026-11-22"

/* Escapes what roff would change: minus signs, quotes, and dots that begin a line. */
static void add_text(Buf *out, const char *text, size_t n)
{
	static const struct {
		char c;
		const char *escape;
	} escapes[] = {
		{ '\\', "\\e" }, { '-', "\\-" }, { '\'', "\\(aq" }, { '`', "\\(ga" }, { '^', "\\(ha" }, { '~', "\\(ti" },
	};
	for (size_t i = 0; i < n; i++) {
		const char *escape = NULL;
		for (size_t e = 0; e < sizeof escapes / sizeof *escapes; e++)
			if (escapes[e].c == text[i])
				escape = escapes[e].escape;
		if (text[i] == '.' && (i == 0 || text[i - 1] == '\n'))
			escape = "\\&.";
		if (escape)
			buf_puts(out, escape);
		else
			buf_putc(out, text[i]);
	}
}

/* One sentence per line, by roff's convention. */
static void add_paragraph(Buf *out, const char *text)
{
	for (const char *end; (end = strstr(text, ".  ")); text = end + 3) {
		add_text(out, text, (size_t)(end - text) + 1);
		buf_putc(out, '\n');
	}
	add_text(out, text, strlen(text));
	buf_putc(out, '\n');
}

static void add_font(Buf *out, char font, const char *text)
{
	buf_printf(out, "\\f%c", font);
	add_text(out, text, strlen(text));
	buf_puts(out, "\\fR");
}

/* --- the sections ------------------------------------------------------------------------------- */

static void add_synopsis(Buf *out)
{
	buf_puts(out, ".SH SYNOPSIS\n");
	for (int i = 0; i < CMD_COUNT; i++) {
		if (i)
			buf_puts(out, ".br\n");
		add_font(out, 'B', i ? "smemlint " : "smemlint");
		add_font(out, 'B', command_rows[i].name);
		buf_putc(out, ' ');
		add_text(out, command_rows[i].usage, strlen(command_rows[i].usage));
		buf_putc(out, '\n');
	}
}

static void add_commands(Buf *out)
{
	buf_puts(out, ".SH DESCRIPTION\n");
	add_paragraph(out, command_rows[CMD_LINT].summary);
	for (int i = 0; i < CMD_COUNT; i++) {
		if (i == CMD_LINT)
			continue;
		buf_puts(out, ".TP\n");
		add_font(out, 'B', command_rows[i].name);
		buf_putc(out, '\n');
		add_paragraph(out, command_rows[i].summary);
	}
}

/* The commands that accept the option, unless all do. */
static void add_commands_of(Buf *out, const OptionRow *row)
{
	if (row->commands == FOR_ALL)
		return;
	const char *between = "(";
	for (int i = 0; i < CMD_COUNT; i++) {
		if (!(row->commands & 1 << i))
			continue;
		buf_puts(out, between);
		add_font(out, 'I', i == CMD_LINT ? "smemlint" : command_rows[i].name);
		between = ", ";
	}
	buf_puts(out, ")\n");
}

static void add_option(Buf *out, const OptionRow *row)
{
	const bool is_short = row->spelling[1] != '-';
	buf_puts(out, ".TP\n");
	for (int i = 0; i < N_SHORT_NAMES; i++)
		if (strcmp(short_names[i].of, row->spelling) == 0) {
			add_font(out, 'B', short_names[i].name);
			buf_puts(out, ", ");
		}
	add_font(out, 'B', row->spelling);
	if (*row->argument) {
		buf_puts(out, option_value_is_optional(row) ? "[=" : is_short ? " " : "=");
		add_font(out, option_has_words(row) ? 'B' : 'I', row->argument);
		buf_puts(out, option_value_is_optional(row) ? "]" : "");
	}
	buf_putc(out, '\n');
	add_paragraph(out, row->help);
	add_commands_of(out, row);
}

static void add_options(Buf *out)
{
	buf_puts(out,
		 ".SH OPTIONS\nThe value of a long option follows a = or is the next word.\nArguments after "
		 "\\fB\\-\\-\\fR are flags of the compiler.\n");
	for (int i = 0; i < N_OPTION_ROWS; i++)
		add_option(out, &option_rows[i]);
}

static void add_statuses(Buf *out)
{
	buf_puts(out, ".SH \"EXIT STATUS\"\n");
	for (int i = 0; i < CMD_COUNT; i++) {
		buf_puts(out, ".TP\n");
		add_font(out, 'B', i == CMD_LINT ? "smemlint" : command_rows[i].name);
		buf_putc(out, '\n');
		add_paragraph(out, command_rows[i].status);
	}
}

static void add_end(Buf *out)
{
	static const struct {
		const char *title;
		const char *rows[8][2];
	} sections[] = {
		{ "ENVIRONMENT",
		  { { "CUDA_PATH, CUDA_HOME", "The CUDA toolkit, unless --cuda-path is given." },
		    { "NO_COLOR", "If not empty, --color=auto does not colour the output." },
		    { "XDG_CACHE_HOME", "The parent of the folder for cached results (default: ~/.cache)." } } },
		{ "FILES",
		  { { ".smemlint.yaml", "The configuration, in the source's folder or the nearest folder above." },
		    { "compile_commands.json", "How the project's files are compiled." } } },
	};
	for (size_t s = 0; s < sizeof sections / sizeof *sections; s++) {
		buf_printf(out, ".SH \"%s\"\n", sections[s].title);
		for (int i = 0; sections[s].rows[i][0]; i++) {
			buf_puts(out, ".TP\n");
			add_font(out, 'B', sections[s].rows[i][0]);
			buf_putc(out, '\n');
			add_paragraph(out, sections[s].rows[i][1]);
		}
	}
	buf_puts(out,
		 ".SH EXAMPLES\n.nf\nsmemlint transpose.cu\nsmemlint \\-\\-fix transpose.cu \\-\\- \\-I include\n"
		 "smemlint \\-p build \\-\\-output sarif:smemlint.sarif \\-\\-output text:\\- *.cu\n"
		 "smemlint \\-\\-explain smem\\-bank\\-conflict\\-load\n.fi\n.SH \"SEE ALSO\"\n.BR ncu (1),\n.BR nvcc (1)\n");
}

void manual_page(Buf *out)
{
	buf_puts(out, ".TH SMEMLINT 1 \"" PAGE_DATE "\" \"smemlint " SMEMLINT_VERSION
		      "\" \"User Commands\"\n.SH NAME\n"
		      "smemlint \\- find shared\\-memory bank conflicts in CUDA sources\n");
	add_synopsis(out);
	add_commands(out);
	add_options(out);
	add_statuses(out);
	add_end(out);
}
