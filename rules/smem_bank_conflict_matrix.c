#include "rules/finding.h"

static bool claims(const RuleContext *context)
{
	const Fact *fact = context->fact;
	return is_bank_conflict(fact) && (fact->kind == ACCESS_LDMATRIX || fact->kind == ACCESS_STMATRIX);
}

const Rule rule_smem_bank_conflict_matrix = {
	.name = "smem-bank-conflict-matrix",
	.summary = "ldmatrix or stmatrix whose rows share banks",
	.explanation =
		"`ldmatrix` and `stmatrix` move 8x8 matrices whose eight rows of 16 bytes each are addressed\n"
		"by eight lanes. Each matrix is one phase: it takes one wavefront if the eight rows cover the\n"
		"32 banks, and up to eight if they start at the same bank, as rows do that are 128 bytes\n"
		"apart: those of a tile of 64 half-precision columns.\n"
		"\n"
		"```cuda\n"
		"__shared__ half a[64][64];\n"
		"unsigned p = __cvta_generic_to_shared(&a[threadIdx.x % 16][threadIdx.x / 16 * 8]);\n"
		"asm(\"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];\"\n"
		"\t: \"=r\"(r0), \"=r\"(r1), \"=r\"(r2), \"=r\"(r3) : \"r\"(p));    // 32 wavefronts instead of 4\n"
		"```\n"
		"\n"
		"**What to do.** Lengthen the rows by 16 bytes, which keeps the alignment that the\n"
		"instruction needs:\n"
		"\n"
		"```cuda\n"
		"__shared__ half a[64][64 + 8];\n"
		"```\n"
		"\n"
		"or swizzle the 16-byte chunk with the row, where the tile is written as well:\n"
		"\n"
		"```cuda\n"
		"&a[row][(chunk ^ row % 8) * 8]\n"
		"```\n"
		"\n"
		"**What it cannot see.** Tiles that the tensor memory accelerator swizzles as it writes\n"
		"them.\n",
	.severity = SEV_WARNING,
	.joins = true,
	.layout_may_help = true,
	.claims = claims,
	.message = conflict_message,
	.reason = conflict_reason,
	.notes = conflict_notes,
};
