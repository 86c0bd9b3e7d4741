#include "rules/finding.h"

/* --- which rule --------------------------------------------------------------------------------- */

static double ideal_each(const Fact *fact)
{
	if (fact->warps > 0 && fact->ideal > 0)
		return (double)fact->ideal / (double)fact->warps;
	return fact->worst.cost.ideal > 0 ? fact->worst.cost.ideal : 1;
}

static bool any_case_conflicts(const Fact *fact)
{
	for (int i = 0; i < fact->n_cases; i++)
		if (fact->cases[i].wavefronts > fact->cases[i].ideal)
			return true;
	return fact->n_cases == 0 && fact->wavefronts > fact->ideal;
}

/* Of lanes that meet on a bank: do any two ask for different words of it? */
static FindingKind atomic_kind(const BankCost *worst)
{
	int words = __builtin_popcount(worst->worst_lanes) - worst->same_word;
	return words > 1 ? FINDING_ATOMIC : FINDING_CONTENTION;
}

static FindingKind conflict_kind(const RuleContext *context, const Fact *fact)
{
	if (fact->kind == ACCESS_ATOMIC && atomic_kind(&fact->worst.cost) == FINDING_CONTENTION)
		return FINDING_CONTENTION;
	if (shape_is_swizzled(fact))
		return FINDING_SWIZZLE;
	if (shape_padding(context->kernel, fact->object))
		return FINDING_PADDING;
	switch (fact->kind) {
	case ACCESS_LOAD: return FINDING_LOAD;
	case ACCESS_STORE:
	case ACCESS_CP_ASYNC: return FINDING_STORE;
	case ACCESS_ATOMIC: return FINDING_ATOMIC;
	case ACCESS_LDMATRIX:
	case ACCESS_STMATRIX: return FINDING_MATRIX;
	}
	return FINDING_NONE;
}

/* Where the rule of an operation is open its cost is a bound, which is no sign of a conflict by itself. */
static bool lanes_meet(const Fact *fact)
{
	return __builtin_popcount(fact->worst.cost.worst_lanes) > 1;
}

FindingKind finding_kind(const RuleContext *context, const Fact *fact)
{
	if (fact->op == BANK_ATOM_ADDF_LD) /* a part of the atomic beside it */
		return FINDING_NONE;
	switch (fact->certainty) {
	case SURE_EXACT:
	case SURE_BOUND:
		if (fact->wavefronts <= fact->ideal || !lanes_meet(fact))
			return FINDING_NONE;
		return conflict_kind(context, fact);
	case SURE_SYMBOLIC:
		return any_case_conflicts(fact) ? FINDING_STRIDE : FINDING_NONE;
	case SURE_DATA:
		return fact->expected > 1.01 * ideal_each(fact) ? FINDING_DATA : FINDING_NONE;
	case SURE_UNKNOWN:
		break;
	}
	return FINDING_NONE;
}

/* --- messages ----------------------------------------------------------------------------------- */

static bool is_bound(const Fact *fact)
{
	return fact->certainty != SURE_EXACT || !fact->worst.cost.exact;
}

static const char *cost_words(Arena *arena, const Fact *fact)
{
	const BankCost *worst = &fact->worst.cost;
	return arena_printf(arena, "%s takes %s%s where %d would do", access_words(arena, fact),
		is_bound(fact) ? "up to " : "", count_of(arena, worst->wavefronts, "wavefront"), worst->ideal);
}

static const char *message_of(Arena *arena, const Fact *fact, FindingKind kind)
{
	const char *up_to = is_bound(fact) ? "up to " : "", *cost = cost_words(arena, fact);
	int ways = ways_of(&fact->worst.cost);
	switch (kind) {
	case FINDING_CONTENTION:
		return arena_printf(arena, "%s%d lanes meet on one word: %s", up_to, ways, cost);
	case FINDING_PADDING:
		return arena_printf(arena, "%s%d-way bank conflict in spite of the padding: %s", up_to, ways, cost);
	case FINDING_SWIZZLE:
		return arena_printf(arena, "%s%d-way bank conflict in spite of the swizzle: %s", up_to, ways, cost);
	case FINDING_STRIDE:
		return arena_printf(arena, "up to %d-way bank conflict, depending on '%s': %s", ways,
			fact->symbol ? fact->symbol : "a runtime value", cost);
	case FINDING_DATA:
		return arena_printf(arena, "the bank depends on data: %s takes about %.1f wavefronts where %.0f would do, "
			"if the words are random", access_words(arena, fact), fact->expected, ideal_each(fact));
	default:
		return arena_printf(arena, "%s%d-way bank conflict: %s", up_to, ways, cost);
	}
}

/* --- notes -------------------------------------------------------------------------------------- */

static void add_reason(Arena *arena, Diag *diag, const Fact *fact)
{
	if (fact->reason == WHY_NONE)
		return;
	Range place = fact->reason_loc.line > 0 ? range_at(fact->reason_loc) : range_none;
	const char *lead = fact->certainty == SURE_BOUND ? "an upper bound, since " : "";
	note_add(arena, diag, place, arena_printf(arena, "%s%s", lead, reason_text(fact->reason)));
}

static void add_padding(const RuleContext *context, Diag *diag, const Fact *fact)
{
	long long more = (long long)shape_padding(context->kernel, fact->object);
	if (more)
		note_add(context->arena, diag, range_none, arena_printf(context->arena, "the rows of '%s' (%s) carry %s of "
			"padding, which no access touches", fact->object->name, fact->object->type->name,
			count_of(context->arena, more, "element")));
}

/* How the access comes to its cost. */
static void add_causes(const RuleContext *context, Diag *diag, const Fact *fact, FindingKind kind)
{
	Arena *arena = context->arena;
	if (kind == FINDING_DATA || kind == FINDING_STRIDE) {
		if (kind == FINDING_STRIDE)
			note_add(arena, diag, range_none, case_words(arena, fact));
		add_reason(arena, diag, fact);
		return;
	}
	if (kind != FINDING_CONTENTION)
		note_add(arena, diag, range_none, explain_form(arena, fact));
	if (kind == FINDING_PADDING)
		add_padding(context, diag, fact);
	note_add(arena, diag, range_none, explain_witness(arena, fact));
	note_add(arena, diag, range_none, explain_total(arena, fact));
	if (fact->object && finding_is_reduction(context->kernel, fact))
		note_add(arena, diag, range_none, arena_printf(arena, "a reduction whose step grows: in the other order (the step "
			"from half the elements down to 1, thread t adds element t + step to element t) neighbouring threads touch "
			"neighbouring elements of '%s' in every turn, in any layout", fact->object->name));
	add_reason(arena, diag, fact);
	if (kind == FINDING_CONTENTION)
		note_add(arena, diag, range_none, "lanes on one word take turns in any layout: combine their values "
			"within the warp first, or give each warp a copy of the word");
}

static void report(const RuleContext *context, const Rule *rule, const Fact *fact, FindingKind kind)
{
	Diag diag = {
		.rule = rule->name, .severity = rule->severity, .range = fact->range, .fact = fact, .n_facts = 1,
		.message = message_of(context->arena, fact, kind),
	};
	add_causes(context, &diag, fact, kind);
	notes_of_place(context->arena, &diag, fact);
	vec_push(context->arena, context->out, diag);
}

void finding_report(const RuleContext *context, const Rule *rule, FindingKind kind)
{
	for (int f = 0; f < context->kernel->n_facts; f++)
		if (finding_kind(context, &context->kernel->facts[f]) == kind)
			report(context, rule, &context->kernel->facts[f], kind);
}
