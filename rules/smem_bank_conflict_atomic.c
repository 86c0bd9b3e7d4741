#include "rules/finding.h"

static bool claims(const RuleContext *context)
{
	return is_bank_conflict(context->fact) && context->fact->kind == ACCESS_ATOMIC;
}

const Rule rule_smem_bank_conflict_atomic = {
	.name = "smem-bank-conflict-atomic",
	.summary = "an atomic whose lanes access different words of one bank",
	.explanation =
		"Atomics on shared memory are served lane by lane within a bank: every lane that uses a bank\n"
		"takes a wavefront, whether it updates the same word as another lane or a different one. This\n"
		"rule reports *different* words, which another layout can place in different banks.\n"
		"(`smem-atomic-contention` reports lanes that update one word.)\n"
		"\n"
		"```cuda\n"
		"__shared__ unsigned count[32 * 32];\n"
		"atomicAdd(&count[threadIdx.x * 32], n);     // one counter per lane, 32 words apart: 32 wavefronts\n"
		"```\n"
		"\n"
		"**What to do.** Change the layout so that neighbouring lanes update neighbouring words:\n"
		"\n"
		"```cuda\n"
		"atomicAdd(&count[bin * 32 + threadIdx.x], n);   // the lane selects the bank: 1 wavefront\n"
		"```\n"
		"\n"
		"Compare-and-swap takes two wavefronts where the others take one. An atomic float addition is a\n"
		"loop of loads and compare-and-swaps; the number given is the least that it can cost.\n"
		"\n"
		"**What it cannot see.** How many lanes conflict if the index comes from data; see\n"
		"`smem-data-dependent`.\n",
	.severity = SEV_WARNING,
	.joins = true,
	.layout_may_help = true,
	.claims = claims,
	.message = conflict_message,
	.reason = conflict_reason,
	.notes = conflict_notes,
};
