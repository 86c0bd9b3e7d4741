#include "rules/finding.h"

static bool claims(const RuleContext *context)
{
	return is_bank_conflict(context->fact) && context->fact->kind == ACCESS_LOAD;
}

const Rule rule_smem_bank_conflict_load = {
	.name = "smem-bank-conflict-load",
	.summary = "a load whose lanes meet on a bank in different words",
	.explanation =
		"Shared memory has 32 banks of 4 bytes; the bank of an address is `(address / 4) % 32`. One\n"
		"pass (a wavefront) serves one word of every bank. Lanes of a warp that load *different*\n"
		"words of one bank wait for one another: an access that could take 1 pass takes as many as\n"
		"the busiest bank has words to give. Lanes that load the same word share it for free.\n"
		"\n"
		"The usual cause is a step between neighbouring lanes that shares a factor with 32: a column\n"
		"of a tile whose rows are 32 words long puts all lanes on one bank.\n"
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
		"The notes say which padding or swizzle was found to be best for all accesses of the object\n"
		"together.\n"
		"\n"
		"Accesses of 8 and 16 bytes a lane are served in 2 and 4 phases of 16 and 8 lanes: a\n"
		"contiguous `float4` load takes 4 wavefronts, which is its ideal and no conflict.\n"
		"\n"
		"**What it cannot see.** Which warps really run: an access under a condition that is not\n"
		"known is reported as a bound (\"up to\"). An index that is loaded from memory is the business\n"
		"of `smem-data-dependent`.\n",
	.severity = SEV_WARNING,
	.layout_may_help = true,
	.claims = claims,
	.message = conflict_message,
	.notes = conflict_notes,
};
