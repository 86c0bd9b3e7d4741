/* What several rules share: when lanes meet, and how that is said. */
#ifndef SMEMLINT_RULES_FINDING_H
#define SMEMLINT_RULES_FINDING_H

#include "rules/notes.h"
#include "rules/rule.h"

/* Each takes more wavefronts than it must, surely or as a bound. */
bool is_bank_conflict(const Fact *fact); /* lanes meet on a bank in different words */
bool is_contention(const Fact *fact);    /* lanes of an atomic meet on one word, and on no other of its bank */

/* "[up to ]32-way bank conflict: this load of 'tile' takes 32 wavefronts where 1 would do" */
const char *conflict_message(const RuleContext *context);
/* The same with other words after the number. */
const char *ways_message(const RuleContext *context, const char *words);

/* The address's form, and how it comes to its cost. */
void conflict_notes(const RuleContext *context, Diag *diag);
/* The latter alone: the lanes that meet, what all warps pay together, what makes it a bound. */
void cost_notes(const RuleContext *context, Diag *diag);

#endif
