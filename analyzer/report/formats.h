/* What findings are written as: each format is a function of the files' reports and of a small context. */
#ifndef SMEMLINT_REPORT_FORMATS_H
#define SMEMLINT_REPORT_FORMATS_H

#include "base/buf.h"
#include "core/report.h"
#include "core/source.h"
#include "options/options.h"

typedef struct TextStyle {
	bool color;
	bool map; /* draws the banks below each finding: as it is, and with the best layout that was found */
	bool ascii; /* and draws them without other characters */
} TextStyle;

/* All that a format may know beside the reports. */
typedef struct ReportContext {
	Arena *arena;        /* for what is made on the way */
	SourceSet *sources;  /* the texts of the files that places lie in, by the places' paths */
	const char *version;
	const char *folder;  /* absolute: that relative paths start from */
	const char *root;    /* absolute: that written paths are relative to; what lies elsewhere is written absolute */
	TextStyle style;     /* of text */
	Buf *remarks;        /* gets what a person should know of the output, a line each; or NULL */
} ReportContext;

/* Appends one whole document for all files, in their order; for no file at all it is valid, too. */
typedef void FormatFunction(Buf *out, const FileReport *const *files, int n_files, const ReportContext *context);

typedef enum FormatId {
#define FORMAT(id, name, function, by_file, wants, help) FORMAT_##id,
#include "report/formats.def"
#undef FORMAT
	FORMAT_COUNT,
} FormatId;

/* What of findings is only made where it is shown. */
enum { WANTS_FIXES = 1, WANTS_MAPS = 2 };

typedef struct Format {
	const char *name;
	FormatFunction *write;
	bool by_file;     /* what is written for several files is what is written for each, one after the other */
	unsigned wants;   /* WANTS_… */
	const char *help;
} Format;

extern const Format formats[FORMAT_COUNT];

#define FORMAT(id, name, function, by_file, wants, help) FormatFunction function;
#include "report/formats.def"
#undef FORMAT

/* --statistics: how many findings there are of each rule. */
FormatFunction report_statistics;

FormatId format_find(const char *name); /* FORMAT_COUNT: there is none */

/* WANTS_…: what the formats of the command line show that has to be made for them. */
unsigned formats_want(const Options *options);

#endif
