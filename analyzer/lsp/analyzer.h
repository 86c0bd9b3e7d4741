/* The analysing part of the server, a separate process.  It receives jobs and answers each in order.
 *
 * A job: {"kind": "analyze" | "hovers" | "maps" | "fixes" | "fix" | "fixAll", "uri", "path", "text", "serial",
 * "encoding", "folder": string | null, "held": [{"path", "text"}], "settings": {…}, "forget": bool, "reread": bool};
 * the answer has its "uri", "serial" and "kind", and
 *   analyze: "diagnostics", "hints", "lenses", "comments" (encode.h), "has_accesses": bool, "files": [paths read], "kb": peak memory;
 *   hovers:  "hovers" (encode.h); maps: "maps" (encode.h);
 *   fixes:   "fixes": [{"object", "layout", "title", "edit"?, "why"?, "safe"?}] of the job's "objects"; edits are proven for the
 *            first "proven" layouts of each, the others have only a title;
 *   fix:     "fixes" with one item, of the job's "object" and "layout";
 *   fixAll:  "edit", "n": the number of fixes in it. */
#ifndef SMEMLINT_LSP_ANALYZER_H
#define SMEMLINT_LSP_ANALYZER_H

#include <jansson.h>

#include "options/options.h"

typedef struct Analyzer Analyzer;

Analyzer *analyzer_new(const Options *options);
void analyzer_free(Analyzer *analyzer);

/* A new reference. */
json_t *analyzer_answer(Analyzer *analyzer, json_t *job);

/* Whether the parse cache slows down jobs (parse_cache_is_stale).  Renewing it takes as long as the first job and changes no
 * answer. */
bool analyzer_is_stale(const Analyzer *analyzer);
void analyzer_renew(Analyzer *analyzer);

/* Answers jobs from `fd`, framed like the protocol's messages, until it is closed; renews a stale cache while idle.  Returns
 * the exit status. */
int analyzer_serve(int fd, const Options *options);

#endif
