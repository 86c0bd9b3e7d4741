#include "rules/finding.h"

static bool claims(const RuleContext *context)
{
	return is_bank_conflict(context->fact) && context->fact->kind == ACCESS_LOAD;
}

const Rule rule_smem_bank_conflict_load = {
	.name = "smem-bank-conflict-load",
	.summary = "a load whose lanes access different words of one bank",
	.explanation =
		"Shared memory has 32 banks of 4 bytes; the bank of an address is `(address / 4) % 32`. One\n"
		"wavefront serves one word of every bank. Lanes of a warp that load *different* words of one\n"
		"bank are served one after another: an access that could take 1 wavefront takes one for each\n"
		"word of the busiest bank. Lanes that load the same word share it for free (a broadcast).\n"
		"\n"
		"The usual cause is a step between neighbouring lanes that shares a factor with 32: a column\n"
		"of a tile whose rows are 32 words long is in one bank.\n"
		"\n"
		"```cuda\n"
		"__shared__ float tile[32][32];\n"
		"tile[threadIdx.y][threadIdx.x] = in[i];\n"
		"__syncthreads();\n"
		"out[j] = tile[threadIdx.x][threadIdx.y];   // lanes 32 words apart: 32 wavefronts instead of 1\n"
		"```\n"
		"\n"
		"**What to do.** Make the rows one word longer, so that the step becomes 33, which has no\n"
		"factor in common with 32:\n"
		"\n"
		"```cuda\n"
		"__shared__ float tile[32][33];\n"
		"```\n"
		"\n"
		"or keep the size and swizzle the column with the row, on *every* access of the tile:\n"
		"\n"
		"```cuda\n"
		"tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = in[i];\n"
		"out[j] = tile[threadIdx.x][threadIdx.y ^ threadIdx.x];\n"
		"```\n"
		"\n"
		"The notes give the padding or swizzle that is best for all accesses of the object together.\n"
		"\n"
		"Accesses of 8 and 16 bytes per lane are served in 2 and 4 phases of 16 and 8 lanes: a\n"
		"contiguous `float4` load takes 4 wavefronts, which is its ideal and no conflict.\n"
		"\n"
		"**What it cannot see.** Which warps run: an access under a condition that is not\n"
		"known is reported as a bound (\"up to\"). An index that is loaded from memory is reported by\n"
		"`smem-data-dependent`.\n",
	.severity = SEV_WARNING,
	.joins = true,
	.layout_may_help = true,
	.claims = claims,
	.message = conflict_message,
	.reason = conflict_reason,
	.remedy = conflict_remedy,
	.notes = conflict_notes,
};
