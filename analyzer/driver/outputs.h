/* Writes findings to standard output in one format, or to several files in any format (--format, --output, --statistics).
 *
 *     if (outputs_start(&outputs, options))
 *             for each file:  outputs_add(&outputs, report);
 *     status = outputs_finish(&outputs) …
 *
 * A file is written at the end, completely or not at all. */
#ifndef SMEMLINT_DRIVER_OUTPUTS_H
#define SMEMLINT_DRIVER_OUTPUTS_H

#include "options/options.h"
#include "report/formats.h"
#include "report/summary.h"

typedef struct Output {
	const Format *format;
	const char *path;    /* NULL: standard output */
	Buf text;            /* with format->by_file: the files so far */
} Output;

typedef struct Outputs {
	const Options *options;
	Arena *arena;
	VEC(Output) list;
	Summary summary;
	VEC(const FileReport *) reports; /* if outputs_keep() */
	const char *folder, *root;       /* as in ReportContext */
} Outputs;

/* False, with a message: the options contradict each other, or a file cannot be written. */
bool outputs_start(Outputs *outputs, const Options *options);

/* Whether reports must live until outputs_finish(): then they are allocated in the outputs' arena. */
bool outputs_keep(const Outputs *outputs);

void outputs_add(Outputs *outputs, const FileReport *report);

/* Writes the files and the rest of standard output; `stats` are those of all files.  False, with a message: a file could not be written. */
bool outputs_finish(Outputs *outputs, const Stats *stats);

/* Also after a failed outputs_start(). */
void outputs_free(Outputs *outputs);

/* Appends one complete document to `out`. */
void outputs_write(const Options *options, FormatId format, const FileReport *const *reports, int n, Buf *out);

#endif
