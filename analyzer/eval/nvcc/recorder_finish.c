/* From what was counted to facts. */
#include "eval/nvcc/recorder_impl.h"

#include <stdlib.h>

static void finish_cases(Recorder *r, Entry *e)
{
	Fact *fact = &e->fact;
	if (fact->certainty != CERTAINTY_SYMBOLIC)
		return;
	if (!e->cases_ok || e->symbol < 0) {
		fact->modulus = 0;
		return;
	}
	VEC(SymbolicCase) cases = { 0 };
	for (int i = 0; i < MAX_RESIDUES && i < fact->modulus; i++)
		if (e->has_residue[i])
			vec_push(r->arena, &cases,
				 ((SymbolicCase){ i, e->fixed_w + e->by_residue[i], e->fixed_i + e->ideal_by_residue[i], e->ways[i] }));
	fact->cases = cases.at;
	fact->n_cases = cases.n;
	fact->wavefronts = fact->ideal = 0;
	for (int i = 0; i < cases.n; i++)
		if (cases.at[i].wavefronts > fact->wavefronts) {
			fact->wavefronts = cases.at[i].wavefronts;
			fact->ideal = cases.at[i].ideal;
		}
}

/* If data decide which iterations or warps are executed, all of these may be the costliest. */
static void finish_mix(Entry *e)
{
	e->fact.apart = (Ratio){ e->fact.wavefronts, e->fact.ideal };
	if ((e->maybe || e->of_some_warps) && e->ratios_differ)
		e->fact.mix = e->costliest;
	if (e->count_unknown)
		fact_take_costliest(&e->fact);
}

/* Whether it takes one wavefront for one whatever nvcc merges: lanes that load from one address do, however wide the load is and
 * however many they are; those that store there do if it is one lane, or the whole warp (wide stores of some lanes may not). */
static bool is_on_one_word(const Entry *e)
{
	const unsigned of_lanes = DOUBT_BETWEEN | DOUBT_ITERATIONS | DOUBT_MANY | DOUBT_REDUNDANT | DOUBT_REUSED | DOUBT_OVERWRITTEN;
	if (e->fact.op != BANK_LD && e->some_lanes)
		return false;
	return !e->varies || (!e->lanes_differ && !(e->fact.doubts & of_lanes));
}

/* Whether it is free of conflicts also if some of its executions are dropped, or those of some lanes; that it is done for other
 * threads, too, only matters if there are any. */
static bool is_free_in_part(const Entry *e)
{
	const Fact *fact = &e->fact;
	const unsigned drops = DOUBT_LATE | DOUBT_REDUNDANT | DOUBT_OVERWRITTEN | (e->threads_missing ? 0 : DOUBT_REUSED);
	const bool alone = fact->warps && !fact->merged && fact->bytes == fact->written && fact->bytes <= BANK_BYTES;
	return alone && e->costliest.wavefronts == e->costliest.ideal && (fact->doubts & drops) == fact->doubts;
}

/* Where only the lines of global memory that a copy reads are not known, what it costs depends on them; the number that is given is
 * the usual one. */
static void finish_usual(Entry *e)
{
	Fact *fact = &e->fact;
	const bool of_lines = fact->certainty == CERTAINTY_BOUND &&
			      (fact->reason == REASON_LINE || fact->reason == REASON_PREDICATE || fact->reason == REASON_ARGUMENT);
	if (!e->has_usual || e->has_no_usual || !(of_lines || fact->certainty == CERTAINTY_SYMBOLIC))
		return;
	fact->certainty = CERTAINTY_SYMBOLIC;
	fact->is_usual = true;
	fact->wavefronts = e->usual.wavefronts;
	fact->ideal = e->usual.ideal;
}

static void finish_entry(Recorder *r, Entry *e)
{
	Fact *fact = &e->fact;
	fact->patterns = e->patterns;
	fact->n_patterns = e->n_patterns;
	if (e->maybe)
		fact_lower_certainty(fact, CERTAINTY_BOUND, REASON_BRANCH, LOC_NONE);
	const bool doubted = fact->doubts & DOUBTS_OF_MERGING, settled = is_on_one_word(e) || is_free_in_part(e);
	const bool merging = doubted && (!settled || fact->doubts & DOUBT_BESIDE_SUNK);
	const bool late = fact->doubts & DOUBT_LATE;
	e->is_open = settled && (doubted || late) && !merging && fact->certainty == CERTAINTY_EXACT;
	e->count_unknown = e->count_unknown || e->is_open;
	fact->count_known = !e->count_unknown;
	if (merging && fact->certainty == CERTAINTY_BOUND && fact->reason == REASON_LOOP_INVARIANT)
		fact->reason = REASON_MERGE; /* merging decides what it costs, hoisting only how often and in which line it is counted */
	if (merging)
		fact_lower_certainty(fact, CERTAINTY_BOUND, REASON_MERGE, LOC_NONE);
	if (late && !settled)
		fact_lower_certainty(fact, CERTAINTY_BOUND, REASON_LATE, LOC_NONE);
	if (e->count_unknown && e->ratios_differ)
		fact_lower_certainty(fact, CERTAINTY_BOUND, e->of_some_warps ? REASON_BRANCH : REASON_LOOP, LOC_NONE);
	finish_mix(e);
	finish_cases(r, e);
	finish_usual(e);
	fact->symbol = arena_strdup(r->arena, fact->symbol);
	const bool has_mean = e->has_mean && fact->certainty == CERTAINTY_BOUND && !doubted;
	if ((has_mean || fact->certainty >= CERTAINTY_DATA) && fact->warps)
		fact->expected = e->expected / (double)fact->warps;
}

