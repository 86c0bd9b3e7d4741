/* Completion scripts for bash, zsh and fish. */
#include <string.h>

#include "cli/manual.h"
#include "options/options_table.h"
#include "report/formats.h"
#include "rules/rule.h"

/* How an option's argument is completed. */
typedef enum ArgumentKind { VALUE_NONE, VALUE_WORDS, VALUE_RULE, VALUE_OUTPUT, VALUE_FILE, VALUE_FOLDER, VALUE_OTHER } ArgumentKind;

static bool is_one_of(const char *word, const char *const *list)
{
	for (; *list; list++)
		if (strcmp(word, *list) == 0)
			return true;
	return false;
}

static ArgumentKind value_of(const OptionRow *row)
{
	static const char *const rules[] = { "RULE", "PATTERNS", NULL }, *const folders[] = { "DIR", "DIR|none", NULL };
	static const char *const files[] = { "FILE", "BUILD", "NVCC", "COMMAND", NULL };
	if (!*row->argument)
		return VALUE_NONE;
	if (option_has_words(row))
		return VALUE_WORDS;
	if (strcmp(row->argument, "FORMAT:FILE") == 0)
		return VALUE_OUTPUT;
	return is_one_of(row->argument, rules)     ? VALUE_RULE
	       : is_one_of(row->argument, folders) ? VALUE_FOLDER
	       : is_one_of(row->argument, files)   ? VALUE_FILE
						   : VALUE_OTHER;
}

static void add_words(Buf *out, const OptionRow *row)
{
	for (const char *c = row->argument; *c; c++)
		buf_putc(out, *c == '|' ? ' ' : *c);
}

static void add_rules(Buf *out)
{
	for (int i = 0; i < N_RULES; i++)
		buf_printf(out, "%s%s", i ? " " : "", all_rules[i]->name);
}

static void add_formats(Buf *out, const char *suffix)
{
	for (int i = 0; i < FORMAT_COUNT; i++)
		buf_printf(out, "%s%s%s", i ? " " : "", formats[i].name, suffix);
}

static void add_commands(Buf *out, const char *separator)
{
	for (int i = 0, n = 0; i < CMD_COUNT; i++)
		if (i != CMD_LINT)
			buf_printf(out, "%s%s", n++ ? separator : "", command_rows[i].name);
}

static const char *command_name(int command)
{
	return command == CMD_LINT ? "lint" : command_rows[command].name;
}

/* --- bash --------------------------------------------------------------------------------------- */

static void bash_values(Buf *out, int command)
{
	for (int i = 0; i < N_OPTION_ROWS; i++) {
		const OptionRow *row = &option_rows[i];
		ArgumentKind value = value_of(row);
		if (!option_is_for(row, (CommandId)command) || value == VALUE_NONE)
			continue;
		/* an optional value follows a = */
		buf_printf(out, "\t%s:%s:%s)\n\t\t", command_name(command), row->spelling, option_value_is_optional(row) ? "=" : "*");
		if (value == VALUE_WORDS || value == VALUE_RULE) {
			buf_puts(out, "COMPREPLY=($(compgen -W \"");
			if (value == VALUE_WORDS)
				add_words(out, row);
			else
				add_rules(out);
			buf_puts(out, "\" -- \"$current\"))");
		} else if (value == VALUE_OUTPUT) {
			buf_puts(out, "COMPREPLY=($(compgen -S : -W \"");
			add_formats(out, "");
			buf_puts(out, "\" -- \"$current\")); compopt -o nospace");
		} else if (value == VALUE_OTHER) {
			buf_puts(out, "COMPREPLY=()");
		} else {
			buf_printf(out, "COMPREPLY=($(compgen -%c -- \"$current\")); compopt -o filenames",
				   value == VALUE_FILE ? 'f' : 'd');
		}
		buf_puts(out, "; return ;;\n");
	}
}

static void bash_names(Buf *out, int command)
{
	buf_printf(out, "\t%s) options=\"", command_name(command));
	for (int i = 0, n = 0; i < N_OPTION_ROWS; i++)
		if (option_is_for(&option_rows[i], (CommandId)command))
			buf_printf(out, "%s%s", n++ ? " " : "", option_rows[i].spelling);
	buf_puts(out, "\" ;;\n");
}

