#include "rules/finding.h"

static bool claims(const RuleContext *context)
{
	const Fact *fact = context->fact;
	return is_bank_conflict(fact) && (fact->kind == ACCESS_STORE || fact->kind == ACCESS_CP_ASYNC);
}

const Rule rule_smem_bank_conflict_store = {
	.name = "smem-bank-conflict-store",
	.summary = "a store whose lanes meet on a bank in different words",
	.explanation =
		"Stores follow the banks as loads do: lanes that store to different words of one bank take\n"
		"turns. Lanes that store to the same word do not (one of them wins). Asynchronous copies into\n"
		"shared memory (`cp.async`) are reported here too.\n"
		"\n"
		"```cuda\n"
		"__shared__ float tile[32][32];\n"
		"tile[threadIdx.x][threadIdx.y] = in[i];    // a column: 32 wavefronts instead of 1\n"
		"__syncthreads();\n"
		"out[j] = tile[threadIdx.y][threadIdx.x];\n"
		"```\n"
		"\n"
		"**What to do.** Longer rows, or a swizzle on both sides; here also an exchange of the\n"
		"indices, if the loads can bear it:\n"
		"\n"
		"```cuda\n"
		"__shared__ float tile[32][33];\n"
		"tile[threadIdx.x][threadIdx.y] = in[i];    // lanes 33 words apart: 1 wavefront\n"
		"```\n"
		"\n"
		"A structure that is stored field by field conflicts in the same way: 16-byte elements put\n"
		"the first field of every eighth lane on one bank. One array a field cures that.\n"
		"\n"
		"**What it cannot see.** The time that a conflict costs. Stores are often hidden behind other\n"
		"work; the wavefronts are there nevertheless.\n",
	.severity = SEV_WARNING,
	.layout_may_help = true,
	.claims = claims,
	.message = conflict_message,
	.notes = conflict_notes,
};
