#include "rules/finding.h"

static bool claims(const RuleContext *context)
{
	const Fact *fact = context->fact;
	return is_bank_conflict(fact) && (fact->kind == ACCESS_STORE || fact->kind == ACCESS_CP_ASYNC);
}

const Rule rule_smem_bank_conflict_store = {
	.name = "smem-bank-conflict-store",
	.summary = "a store whose lanes access different words of one bank",
	.explanation =
		"Lanes that store to different words of one bank are served one after another, as for loads.\n"
		"Lanes that store to the same word share a wavefront, and one of them wins. Asynchronous copies\n"
		"into shared memory (`cp.async`) are reported here too.\n"
		"\n"
		"```cuda\n"
		"__shared__ float tile[32][32];\n"
		"tile[threadIdx.x][threadIdx.y] = in[i];    // a column: 32 wavefronts instead of 1\n"
		"__syncthreads();\n"
		"out[j] = tile[threadIdx.y][threadIdx.x];\n"
		"```\n"
		"\n"
		"**What to do.** Make the rows longer, or swizzle both the stores and the loads; here one may also\n"
		"exchange the indices, if the loads do not conflict then:\n"
		"\n"
		"```cuda\n"
		"__shared__ float tile[32][33];\n"
		"tile[threadIdx.x][threadIdx.y] = in[i];    // lanes 33 words apart: 1 wavefront\n"
		"```\n"
		"\n"
		"A structure that is stored field by field conflicts in the same way: 16-byte elements put\n"
		"the first field of every eighth lane in one bank. One array per field avoids that.\n"
		"\n"
		"**What it cannot see.** The time that a conflict costs. The wavefronts of stores are often\n"
		"hidden behind other work.\n",
	.severity = SEV_WARNING,
	.joins = true,
	.layout_may_help = true,
	.claims = claims,
	.message = conflict_message,
	.reason = conflict_reason,
	.remedy = conflict_remedy,
	.notes = conflict_notes,
};
