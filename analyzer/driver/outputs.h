/* Where findings go: standard output in one format, or files in any, several at once (--format, --output, --statistics).
 *
 *     if (outputs_start(&outputs, options))
 *             for each file:  outputs_add(&outputs, report);
 *     status = outputs_finish(&outputs) …
 *
 * A file is written when all is known, whole or not at all. */
#ifndef SMEMLINT_OUTPUTS_H
#define SMEMLINT_OUTPUTS_H

#include "options/options.h"
#include "report/formats.h"

typedef struct Output {
	const Format *format;
	const char *path;    /* NULL: standard output */
	Buf text;            /* of files, format->by_file: what is written so far */
} Output;

typedef struct Outputs {
	const Options *options;
	Arena *arena;
	VEC(Output) list;
	VEC(const FileReport *) reports; /* where outputs_keeps() */
	const char *folder, *root;
} Outputs;

/* False, with a message, where --output asks for something that cannot be. */
bool outputs_start(Outputs *outputs, const Options *options);

/* Whether reports have to live until outputs_finish(): then in the outputs' arena. */
bool outputs_keep(const Outputs *outputs);

void outputs_add(Outputs *outputs, const FileReport *report);

/* Writes what is left to write.  False, with a message: a file could not be written. */
bool outputs_finish(Outputs *outputs);

/* Lets go of everything; after a start that failed, too. */
void outputs_free(Outputs *outputs);

/* A whole document without --output: appended to `out`. */
void outputs_write(const Options *options, FormatId format, const FileReport *const *reports, int n, Buf *out);

#endif
