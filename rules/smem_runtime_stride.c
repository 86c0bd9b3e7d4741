#include "rules/finding.h"
#include "rules/words.h"

static bool claims(const RuleContext *context)
{
	const Fact *fact = context->fact;
	if (fact->certainty != CERTAINTY_SYMBOLIC)
		return false;
	for (int i = 0; i < fact->n_cases; i++)
		if (fact->cases[i].wavefronts > fact->cases[i].ideal)
			return true;
	return fact->n_cases == 0 && fact->wavefronts > fact->ideal;
}

static const char *message(const RuleContext *context)
{
	const char *symbol = context->fact->symbol;
	return ways_message(context,
			    arena_printf(context->arena, "-way bank conflict, depending on '%s'", symbol ? symbol : "a runtime value"));
}

static void notes(const RuleContext *context, Diag *diag)
{
	note_add(context->arena, diag, range_none, case_words(context->arena, context->fact));
	note_reason(context->arena, diag, context->fact);
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
	.claims = claims,
	.message = message,
	.notes = notes,
};
