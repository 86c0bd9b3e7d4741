#include "rules/finding.h"
#include "rules/words.h"

/* At least one of the values conflicts. */
static bool some_conflict(const Fact *fact)
{
	for (int i = 0; i < fact->n_cases; i++)
		if (fact->cases[i].wavefronts > fact->cases[i].ideal)
			return true;
	return false;
}

/* A remainder decides, and of those that it may be most are nearer to the ideal than to the worst. */
static bool is_seldom(const Fact *fact)
{
	return fact->certainty == CERTAINTY_BOUND && fact->expected > 0 && is_bank_conflict(fact) &&
	       2 * fact->expected < fact_ideal_each(fact) + fact->worst.cost.wavefronts;
}

static bool claims(const RuleContext *context)
{
	const Fact *fact = context->fact;
	if (is_seldom(fact))
		return true;
	if (data_decides_cases(fact))
		return some_conflict(fact) && !waits_for_lines(fact);
	return fact->certainty == CERTAINTY_DATA && fact->expected > 1.01 * fact_ideal_each(fact);
}

static const char *message(const RuleContext *context)
{
	const Fact *fact = context->fact;
	if (data_decides_cases(fact))
		return ways_message(context, arena_printf(context->arena, "-way bank conflict, depending on %s, which data decide",
							  runtime_words(context->arena, fact)));
	if (is_seldom(fact) && fact->expected <= 1.01 * fact_ideal_each(fact))
		return arena_printf(
			context->arena,
			"up to %d wavefronts where %.0f would do, but seldom: the banks of %s depend on a remainder or quotient "
			"that is not known",
			fact->worst.cost.wavefronts, fact_ideal_each(fact), access_words(context->arena, fact));
	if (is_seldom(fact))
		return arena_printf(context->arena,
				    "about %.1f wavefronts where %.0f would do, at most %d: the banks of %s depend on a remainder or "
				    "quotient that is not known",
				    fact->expected, fact_ideal_each(fact), fact->worst.cost.wavefronts, access_words(context->arena, fact));
	return arena_printf(context->arena,
			    "about %.1f wavefronts where %.0f would do, if the data is random: the banks of %s depend on data",
			    fact->expected, fact_ideal_each(fact), access_words(context->arena, fact));
}

static const char *reason(const RuleContext *context)
{
	const Fact *fact = context->fact;
	if (data_decides_cases(fact))
		return case_words(context->arena, fact);
	if (is_seldom(fact))
		return conflict_reason(context);
	const char *each = fact->kind == ACCESS_ATOMIC ? "lanes" : "words";
	if (fact_ideal_each(fact) > 1)
		return arena_printf(context->arena, "%s: random %s meet on some of the banks", reason_text(fact->reason), each);
	return arena_printf(context->arena, "%s: of a warp's random %s about %.1f meet on the busiest bank", reason_text(fact->reason),
			    each, fact->expected);
}

static const char *remedy(const RuleContext *context)
{
	const char *name = runtime_name(context->fact);
	if (is_seldom(context->fact))
		return "if it matters, let the modulus be a multiple of 32 words: then passing it changes no bank";
	if (data_decides_cases(context->fact))
		return name ? arena_printf(context->arena, "if it is known, say what it is: // smemlint: assume(%s == …)", name)
			    : "choose values that are free, if it matters";
	return context->fact->kind == ACCESS_ATOMIC ? "if it matters, give each warp a copy, or combine equal values within the warp first"
						    : "if it matters, let the lane choose the bank, as in table[entry * 32 + lane]";
}

static void notes(const RuleContext *context, Diag *diag)
{
	if (data_decides_cases(context->fact))
		note_add(context->arena, diag, range_none, case_words(context->arena, context->fact));
	note_reason(context->arena, diag, context->fact);
}

const Rule rule_smem_data_dependent = {
	.name = "smem-data-dependent",
	.summary = "the bank of an access depends on data",
	.explanation =
		"The index was loaded from memory, or depends on data in another way. The cost of one run is not\n"
		"known; the number given is the expected cost if the lanes' words are independent and evenly\n"
		"spread: of 32 lanes on 32 banks, the busiest bank has about 3.5.\n"
		"\n"
		"```cuda\n"
		"__shared__ unsigned hist[256];\n"
		"atomicAdd(&hist[data[i] & 255], 1);        // about 3.5 wavefronts for random data, 32 for constant data\n"
		"```\n"
		"\n"
		"A step between lanes that is loaded from memory, where some of its values are free of conflicts, is\n"
		"listed with the cost for each value.\n"
		"\n"
		"So is an index such as `(blockIdx.x * 256 + threadIdx.x) % 100`: where in a warp it begins at 0 again\n"
		"is not known. The number given is the mean of all that the remainder may be.\n"
		"\n"
		"**What to do.** If the cost matters, give each warp a histogram of its own, sort or\n"
		"deduplicate within the warp first, or arrange the table so that the lane selects the bank\n"
		"(`table[entry * 32 + lane]`), which never conflicts. Of an array `h[thread][entry]` `--fix` exchanges\n"
		"the dimensions, if all its uses allow it.\n"
		"\n"
		"**What it cannot see.** The distribution. Real data is rarely random: neighbouring pixels\n"
		"are alike, keys are skewed. That makes atomics slower, and loads of the same word\n"
		"faster.\n",
	.severity = SEV_NOTE,
	.joins = true,
	.layout_may_settle = true,
	.claims = claims,
	.message = message,
	.reason = reason,
	.remedy = remedy,
	.notes = notes,
};
