/* The rules' own text, for --list-checks, --explain and docs/rules/. */
#ifndef SMEMLINT_EXPLAIN_H
#define SMEMLINT_EXPLAIN_H

#include "base/buf.h"
#include "config/config.h"
#include "rules/rule.h"

const Rule *rule_find(const char *name); /* NULL: there is none */

/* The rule's page in Markdown: what stands in docs/rules/<name>.md. */
void explain_rule(Buf *out, const Rule *rule);

/* A line for each rule: its name, its severity (off: it is not asked for) and its summary. */
void explain_list(Buf *out, const Config *config);

/* The rule whose name is nearest to `word`, or NULL. */
const char *rule_nearest(const char *word);

#endif
