/* From source text to the tree of ir/ir.h, by libclang. */
#ifndef SMEMLINT_FRONTEND_FRONTEND_H
#define SMEMLINT_FRONTEND_FRONTEND_H

#include "core/leading.h"
#include "database/command.h"
#include "ir/ir.h"

/* Keeps libclang's translation units of the last few files, so that a file whose text has changed a little is parsed again
 * quickly: its headers stay precompiled as long as they and the lines that include them do not change.  Not thread-safe. */
typedef struct ParseCache ParseCache;
ParseCache *parse_cache_new(void);
void parse_cache_free(ParseCache *cache); /* NULL is allowed */

/* Each parse of a kept unit takes longer than the one before.  After some dozens it is stale: the caller should drop it when
 * it is idle, since the next parse reads all headers again.  After some hundreds it is parsed anew in any case. */
bool parse_cache_is_stale(const ParseCache *cache);
void parse_cache_drop_stale(ParseCache *cache);

/* A translation unit that frontend_save_unit() has saved. */
typedef struct SavedUnit {
	const char *command; /* frontend_unit_command() of the file and its command */
	const char *path;    /* where it is */
	Inputs inputs;       /* all files that were read for it */
	Names headers;       /* of these the program's own, with the file */
} SavedUnit;

typedef VEC(SavedUnit) SavedUnits;

typedef struct ParseOptions {
	const char *file;
	const char *text;          /* replaces the file's content, or NULL */
	const HeldTexts *held;     /* replace the content of other files, or NULL */
	CommandOptions compile;
	const Libraries *libraries; /* without the compile command's folders; NULL: none; not used with linked_with */
	ParseCache *cache;         /* NULL: nothing is kept */
	const char *prefix;        /* path of what frontend_save_prefix() wrote for the same flags, toolkit and architecture, or
	                            * NULL */
	const Names *prefix_headers; /* those of the program that are precompiled in `prefix`; NULL: none */
	const Leading *leading;    /* for frontend_save_prefix(): what follows the toolkit's headers, or what `prefix` has of its
	                            * base; NULL: nothing */
	const Unit *linked_with;   /* another translation unit of the program, or NULL: the new one shares its sources, continues
	                            * its ids, and contains only callers of its functions and definitions of those it declares */
	const SavedUnits *saved;   /* with linked_with: may be taken instead of parsing; NULL: none */
	const char *save;          /* for frontend_save_unit() */
	bool once;                 /* it is parsed once: if it has errors then, it only gets a problem and nothing else */
} ParseOptions;

/* The result lives in `arena`; libclang's translation unit is disposed of, unless the cache keeps it.  Never fails: a file
 * that cannot be read gives a unit with `unusable` set and problems. */
Unit *frontend_parse(Arena *arena, const ParseOptions *options);

/* Whether there are headers of a toolkit to precompile, and no file of the program is included before the source. */
bool frontend_has_prefix(Arena *arena, const ParseOptions *options);

/* Precompiles the toolkit's headers, and those of options->leading, to `path`; `inputs`: all files that were read, but for those of
 * options->prefix; `headers`: of these the program's own.  False: errors in them, or `path` cannot be written; then no file is left
 * there, and `inputs` are what was read. */
bool frontend_save_prefix(Arena *arena, const ParseOptions *options, const char *path, Inputs *inputs, Names *headers);

/* Parses a file as one that is linked with another (ParseOptions.once is implied), and saves that to `path`; `inputs` and
 * `headers`: as in SavedUnit.  False: it has errors, or `path` cannot be written; then no file is left there. */
bool frontend_save_unit(Arena *arena, const ParseOptions *options, const char *path, Inputs *inputs, Names *headers);

/* By which saved units are found: the file and its whole command. */
const char *frontend_unit_command(Arena *arena, const ParseOptions *options);

/* The one of options->saved that is the same file with the same command, or NULL. */
const SavedUnit *frontend_saved(Arena *arena, const ParseOptions *options);

/* The version of libclang: "Debian clang version 22.1.0". */
const char *frontend_version(Arena *arena);

#endif
