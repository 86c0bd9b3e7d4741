#include "eval/facts/facts.h"

#include <string.h>

void fact_take_dearest(Fact *fact)
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

/* --- comparing ------------------------------------------------------------------------------------------ */

static bool same_place(const Range *a, const Range *b)
{
	return a->begin.file == b->begin.file && a->begin.offset == b->begin.offset;
}

static bool same_calls(const CallSite *a, const CallSite *b)
{
	for (; a && b && a != b; a = a->caller, b = b->caller)
		if (a->func != b->func || !same_place(&a->range, &b->range))
			return false;
	return a == b;
}

bool fact_same_access(const Fact *a, const Fact *b)
{
	return a->site == b->site && a->op == b->op && a->bytes == b->bytes && a->parts == b->parts && same_place(&a->range, &b->range) &&
	       same_calls(a->stack, b->stack);
}

/* --- names ---------------------------------------------------------------------------------------------- */

const char *certainty_name(Certainty certainty)
{
	static const char *const names[] = { "exact", "bound", "symbolic", "data-dependent", "unknown" };
	return names[certainty];
}

const char *block_from_name(BlockFrom from)
{
	static const char *const names[] = { "launch", "bounds", "comment", "configuration", "option", "assumed" };
	return names[from];
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
