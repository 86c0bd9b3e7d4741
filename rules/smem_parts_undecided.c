#include "rules/finding.h"

/* The costliest request, of all its bytes. */
static bool is_free_whole(const Fact *fact)
{
	const WarpRequest request = warp_request(&fact->worst, fact->op, fact->bytes);
	const BankCost cost = bank_cost(fact->arch, &request);
	return cost.exact && cost.wavefronts <= cost.ideal;
}

static bool claims(const RuleContext *context)
{
	const Fact *fact = context->fact;
	const bool hangs = fact->certainty == CERTAINTY_BOUND && (fact->reason == REASON_PARTS || fact->reason == REASON_PIECES);
	return hangs && is_bank_conflict(fact) && fact->bytes > BANK_BYTES && is_free_whole(fact);
}

static const char *message(const RuleContext *context)
{
	return ways_message(context, context->fact->reason == REASON_PIECES ? "-way bank conflict if nvcc stores it field by field"
									    : "-way bank conflict if nvcc loads only a part of it");
}

static const char *remedy(const RuleContext *context)
{
	if (context->fact->reason == REASON_PIECES)
		return "fields of one size, without gaps, are stored together";
	return arena_printf(context->arena, "if not all %d bytes are used, load only those that are, so that it is known which",
			    context->fact->bytes);
}

static void notes(const RuleContext *context, Diag *diag)
{
	conflict_notes(context, diag);
	if (context->fact->reason == REASON_PIECES)
		return;
	note_add(context->arena, diag, range_none,
		 arena_printf(context->arena, "as one access of %d bytes it is free of conflicts: it is one if three of its words are used",
			      context->fact->bytes));
}

const Rule rule_smem_parts_undecided = {
	.name = "smem-parts-undecided",
	.summary = "a vector access that conflicts if nvcc splits it",
	.explanation =
		"nvcc loads only the words of a vector that are used: of a `float4` of which only `x` is, 4 bytes. The\n"
		"stride stays 16 bytes, so that what is free of conflicts as a whole takes 4 wavefronts where 1 would\n"
		"do. Which words are used is followed through copies, arithmetic, loops and calls; not where the\n"
		"vector's address is kept in a record, passed through a pointer to a function, or counted up.\n"
		"\n"
		"```cuda\n"
		"struct View { const float4 *of; };\n"
		"float4 v = s[threadIdx.x];  // 16 bytes, free of conflicts …\n"
		"View view = { &v };\n"
		"out[i] = view.of->x;        // … or 4, if nvcc sees that nothing else is used: 4 wavefronts, not 1\n"
		"```\n"
		"\n"
		"A record whose fields differ in size, or with gaps, is stored as a whole if it was copied from memory,\n"
		"and field by field if its fields were set in registers. Which it is is followed in a local variable,\n"
		"not through calls.\n"
		"\n"
		"This is a note, no warning: the conflict is not certain.\n"
		"\n"
		"**What to do.** If all of the vector is used, nothing. Else load what is used, and nothing more:\n"
		"`s[threadIdx.x].x`; what conflicts then is reported as certain, with its remedy. `--codegen` looks at\n"
		"what nvcc made of the access.\n"
		"\n"
		"**What it cannot see.** Vectors that conflict as a whole, too, are reported as conflicts by the other\n"
		"rules.\n",
	.severity = SEV_NOTE,
	.joins = true,
	.claims = claims,
	.message = message,
	.reason = conflict_reason,
	.remedy = remedy,
	.notes = notes,
};
