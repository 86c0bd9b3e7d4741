#include "report/plan.h"

#include "base/buf.h"

static void print_access(Buf *out, const Unit *unit, const Fact *fact)
{
	const LaunchShape *launch = fact->launch;
	buf_add_shown(out, source_path(unit->sources, fact->range.begin.file));
	buf_printf(out, ":%d:%d: %s %dx%dx%d: %s of %d byte%s", fact_line(fact), fact->range.begin.column,
		   launch->kernel ? launch->kernel->name : "?", launch->block[0], launch->block[1], launch->block[2],
		   access_kind_name(fact->kind), fact->written, fact->written == 1 ? "" : "s");
	if (fact->object)
		buf_printf(out, " of '%s'", fact->object->name);
	buf_puts(out, ": ");
}

/* What is done with those that are counted here. */
static void print_request(Buf *out, const Fact *fact)
{
	const int n = __builtin_popcount(fact->parts);
	if (fact->bytes < fact->written)
		buf_printf(out, "only %d of these bytes are accessed", fact->bytes);
	else if (n <= 1)
		buf_puts(out, "stays");
	else
		buf_printf(out, "a request of %d bytes for %d accesses of %d", fact->bytes, n, fact->written);
	for (int i = 0; i < fact->n_with; i++)
		buf_printf(out, "%s %d", i ? "," : fact->n_with > 1 ? ", with lines" : ", with line", fact->with[i].begin.line);
	if (fact->n_with == MAX_WITH && n > MAX_WITH + 1)
		buf_puts(out, " and perhaps others");
}

/* Its reason is something that nvcc may do and that is no doubt. */
static bool is_compilers(const Fact *fact)
{
	return fact->certainty == CERTAINTY_BOUND &&
	       (fact->reason == REASON_MERGE || fact->reason == REASON_PARTS || fact->reason == REASON_PIECES ||
		fact->reason == REASON_ELECT || fact->reason == REASON_APART);
}

static void print_doubts(Buf *out, const Fact *fact)
{
	const char *lead = "; perhaps otherwise: ";
	for (int i = 0; i < N_DOUBTS; i++) {
		if (!(fact->doubts >> i & 1))
			continue;
		buf_printf(out, "%s%s", lead, doubt_text((DoubtNumber)i));
		lead = "; ";
	}
	if (!fact->doubts && is_compilers(fact))
		buf_printf(out, "%s%s", lead, reason_text(fact->reason));
	else if (!fact->doubts)
		buf_puts(out, "; certain");
}

static void print_decision(Buf *out, const Fact *fact)
{
	const int64_t parts = fact->merged - fact->dropped;
	const int line = fact->into.begin.line;
	if (fact->certainty == CERTAINTY_UNIT || fact->certainty == CERTAINTY_UNKNOWN) {
		buf_printf(out, "not predicted: %s", reason_text(fact->reason));
		return;
	}
	if (fact->warps)
		print_request(out, fact);
	if (parts)
		buf_printf(out, "%spart of the requests of line %d", fact->warps ? "; in some executions " : "", line);
	if (fact->dropped)
		buf_printf(out, "%sdropped, line %d has its value", fact->warps || parts ? "; in some executions " : "", line);
	if (!fact->warps && !fact->merged)
		buf_puts(out, "no lane executes it");
	print_doubts(out, fact);
}

const char *report_plan(Arena *arena, const Unit *unit, const Fact *fact)
{
	Buf text = { 0 };
	print_access(&text, unit, fact);
	print_decision(&text, fact);
	const char *line = arena_strndup(arena, text.s, text.n);
	buf_free(&text);
	return line;
}
