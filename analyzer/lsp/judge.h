/* The part of the server that analyses: a process of its own, which gets one job after the other and answers each.
 *
 * A job: {"kind": "analyze" | "hovers" | "maps" | "fixes" | "fix" | "fixAll", "uri", "path", "text", "serial", "encoding", "folder": string | null,
 * "held": [{"path", "text"}], "settings": {…}, "forget": bool, "reread": bool}; the answer has its "uri", "serial" and "kind", and
 *   analyze: "diagnostics", "hints", "lenses", "comments" (say.h), "has_accesses": bool, "files": [paths that were read], "kb": memory;
 *   hovers:  "hovers" (say.h); maps: "maps" (say.h);
 *   fixes:   "fixes": [{"object", "layout", "title", "edit"?, "why"?, "safe"}], of "object": the first "most" of its layouts;
 *   fix:     the same of one "layout";
 *   fixAll:  "edit", "n". */
#ifndef SMEMLINT_LSP_JUDGE_H
#define SMEMLINT_LSP_JUDGE_H

#include <jansson.h>

#include "options/options.h"

typedef struct Judge Judge;

Judge *judge_new(const Options *options);
void judge_free(Judge *judge);

/* A new reference. */
json_t *judge_answer(Judge *judge, json_t *job);

/* Jobs take longer the more there were; renewing what is kept takes as long as the first one did, and changes no answer. */
bool judge_is_worn(const Judge *judge);
void judge_renew(Judge *judge);

/* Answers jobs that come in through `fd`, framed as the protocol's messages are, until it is closed; what is worn is renewed
 * while none comes.  The exit status. */
int judge_serve(int fd, const Options *options);

#endif
