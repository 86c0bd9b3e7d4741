#include "rules/finding.h"

extern const Rule rule_smem_runtime_stride;

static void check(const RuleContext *context)
{
	finding_report(context, &rule_smem_runtime_stride, FINDING_STRIDE);
}

const Rule rule_smem_runtime_stride = {
	.name = "smem-runtime-stride",
	.summary = "the cost of an access depends on a value known only at run time",
	.explanation =
		"The step between lanes contains a value that is the same for the whole block but not known\n"
		"in the source: a kernel argument, a loop's counter. For some of its values the access is\n"
		"free, for others the lanes meet.\n"
		"\n"
		"```cuda\n"
		"__global__ void k(float *out, int stride)\n"
		"{\n"
		"\textern __shared__ float s[];\n"
		"\tout[threadIdx.x] = s[threadIdx.x * stride];    // 32-way if stride % 32 == 0, ..., free if it is odd\n"
		"}\n"
		"```\n"
		"\n"
		"The note lists what each residue costs; the message gives the worst. Where the value is not the\n"
		"stride itself (a loop doubles the stride up to it, other indices are divided by it), the note lists\n"
		"the values that were tried: powers of two, for the most part, as far as they fit the array.\n"
		"\n"
		"**What to do.** Make the stride odd on the host's side (`stride | 1`), or make it a template\n"
		"parameter, so that it is checked for what it really is.\n"
		"\n"
		"**What it cannot see.** Which values occur. Where only good ones do, this finding can be\n"
		"suppressed with that reason.\n",
	.severity = SEV_WARNING,
	.check = check,
};
