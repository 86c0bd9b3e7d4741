/* An analysis as seen from one document of the editor, with positions in the protocol's units. */
#ifndef SMEMLINT_LSP_VIEW_H
#define SMEMLINT_LSP_VIEW_H

#include <jansson.h>

#include "analysis/analyze.h"
#include "core/report.h"
#include "lsp/positions.h"

typedef struct View {
	Arena *arena;
	const Analysis *analysis;
	const AnalyzeOptions *options; /* of the analysis */
	FileReport *report;            /* with the shown findings */
	const Diag **diags;            /* of each finding its diagnostic, or NULL */
	Encoding encoding;
	const char *uri, *path;        /* of the document */
	int file;        /* the document's index in the unit's sources, or -1 */
	VEC(Lines) lines;              /* by file, computed on demand; on the heap */
} View;

View view_of(Arena *arena, const Analysis *analysis, const AnalyzeOptions *options, const char *uri, const char *path, Encoding encoding);
void view_free(View *view);

/* The range of a report's place in the analysis; begin.file is -1 if it is in none of its sources. */
Range view_place(const View *view, const Place *place);

/* Whether a place is in the document. */
bool view_shows(const View *view, Loc at);

/* {"line": …, "character": …}; {"start": …, "end": …} */
json_t *view_position(View *view, Loc at);
json_t *view_range(View *view, Range range);
json_t *view_range_at(View *view, int file, size_t begin, size_t end);

/* The URI of a source; NULL: it is a bundled header. */
json_t *view_uri(View *view, int file);

/* The text of a line (from 1) of the document, in the arena; NULL: there is no such line. */
const char *view_line(const View *view, int line);

/* The byte offset of a line (from 1) of a source. */
size_t view_line_start(View *view, int file, int line);

/* Adds a TextEdit to `changes`, the member of a WorkspaceEdit: {uri: [{"range", "newText"}]}. */
void view_add_edit(View *view, json_t *changes, int file, size_t offset, size_t length, const char *text);

#endif
