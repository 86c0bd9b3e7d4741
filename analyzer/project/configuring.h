/* The configuration of each file: what .smemlint.yaml says, and on top of it the command line. */
#ifndef SMEMLINT_CONFIGURING_H
#define SMEMLINT_CONFIGURING_H

#include "analysis/analyze.h"
#include "config/config.h"
#include "options/options.h"

typedef struct Configured {
	const char *folder;      /* from the root */
	const Config *config;    /* the command line is part of it */
	const AssumeOptions *assume; /* those of the command line first */
} Configured;

typedef struct Configuring {
	Arena *arena;
	const Options *options;
	VEC(Configured) list;
	ConfigProblems problems; /* of all, each once */
	int n_reported;
} Configuring;

/* What a configuration and comments can speak of. */
ConfigKnown configuring_known(Arena *arena);

/* Both live in the arena, which is given; options outlive it. */
Configuring *configuring_new(Arena *arena, const Options *options);

/* Of a file, or of a folder. */
const Configured *configuring_of(Configuring *configuring, const char *path);

/* Says on standard error what is new of problems; whether there was anything. */
bool configuring_report(Configuring *configuring);

/* What the configuration means for how a file is analysed. */
void configuring_apply(Configuring *configuring, const char *file, AnalyzeOptions *out);

/* --dump-config and --verify-config, for the files of the command line or else the working folder: the exit status. */
int configuring_dump(const Options *options);
int configuring_verify(const Options *options);

#endif
