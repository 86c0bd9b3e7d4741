#include "rules/finding.h"

extern const Rule rule_smem_swizzle_no_help;

static void check(const RuleContext *context)
{
	finding_report(context, &rule_smem_swizzle_no_help, FINDING_SWIZZLE);
}

const Rule rule_smem_swizzle_no_help = {
	.name = "smem-swizzle-no-help",
	.summary = "an access conflicts although its index is swizzled",
	.explanation =
		"The index mixes two quantities that depend on the thread, by XOR or by an addition modulo\n"
		"something, as swizzles do, and the access conflicts nevertheless. The numbers are those of\n"
		"the rule for its kind of access.\n"
		"\n"
		"A swizzle helps only if it brings what differs between lanes into the bits that select the\n"
		"bank: bits 2 to 6 of the byte address. One that permutes *rows* leaves a walk down a column\n"
		"where it was:\n"
		"\n"
		"```cuda\n"
		"__shared__ float s[32][32];\n"
		"out[j] = s[threadIdx.x ^ threadIdx.y % 32][threadIdx.y];    // still 32-way: the column is the same in all lanes\n"
		"```\n"
		"\n"
		"and one that mixes in too few bits spreads the lanes over too few banks:\n"
		"\n"
		"```cuda\n"
		"s[threadIdx.x][(threadIdx.y + (threadIdx.x >> 4)) % 32]    // 16-way: two banks\n"
		"```\n"
		"\n"
		"**What to do.** Mix the row into the *column*, all the bits of it that differ within the\n"
		"warp:\n"
		"\n"
		"```cuda\n"
		"s[threadIdx.x][threadIdx.y ^ threadIdx.x % 32]              // every lane a bank of its own\n"
		"```\n"
		"\n"
		"and the same on the side that writes. The first note says which bits of the lane number\n"
		"never reach a bank.\n"
		"\n"
		"**What it cannot see.** Whether an XOR was meant as a swizzle: hashes and butterfly\n"
		"exchanges of two varying values are reported here too.\n",
	.severity = SEV_WARNING,
	.check = check,
};
