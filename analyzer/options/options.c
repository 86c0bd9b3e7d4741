#include "options/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/paths.h"
#include "core/block.h"
#include "options/options_table.h"

const OptionRow option_rows[N_OPTION_ROWS] = {
#define OPTION(field, kind, spelling, argument, group, commands, brief, help) \
	{ offsetof(Options, field), KIND_##kind, spelling, argument, GROUP_##group, commands, brief, help },
#include "options/options.def"
#undef OPTION
};
const CommandRow command_rows[CMD_COUNT] = {
#define COMMAND(id, name, function, usage, brief, summary, status) { name, usage, brief, summary, status },
#include "options/commands.def"
#undef COMMAND
};

bool option_has_words(const OptionRow *row)
{
	return row->kind == KIND_CHOICE || row->kind == KIND_WORD || row->kind == KIND_LEVEL;
}

/* --- did you mean ----------------------------------------------------------------------------- */

bool option_is_for(const OptionRow *row, CommandId command)
{
	return row->commands & (1 << command | (command == CMD_LAUNCH ? FOR_LINT : 0));
}

static void unknown_option(Arena *arena, CommandId command, const char *word, Buf *error)
{
	const char *spellings[N_OPTION_ROWS];
	int n = 0;
	word = arena_strndup(arena, word, strcspn(word, "="));
	for (int i = 0; i < N_OPTION_ROWS; i++)
		if (option_is_for(&option_rows[i], command) && option_rows[i].spelling[1] == '-') /* single letters are too similar */
			spellings[n++] = option_rows[i].spelling;
	buf_printf(error, "unknown option '%.80s'", word);
	const char *near = nearest_word(word, spellings, n);
	if (near)
		buf_printf(error, "; did you mean '%s'?", near);
	else if (word[1] != '-')
		buf_puts(error, "; the compiler's flags go after '--'");
}

/* --- values ----------------------------------------------------------------------------------- */

/* The position of `value` among the words of "a|b|c", or -1. */
static int choice_index(const char *words, const char *value)
{
	size_t length = strlen(value);
	int i = 0;
	for (const char *w = words; w; i++) {
		const char *bar = strchr(w, '|');
		size_t n = bar ? (size_t)(bar - w) : strlen(w);
		if (n == length && memcmp(w, value, n) == 0)
			return i;
		w = bar ? bar + 1 : NULL;
	}
	return -1;
}

static bool set_choice(const OptionRow *row, const char *value, int *out, Buf *error)
{
	*out = choice_index(row->argument, value);
	if (*out < 0)
		buf_printf(error, "option '%s' expects %s, not '%.80s'", row->spelling, row->argument, value);
	return *out >= 0;
}

/* `value` NULL: none is given. */
static bool set_word(const OptionRow *row, const char *value, int *out, Buf *error)
{
	if (!value) {
		*out = 1;
		return true;
	}
	bool is_known = set_choice(row, value, out, error);
	++*out;
	return is_known;
}

static bool set_level(const OptionRow *row, const char *value, int *out, Buf *error)
{
	bool is_known = set_choice(row, value, out, error);
	++*out;
	return is_known;
}

static bool set_block(Arena *arena, const OptionRow *row, const char *value, int out[3], Buf *error)
{
	int64_t block[3];
	if (!block_parse(value, block)) {
		buf_printf(error, "option '%s' expects %s, not '%.80s'", row->spelling, row->argument, value);
		return false;
	}
	const char *problem = block_problem(arena, block);
	if (problem) {
		buf_printf(error, "option '%s': %s", row->spelling, problem);
		return false;
	}
	for (int i = 0; i < 3; i++)
		out[i] = (int)block[i];
	return true;
}

static bool set_count(const OptionRow *row, const char *value, int *out, Buf *error)
{
	char *end;
	const long n = strtol(value, &end, 10);
	if (end == value || *end || n < 1 || n > 999) {
		buf_printf(error, "option '%s' expects a number from 1 to 999, not '%.80s'", row->spelling, value);
		return false;
	}
	*out = (int)n;
	return true;
}

static bool add_assumption(Arena *arena, const OptionRow *row, const char *value, AssumeOptions *list, Buf *error)
{
	AssumeOption assume;
	Buf why = { 0 };
	bool is_read = assume_option_parse(arena, value, &assume, &why);
	if (is_read)
		vec_push(arena, list, assume);
	else
		buf_printf(error, "option '%s' %s", row->spelling, why.s);
	buf_free(&why);
	return is_read;
}

static bool set_value(Arena *arena, const OptionRow *row, const char *value, Options *out, Buf *error)
{
	void *field = (char *)out + row->offset;
	switch (row->kind) {
	case KIND_FLAG:
		*(bool *)field = true;
		return true;
	case KIND_TEXT:
		*(const char **)field = value;
		return true;
	case KIND_BLOCK:
		return set_block(arena, row, value, field, error);
	case KIND_CHOICE:
		return set_choice(row, value, field, error);
	case KIND_MAYBE:
		*(const char **)field = value ? value : "";
		return true;
	case KIND_WORD:
		return set_word(row, value, field, error);
	case KIND_COUNT:
		return set_count(row, value, field, error);
	case KIND_LIST:
		vec_push(arena, (OptionWords *)field, value);
		return true;
	case KIND_LEVEL:
		return set_level(row, value, field, error);
	case KIND_ASSUME:
		return add_assumption(arena, row, value, field, error);
	}
	return false;
}

static const char HELP_WORD[] = "help";

/* --- the command line ------------------------------------------------------------------------- */

/* Spellings that are understood, but no longer shown. */
static const struct {
	const char *before, *now;
} renamed[] = { { "--turn", "--iteration" } };

const ShortName short_names[N_SHORT_NAMES] = {
	{ "-q", "--quiet" },
	{ "-v", "--verbose" },
	{ "-h", "--help" },
	{ "-V", "--version" },
};

/* The long name of an option of one letter. */
static const char *long_name(const char *word, size_t length)
{
	for (int i = 0; i < N_SHORT_NAMES; i++)
		if (length == 2 && memcmp(short_names[i].name, word, 2) == 0)
			return short_names[i].of;
	return NULL;
}

static const OptionRow *find_row(CommandId command, const char *word, size_t length)
{
	const char *name = long_name(word, length);
	if (name)
		return find_row(command, name, strlen(name));
	for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
		if (strlen(renamed[i].before) == length && memcmp(renamed[i].before, word, length) == 0)
			return find_row(command, renamed[i].now, strlen(renamed[i].now));
	for (int i = 0; i < N_OPTION_ROWS; i++) {
		const OptionRow *row = &option_rows[i];
		if (option_is_for(row, command) && strlen(row->spelling) == length && memcmp(row->spelling, word, length) == 0)
			return row;
	}
	return NULL;
}

bool option_value_is_optional(const OptionRow *row)
{
	return row->kind == KIND_WORD || row->kind == KIND_MAYBE;
}

/* The option that a word begins with, and the value that the word contains, as in --arch=sm_90 and -j4, or NULL. */
static const OptionRow *read_word(CommandId command, const char *word, const char **value)
{
	const char *equals = strchr(word, '=');
	const OptionRow *row = find_row(command, word, equals ? (size_t)(equals - word) : strlen(word));
	*value = equals ? equals + 1 : NULL;
	if (row || word[1] == '-' || !word[1] || !word[2])
		return row;
	*value = word + 2;
	return find_row(command, word, 2);
}

/* A name that a shell or a hook puts on the command line must not become an option: a folder may be called "--codegen=.". */
static bool is_also_a_file(const char *word, Buf *error)
{
	if (access(word, F_OK) != 0)
		return false;
	buf_printf(error, "'%.80s' is an option, and also a file here: for the file write './%.80s', for the option go to another folder",
		   word, word);
	return true;
}

/* Parses argv[*at], and the next word if that is its value. */
static bool parse_option(Arena *arena, int argc, char **argv, int *at, Options *out, Buf *error)
{
	const char *word = argv[*at];
	const char *value;
	if (is_also_a_file(word, error))
		return false;
	const OptionRow *row = read_word(out->command, word, &value);
	if (!row) {
		unknown_option(arena, out->command, word, error);
		return false;
	}
	if (row->kind == KIND_FLAG && value) {
		buf_printf(error, "option '%s' takes no argument", row->spelling);
		return false;
	}
	if (row->kind != KIND_FLAG && !option_value_is_optional(row) && !value) {
		if (*at + 1 >= argc || strcmp(argv[*at + 1], "--") == 0) {
			buf_printf(error, "option '%s' needs an argument: %s", row->spelling, row->argument);
			return false;
		}
		value = argv[++*at];
	}
	return set_value(arena, row, value, out, error);
}

static CommandId find_command(const char *word)
{
	for (int i = 0; i < CMD_COUNT; i++)
		if (i != CMD_LINT && strcmp(command_rows[i].name, word) == 0)
			return (CommandId)i;
	return CMD_LINT;
}

/* A first word that is neither a file nor a command, but like one. */
static bool is_misspelt(const char *word, Buf *error)
{
	const char *names[CMD_COUNT + 1];
	int n = 0;
	for (int i = 0; i < CMD_COUNT; i++)
		if (i != CMD_LINT)
			names[n++] = command_rows[i].name;
	names[n++] = HELP_WORD;
	const char *near = word[0] == '-' || strpbrk(word, "./") || access(word, F_OK) == 0 ? NULL : nearest_word(word, names, n);
	if (near)
		buf_printf(error, "there is no command and no file '%.80s'; did you mean '%s'?", word, near);
	return near;
}

/* "smemlint help [COMMAND]" */
static bool parse_help(int argc, char **argv, Options *out, Buf *error)
{
	out->help = HELP_SHORT;
	out->command = argc > 2 ? find_command(argv[2]) : CMD_LINT;
	if (argc < 3 || out->command != CMD_LINT)
		return true;
	if (!is_misspelt(argv[2], error))
		buf_printf(error, "there is no command '%.80s'; see --help", argv[2]);
	return false;
}

bool options_parse(Arena *arena, int argc, char **argv, Options *out, Buf *error)
{
	memset(out, 0, sizeof *out);
	int at = 1;
	if (argc > 1)
		out->command = find_command(argv[1]);
	if (argc > 1 && strcmp(argv[1], HELP_WORD) == 0 && access(HELP_WORD, F_OK) != 0)
		return parse_help(argc, argv, out, error);
	if (argc > 1 && out->command == CMD_LINT && is_misspelt(argv[1], error))
		return false;
	if (out->command != CMD_LINT)
		at = 2;
	const char **files = arena_array(arena, const char *, argc + 1);
	out->files = files;
	for (; at < argc && strcmp(argv[at], "--") != 0; at++) {
		const bool is_word = out->end_of_options || argv[at][0] != '-' || !argv[at][1];
		if (is_word && out->command == CMD_LAUNCH)
			break;
		if (is_word)
			files[out->n_files++] = path_as_argument(arena, argv[at]);
		else if (!parse_option(arena, argc, argv, &at, out, error))
			return false;
	}
	out->has_flags = at < argc && strcmp(argv[at], "--") == 0;
	if (out->has_flags && is_also_a_file("--", error))
		return false;
	at += out->has_flags;
	out->flags = (const char *const *)argv + at;
	out->n_flags = argc - at;
	return true;
}

/* Compilers that --codegen starts have limits of their own, which the worker waits for. */
enum { TIMEOUT = 60, MEMORY_GIB = 4, COMPILING_SECONDS = 1000 };

/* Each changed text is analysed, too. */
enum { FIXING_TIMEOUT = 300 };

PoolLimits options_limits(const Options *options)
{
	const bool fixes = options->fix || options->diff || options->export_fixes;
	const int usual = fixes ? FIXING_TIMEOUT : TIMEOUT, seconds = options->timeout ? options->timeout : usual;
	const int gib = options->memory_limit ? options->memory_limit : MEMORY_GIB;
	return (PoolLimits){ seconds + (options->codegen ? COMPILING_SECONDS : 0), (size_t)gib << 30 };
}

bool options_want_color(const Options *options, int fd)
{
	if (options->color != COLOR_AUTO)
		return options->color == COLOR_ALWAYS;
	const char *no_color = getenv("NO_COLOR");
	return !(no_color && *no_color) && isatty(fd);
}

bool options_want_ascii(const Options *options)
{
	static const char *const names[] = { "LC_ALL", "LC_CTYPE", "LANG" };
	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		const char *value = getenv(names[i]);
		if (value && *value)
			return options->ascii || (!strstr(value, "UTF-8") && !strstr(value, "utf8") && !strstr(value, "utf-8"));
	}
	return true;
}
