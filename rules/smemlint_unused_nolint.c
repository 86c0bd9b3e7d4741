/* Its findings are made by filter/nolint.c, which knows what each comment suppresses. */
#include "rules/rule.h"

const Rule rule_smemlint_unused_nolint = {
	.name = "smemlint-unused-nolint",
	.summary = "a comment suppresses a rule that finds nothing there",
	.explanation =
		"A `NOLINT` comment names a rule of smemlint that finds nothing on its lines, or that does not\n"
		"exist. It is reported only with `--report-unused-nolint`.\n"
		"\n"
		"```cuda\n"
		"tile[threadIdx.x] = 0;  // NOLINT(smem-bank-conflict-store): nothing to suppress any more\n"
		"```\n"
		"\n"
		"A comment that is left over hides the next conflict on its line.\n"
		"\n"
		"**What to do.** Remove the name or the whole comment. Correct a name that is misspelt: the rule\n"
		"that was meant is not suppressed.\n"
		"\n"
		"**What it cannot see.** Bare comments and `*`, which may be meant for another program, are not\n"
		"reported, nor comments in a header or in a file that could only be analysed in part. Findings that\n"
		"exist only with other flags or for another architecture do not count.\n",
	.severity = SEV_WARNING,
};
