/* Accesses that LLVM moves, out of a loop or of both branches of a condition, have no line in PTX.  ptxas then counts them at that
 * of the instruction before: of the last access, or of a later one, whose address is often computed early, beyond conditions,
 * loops and barriers, if that does not depend on any of them (seen in nvcc 13.0's machine code and on an H200;
 * testdata/facts/moved_lines.cu). */
#include "eval/nvcc/recorder_impl.h"

#include <string.h>

enum { NEXT = 2 };

void entry_weaken(Entry *e, Reason reason, unsigned doubt)
{
	e->fact.doubts |= doubt;
	fact_lower_certainty(&e->fact, CERTAINTY_BOUND, reason, LOC_NONE);
}

void entry_take_unplaced(Entry *e, const Entry *unplaced)
{
	e->fact.doubts |= DOUBT_UNPLACED;
	e->more_unplaced = e->more_unplaced || (e->unplaced && e->unplaced != unplaced);
	e->unplaced = unplaced;
}

static void weaken_near(const Recorder *r, Entry *e, Moved moved)
{
	if (moved == UNPLACED_LOAD)
		entry_take_unplaced(e, r->unplaced);
	else if (moved == HOISTED_LOAD)
		entry_weaken(e, REASON_LOOP_INVARIANT, DOUBT_NEAR_INVARIANT);
	else
		entry_weaken(e, REASON_SINKING, DOUBT_NEAR_SUNK);
}

static AccessKind kind_of(Moved moved)
{
	return moved == SUNK_STORE ? ACCESS_STORE : ACCESS_LOAD;
}

/* --- earlier accesses ------------------------------------------------------------------------------- */

/* The access, with the others of its line. */
static void weaken_line(Recorder *r, const Entry *at, Moved moved)
{
	const Fact *last = &at->fact;
	const int line = fact_line(last);
	for (int i = 0; i < r->entries.n; i++) {
		Entry *beside = r->entries.at[i];
		if (beside->fact.kind == kind_of(moved) && beside->fact.range.begin.file == last->range.begin.file &&
		    fact_line(&beside->fact) == line)
			weaken_near(r, beside, moved);
	}
}

static bool has_region(const Regions *regions, int64_t region)
{
	bool found = !region;
	for (int i = regions->n - 1; i >= 0 && !found; i--)
		found = regions->at[i] == region;
	return found;
}

/* The access before, and of loads those before it, since a barrier or a store, up to the first one in these regions: what is moved may
 * be moved on up to there, and ptxas exchanges the branches in between if it predicates them (testdata/facts/sunk_past.cu). */
static void weaken_before(Recorder *r, int before, Moved moved, const Regions *regions)
{
	for (int i = before; i >= 0 && (i == before || i >= r->n_before_barrier); i--) {
		const Entry *e = r->entries.at[i];
		if (i != before && e->fact.kind != ACCESS_LOAD)
			break;
		weaken_line(r, e, moved);
		if (kind_of(moved) != ACCESS_LOAD || e->fact.kind != ACCESS_LOAD || has_region(regions, e->region))
			break;
	}
}

/* --- later accesses --------------------------------------------------------------------------------- */

static void begin_near(Recorder *r, Moved moved, const Regions *regions)
{
	Near *near = &r->near[moved];
	near->n_next = NEXT;
	near->any = moved != SUNK_STORE; /* a store mostly has the line of one of the two */
	near->n_regions = regions->n < MAX_NEAR_REGIONS ? regions->n : MAX_NEAR_REGIONS;
	if (near->n_regions)
		memcpy(near->regions, regions->at, sizeof *near->regions * (size_t)near->n_regions);
}

static void note_near(Recorder *r, Moved moved, Entry *e)
{
	Near *near = &r->near[moved];
	const bool around = near->any && has_region(&(Regions){ near->regions, near->n_regions }, e->region);
	if (!near->n_next && !around)
		return;
	near->n_next -= near->n_next && !(e->near & 1u << moved);
	e->near |= 1u << moved;
	weaken_near(r, e, moved);
}

void entry_note_near(Recorder *r, Entry *e)
{
	for (Moved moved = 0; moved < N_MOVED; moved++)
		if (e->fact.kind == kind_of(moved))
			note_near(r, moved, e);
}

/* --- what is moved ---------------------------------------------------------------------------------- */

void recorder_near(Recorder *r, AccessKind kind, int before, const Regions *regions)
{
	const Moved moved = kind == ACCESS_LOAD ? SUNK_LOAD : SUNK_STORE;
	begin_near(r, moved, regions);
	weaken_before(r, before, moved, regions);
}

void entry_note_invariant(Recorder *r, Entry *e, const Access *a)
{
	if (!a->is_invariant || a->is_volatile)
		return;
	entry_weaken(e, REASON_LOOP_INVARIANT, DOUBT_INVARIANT);
	if (e->hoisted_behind != a->before + 1)
		weaken_before(r, a->before, HOISTED_LOAD, &a->regions);
	e->hoisted_behind = a->before + 1;
	if (!a->iteration)
		begin_near(r, HOISTED_LOAD, &a->regions);
}

void entry_note_unplaced(Recorder *r, Entry *e, const Access *a, int before)
{
	if (!a->is_unplaced || a->is_volatile)
		return;
	if (e->fact.kind != ACCESS_LOAD) {
		entry_weaken(e, REASON_UNPLACED, DOUBT_UNPLACED);
		return;
	}
	e->is_unplaced = true;
	r->unplaced = e;
	weaken_before(r, before, UNPLACED_LOAD, &a->regions);
	begin_near(r, UNPLACED_LOAD, &a->regions);
	entry_take_unplaced(e, e);
}
