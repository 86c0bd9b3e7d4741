#include "rules/finding.h"

enum { WIDEST = 16 };

/* The costliest request as a part of one of `bytes` bytes a lane. */
static bool is_free_as(const Fact *fact, int bytes)
{
	WarpRequest request = warp_request(&fact->worst, fact->op, bytes);
	for (int lane = 0; lane < WARP_LANES; lane++)
		request.offset[lane] &= ~(int64_t)(bytes - 1);
	const BankCost cost = bank_cost(fact->arch, &request);
	return cost.exact && cost.wavefronts <= cost.ideal;
}

/* The narrowest such width that is free of conflicts; 0: there is none. */
static int free_width(const Fact *fact)
{
	int bytes = 2 * fact->bytes;
	while (bytes <= WIDEST && !is_free_as(fact, bytes))
		bytes *= 2;
	return bytes <= WIDEST ? bytes : 0;
}

/* It conflicts only as one access with that of the other branch. */
static bool is_free_apart(const Fact *fact)
{
	return fact->doubts & DOUBT_SUNK && fact->apart.ideal && fact->apart.wavefronts <= fact->apart.ideal;
}

static bool may_be_merged(const Fact *fact)
{
	const bool is_beside = fact->doubts & DOUBT_BESIDE_SUNK && fact->widest > fact->bytes;
	return (fact->reason == REASON_MERGE || is_beside) && free_width(fact);
}

static bool claims(const RuleContext *context)
{
	const Fact *fact = context->fact;
	const bool is_simple = fact->kind == ACCESS_LOAD || fact->kind == ACCESS_STORE;
	return is_simple && fact->certainty == CERTAINTY_BOUND && is_bank_conflict(fact) && (may_be_merged(fact) || is_free_apart(fact));
}

static const char *message(const RuleContext *context)
{
	return ways_message(context, is_free_apart(context->fact) ? "-way bank conflict if nvcc makes one access of both branches'"
								  : "-way bank conflict unless nvcc merges it");
}

static const char *remedy(const RuleContext *context)
{
	const int bytes = free_width(context->fact);
	if (is_free_apart(context->fact))
		return "first see with --codegen whether nvcc makes one access of them";
	return arena_printf(context->arena, "to be sure of one access of %d bytes, use a float%d, or a record that is alignas(%d)", bytes,
			    bytes / 4, bytes);
}

static void notes(const RuleContext *context, Diag *diag)
{
	const int bytes = free_width(context->fact);
	conflict_notes(context, diag);
	if (is_free_apart(context->fact))
		return;
	note_add(context->arena, diag, range_none,
		 arena_printf(context->arena,
			      "as a part of accesses of %d bytes it is free of conflicts: to be sure of them, access the words as "
			      "one float%d, or as a record that is alignas(%d)",
			      bytes, bytes / 4, bytes));
}

const Rule rule_smem_merge_undecided = {
	.name = "smem-merge-undecided",
	.summary = "an access that conflicts or not, as nvcc merges it or not",
	.explanation =
		"nvcc makes one access of 8 or 16 bytes of neighbouring ones if it can tell that the first of them is\n"
		"aligned to that. The lanes of a warp are then served in groups of 16 or 8, and what is a conflict of\n"
		"4-byte words may be none. Whether nvcc can tell is not always known from the source: it depends on how\n"
		"far it follows the address.\n"
		"\n"
		"```cuda\n"
		"struct Body { float x, y, z, mass; };      // aligned to 4 bytes\n"
		"extern __shared__ Body bodies[];\n"
		"float x = bodies[threadIdx.x].x;           // lanes 4 words apart: 4 wavefronts instead of 1 …\n"
		"float m = bodies[threadIdx.x].mass;        // … or both are part of one 16-byte load, which is free\n"
		"```\n"
		"\n"
		"It also makes one access of what both branches of a condition end with, where it can: lanes that take\n"
		"different branches then access memory together, and may meet on a bank.\n"
		"\n"
		"This is a note, no warning: the conflict is not certain.\n"
		"\n"
		"**What to do.** Say it: `struct alignas(16) Body`, or `float4`. `--codegen` looks at what nvcc made of\n"
		"the access.\n"
		"\n"
		"**What it cannot see.** Accesses for which no merged form is free of conflicts are reported as\n"
		"conflicts by the other rules; and so are those that nvcc surely does not merge.\n",
	.severity = SEV_NOTE,
	.joins = true,
	.claims = claims,
	.message = message,
	.reason = conflict_reason,
	.remedy = remedy,
	.notes = notes,
};
