/* The results of an analysis in the protocol's JSON.  Each function returns a new reference. */
#ifndef SMEMLINT_LSP_ENCODE_H
#define SMEMLINT_LSP_ENCODE_H

#include "analysis/fixes.h"
#include "project/configuring.h"
#include "lsp/view.h"

/* {uri: [Diagnostic]} of the document, which is always included, and of the other files of the translation unit.  "data", if
 * layouts were found: {"object": encode_object(), "layouts": their number}. */
json_t *encode_diagnostics(View *view);

/* Adds the problems of configurations to `diagnostics`, {uri: [Diagnostic]}. */
void encode_config(const ConfigProblems *problems, json_t *diagnostics);

/* [InlayHint]: "32-way" after accesses with conflicts. */
json_t *encode_hints(View *view);

/* [CodeLens]: one for each kernel and block. */
json_t *encode_lenses(View *view);

/* [{"range", "contents"}]: the cost, certainty, address and bank map of each access. */
json_t *encode_hovers(View *view);

/* [{"range", "title", "svgs": [SVG]}]: the bank maps of each access with a known pattern: with the current layout, then with each
 * layout found. */
json_t *encode_maps(View *view);

/* [{"range", "title", "kind", "edit", "rule"?}]: code actions that add a comment: NOLINT, block(…). */
json_t *encode_comments(View *view);

/* {"changes": {uri: [TextEdit]}}: a WorkspaceEdit. */
json_t *encode_edit(View *view, const Edits *edits);

/* {"object", "layout", "title", "safe", "why"?, "edit"?}: a layout whose edit was tried. */
json_t *encode_fix(View *view, const Fix *fix, const char *object, int layout);

/* {"object", "layout", "title"}: one whose edit is not computed yet, with the cost that the search found. */
json_t *encode_layout(View *view, const Diag *diag, const char *object, int layout);

/* Identifies an object by its declaration, in the "data" of diagnostics and code actions. */
char *encode_object(Arena *arena, const SourceSet *sources, const Var *object);

#endif
