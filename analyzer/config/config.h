/* .smemlint.yaml: what a project wants of every run.
 *
 * The nearest one above a source counts; with `inherit: true` in it also the next one above, and so on, and at last that of the
 * user ($XDG_CONFIG_HOME/smemlint/config.yaml).  What is nearer comes later: a single value replaces, a list is appended to.
 * Nothing fails here: what cannot be read is a problem with its place, and left out. */
#ifndef SMEMLINT_CONFIG_CONFIG_H
#define SMEMLINT_CONFIG_CONFIG_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/vec.h"
#include "core/diag.h"

#define CONFIG_NAME ".smemlint.yaml"

/* Where something is said; path NULL: nowhere, it is not said. */
typedef struct ConfigPlace {
	const char *path;
	int line, column;
} ConfigPlace;

typedef struct ConfigText {
	const char *text;  /* NULL: not given */
	ConfigPlace from;
} ConfigText;

typedef struct ConfigNumber {
	int value;         /* of a level: Severity */
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
#define CONFIG_TYPE_CHECKS ConfigTexts      /* each one pattern, with its minus sign */
#define CONFIG_TYPE_SEVERITIES ConfigSeverities
#define CONFIG_TYPE_COUNT ConfigNumber
#define CONFIG_TYPE_LEVEL ConfigNumber
#define CONFIG_TYPE_PREFER ConfigNumber     /* the position of the word */
#define CONFIG_TYPE_ARCH ConfigText
#define CONFIG_TYPE_BLOCKS ConfigBlocks
#define CONFIG_TYPE_TEXTS ConfigTexts
#define CONFIG_TYPE_FOLDER ConfigText       /* from the root, or "none" */
#define CONFIG_TYPE_PATHS ConfigTexts       /* from the root (base/glob.h), with a leading `!` where that was there */
#define CONFIG(field, kind, key, value, otherwise, help) CONFIG_TYPE_##kind field;
#include "config/config.def"
#undef CONFIG
	VEC(const char *) files;            /* that it was read from, the farthest first */
} Config;

typedef struct ConfigProblem {
	ConfigPlace at;
	const char *message;
} ConfigProblem;
typedef VEC(ConfigProblem) ConfigProblems;

/* What a configuration can speak of. */
typedef struct ConfigKnown {
	const char *const *rules;
	int n_rules;
	/* What is wrong with the text of an assumption, or NULL. */
	const char *(*assume_problem)(Arena *arena, const char *text);
} ConfigKnown;

/* Reads a text into `out`, on top of what stands there.  path: of the file, from the root; its folder is what paths in it are
 * relative to.  Gives whether the text says `inherit: true`. */
bool config_read(Arena *arena, const char *path, const char *text, size_t size, const ConfigKnown *known, Config *out,
		 ConfigProblems *problems);

/* The configuration of what lies in a folder (from the root).  file: the one to begin with instead of the nearest; NULL: none.
 * Nothing is found: an empty one. */
const Config *config_load(Arena *arena, const char *folder, const char *file, const ConfigKnown *known, ConfigProblems *problems);

/* As YAML that reads back as the same wherever it is put, each value with a comment that says where it was given. */
void config_dump(Buf *out, const Config *config);

/* Why a pattern of rules is of no use, or NULL. */
const char *config_pattern_problem(Arena *arena, const ConfigKnown *known, const char *pattern);

/* --- asking it -------------------------------------------------------------------------------------- */

bool config_has_rule(const Config *config, const char *rule);
Severity config_severity(const Config *config, const char *rule, Severity otherwise);
int config_min_ways(const Config *config);
Severity config_fail_level(const Config *config);
/* The block of a kernel of this name, or NULL. */
const ConfigBlock *config_block(const Config *config, const char *kernel);
/* What says that a file (from the root) is to be ignored, or NULL. */
const ConfigText *config_ignores(const Config *config, const char *path);

#endif
