#include "rules/explain.h"
#include "rules/finding.h"
#include "rules/plain.h"
#include "rules/words.h"

/* --- what is a conflict ------------------------------------------------------------------------- */

/* Counts the lanes too: wavefronts alone may be the bound of an operation whose hardware rule is not known. */
static bool lanes_conflict(const Fact *fact)
{
	const BankCost *worst = &fact->worst.cost;
	return (fact->certainty == CERTAINTY_EXACT || fact->certainty == CERTAINTY_BOUND) && fact->wavefronts > fact->ideal &&
	       worst->wavefronts > worst->ideal && __builtin_popcount(worst->worst_lanes) > 1;
}

bool is_contention(const Fact *fact)
{
	const BankCost *worst = &fact->worst.cost;
	return fact->kind == ACCESS_ATOMIC && lanes_conflict(fact) && __builtin_popcount(worst->worst_lanes) - worst->same_word <= 1;
}

bool is_bank_conflict(const Fact *fact)
{
	return lanes_conflict(fact) && !is_contention(fact);
}

/* --- messages ----------------------------------------------------------------------------------- */

const char *ways_message(const RuleContext *context, const char *words)
{
	Arena *arena = context->arena;
	const Fact *fact = context->fact;
	const BankCost *worst = &fact->worst.cost;
	const char *up_to = fact->certainty != CERTAINTY_EXACT || !worst->exact ? "up to " : "";
	return arena_printf(arena, "%s%d%s: %s takes %s%s where %d would do", up_to, bank_ways(worst), words, access_words(arena, fact),
			    up_to, count_of(arena, worst->wavefronts, "wavefront"), worst->ideal);
}

const char *conflict_message(const RuleContext *context)
{
	return ways_message(context, "-way bank conflict");
}

const char *conflict_reason(const RuleContext *context)
{
	return plain_conflict(context->arena, context->fact);
}

const char *conflict_remedy(const RuleContext *context)
{
	if (!explain_reduction(context->arena, context->kernel, context->fact))
		return NULL;
	return "let the step halve instead of double: from half the elements down to 1, thread t adds element t + step to element t";
}

void cost_notes(const RuleContext *context, Diag *diag)
{
	Arena *arena = context->arena;
	const Fact *fact = context->fact;
	note_add(arena, diag, range_none, explain_witness(arena, fact));
	note_add(arena, diag, range_none, explain_total(arena, fact));
	note_add(arena, diag, range_none, explain_reduction(arena, context->kernel, fact));
	note_add(arena, diag, range_none, explain_own_rows(arena, context->kernel, fact));
	note_reason(arena, diag, fact);
}

void conflict_notes(const RuleContext *context, Diag *diag)
{
	note_add(context->arena, diag, range_none, explain_form(context->arena, context->fact));
	cost_notes(context, diag);
}
