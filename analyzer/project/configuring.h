/* The configuration of each file: .smemlint.yaml, overridden by the command line. */
#ifndef SMEMLINT_PROJECT_CONFIGURING_H
#define SMEMLINT_PROJECT_CONFIGURING_H

#include "analysis/analyze.h"
#include "config/config.h"
#include "database/trust.h"
#include "options/options.h"

typedef struct Configured {
	const char *folder;      /* absolute */
	const Config *config;    /* with the options of the command line */
	const AssumeOptions *assume; /* those of the command line first */
} Configured;

typedef struct Configuring {
	Arena *arena;
	const Options *options;
	VEC(Configured) list;
	ConfigProblems problems; /* of all files, without duplicates */
	int n_reported;
} Configuring;

/* The names that a configuration and NOLINT comments may contain. */
ConfigKnown configuring_known(Arena *arena);

/* In `arena`; the options must outlive it. */
Configuring *configuring_new(Arena *arena, const Options *options);

/* path: a file or a folder. */
const Configured *configuring_of(Configuring *configuring, const char *path);

/* Prints problems that were not printed yet on standard error; false: there are none. */
bool configuring_report(Configuring *configuring);

/* The configuration file nearest to a source, disregarding the user's; NULL: there is none. */
const char *configuring_file(Configuring *configuring, const char *source);

/* Sets the options that the file's configuration determines. */
void configuring_apply(Configuring *configuring, const char *file, AnalyzeOptions *out);

/* Which programs may be started for a file whose compile command is the project's. */
Trust configuring_trust(Configuring *configuring, const char *file);

/* `codegen` of the user's own configuration, which is one for all files; NULL: never. */
const char *configuring_codegen(Configuring *configuring);
/* The address of the cache that machines share, from the user's own configuration; NULL: none. */
const char *configuring_remote_cache(const Configuring *configuring);

/* --dump-config and --verify-config, for the files of the command line, else the working folder; they return an ExitStatus. */
int configuring_dump(const Options *options);
int configuring_verify(const Options *options);

#endif
