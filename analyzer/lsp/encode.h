/* What is said of an analysis, in the protocol's own JSON: each function gives a new reference. */
#ifndef SMEMLINT_LSP_ENCODE_H
#define SMEMLINT_LSP_ENCODE_H

#include "lsp/view.h"

/* {uri: [Diagnostic]}: those in the document, which is there in any case, and in other files of the program.
 * "data" of one for which layouts were found: {"object": where it is declared, "layouts": how many}. */
json_t *encode_diagnostics(View *view);

/* [InlayHint]: "32-way" behind accesses that conflict. */
json_t *encode_hints(View *view);

/* [CodeLens]: one for each kernel and block. */
json_t *encode_lenses(View *view);

/* [{"range", "contents"}]: the accesses with what is known of them, the bank map too. */
json_t *encode_hovers(View *view);

/* [{"range", "title", "svgs": [SVG]}]: the bank maps of those accesses of which it is known what they do: now, and in each layout
 * that was found. */
json_t *encode_maps(View *view);

/* [{"range", "title", "kind", "edit", "rule"?}]: what the source can be told by a comment: code actions that need no search. */
json_t *encode_comments(View *view);

/* Where an object is declared, as a diagnostic's data and a code action's have it. */
char *encode_object(Arena *arena, const SourceSet *sources, const Var *object);

#endif
