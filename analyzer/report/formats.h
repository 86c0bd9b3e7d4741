/* Output formats of findings: each is a function of the files' reports and a small context. */
#ifndef SMEMLINT_REPORT_FORMATS_H
#define SMEMLINT_REPORT_FORMATS_H

#include "base/buf.h"
#include "core/report.h"
#include "core/source.h"
#include "options/options.h"

typedef struct TextStyle {
	bool color;
	bool verbose; /* every finding by itself, with all its notes */
	bool map; /* draws the banks below each finding: now, and with the best layout that was found */
	bool ascii; /* and draws them in ASCII */
} TextStyle;

/* All that a format may use besides the reports. */
typedef struct ReportContext {
	Arena *arena;        /* for temporary data */
	SourceSet *sources;  /* texts of the source files, by the paths of places */
	const char *version;
	const char *folder;  /* absolute; relative paths start from it */
	const char *root;    /* absolute; paths below it are written relative to it, others absolute */
	const char *shard;   /* "1/4": the documents are to be merged with others (merge/merge.h); NULL: it is all */
	TextStyle style;     /* for text */
	Buf *remarks;        /* gets warnings about the output, a line each; or NULL */
} ReportContext;

/* Appends one document for all files, in their order; it is valid for no files, too. */
typedef void FormatFunction(Buf *out, const FileReport *const *files, int n_files, const ReportContext *context);

typedef enum FormatId {
#define FORMAT(id, name, function, has_summary, by_file, wants, help) FORMAT_##id,
#include "report/formats.def"
#undef FORMAT
	FORMAT_COUNT,
} FormatId;

/* Parts of findings that are computed only if a format shows them. */
enum { WANTS_FIXES = 1, WANTS_MAPS = 2 };

typedef struct Format {
	const char *name;
	FormatFunction *write;
	bool has_summary; /* ends with the run's summary (report/summary.h) */
	bool by_file;     /* the output for several files is the concatenation of those for each */
	unsigned wants;   /* WANTS_… */
	const char *help;
} Format;

extern const Format formats[FORMAT_COUNT];

#define FORMAT(id, name, function, has_summary, by_file, wants, help) FormatFunction function;
#include "report/formats.def"
#undef FORMAT

/* --statistics: the number of findings of each rule. */
FormatFunction report_statistics;

FormatId format_find(const char *name); /* FORMAT_COUNT: there is none */

/* WANTS_… of all formats of the command line. */
unsigned formats_want(const Options *options);

#endif
