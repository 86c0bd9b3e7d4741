#include "rules/finding.h"
#include "rules/plain.h"

static bool claims(const RuleContext *context)
{
	return is_contention(context->fact);
}

static const char *message(const RuleContext *context)
{
	return ways_message(context, " lanes update one word");
}

static const char *reason(const RuleContext *context)
{
	const Fact *fact = context->fact;
	return arena_printf(context->arena, "an atomic serves lanes on one word one after another: here up to %d of them, in any layout%s",
			    __builtin_popcount(fact->worst.cost.worst_lanes), plain_bound(context->arena, fact));
}

static const char *remedy(const RuleContext *context)
{
	(void)context;
	return "combine the warp's values first (__reduce_add_sync, __shfl_down_sync), or give each warp a word of its own";
}

static void notes(const RuleContext *context, Diag *diag)
{
	cost_notes(context, diag);
	note_add(context->arena, diag, range_none,
		 "lanes that update one word are served one after another, in any layout: combine their values "
		 "within the warp first, or give each warp a copy of the word");
}

const Rule rule_smem_atomic_contention = {
	.name = "smem-atomic-contention",
	.summary = "an atomic whose lanes update one word",
	.explanation =
		"An atomic serves the lanes that update one word one after another. That is not a bank\n"
		"conflict: neither padding nor a swizzle helps.\n"
		"\n"
		"```cuda\n"
		"__shared__ int total[WARPS];\n"
		"atomicAdd(&total[threadIdx.x / 32], value); // 32 lanes on one word: 32 wavefronts\n"
		"```\n"
		"\n"
		"**What to do.** Combine the values of the warp first, and let one lane do the atomic:\n"
		"\n"
		"```cuda\n"
		"int sum = __reduce_add_sync(0xffffffff, value);\n"
		"if (threadIdx.x % 32 == 0)\n"
		"\tatomicAdd(&total[threadIdx.x / 32], sum); // 1 wavefront\n"
		"```\n"
		"\n"
		"or give every warp (or every lane) a copy of the word, and add the copies up at the end.\n"
		"\n"
		"**What it cannot see.** nvcc does the first of these by itself (for sm_80 and later) where it can\n"
		"tell that all lanes update one place, as in `atomicAdd(&counter, value)`. It does so for sums,\n"
		"minima, maxima, and, or, xor of 32-bit integers whose result is not used, and for sums whose result\n"
		"is used if all lanes add the same constant; these are not reported. It does not where the index is\n"
		"computed from threadIdx, as above. Where that is not known, the finding is an upper bound.\n",
	.severity = SEV_WARNING,
	.joins = true,
	.claims = claims,
	.message = message,
	.reason = reason,
	.remedy = remedy,
	.notes = notes,
};
