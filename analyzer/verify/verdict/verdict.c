#include "verify/verdict/verdict.h"

#include <string.h>

#include "base/mangled.h"
#include "verify/verdict/claim.h"
#include "verify/verdict/places.h"

const char *verdict_name(Verdict verdict)
{
	static const char *const names[] = { "refuted", "confirmed", "not-reached", "no-claim" };
	return names[verdict];
}

/* --- what was measured of a line ------------------------------------------------------------------ */

static bool same_block(const int a[3], const int b[3])
{
	return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static bool is_of(const Predicted *p, const char *kernel, const int block[3])
{
	return same_block(p->launch->block, block) && mangled_same(p->launch->kernel->mangled, kernel);
}

static bool is_at(const Predicted *p, const PlacedLine *placed)
{
	const MeasuredLine *line = placed->line;
	return placed->number == p->line && line->kind == p->kind && is_of(p, line->kernel, line->block) &&
	       strcmp(placed->path, p->path) == 0;
}

static void add_measured(const PlacedLine *placed, Checked *out)
{
	MeasuredLine sum = out->measured;
	bool first = !out->is_measured;
	out->measured = *placed->line;
	out->measured.text = placed->text;
	if (!first && sum.program != placed->line->program)
		out->measured.program = -1; /* of several: the number of their blocks is not known */
	out->measured.bytes = first || sum.bytes == placed->line->bytes ? placed->line->bytes : 0;
	out->measured.requests += sum.requests;
	out->measured.wavefronts += sum.wavefronts;
	out->measured.ideal += sum.ideal;
	if (!out->measured.missing)
		out->measured.missing = placed->is_unclear ? "its instructions may belong to another line" : sum.missing;
	out->is_measured = true;
}

/* Accesses in the toolkit's headers are predicted for the line of the program that calls them, but may be measured in the
 * header.  They are then this line's if no other line of the kernel has such accesses. */
static bool is_of_toolkit(const Predicted *p)
{
	for (int i = 0; i < p->facts.n; i++)
		if (!fact_is_call(p->facts.at[i]))
			return false;
	return p->facts.n;
}

static bool is_alike(const Predicted *a, const Predicted *b)
{
	return a->kind == b->kind && is_of(a, b->launch->kernel->mangled, b->launch->block);
}

static void find_in_toolkit(const Verification *v, const PlacedLines *placed, bool *known, Checked *out)
{
	const Predicted *p = out->predicted;
	if (out->is_measured || !is_of_toolkit(p))
		return;
	for (int i = 0; i < v->lines.n; i++) {
		const Checked *other = &v->lines.at[i];
		if (other != out && is_alike(p, other->predicted) && is_of_toolkit(other->predicted) && !other->is_measured)
			return;
	}
	for (int i = 0; i < placed->n; i++) {
		const PlacedLine *line = &placed->at[i];
		if (line->is_known || !line->is_system || line->line->kind != p->kind || !is_of(p, line->line->kernel, line->line->block))
			continue;
		add_measured(line, out);
		out->measured.text = NULL;
		known[i] = true;
	}
}

static const char *block_text(Arena *arena, const int block[3])
{
	return arena_printf(arena, "[%d,%d,%d]", block[0], block[1], block[2]);
}

/* Why the kernel was not reached, or NULL. */
static const char *not_launched(Arena *arena, const Predicted *p, const Measured *measured, Checked *out)
{
	const MeasuredLaunch *other = NULL;
	bool is_launched = false;
	for (int i = 0; i < measured->launches.n; i++) {
		const MeasuredLaunch *launch = &measured->launches.at[i];
		if (is_of(p, launch->kernel, launch->block)) {
			is_launched = true;
			if (launch->program == out->measured.program)
				out->blocks = launch->blocks;
		} else if (mangled_same(p->launch->kernel->mangled, launch->kernel))
			other = launch;
	}
	if (is_launched)
		return NULL;
	if (other)
		return arena_printf(arena, "the kernel was launched with other blocks only, as %s", block_text(arena, other->block));
	return "the kernel was not launched";
}

/* Why the launch was not measured in full, or NULL. */
static const char *lost_launch(const Predicted *p, const Measured *measured)
{
	for (int i = 0; i < measured->launches.n; i++)
		if (measured->launches.at[i].lost && is_of(p, measured->launches.at[i].kernel, measured->launches.at[i].block))
			return measured->launches.at[i].lost;
	return NULL;
}

/* --- the verdict ---------------------------------------------------------------------------------- */

static bool above(double ratio, double most, double tolerance)
{
	return ratio > most * (1 + tolerance);
}

static bool near(double ratio, double low, double high, double tolerance)
{
	return !above(ratio, high, tolerance) && ratio >= low * (1 - tolerance);
}

/* Whether the measurement refutes a bound.  Lanes that the bound counts may have been inactive, which can raise the ratio
 * although there are fewer wavefronts.  So all known numbers must exceed it: ratio, sum and wavefronts per request. */
static bool exceeds(const Checked *c, double ratio, double tolerance, int unit)
{
	const Predicted *p = c->predicted;
	const double wavefronts = (double)c->measured.wavefronts / unit;
	if (!above(ratio, c->claim.high, tolerance))
		return false;
	if (c->blocks && claim_counts(p) && !above(wavefronts, (double)c->blocks * (double)p->wavefronts, tolerance))
		return false;
	int costliest = claim_costliest(p);
	return !costliest || !c->measured.requests || above(wavefronts / (double)c->measured.requests, costliest, tolerance);
}

static bool is_a_case(const Claim *claim, double ratio, double tolerance)
{
	for (int i = 0; i < claim->cases.n; i++)
		if (near(ratio, claim->cases.at[i], claim->cases.at[i], tolerance))
			return true;
	return false;
}

static void compare_cases(Checked *c, double ratio, double tolerance, int unit)
{
	c->verdict = VERDICT_CONFIRMED;
	if (is_a_case(&c->claim, ratio, tolerance))
		c->why = "one of the predicted cases";
	else if (c->claim.all_cases ? !near(ratio, 1, c->claim.high, tolerance) : exceeds(c, ratio, tolerance, unit))
		c->verdict = VERDICT_REFUTED;
	else {
		c->verdict = VERDICT_NO_CLAIM;
		c->why = c->claim.all_cases ? "a mix of the predicted cases" : "a value without a predicted case";
	}
}

static void compare(Checked *c, double tolerance, int unit)
{
	const double ratio = (double)c->measured.wavefronts / (double)c->measured.ideal;
	bool fits = false;
	switch (c->claim.kind) {
	case CLAIM_NONE:
		c->verdict = VERDICT_NO_CLAIM;
		c->why = c->claim.why;
		return;
	case CLAIM_CASES:
		compare_cases(c, ratio, tolerance, unit);
		return;
	case CLAIM_RANGE:
		fits = near(ratio, c->claim.low, c->claim.high, tolerance);
		break;
	case CLAIM_AT_MOST:
		fits = !exceeds(c, ratio, tolerance, unit);
		c->why = fits && !near(ratio, c->claim.high, c->claim.high, tolerance) ? "within the bound" : NULL;
		break;
	}
	c->verdict = fits ? VERDICT_CONFIRMED : VERDICT_REFUTED;
}

/* a / b == c / d; none is negative, b and d are not 0. */
static bool same_ratio(int64_t a, int64_t b, int64_t c, int64_t d)
{
	return a / b == c / d && (double)(a % b) * (double)d == (double)(c % d) * (double)b;
}

static bool sums_agree(const Checked *c)
{
	const Predicted *p = c->predicted;
	const MeasuredLine *m = &c->measured;
	if (c->blocks && claim_counts(p) &&
	    (m->wavefronts % c->blocks || m->wavefronts / c->blocks != p->wavefronts || m->ideal / c->blocks != p->ideal))
		return false;
	return same_ratio(m->wavefronts, m->ideal, p->wavefronts, p->ideal);
}

static bool is_foreign(const Checked *c)
{
	return c->is_measured && !places_same_text(c->measured.text, c->predicted->text);
}

static bool in_foreign_file(const Verification *v, const Checked *c)
{
	for (int i = 0; i < v->foreign.n; i++)
		if (strcmp(v->foreign.at[i]->path, c->predicted->path) == 0)
			return true;
	return false;
}

static void check(Arena *arena, const Verification *v, Checked *c)
{
	const Measured *measured = v->measured;
	const int unit = measured->unit > 1 ? measured->unit : 1;
	const double tolerance = measured->tolerance > 0 ? measured->tolerance : MEASURED_TOLERANCE;
	c->claim = claim_of(arena, c->predicted, measured->as_written);
	c->verdict = VERDICT_NOT_REACHED;
	if ((c->why = not_launched(arena, c->predicted, measured, c)))
		return;
	if (in_foreign_file(v, c)) {
		c->why = is_foreign(c) ? "the line has changed since it was measured" : "the file has changed since it was measured";
		return;
	}
	if (c->claim.kind == CLAIM_NONE && !c->is_measured) {
		c->verdict = VERDICT_NO_CLAIM;
		c->why = c->claim.why;
		return;
	}
	if (c->measured.missing) {
		c->why = c->measured.missing;
		return;
	}
	if (!c->is_measured || c->measured.ideal <= 0) {
		c->why = lost_launch(c->predicted, measured);
		c->why = c->why ? c->why : "the line was not executed";
		return;
	}
	compare(c, tolerance, unit);
	c->to_the_wavefront = c->verdict == VERDICT_CONFIRMED && unit == 1 && c->claim.kind == CLAIM_RANGE && sums_agree(c);
}

/* --- all lines ---------------------------------------------------------------------------------- */

static void count(Verification *v, const Checked *c)
{
	v->count[c->verdict]++;
	v->facts[c->verdict] += c->predicted->facts.n;
	if (c->predicted->certainty != CERTAINTY_EXACT)
		return;
	v->exact[c->verdict]++;
	v->exact_facts[c->verdict] += c->predicted->facts.n;
	v->to_the_wavefront += c->to_the_wavefront;
}

Verification *verify_join(Arena *arena, const PredictedList *predicted, const Measured *measured)
{
	Verification *v = arena_new_of(arena, Verification);
	v->measured = measured;
	PlacedLines placed = places_resolve(arena, predicted, measured);
	bool *known = arena_array(arena, bool, measured->lines.n + 1);
	for (int i = 0; i < predicted->n; i++) {
		Checked c = { .predicted = &predicted->at[i] };
		for (int k = 0; k < placed.n; k++)
			if (is_at(c.predicted, &placed.at[k])) {
				add_measured(&placed.at[k], &c);
				known[k] = true;
			}
		vec_push(arena, &v->lines, c);
		if (is_foreign(&c) && !in_foreign_file(v, &c))
			vec_push(arena, &v->foreign, c.predicted);
	}
	for (int i = 0; i < v->lines.n; i++)
		find_in_toolkit(v, &placed, known, &v->lines.at[i]);
	for (int i = 0; i < v->lines.n; i++) {
		check(arena, v, &v->lines.at[i]);
		count(v, &v->lines.at[i]);
	}
	for (int i = 0; i < measured->lines.n; i++)
		if (!known[i] && measured->lines.at[i].wavefronts > 0)
			vec_push(arena, &v->beyond, measured->lines.at[i]);
	return v;
}
