/* The part of the server that analyses: a process of its own, which gets one job after the other and answers each.
 *
 * A job: {"kind": "analyze" | "hovers" | "maps" | "fixes" | "fix" | "fixAll", "uri", "path", "text", "serial", "encoding", "folder": string | null,
 * "held": [{"path", "text"}], "settings": {…}, "forget": bool, "reread": bool}; the answer has its "uri", "serial" and "kind", and
 *   analyze: "diagnostics", "hints", "lenses", "comments" (encode.h), "has_accesses": bool, "files": [paths that were read], "kb": memory;
 *   hovers:  "hovers" (encode.h); maps: "maps" (encode.h);
 *   fixes:   "fixes": [{"object", "layout", "title", "edit"?, "why"?, "safe"}], of "object": the first "most" of its layouts;
 *   fix:     the same of one "layout";
 *   fixAll:  "edit", "n". */
#ifndef SMEMLINT_LSP_ANALYZER_H
#define SMEMLINT_LSP_ANALYZER_H

#include <jansson.h>

#include "options/options.h"

typedef struct Analyzer Analyzer;

Analyzer *analyzer_new(const Options *options);
void analyzer_free(Analyzer *analyzer);

/* A new reference. */
json_t *analyzer_answer(Analyzer *analyzer, json_t *job);

/* Jobs take longer the more there were; renewing what is kept takes as long as the first one did, and changes no answer. */
bool analyzer_is_stale(const Analyzer *analyzer);
void analyzer_renew(Analyzer *analyzer);

/* Answers jobs that come in through `fd`, framed as the protocol's messages are, until it is closed; what is worn is renewed
 * while none comes.  The exit status. */
int analyzer_serve(int fd, const Options *options);

#endif
