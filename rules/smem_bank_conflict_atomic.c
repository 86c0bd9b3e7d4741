#include "rules/finding.h"

static bool claims(const RuleContext *context)
{
	return is_bank_conflict(context->fact) && context->fact->kind == ACCESS_ATOMIC;
}

const Rule rule_smem_bank_conflict_atomic = {
	.name = "smem-bank-conflict-atomic",
	.summary = "an atomic whose lanes meet on a bank in different words",
	.explanation =
		"Atomics on shared memory are served lane by lane within a bank: every lane on a bank costs a\n"
		"pass, whether it asks for the same word as another or for a different one. This rule is\n"
		"about *different* words, which a better layout can bring to different banks.\n"
		"(`smem-atomic-contention` is about lanes on one word.)\n"
		"\n"
		"```cuda\n"
		"__shared__ unsigned count[32 * 32];\n"
		"atomicAdd(&count[threadIdx.x * 32], n);     // one counter a lane, 32 words apart: 32 wavefronts\n"
		"```\n"
		"\n"
		"**What to do.** Change the layout so that what neighbouring lanes count lies in neighbouring\n"
		"words:\n"
		"\n"
		"```cuda\n"
		"atomicAdd(&count[bin * 32 + threadIdx.x], n);   // the lane selects the bank: 1 wavefront\n"
		"```\n"
		"\n"
		"Compare-and-swap takes two passes where the others take one; an atomic float addition is a\n"
		"loop of loads and compare-and-swaps, and its figure is the least that it can cost.\n"
		"\n"
		"**What it cannot see.** How many lanes really collide where the index comes from data; see\n"
		"`smem-data-dependent`.\n",
	.severity = SEV_WARNING,
	.layout_may_help = true,
	.claims = claims,
	.message = conflict_message,
	.notes = conflict_notes,
};
