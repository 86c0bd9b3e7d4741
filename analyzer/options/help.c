/* --help: options by group, with a line for those that are used most and the names of the others; --help=all: all in full. */
#include <string.h>

#include "options/options_table.h"

enum { COLUMN = 27, WIDTH = 80, FULL_COLUMN = 28, FULL_WIDTH = 100 };

/* Adds `text` from the current column `at` on, wrapped at `width`; further lines begin in column `from`. */
static void add_wrapped(Buf *out, const char *text, int at, int from, int width)
{
	bool is_first = true;
	while (*text) {
		int n = (int)strcspn(text, " ");
		if (!is_first && at + 1 + n > width) {
			buf_printf(out, "\n%*s", from, "");
			at = from;
		} else if (!is_first) {
			buf_putc(out, ' ');
			at++;
		}
		buf_add(out, text, (size_t)n);
		is_first = false;
		at += n;
		text += n;
		text += strspn(text, " ");
	}
}

static void add_row(Buf *out, const char *left, const char *right, int column, int width)
{
	int at = (int)strlen(left) + 2;
	buf_printf(out, "  %s", left);
	if (at >= column && at + 2 + (int)strlen(right) <= width) {
		buf_printf(out, "  %s\n", right);
		return;
	}
	if (at >= column) {
		buf_putc(out, '\n');
		at = 0;
	}
	buf_printf(out, "%*s", column - at, "");
	add_wrapped(out, right, column, column, width);
	buf_putc(out, '\n');
}

/* --- one option ----------------------------------------------------------------------------------- */

/* "-q, --quiet", "--min-ways N", "--stats[=text|json]" */
static void print_left(Buf *out, const OptionRow *row, bool with_words)
{
	for (int i = 0; i < N_SHORT_NAMES; i++)
		if (strcmp(short_names[i].of, row->spelling) == 0)
			buf_printf(out, "%s, ", short_names[i].name);
	buf_puts(out, row->spelling);
	if (!with_words && option_has_words(row) && !option_value_is_optional(row))
		buf_puts(out, " ...");
	else if (with_words || !option_has_words(row))
		buf_printf(out, option_value_is_optional(row) ? "[=%s]" : *row->argument ? " %s" : "%s", row->argument);
}

static bool is_listed(const OptionRow *row, CommandId command, OptionGroup group)
{
	return row->group == group && row->commands & 1 << command;
}

static void add_full(Buf *out, const OptionRow *row)
{
	Buf left = { 0 };
	print_left(&left, row, true);
	add_row(out, left.s, row->help, FULL_COLUMN, FULL_WIDTH);
	buf_free(&left);
}

static void add_brief(Buf *out, const OptionRow *row)
{
	Buf left = { 0 };
	print_left(&left, row, false);
	add_row(out, left.s, row->brief, COLUMN, WIDTH);
	buf_free(&left);
}

/* --- groups --------------------------------------------------------------------------------------- */

static const char *const titles[N_GROUPS] = {
#define GROUP(id, title) title,
#include "options/groups.def"
#undef GROUP
};

/* "  also --a, --b" */
static void add_others(Buf *out, CommandId command, OptionGroup group)
{
	Buf names = { 0 };
	for (int i = 0; i < N_OPTION_ROWS; i++)
		if (is_listed(&option_rows[i], command, group) && !*option_rows[i].brief)
			buf_printf(&names, "%s%s", names.n ? ", " : "  also ", option_rows[i].spelling);
	if (names.n) {
		buf_puts(out, "  ");
		add_wrapped(out, names.s + 2, 2, 7, WIDTH);
		buf_putc(out, '\n');
	}
	buf_free(&names);
}

static void add_group(Buf *out, CommandId command, OptionGroup group, bool all)
{
	bool is_first = true;
	for (int i = 0; i < N_OPTION_ROWS; i++) {
		if (!is_listed(&option_rows[i], command, group))
			continue;
		if (is_first)
			buf_printf(out, all ? "\n%s:\n" : "%s:\n", titles[group]);
		is_first = false;
		if (all)
			add_full(out, &option_rows[i]);
		else if (*option_rows[i].brief)
			add_brief(out, &option_rows[i]);
	}
	if (!is_first && !all)
		add_others(out, command, group);
}

/* --- all ------------------------------------------------------------------------------------------ */

static void add_commands(Buf *out, bool all)
{
	buf_puts(out, all ? "\nCommands (smemlint help COMMAND):\n" : "Commands (smemlint help COMMAND):\n");
	for (int i = 0; i < CMD_COUNT; i++) {
		const CommandRow *row = &command_rows[i];
		if (i != CMD_LINT)
			add_row(out, row->name, all ? row->summary : row->brief, all ? FULL_COLUMN : 11, all ? FULL_WIDTH : WIDTH);
	}
}

void options_help(Buf *out, CommandId command, bool all)
{
	const CommandRow *row = &command_rows[command];
	const int width = all ? FULL_WIDTH : WIDTH;
	buf_printf(out, "Usage: smemlint %s%s%s\n", row->name, *row->name ? " " : "", row->usage);
	add_wrapped(out, all || command != CMD_LINT ? row->summary : row->brief, 0, 0, width);
	buf_putc(out, '\n');
	if (command == CMD_LINT)
		add_commands(out, all);
	for (int group = 0; group < N_GROUPS; group++)
		add_group(out, command, (OptionGroup)group, all);
	if (!all) {
		buf_puts(out, "In full, with exit statuses: smemlint --help=all, man smemlint\n");
		return;
	}
	buf_puts(out, "\nExit status: ");
	add_wrapped(out, row->status, (int)strlen("Exit status: "), (int)strlen("Exit status: "), width);
	buf_putc(out, '\n');
}
