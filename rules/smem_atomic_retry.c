#include "rules/finding.h"
#include "rules/plain.h"

/* A profiler counts each pass of the loop as an instruction of its own, which does not conflict. */
static bool claims(const RuleContext *context)
{
	const Fact *fact = context->fact;
	return is_contention(fact) && fact->profiled >= fact->wavefronts;
}

static const char *message(const RuleContext *context)
{
	return ways_message(context, " lanes update one word by compare-and-swap");
}

static const char *reason(const RuleContext *context)
{
	return arena_printf(context->arena,
			    "the atomic is a loop of compare-and-swap: in each pass one lane on a word succeeds, of up to %d%s",
			    __builtin_popcount(context->fact->worst.cost.worst_lanes), plain_bound(context->arena, context->fact));
}

static const char *remedy(const RuleContext *context)
{
	(void)context;
	return "combine the warp's values first (__shfl_down_sync), or give each warp a word of its own";
}

static void notes(const RuleContext *context, Diag *diag)
{
	cost_notes(context, diag);
	note_add(context->arena, diag, range_none,
		 "the lanes' compare-and-swaps are repeated until each has succeeded, in any layout; a profiler shows the repetitions as "
		 "instructions, not as conflicts: combine the values within the warp first, or give each warp a copy of the word");
}

const Rule rule_smem_atomic_retry = {
	.name = "smem-atomic-retry",
	.summary = "an atomic that is a loop of compare-and-swap, whose lanes update one word",
	.explanation =
		"Shared memory has no unit that adds floating-point numbers: `atomicAdd` of a `float` or `double` is a\n"
		"loop that loads the word, adds, and swaps if the word is still the same. Of the lanes that update one\n"
		"word one succeeds in each pass; the others repeat it.\n"
		"\n"
		"```cuda\n"
		"__shared__ float total[WARPS];\n"
		"atomicAdd(&total[threadIdx.x / 32], value); // 32 passes of 2 wavefronts\n"
		"```\n"
		"\n"
		"This is a note: no pass has a bank conflict, and a profiler shows none. The wavefronts are those of all\n"
		"passes together.\n"
		"\n"
		"**What to do.** Combine the values of the warp first, and let one lane do the atomic:\n"
		"\n"
		"```cuda\n"
		"for (int d = 16; d > 0; d /= 2)\n"
		"\tvalue += __shfl_down_sync(0xffffffff, value, d);\n"
		"if (threadIdx.x % 32 == 0)\n"
		"\tatomicAdd(&total[threadIdx.x / 32], value); // one pass\n"
		"```\n"
		"\n"
		"**What it cannot see.** Other warps that update the word at the same time make for more passes.\n",
	.severity = SEV_NOTE,
	.joins = true,
	.claims = claims,
	.message = message,
	.reason = reason,
	.remedy = remedy,
	.notes = notes,
};
