#include "rules/finding.h"

extern const Rule rule_smem_padding_no_help;

static void check(const RuleContext *context)
{
	finding_report(context, &rule_smem_padding_no_help, FINDING_PADDING);
}

const Rule rule_smem_padding_no_help = {
	.name = "smem-padding-no-help",
	.summary = "an access conflicts although its object is padded",
	.explanation =
		"The object's rows are a power of two and a few elements that nothing touches, as if against\n"
		"bank conflicts, and the access conflicts nevertheless. The numbers are those of the rule for\n"
		"its kind of access.\n"
		"\n"
		"Two usual reasons. The padding suits another shape of block: rows of 17 keep the 16 lanes of\n"
		"one column apart, but a 16x16 block has two columns in a warp, and the second meets the\n"
		"first.\n"
		"\n"
		"```cuda\n"
		"__shared__ float tile[16][17];             // with a 16x16 block\n"
		"tile[threadIdx.y][threadIdx.x] = in[i];    // 2-way: two rows, 17 words apart\n"
		"out[j] = tile[threadIdx.x][threadIdx.y];   // 2-way: two columns, 1 word apart\n"
		"```\n"
		"\n"
		"Or the padding is not prime to 32: rows of 36 words put every eighth lane of a column on one\n"
		"bank.\n"
		"\n"
		"**What to do.** For 4-byte elements read by columns an odd row length is right. Where no\n"
		"padding suits every access of the object, a swizzle may; for the tile above:\n"
		"\n"
		"```cuda\n"
		"__shared__ float tile[16][16];\n"
		"tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = in[i];\n"
		"out[j] = tile[threadIdx.x][threadIdx.y ^ threadIdx.x];\n"
		"```\n"
		"\n"
		"The notes say what was found for all accesses together.\n"
		"\n"
		"**What it cannot see.** Whether the extra elements were meant as padding. Columns that are\n"
		"longer by the same number (a tile with a halo), and extra elements that some access touches,\n"
		"are not taken for padding.\n",
	.severity = SEV_WARNING,
	.check = check,
};