/* bash also splits words at = and :. */
static void bash(Buf *out)
{
	buf_puts(out,
		 "# bash completion for smemlint\n_smemlint()\n{\n"
		 "\tlocal current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} sign= command=lint options i\n"
		 "\tCOMPREPLY=()\n"
		 "\tfor ((i = 1; i < COMP_CWORD; i++)); do\n"
		 "\t\tif [[ ${COMP_WORDS[i]} == -- ]]; then\n\t\t\tCOMPREPLY=($(compgen -f -- \"$current\")); compopt -o filenames\n"
		 "\t\t\treturn\n\t\tfi\n\tdone\n"
		 "\tcase ${COMP_WORDS[1]} in\n\t");
	add_commands(out, "|");
	buf_puts(out,
		 ") ((COMP_CWORD > 1)) && command=${COMP_WORDS[1]} ;;\n\tesac\n"
		 "\tif [[ $current == = ]]; then\n\t\tcurrent= sign==\n"
		 "\telif [[ $before == = ]]; then\n\t\tbefore=${COMP_WORDS[COMP_CWORD-2]} sign==\n\tfi\n"
		 "\tif [[ $current == : || $before == : ]]; then\n\t\t[[ $current == : ]] && current=\n"
		 "\t\tCOMPREPLY=($(compgen -f -- \"$current\")); compopt -o filenames\n\t\treturn\n\tfi\n"
		 "\tcase $command:$before:$sign in\n");
	for (int i = 0; i < CMD_COUNT; i++)
		bash_values(out, i);
	buf_puts(out, "\tesac\n\tcase $command in\n");
	for (int i = 0; i < CMD_COUNT; i++)
		bash_names(out, i);
	buf_puts(out,
		 "\tesac\n\tif [[ $current == -* ]]; then\n\t\tCOMPREPLY=($(compgen -W \"$options\" -- \"$current\"))\n\t\treturn\n\tfi\n"
		 "\tif ((COMP_CWORD == 1)); then\n\t\tCOMPREPLY=($(compgen -W \"");
	add_commands(out, " ");
	buf_puts(out,
		 "\" -- \"$current\"))\n\tfi\n"
		 "\tCOMPREPLY+=($(compgen -d -- \"$current\") $(compgen -f -X '!*.@(cu|cuh|h|hpp|cpp|cc|yaml)' -- \"$current\"))\n"
		 "\tcompopt -o filenames\n}\nshopt -s extglob 2>/dev/null\ncomplete -F _smemlint smemlint\n");
}

/* --- zsh ---------------------------------------------------------------------------------------- */

/* Adds the text as a part of an _arguments specification in single quotes, where brackets and colons are special. */
static void zsh_text(Buf *out, const char *text)
{
	for (; *text; text++) {
		if (*text == '\'')
			buf_puts(out, "'\\'");
		if (strchr("[]:\\", *text))
			buf_putc(out, '\\');
		buf_putc(out, *text);
	}
}

static void zsh_value(Buf *out, const OptionRow *row)
{
	const ArgumentKind value = value_of(row);
	if (value == VALUE_NONE)
		return;
	buf_puts(out, option_value_is_optional(row) ? "::" : ":");
	zsh_text(out, row->argument);
	buf_putc(out, ':');
	if (value == VALUE_WORDS) {
		buf_putc(out, '(');
		add_words(out, row);
		buf_putc(out, ')');
	} else if (value == VALUE_RULE) {
		buf_putc(out, '(');
		add_rules(out);
		buf_putc(out, ')');
	} else if (value == VALUE_OUTPUT) {
		buf_puts(out, "_smemlint_output");
	} else if (value == VALUE_FILE || value == VALUE_FOLDER) {
		buf_puts(out, value == VALUE_FILE ? "_files" : "_files -/");
	} else {
		buf_putc(out, ' ');
	}
}

static void zsh_option(Buf *out, const OptionRow *row)
{
	const bool repeats = row->kind == KIND_LIST || row->kind == KIND_ASSUME, is_long = row->spelling[1] == '-';
	buf_printf(out, " \\\n\t\t\t'%s%s%s[", repeats ? "*" : "", row->spelling,
		   !*row->argument || !is_long     ? ""
		   : option_value_is_optional(row) ? "=-"
						   : "=");
	zsh_text(out, row->help);
	buf_putc(out, ']');
	zsh_value(out, row);
	buf_putc(out, '\'');
}

