/* An analysis as an editor is to see it: places as the protocol counts them. */
#ifndef SMEMLINT_LSP_VIEW_H
#define SMEMLINT_LSP_VIEW_H

#include <jansson.h>

#include "analysis/analyze.h"
#include "core/report.h"
#include "lsp/positions.h"

typedef struct View {
	Arena *arena;
	const Analysis *analysis;
	const AnalyzeOptions *options; /* that it was made with */
	FileReport *report;            /* with the findings that are to be shown */
	const Diag **diags;            /* of each of these the diagnostic that it was, or NULL */
	Encoding encoding;
	const char *uri, *path;        /* of the document that it is for */
	int file;        /* that document among the unit's sources; -1: it is not among them */
	VEC(Lines) lines;              /* by file, as they are asked for; on the heap */
} View;

View view_of(Arena *arena, const Analysis *analysis, const AnalyzeOptions *options, const char *uri, const char *path, Encoding encoding);
void view_free(View *view);

/* A place of the report in the analysis; begin.file -1: it is in none of its sources. */
Range view_place(const View *view, const Place *place);

/* Whether a place stands in the document. */
bool view_shows(const View *view, Loc at);

/* {"line": …, "character": …}; {"start": …, "end": …} */
json_t *view_position(View *view, Loc at);
json_t *view_range(View *view, Range range);
json_t *view_range_at(View *view, int file, size_t begin, size_t end);

/* The URI of a source; NULL: it is in no real file. */
json_t *view_uri(View *view, int file);

/* The text of a line (from 1) of the document, in the arena; NULL: it has none. */
const char *view_line(const View *view, int line);

/* Where a line (from 1) of a source begins, in bytes. */
size_t view_line_start(View *view, int file, int line);

/* {uri: [{"range", "newText"}]}, as a WorkspaceEdit has it in "changes". */
void view_add_edit(View *view, json_t *changes, int file, size_t offset, size_t length, const char *text);

#endif
