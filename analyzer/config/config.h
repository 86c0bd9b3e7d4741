/* .smemlint.yaml: the settings of a project.
 *
 * The nearest file above a source is read; with `inherit: true` in it also the next one above, and so on, and finally that of
 * the user ($XDG_CONFIG_HOME/smemlint/config.yaml).  Nearer files are read later: single values are replaced, lists are
 * appended to.  Reading never fails: an invalid value is ignored and becomes a problem with its place. */
#ifndef SMEMLINT_CONFIG_CONFIG_H
#define SMEMLINT_CONFIG_CONFIG_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/vec.h"
#include "core/diag.h"

#define CONFIG_NAME ".smemlint.yaml"

/* Where a value is given; path NULL: it is not given. */
typedef struct ConfigPlace {
	const char *path;
	int line, column;
} ConfigPlace;

typedef struct ConfigText {
	const char *text;  /* NULL: not given */
	ConfigPlace from;
} ConfigText;

typedef struct ConfigNumber {
	int value;         /* a level: Severity */
	ConfigPlace from;  /* path NULL: not given */
} ConfigNumber;

typedef struct ConfigSeverity {
	const char *pattern;
	Severity severity;
	ConfigPlace from;
} ConfigSeverity;

typedef struct ConfigBlock {
	const char *pattern;
	int block[3];
	ConfigPlace from;
} ConfigBlock;

typedef VEC(ConfigText) ConfigTexts;
typedef VEC(ConfigSeverity) ConfigSeverities;
typedef VEC(ConfigBlock) ConfigBlocks;

typedef struct Config {
#define CONFIG_TYPE_CHECKS ConfigTexts      /* one pattern each, with its minus sign */
#define CONFIG_TYPE_SEVERITIES ConfigSeverities
#define CONFIG_TYPE_COUNT ConfigNumber
#define CONFIG_TYPE_LEVEL ConfigNumber
#define CONFIG_TYPE_PREFER ConfigNumber     /* the index in config_preferences */
#define CONFIG_TYPE_CODEGEN ConfigNumber    /* the index in config_codegens */
#define CONFIG_TYPE_ARCH ConfigText
#define CONFIG_TYPE_BLOCKS ConfigBlocks
#define CONFIG_TYPE_TEXTS ConfigTexts
#define CONFIG_TYPE_FOLDER ConfigText       /* absolute, or "none" */
#define CONFIG_TYPE_ADDRESS ConfigText
#define CONFIG_TYPE_PATHS ConfigTexts       /* absolute (base/glob.h), after the leading `!` if there is one */
#define CONFIG(field, kind, key, value, otherwise, help) CONFIG_TYPE_##kind field;
#include "config/config.def"
#undef CONFIG
	VEC(const char *) files;            /* the files that were read, the nearest last */
} Config;

extern const char *const
	config_preferences[]; /* the words of `prefer`, in the order of Preference (fix/layouts/layout.h); ends with NULL */
extern const char *const config_codegens[]; /* the words of `codegen`; ends with NULL */

typedef struct ConfigProblem {
	ConfigPlace at;
	const char *message;
} ConfigProblem;
typedef VEC(ConfigProblem) ConfigProblems;

/* What values are checked against. */
typedef struct ConfigKnown {
	const char *const *rules;
	int n_rules;
	/* NULL, or the problem of an assumption's text. */
	const char *(*assume_problem)(Arena *arena, const char *text);
} ConfigKnown;

/* Reads a text and adds its values to `out`.  path: the absolute path of the file, to whose folder paths in it are relative.
 * Returns whether the text has `inherit: true`. */
bool config_read(Arena *arena, const char *path, const char *text, size_t size, const ConfigKnown *known, Config *out,
		 ConfigProblems *problems);

/* The configuration of the files in a folder (absolute); empty if there is none.  file: read instead of the nearest one, or
 * NULL. */
const Config *config_load(Arena *arena, const char *folder, const char *file, const ConfigKnown *known, ConfigProblems *problems);

/* The user's own configuration alone; empty if there is none.  Its problems are not reported. */
const Config *config_own(Arena *arena, const ConfigKnown *known);

/* Writes YAML that means the same in any folder, with a comment at each value that says where it was given. */
void config_dump(Buf *out, const Config *config);

/* NULL, or why a pattern matches no rule. */
const char *config_pattern_problem(Arena *arena, const ConfigKnown *known, const char *pattern);

/* --- queries ---------------------------------------------------------------------------------------- */

bool config_has_rule(const Config *config, const char *rule);
Severity config_severity(const Config *config, const char *rule, Severity fallback);
int config_min_ways(const Config *config);
Severity config_fail_level(const Config *config);
/* The block of a kernel of this name, or NULL. */
const ConfigBlock *config_block(const Config *config, const char *kernel);
/* The pattern by which a file (an absolute path) is ignored, or NULL. */
const ConfigText *config_ignores(const Config *config, const char *path);

#endif
