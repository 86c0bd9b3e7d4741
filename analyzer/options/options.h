/* The parsed command line.  It and --help are generated from options.def and commands.def. */
#ifndef SMEMLINT_OPTIONS_OPTIONS_H
#define SMEMLINT_OPTIONS_OPTIONS_H

#include <stdbool.h>

#include "options/assume_option.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/nearest.h"
#include "base/pool.h"
#include "base/vec.h"
#include "core/source.h"

typedef enum CommandId {
#define COMMAND(id, name, function, usage, brief, summary, status) CMD_##id,
#include "options/commands.def"
#undef COMMAND
	CMD_COUNT,
} CommandId;

/* The words of options, in the order of options.def.  Those of --format are in report/formats.h. */
enum { STATS_NONE, STATS_TEXT, STATS_JSON };
enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

enum { HELP_NONE, HELP_SHORT, HELP_ALL };

typedef VEC(const char *) OptionWords;

typedef struct Options {
	CommandId command;
#define OPT_TYPE_FLAG(field) bool field;
#define OPT_TYPE_TEXT(field) const char *field;   /* NULL: not given */
#define OPT_TYPE_MAYBE(field) const char *field;  /* NULL: not given; "": without a value */
#define OPT_TYPE_BLOCK(field) int field[3];       /* [0] is 0: not given */
#define OPT_TYPE_CHOICE(field) int field;
#define OPT_TYPE_WORD(field) int field;
#define OPT_TYPE_COUNT(field) int field;          /* 0: not given */
#define OPT_TYPE_LEVEL(field) int field;          /* 0: not given */
#define OPT_TYPE_LIST(field) OptionWords field;      /* in the order given */
#define OPT_TYPE_ASSUME(field) AssumeOptions field; /* in the order given */
#define OPTION(field, kind, spelling, argument, group, commands, brief, help) OPT_TYPE_##kind(field)
#include "options/options.def"
#undef OPTION
	const char *const *files; /* the arguments before `--` that are not options */
	int n_files;
	const char *const *flags; /* the arguments after `--`; CMD_LAUNCH: from the first one that is not an option on */
	int n_flags;
	const HeldTexts *held;    /* the text of standard input, if that is one of `files` (driver/inputs.h); or NULL */
	bool is_launched;         /* by CMD_LAUNCH: files are analysed by themselves only, and only findings change the status */
	bool has_flags;           /* there is a `--` */
	bool is_project;          /* no file was named: `files` are those of compile_commands.json */
} Options;

/* argv[0] is the program's name.  False: `error` is the message, without a newline. */
bool options_parse(Arena *arena, int argc, char **argv, Options *out, Buf *error);

/* Appends the files that --files-from lists to options->files.  False: `error` is the message. */
bool options_read_files(Arena *arena, Options *options, Buf *error);

/* The limits of a file: --timeout, --memory-limit. */
PoolLimits options_limits(const Options *options);

/* The text of --help for a command, or all that there is to say (--help=all); that of CMD_LINT lists the other commands, too. */
void options_help(Buf *out, CommandId command, bool all);

/* Whether output to `fd` is to be coloured, by --color, NO_COLOR and whether `fd` is a terminal. */
bool options_want_color(const Options *options, int fd);

/* Whether drawings must be ASCII: --ascii, or a locale that is not UTF-8. */
bool options_want_ascii(const Options *options);

#endif