/* --- lines ---------------------------------------------------------------------------------------- */

typedef struct Lines {
	Entry *const *entries;
	const int *line; /* of each */
	int n;
} Lines;

static bool on_same_line(const Lines *lines, int i, int k)
{
	const Fact *fact = &lines->entries[i]->fact, *other = &lines->entries[k]->fact;
	return lines->line[k] == lines->line[i] && other->kind == fact->kind && other->range.begin.file == fact->range.begin.file;
}

/* How often one of them runs decides what the line costs: another access of its kind has another ratio. */
static bool shares_line(const Lines *lines, int i)
{
	for (int k = 0; k < lines->n; k++) {
		const Fact *other = &lines->entries[k]->fact;
		if (on_same_line(lines, i, k) && other->certainty == CERTAINTY_EXACT && other->wavefronts != other->ideal)
			return true;
	}
	return false;
}

/* Whether any number of both has the ratio that `e` has. */
static bool cost_alike(const Entry *e, const Entry *other)
{
	const Fact *a = &e->fact, *b = &other->fact;
	return b->certainty == CERTAINTY_EXACT && b->warps && !e->ratios_differ && !other->ratios_differ &&
	       e->ratio_w * other->ratio_i == e->ratio_i * other->ratio_w && a->profiled == a->ideal && b->profiled == b->ideal;
}

static bool costs_like_unplaced(const Lines *lines, const Entry *e)
{
	bool alike = cost_alike(e, e->unplaced);
	for (int k = 0; k < lines->n && alike && e->more_unplaced; k++)
		alike = !lines->entries[k]->is_unplaced || cost_alike(e, lines->entries[k]);
	return alike;
}

/* Whether loads that may be counted at its line, or at another instead of it, leave the line's ratio as it is. */
static bool is_indifferent(const Lines *lines, int i)
{
	const Entry *e = lines->entries[i];
	bool alike = costs_like_unplaced(lines, e), placed = !e->is_unplaced;
	for (int k = 0; k < lines->n && alike; k++) {
		const Entry *other = lines->entries[k];
		if (!on_same_line(lines, i, k) || !other->fact.warps)
			continue;
		alike = cost_alike(e, other);
		placed = placed || !other->is_unplaced;
	}
	return alike && placed;
}

/* A request that takes other requests' lines does not change their ratios if it has the same one, but how many there are. */
static void finish_unplaced(Recorder *r, const Lines *lines)
{
	bool *indifferent = arena_array(r->arena, bool, lines->n + 1);
	for (int i = 0; i < lines->n; i++)
		indifferent[i] = lines->entries[i]->unplaced && is_indifferent(lines, i);
	for (int i = 0; i < lines->n; i++) {
		Entry *e = lines->entries[i];
		e->fact.count_known = e->fact.count_known && !e->unplaced;
		if (e->unplaced && !indifferent[i])
			fact_lower_certainty(&e->fact, CERTAINTY_BOUND, REASON_UNPLACED, LOC_NONE);
	}
}

static void finish_lines(Recorder *r)
{
	int *line = arena_array(r->arena, int, r->entries.n + 1);
	for (int i = 0; i < r->entries.n; i++)
		line[i] = fact_line(&r->entries.at[i]->fact);
	const Lines lines = { r->entries.at, line, r->entries.n };
	for (int i = 0; i < r->entries.n; i++)
		if (r->entries.at[i]->is_open && shares_line(&lines, i))
			fact_lower_certainty(&r->entries.at[i]->fact, CERTAINTY_BOUND, REASON_MERGE, LOC_NONE);
	finish_unplaced(r, &lines);
}

/* --- facts ---------------------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
	const Entry *e = *(Entry *const *)a, *f = *(Entry *const *)b;
	const int c = loc_compare(e->fact.range.begin, f->fact.range.begin);
	return c ? c : e->seq < f->seq ? -1 : e->seq > f->seq;
}

/* All its accesses are part of a wider request of the same place. */
static bool is_empty(const Recorder *r, const Entry *e)
{
	const Fact *fact = &e->fact, *into = e->into ? &e->into->fact : NULL;
	bool kept = r->options && r->options->digest;
	return !fact->warps && !kept && into && into->site == fact->site && into->stack == fact->stack;
}

void recorder_finish(Recorder *r, bool incomplete, KernelFacts *out)
{
	merge_finish(r->merge);
	Fact *facts = arena_array(r->arena, Fact, r->entries.n + 1);
	if (r->entries.n)
		qsort(r->entries.at, (size_t)r->entries.n, sizeof *r->entries.at, by_place);
	for (int i = 0; i < r->entries.n; i++)
		finish_entry(r, r->entries.at[i]);
	finish_lines(r);
	for (int i = 0; i < r->entries.n; i++) {
		if (is_empty(r, r->entries.at[i]))
			continue;
		if (incomplete)
			fact_lower_certainty(&r->entries.at[i]->fact, CERTAINTY_BOUND, REASON_BUDGET, LOC_NONE);
		facts[out->n_facts++] = r->entries.at[i]->fact;
	}
	out->facts = facts;
	out->views = r->views.at;
	out->n_views = r->views.n;
}