static void zsh(Buf *out)
{
	buf_puts(out, "#compdef smemlint\n_smemlint_output()\n{\n\tif compset -P '*:'; then\n\t\t_files\n\telse\n\t\tcompadd -S '' -- ");
	add_formats(out, ":");
	buf_puts(out, "\n\tfi\n}\n\n_smemlint_file()\n{\n\t((CURRENT == 2)) && compadd -- ");
	add_commands(out, " ");
	buf_puts(out,
		 "\n\t_files -g '*.(cu|cuh|h|hpp|cpp|cc|yaml)(-.)'\n}\n\n_smemlint()\n{\n\tlocal command=lint\n\tcase $words[2] in\n\t");
	add_commands(out, "|");
	buf_puts(out, ") ((CURRENT > 2)) && command=$words[2] ;;\n\tesac\n\tcase $command in\n");
	for (int c = 0; c < CMD_COUNT; c++) {
		buf_printf(out, "\t%s)\n\t\t_arguments -S", command_name(c));
		for (int i = 0; i < N_OPTION_ROWS; i++)
			if (option_is_for(&option_rows[i], (CommandId)c))
				zsh_option(out, &option_rows[i]);
		buf_puts(out, " \\\n\t\t\t'*:file:_smemlint_file' ;;\n");
	}
	buf_puts(out,
		 "\tesac\n}\n\nif [ \"$funcstack[1]\" = _smemlint ]; then\n\t_smemlint \"$@\"\nelse\n\tcompdef _smemlint smemlint\nfi\n");
}

/* --- fish --------------------------------------------------------------------------------------- */

static void fish_text(Buf *out, const char *text)
{
	buf_putc(out, '\'');
	for (; *text; text++) {
		if (*text == '\'' || *text == '\\')
			buf_putc(out, '\\');
		buf_putc(out, *text);
	}
	buf_putc(out, '\'');
}

static void fish_value(Buf *out, const OptionRow *row)
{
	switch (value_of(row)) {
	case VALUE_NONE:
		break;
	case VALUE_WORDS:
		buf_puts(out, option_value_is_optional(row) ? " -f -a '" : " -x -a '");
		add_words(out, row);
		buf_putc(out, '\'');
		break;
	case VALUE_RULE:
		buf_puts(out, " -x -a '");
		add_rules(out);
		buf_putc(out, '\'');
		break;
	case VALUE_OUTPUT:
		buf_puts(out, " -x -a '");
		add_formats(out, ":");
		buf_putc(out, '\'');
		break;
	case VALUE_FILE:
	case VALUE_FOLDER:
		buf_puts(out, option_value_is_optional(row) ? "" : " -r -F");
		break;
	case VALUE_OTHER:
		buf_puts(out, option_value_is_optional(row) ? "" : " -x");
		break;
	}
}

static void fish_options(Buf *out, int command)
{
	for (int i = 0; i < N_OPTION_ROWS; i++) {
		const OptionRow *row = &option_rows[i];
		const bool is_long = row->spelling[1] == '-';
		if (!option_is_for(row, (CommandId)command))
			continue;
		buf_printf(out, "complete -c smemlint -n '%s__fish_seen_subcommand_from ", command == CMD_LINT ? "not " : "");
		if (command == CMD_LINT)
			add_commands(out, " ");
		else
			buf_puts(out, command_rows[command].name);
		buf_printf(out, "' -%c %s", is_long ? 'l' : 's', row->spelling + (is_long ? 2 : 1));
		fish_value(out, row);
		buf_puts(out, " -d ");
		fish_text(out, row->help);
		buf_putc(out, '\n');
	}
}

static void fish(Buf *out)
{
	buf_puts(out, "# fish completion for smemlint\n");
	for (int i = 0; i < CMD_COUNT; i++) {
		if (i == CMD_LINT)
			continue;
		buf_printf(out, "complete -c smemlint -n __fish_is_first_arg -a %s -d ", command_rows[i].name);
		fish_text(out, command_rows[i].summary);
		buf_putc(out, '\n');
	}
	for (int i = 0; i < CMD_COUNT; i++)
		fish_options(out, i);
}

void manual_completions(Buf *out, Shell shell)
{
	static void (*const writers[])(Buf *) = { bash, zsh, fish };
	writers[shell](out);
}
