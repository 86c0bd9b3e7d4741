#include "rules/finding.h"
#include "rules/plain.h"
#include "rules/words.h"

static bool claims(const RuleContext *context)
{
	const Fact *fact = context->fact;
	if (fact->certainty != CERTAINTY_SYMBOLIC || waits_for_lines(fact) || data_decides_cases(fact))
		return false;
	for (int i = 0; i < fact->n_cases; i++)
		if (fact->cases[i].wavefronts > fact->cases[i].ideal)
			return true;
	return fact->n_cases == 0 && (fact->wavefronts > fact->ideal || fact->worst.cost.wavefronts > fact->worst.cost.ideal);
}

static const char *message(const RuleContext *context)
{
	if (cases_agree(context->fact))
		return conflict_message(context);
	return ways_message(context, arena_printf(context->arena, "-way bank conflict, depending on %s",
						  runtime_words(context->arena, context->fact)));
}

/* What the launch costs whose arguments are all known, if others may cost more; else NULL. */
static const char *known_launch_words(const RuleContext *context)
{
	const Fact *fact = context->fact;
	const BankCost *worst = &fact->worst.cost;
	if (!fact->of_known_launch || !fact->ideal || fact->wavefronts * worst->ideal >= fact->ideal * worst->wavefronts)
		return NULL;
	return arena_printf(context->arena, "with the arguments of the launch below: %s where %lld would do",
			    count_of(context->arena, fact->wavefronts, "wavefront"), (long long)fact->ideal);
}

static const char *reason(const RuleContext *context)
{
	const char *cases = case_words(context->arena, context->fact);
	return cases ? cases : plain_conflict(context->arena, context->fact);
}

static const char *remedy(const RuleContext *context)
{
	const char *name = runtime_name(context->fact);
	if (!name)
		return "choose values that are free, or make them known at compile time";
	return arena_printf(context->arena, "choose a value that is free, or say what it is: // smemlint: assume(%s == …)", name);
}

static void notes(const RuleContext *context, Diag *diag)
{
	note_add(context->arena, diag, range_none, known_launch_words(context));
	note_add(context->arena, diag, range_none, case_words(context->arena, context->fact));
	note_reason(context->arena, diag, context->fact);
}

const Rule rule_smem_runtime_stride = {
	.name = "smem-runtime-stride",
	.summary = "the cost of an access depends on a value known only at run time",
	.explanation =
		"The step between lanes contains a value that is the same for the whole block but not known\n"
		"in the source: a kernel argument, a loop's counter. For some of its values the access is free\n"
		"of conflicts, for others it is not.\n"
		"\n"
		"```cuda\n"
		"__global__ void k(float *out, int stride)\n"
		"{\n"
		"\textern __shared__ float s[];\n"
		"\tout[threadIdx.x] = s[threadIdx.x * stride];    // 32-way if stride % 32 == 0, ..., free if it is odd\n"
		"}\n"
		"```\n"
		"\n"
		"The note gives the cost for each residue, the message the worst one. Where the value is not the\n"
		"stride itself (a loop doubles the stride up to it, other indices are divided by it), the note gives\n"
		"the cost for single values instead: mostly the powers of two that fit the array.\n"
		"\n"
		"**What to do.** Make the stride odd on the host (`stride | 1`), or make it a template\n"
		"parameter, so that its actual values are checked.\n"
		"\n"
		"If the value is the program's data (it was loaded from memory, computed by an atomic) and some of its\n"
		"values are free, the finding is a note of smem-data-dependent.\n"
		"\n"
		"**What it cannot see.** Which values occur. If none of them conflicts, state that with\n"
		"`// smemlint: assume(stride % 2 == 1)`, or suppress the finding.\n",
	.severity = SEV_WARNING,
	.joins = true,
	.claims = claims,
	.message = message,
	.reason = reason,
	.remedy = remedy,
	.notes = notes,
};
