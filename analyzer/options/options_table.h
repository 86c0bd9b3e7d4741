/* The rows of options.def and commands.def, from which the parser, --help, the manual and completions are generated. */
#ifndef SMEMLINT_OPTIONS_OPTIONS_TABLE_H
#define SMEMLINT_OPTIONS_OPTIONS_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "options/options.h"

typedef enum Kind {
	KIND_FLAG,
	KIND_TEXT,
	KIND_BLOCK,
	KIND_CHOICE,
	KIND_WORD,
	KIND_MAYBE,
	KIND_COUNT,
	KIND_LEVEL,
	KIND_LIST,
	KIND_ASSUME,
} Kind;

enum {
	FOR_LINT = 1 << CMD_LINT,
	FOR_FACTS = 1 << CMD_FACTS,
	FOR_BANKS = 1 << CMD_BANKS,
	FOR_VERIFY = 1 << CMD_VERIFY,
	FOR_LSP = 1 << CMD_LSP,
	FOR_LAUNCH = 1 << CMD_LAUNCH,
	FOR_MAP = 1 << CMD_MAP,
	FOR_MERGE = 1 << CMD_MERGE,
	FOR_ANALYSIS = FOR_LINT | FOR_FACTS | FOR_VERIFY | FOR_MAP,
	FOR_SOURCES = FOR_ANALYSIS | FOR_LSP,
	FOR_ALL = FOR_SOURCES | FOR_BANKS | FOR_LAUNCH,
};

/* The parts of --help. */
typedef enum OptionGroup {
#define GROUP(id, title) GROUP_##id,
#include "options/groups.def"
#undef GROUP
	N_GROUPS,
} OptionGroup;

typedef struct OptionRow {
	size_t offset;
	Kind kind;
	const char *spelling, *argument;
	OptionGroup group;
	int commands;
	const char *brief, *help;
} OptionRow;

typedef struct CommandRow {
	const char *name, *usage, *brief, *summary, *status;
} CommandRow;

enum {
	N_OPTION_ROWS = 0
#define OPTION(field, kind, spelling, argument, group, commands, brief, help) +1
#include "options/options.def"
#undef OPTION
};

/* Options of one letter. */
typedef struct ShortName {
	const char *name, *of; /* "-q", "--quiet" */
} ShortName;
enum { N_SHORT_NAMES = 4 };
extern const ShortName short_names[N_SHORT_NAMES];

extern const OptionRow option_rows[N_OPTION_ROWS];
extern const CommandRow command_rows[CMD_COUNT];

/* Whether the command accepts the option; CMD_LAUNCH accepts those of CMD_LINT, too. */
bool option_is_for(const OptionRow *row, CommandId command);

/* Whether its value is optional, and then follows a =. */
bool option_value_is_optional(const OptionRow *row);

/* Whether its argument is one of some words, a|b|c. */
bool option_has_words(const OptionRow *row);

#endif
