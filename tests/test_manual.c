/* The manual page and the completions have every option. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cli/manual.h"
#include "options/options_table.h"
#include "report/formats.h"

static void expect_in(const Buf *text, const char *part)
{
	if (!strstr(text->s, part))
		fail_msg("there is no '%s' in:\n%s", part, text->s);
}

/* With a backslash before each minus. */
static void roff(char *out, size_t size, const char *text)
{
	size_t n = 0;
	for (; *text && n + 3 < size; text++) {
		if (*text == '-')
			out[n++] = '\\';
		out[n++] = *text;
	}
	out[n] = 0;
}

static void test_page(void **state)
{
	(void)state;
	Buf page = { 0 };
	manual_page(&page);
	for (int i = 0; i < N_OPTION_ROWS; i++) {
		char spelling[64], line[80];
		roff(spelling, sizeof spelling, option_rows[i].spelling);
		snprintf(line, sizeof line, "\\fB%s\\fR", spelling);
		expect_in(&page, line);
	}
	for (int i = 0; i < CMD_COUNT; i++)
		expect_in(&page, command_rows[i].name);
	/* No text line is a roff request, and none ends in a blank. */
	for (const char *line = page.s; *line; line += strcspn(line, "\n") + 1) {
		const size_t n = strcspn(line, "\n");
		assert_true(*line != '\'');
		assert_true(n > 0 && line[n - 1] != ' ');
		if (*line == '.')
			assert_true(strchr("TSnfBb", line[1]) != NULL);
	}
	buf_free(&page);
}

/* bash: the list of a command's options. */
static void test_bash(void **state)
{
	(void)state;
	Buf text = { 0 };
	manual_completions(&text, SHELL_BASH);
	for (int c = 0; c < CMD_COUNT; c++) {
		char head[64];
		snprintf(head, sizeof head, "\t%s) options=\"", c == CMD_LINT ? "lint" : command_rows[c].name);
		const char *list = strstr(text.s, head);
		assert_non_null(list);
		list += strlen(head) - 1;
		char words[4096];
		snprintf(words, sizeof words, " %.*s ", (int)strcspn(list + 1, "\""), list + 1);
		for (int i = 0; i < N_OPTION_ROWS; i++) {
			char word[64];
			snprintf(word, sizeof word, " %s ", option_rows[i].spelling);
			bool is_for = false; /* several rows may have one spelling */
			for (int k = 0; k < N_OPTION_ROWS; k++)
				is_for |= strcmp(option_rows[k].spelling, option_rows[i].spelling) == 0 &&
					  option_is_for(&option_rows[k], (CommandId)c);
			assert_int_equal(strstr(words, word) != NULL, is_for);
		}
	}
	for (int i = 0; i < FORMAT_COUNT; i++)
		expect_in(&text, formats[i].name);
	buf_free(&text);
}

static void test_zsh_and_fish(void **state)
{
	(void)state;
	Buf zsh = { 0 }, fish = { 0 };
	manual_completions(&zsh, SHELL_ZSH);
	manual_completions(&fish, SHELL_FISH);
	for (int i = 0; i < N_OPTION_ROWS; i++) {
		const OptionRow *row = &option_rows[i];
		const bool is_long = row->spelling[1] == '-';
		char part[128];
		snprintf(part, sizeof part, "%s%s[", row->spelling,
			 !*row->argument || !is_long     ? ""
			 : option_value_is_optional(row) ? "=-"
							 : "=");
		expect_in(&zsh, part);
		snprintf(part, sizeof part, "' -%c %s ", is_long ? 'l' : 's', row->spelling + (is_long ? 2 : 1));
		expect_in(&fish, part);
	}
	buf_free(&zsh);
	buf_free(&fish);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_page),
		cmocka_unit_test(test_bash),
		cmocka_unit_test(test_zsh_and_fish),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
