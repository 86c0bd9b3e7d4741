/* A rule: which accesses it claims, and the texts of its findings.
 *
 * A rule is one file, rules/<id>.c.  The order of rules.def decides which of several rules reports an access.  Its
 * fixtures are in testdata/rules/<name>/.  Rules keep no state. */
#ifndef SMEMLINT_RULES_RULE_H
#define SMEMLINT_RULES_RULE_H

#include "core/diag.h"
#include "eval/facts/facts.h"
#include "fix/layouts/advice.h"

/* The access that a rule checks. */
typedef struct RuleContext {
	Arena *arena;
	const SourceSet *sources;
	const KernelFacts *kernel;
	const Fact *fact; /* one of the kernel's */
} RuleContext;

typedef struct Rule {
	const char *name;        /* "smem-bank-conflict-load": the id with - for _; it begins with "smem", by which a NOLINT
				  * comment is known to be ours */
	const char *summary;     /* one line */
	const char *explanation; /* Markdown, for --explain and docs/rules/: the finding, its cost, an example (```cuda),
				  * "**What to do.**" and "**What it cannot see.**" */
	Severity severity;
	bool joins;              /* its findings on an object in one line may be told as one, also with those of other such rules */
	bool layout_may_help;    /* search other layouts of the object and advise the best */
	bool layout_may_settle;  /* the same, if one makes the banks of the object's accesses certain */
	bool (*claims)(const RuleContext *context); /* NULL: not a rule on accesses; its findings are made elsewhere */
	const char *(*message)(const RuleContext *context);
	const char *(*reason)(const RuleContext *context); /* why it costs that, in one plain sentence */
	const char *(*remedy)(const RuleContext *context); /* what to do, where that is no other layout; or NULL */
	void (*notes)(const RuleContext *context, Diag *diag); /* why it costs that, or NULL; run.c adds launch,
								      * declaration and advice */
} Rule;

#define RULE(id) extern const Rule rule_##id;
#include "rules/rules.def"
#undef RULE

enum {
#define RULE(id) RULE_##id,
#include "rules/rules.def"
#undef RULE
	N_RULES
};
extern const Rule *const all_rules[N_RULES]; /* in the order of rules.def */

int rule_index(const char *name);        /* in all_rules; -1: there is none */
const Rule *rule_find(const char *name); /* NULL: there is none */
/* The rule whose name is nearest to `word`, or NULL. */
const char *rule_nearest(const char *word);

/* Adds the rules' findings on the accesses of all kernels to `out`, merges those of different launches that are equal, and
 * sorts all by place.  prefer, trial: advise(). */
void run_rules(Arena *arena, const Unit *unit, const KernelFacts *kernels, int n_kernels, Preference prefer, const Trial *trial, Diags *out,
	       double *layouts_ms);

#endif
