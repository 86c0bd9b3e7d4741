/* The rules' own text, for --list-checks, --explain and docs/rules/. */
#ifndef SMEMLINT_EXPLAIN_H
#define SMEMLINT_EXPLAIN_H

#include "base/buf.h"
#include "config/config.h"
#include "rules/rule.h"

/* The rule's page in Markdown: what stands in docs/rules/<name>.md. */
void explain_rule(Buf *out, const Rule *rule);

/* A line for each rule: its name, its severity (off: it is not asked for) and its summary. */
void explain_list(Buf *out, const Config *config);

#endif
