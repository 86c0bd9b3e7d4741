/* From source text to the project's own tree.  Only this folder knows libclang.
 *
 * The result lives in `arena`; libclang's translation unit is disposed before the function returns, unless a cache keeps it.
 * Never fails: a file that cannot be read gives a unit with `unusable` and problems. */
#ifndef SMEMLINT_FRONTEND_FRONTEND_H
#define SMEMLINT_FRONTEND_FRONTEND_H

#include "database/command.h"
#include "ir/ir.h"

/* Keeps what libclang made of the last few files, so that a file whose text has changed a little is parsed again quickly:
 * its headers are precompiled as long as they and the lines that include them stay what they are.  For one thread at a time. */
typedef struct ParseCache ParseCache;
ParseCache *parse_cache_new(void);
void parse_cache_free(ParseCache *cache); /* NULL is allowed */

/* Files that were parsed often take ever longer.  They are parsed anew when they are next wanted, with their headers, at last
 * after some hundred times; or already when they are dropped, for which one waits until there is nothing else to do. */
bool parse_cache_is_stale(const ParseCache *cache);
void parse_cache_drop_stale(ParseCache *cache);

typedef struct ParseOptions {
	const char *file;
	const char *text;          /* instead of the file's content, or NULL */
	const HeldTexts *held;     /* of other files, or NULL */
	CommandOptions compile;
	ParseCache *cache;         /* NULL: nothing is kept */
	const char *prefix;        /* what frontend_save_prefix() wrote for the same flags, toolkit and architecture, or NULL */
	const Unit *linked_with;   /* another unit of the program, or NULL: this one shares its sources, its numbers go on where
	                            * those end, and it holds no more than what calls or defines functions of that one */
} ParseOptions;

Unit *frontend_parse(Arena *arena, const ParseOptions *options);

/* Whether the toolkit's headers come before the source, and nothing else that could be precompiled. */
bool frontend_has_prefix(Arena *arena, const ParseOptions *options);

/* Writes these headers, precompiled; `inputs`: all files that were read for them.  False: there are errors, or it cannot be
 * written; then nothing is left of it. */
bool frontend_save_prefix(Arena *arena, const ParseOptions *options, const char *path, Inputs *inputs);

/* "Debian clang version 22.1.0" */
const char *frontend_version(Arena *arena);

#endif
