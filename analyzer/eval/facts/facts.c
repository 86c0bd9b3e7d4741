#include "eval/facts/facts.h"

#include <string.h>

void fact_take_costliest(Fact *fact)
{
	if (fact->mix.ideal)
		fact->wavefronts = (fact->ideal * fact->mix.wavefronts + fact->mix.ideal - 1) / fact->mix.ideal;
}

WarpRequest warp_request(const WarpPattern *pattern, BankOp op, int bytes)
{
	WarpRequest request = { .op = op, .bytes = bytes, .active = pattern->active };
	memcpy(request.offset, pattern->offset, sizeof request.offset);
	for (int l = 0; l < WARP_LANES; l++)
		request.source[l] = pattern->source ? pattern->source[l] : (int64_t)bytes * l;
	return request;
}

const char *fact_of_bases(const Fact *fact)
{
	return fact->of_bases ? "that pointer arguments are aligned to 128 bytes, as allocations are" : NULL;
}

bool fact_is_of_data(const Fact *fact)
{
	return reason_is_data(fact->reason);
}

int fact_worst_ways(const Fact *fact)
{
	return bank_ways(&fact->worst.cost);
}

double fact_ideal_each(const Fact *fact)
{
	if (fact->warps > 0 && fact->ideal > 0)
		return (double)fact->ideal / (double)fact->warps;
	return fact->worst.cost.ideal > 0 ? fact->worst.cost.ideal : 1;
}

/* --- comparing ------------------------------------------------------------------------------------------ */

static bool same_calls(const CallSite *a, const CallSite *b)
{
	for (; a && b && a != b; a = a->caller, b = b->caller)
		if (a->func != b->func || !loc_same(a->range.begin, b->range.begin))
			return false;
	return a == b;
}

bool fact_same_access(const Fact *a, const Fact *b)
{
	return a->site == b->site && a->op == b->op && a->bytes == b->bytes && a->parts == b->parts &&
	       loc_same(a->range.begin, b->range.begin) && same_calls(a->stack, b->stack);
}

bool units_may_access(const KernelFacts *kernel, const Var *object)
{
	for (int i = 0; i < kernel->n_facts; i++) {
		const Fact *fact = &kernel->facts[i];
		if (fact->certainty != CERTAINTY_UNIT)
			continue;
		if (!fact->n_uses || fact->more_uses)
			return true;
		for (int u = 0; u < fact->n_uses; u++)
			if (!fact->uses[u].object || fact->uses[u].object == object)
				return true;
	}
	return false;
}

/* --- names ---------------------------------------------------------------------------------------------- */

const char *certainty_name(Certainty certainty)
{
	static const char *const names[] = { "exact", "bound", "symbolic", "data-dependent", "not-by-lanes", "unknown" };
	return names[certainty];
}

const char *block_from_name(BlockFrom from)
{
	static const char *const names[] = { "launch", "required", "bounds", "comment", "configuration", "option", "assumed" };
	return names[from];
}

const char *doubt_text(DoubtNumber doubt)
{
	static const char *const texts[] = {
#define DOUBT(id, text) text,
#include "eval/facts/doubts.def"
#undef DOUBT
	};
	return texts[doubt];
}

const char *reason_text(Reason reason)
{
	static const char *const texts[] = {
		"",
#define REASON(id, text) text,
#include "eval/value/reasons.def"
#undef REASON
	};
	return texts[reason];
}

bool fact_has_names(const Fact *fact)
{
	return fact->symbol && !strstr(fact->symbol, value_anonymous);
}
