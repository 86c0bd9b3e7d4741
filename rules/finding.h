/* Conditions and texts that several rules share. */
#ifndef SMEMLINT_RULES_FINDING_H
#define SMEMLINT_RULES_FINDING_H

#include "rules/notes.h"
#include "rules/rule.h"

/* The access takes more wavefronts than its ideal, exactly or as a bound, because … */
bool is_bank_conflict(const Fact *fact); /* … lanes access different words of a bank */
bool is_contention(const Fact *fact);    /* … lanes of an atomic update one word, and no other of its bank */

/* "[up to ]32-way bank conflict: this load of 'tile' takes 32 wavefronts where 1 would do" */
const char *conflict_message(const RuleContext *context);
/* The same, with `words` after the number. */
const char *ways_message(const RuleContext *context, const char *words);

/* plain_conflict(), and what to do if the access is that of a tree reduction whose step doubles. */
const char *conflict_reason(const RuleContext *context);
const char *conflict_remedy(const RuleContext *context);

/* explain_form() and cost_notes(). */
void conflict_notes(const RuleContext *context, Diag *diag);
/* The lanes that conflict, the cost of all warps together, and why it is a bound. */
void cost_notes(const RuleContext *context, Diag *diag);

#endif
