/* Its findings are those of filter/nolint.c, which knows what comments take away. */
#include "rules/rule.h"

const Rule rule_smemlint_unused_nolint = {
	.name = "smemlint-unused-nolint",
	.summary = "a comment suppresses a rule that finds nothing there",
	.explanation =
		"A `NOLINT` comment names one of our rules, and on its lines there is no finding of that rule to\n"
		"suppress, or no such rule at all. It is reported only with `--report-unused-nolint`.\n"
		"\n"
		"```cuda\n"
		"tile[threadIdx.x] = 0;  // NOLINT(smem-bank-conflict-store): nothing to suppress any more\n"
		"```\n"
		"\n"
		"A comment that is left behind costs nothing now, but hides the next conflict on its line.\n"
		"\n"
		"**What to do.** Take the name out of the comment, or the whole comment; where the name is\n"
		"misspelt, mend it: what it was meant for is not suppressed.\n"
		"\n"
		"**What it cannot see.** Bare comments and `*` may be another program's and are never reported,\n"
		"nor is anything in a header, or in a file of which some part could not be analysed. A finding that\n"
		"only other flags or another architecture bring about does not count here.\n",
	.severity = SEV_WARNING,
};
