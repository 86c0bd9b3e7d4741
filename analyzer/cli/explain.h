/* Texts of rules, for --list-checks, --explain and docs/rules/. */
#ifndef SMEMLINT_CLI_EXPLAIN_H
#define SMEMLINT_CLI_EXPLAIN_H

#include "base/buf.h"
#include "config/config.h"
#include "rules/rule.h"

/* The rule's page in Markdown, as in docs/rules/<name>.md. */
void explain_rule(Buf *out, const Rule *rule);

/* A line for each rule: its name, its severity ("off" if it is disabled) and its summary. */
void explain_list(Buf *out, const Config *config);

#endif
