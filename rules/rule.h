/* A rule: one kind of finding, as a pure function of a kernel's facts.
 *
 * Rules keep no state.  Each stands in a file of its own, has a line in rules.def and a folder of
 * fixtures in testdata/rules/<name>/.  Its text is the source of docs/rules/ and of --explain. */
#ifndef SMEMLINT_RULES_RULE_H
#define SMEMLINT_RULES_RULE_H

#include "core/diag.h"
#include "eval/facts/facts.h"
#include "fix/layout.h"

typedef struct RuleContext {
	Arena *arena;
	const Unit *unit;
	const KernelFacts *kernel;
	Diags *out;
} RuleContext;

typedef struct Rule {
	const char *name;        /* "smem-bank-conflict-load" */
	const char *summary;     /* one line */
	const char *explanation; /* Markdown: what it is, why it costs, an example, what to do, what it cannot see */
	Severity severity;
	void (*check)(const RuleContext *context);
} Rule;

extern const Rule *const all_rules[];
extern const int n_rules;

const Rule *rule_find(const char *name); /* NULL: there is none */
/* The rule whose name is nearest to `word`, or NULL. */
const char *rule_nearest(const char *word);

/* Runs every rule over every kernel, merges equal findings of different launches, sorts by place.  prefer: of the layouts that
 * are advised. */
void run_rules(Arena *arena, const Unit *unit, const KernelFacts *kernels, int n_kernels, Preference prefer, Diags *out);

#endif
