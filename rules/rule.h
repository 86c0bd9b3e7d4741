/* A rule: which accesses it claims, and what it says of them.
 *
 * All that is special about a rule is in one file, rules/<id>.c.  Its row in rules.def says which of several rules reports an
 * access, its fixtures are in testdata/rules/<name>/.  Rules keep no state. */
#ifndef SMEMLINT_RULES_RULE_H
#define SMEMLINT_RULES_RULE_H

#include "core/diag.h"
#include "eval/facts/facts.h"
#include "fix/layout.h"

/* The access that a rule is asked about. */
typedef struct RuleContext {
	Arena *arena;
	const KernelFacts *kernel;
	const Fact *fact; /* one of the kernel's */
} RuleContext;

typedef struct Rule {
	const char *name;        /* "smem-bank-conflict-load" */
	const char *summary;     /* one line */
	const char *explanation; /* Markdown, for --explain and docs/rules/: what it is, why it costs, an example, what to do,
				  * what it cannot see */
	Severity severity;
	bool layout_may_help;    /* other layouts of the object are searched, and the best are advised */
	bool (*claims)(const RuleContext *context); /* NULL: its findings are not of accesses, and made elsewhere */
	const char *(*message)(const RuleContext *context);
	void (*notes)(const RuleContext *context, Diag *diag); /* why it costs that; launch, declaration and advice are added to all */
} Rule;

#define RULE(id) extern const Rule rule_##id;
#include "rules/rules.def"
#undef RULE

extern const Rule *const all_rules[]; /* in the order of rules.def */
extern const int n_rules;

int rule_index(const char *name);        /* in all_rules; -1: there is none */
const Rule *rule_find(const char *name); /* NULL: there is none */
/* The rule whose name is nearest to `word`, or NULL. */
const char *rule_nearest(const char *word);

/* Has the rules report the accesses of every kernel, merges equal findings of different launches, sorts by place.  prefer: of the
 * layouts that are advised. */
void run_rules(Arena *arena, const Unit *unit, const KernelFacts *kernels, int n_kernels, Preference prefer, Diags *out);

#endif
