/* The cost of one instruction.
 *
 * Lanes are served in phases of consecutive lanes.  In each phase every lane accesses *units*: if all addresses are aligned to
 * the access's size, a lane's 4, 8 or 16 bytes are one unit; units are equal or disjoint, so that a unit's banks can be
 * counted as one.  Misaligned lanes (which the hardware refuses) are counted word by word. */
#include <stddef.h>
#include <string.h>

#include "banks/banks_copy.h"
#include "banks/banks_loop.h"

enum {
	MAX_UNITS = WARP_LANES * 5, /* 16 bytes at an odd address reach into five words */
	WORD_SLOTS = 256,
};

typedef struct OpTraits {
	bool loads;       /* lanes i ^ 1 or i ^ 2 at one address share a phase, if all active lanes do */
	bool lanes_count; /* lanes on one word are serialised */
	bool has_no_rule;     /* measured, but no rule is known */
	bool swaps;       /* compares and swaps */
	int matrix_rows;  /* ldmatrix, stmatrix: lanes whose addresses are used; else 0 */
} OpTraits;

static const OpTraits op_traits[BANK_OP_COUNT] = {
	[BANK_LD] = { .loads = true },
	[BANK_ST] = { .swaps = false },
	[BANK_ATOM_ADD] = { .lanes_count = true },
	[BANK_RED_ADD] = { .lanes_count = true },
	[BANK_ATOM_EXCH] = { .lanes_count = true },
	[BANK_POPC_INC] = { .swaps = false },
	[BANK_ATOM_CAS] = { .lanes_count = true, .swaps = true },
	[BANK_ATOM_ADDF] = { .lanes_count = true, .swaps = true },
	[BANK_ATOM_ADDF_LD] = { .loads = true },
	[BANK_ATOM_ADDH] = { .lanes_count = true, .swaps = true },
	[BANK_LDMATRIX_X1] = { .matrix_rows = 8 },
	[BANK_LDMATRIX_X2] = { .matrix_rows = 16 },
	[BANK_LDMATRIX_X4] = { .matrix_rows = 32 },
	[BANK_LDMATRIX_X4_TRANS] = { .matrix_rows = 32 },
	[BANK_STMATRIX_X1] = { .matrix_rows = 8 },
	[BANK_STMATRIX_X2] = { .matrix_rows = 16 },
	[BANK_STMATRIX_X4] = { .matrix_rows = 32 },
	[BANK_CP_ASYNC] = { .lanes_count = true, .has_no_rule = true },
	[BANK_CP_ASYNC_COALESCED] = { .lanes_count = true },
	[BANK_CP_ASYNC_CA] = { .lanes_count = true },
	[BANK_CP_ASYNC_CG] = { .lanes_count = true },
	[BANK_CP_ASYNC_CG_FILL] = { .lanes_count = true },
};

/* A request, prepared for counting. */
typedef struct Plan {
	const Arch *arch;
	const OpTraits *op;
	const int64_t *offset;
	uint32_t active;
	int bytes;        /* 1 .. 16 */
	int phase_lanes;
	int shift;        /* log2 of a unit's bytes */
	int cost;         /* wavefronts of one pass */
	bool aligned;
} Plan;

typedef struct Tally {
	uint8_t count[BANKS]; /* passes, at the first bank of each unit */
	int most, bank;       /* the largest count and the first bank that has it */
} Tally;

/* --- the set of words that a phase has accessed ------------------------------------------------ */

typedef struct WordSet {
	uint8_t slot[WORD_SLOTS]; /* 0: free, else 1 + index */
	uint64_t word[MAX_UNITS];
	int n;
} WordSet;

/* False: it is in the set already. */
static inline bool words_add(WordSet *set, uint64_t word)
{
	unsigned at = (unsigned)(word * UINT64_C(0x9e3779b97f4a7c15) >> 56);

	for (; set->slot[at]; at = (at + 1) % WORD_SLOTS)
		if (set->word[set->slot[at] - 1] == word)
			return false;
	set->word[set->n] = word;
	set->slot[at] = (uint8_t)++set->n;
	return true;
}

/* --- phases ------------------------------------------------------------------------------------- */

static uint32_t first_lanes(int n)
{
	return n >= WARP_LANES ? UINT32_MAX : (UINT32_C(1) << n) - 1;
}

static uint32_t phase_mask(const Plan *plan, int phase)
{
	return plan->active & first_lanes(plan->phase_lanes) << phase * plan->phase_lanes;
}

static int phases_of(const Plan *plan)
{
	int n = 0;

	for (int phase = 0; phase * plan->phase_lanes < WARP_LANES; phase++)
		n += phase_mask(plan, phase) != 0;
	return n;
}

static bool all_aligned(const Plan *plan, const WarpRequest *request)
{
	bool has_source = bank_op_has_source(request->op);
	uint64_t bits = 0;

	for (uint32_t m = plan->active; m; m &= m - 1) {
		bits |= (uint64_t)plan->offset[__builtin_ctz(m)];
		if (has_source)
			bits |= (uint64_t)request->source[__builtin_ctz(m)];
	}
	return (plan->bytes & (plan->bytes - 1)) == 0 && (bits & (uint64_t)(plan->bytes - 1)) == 0;
}

/* Whether for every active lane the lane `lane ^ distance` is idle or at the same address. */
static bool neighbours_agree(const Plan *plan, int distance)
{
	for (uint32_t m = plan->active; m; m &= m - 1) {
		int lane = __builtin_ctz(m), other = lane ^ distance;

		if (plan->active >> other & 1 && plan->offset[lane] != plan->offset[other])
			return false;
	}
	return true;
}

static int lanes_of_phase(const Plan *plan)
{
	int lanes = plan->bytes <= 4 ? 32 : plan->bytes <= 8 ? 16 : 8;

	if (plan->op->loads && plan->arch->wide_loads_share && lanes < 32 && (neighbours_agree(plan, 1) || neighbours_agree(plan, 2)))
		lanes *= 2;
	return lanes;
}

static Plan plan_of(const Arch *arch, const WarpRequest *request)
{
	Plan plan = { .arch = arch,
		      .op = &op_traits[request->op < BANK_OP_COUNT ? request->op : BANK_LD],
		      .offset = request->offset,
		      .active = request->active,
		      .bytes = request->bytes };

	plan.cost = plan.op->swaps ? arch->swap_cost : 1;
	if (plan.op->matrix_rows) {
		plan.bytes = 16;
		plan.active &= first_lanes(plan.op->matrix_rows);
	}
	plan.bytes = plan.bytes < 1 ? 1 : plan.bytes > 16 ? 16 : plan.bytes;
	plan.aligned = all_aligned(&plan, request);
	plan.phase_lanes = lanes_of_phase(&plan);
	plan.shift = !plan.aligned || plan.bytes <= 4 ? 2 : plan.bytes == 8 ? 3 : 4;
	return plan;
}

/* --- counting ----------------------------------------------------------------------------------- */

static inline uint64_t first_unit(const Plan *plan, int lane)
{
	return (uint64_t)plan->offset[lane] >> plan->shift;
}

static inline int units_of(const Plan *plan, int lane)
{
	return plan->aligned ? 1 : (int)(((uint64_t)plan->offset[lane] & 3) + (unsigned)plan->bytes + 3) >> 2;
}

static inline int unit_bank(const Plan *plan, uint64_t unit)
{
	return (int)(unit << (plan->shift - 2) & (BANKS - 1));
}

static inline void tally_add(Tally *tally, int bank)
{
	int count = ++tally->count[bank];

	if (count > tally->most) {
		tally->most = count;
		tally->bank = bank;
	}
}

/* How many units each bank has to serve; `by_lane`: a unit counts once for each lane that accesses it. */
static void tally_phase(const Plan *plan, uint32_t lanes, bool by_lane, Tally *tally)
{
	WordSet words;

	memset(tally, 0, sizeof *tally);
	memset(words.slot, 0, sizeof words.slot);
	words.n = 0;
	for (uint32_t m = lanes; m; m &= m - 1) {
		int lane = __builtin_ctz(m), n = units_of(plan, lane);
		uint64_t unit = first_unit(plan, lane);

		for (int i = 0; i < n; i++, unit++)
			if (by_lane || words_add(&words, unit))
				tally_add(tally, unit_bank(plan, unit));
	}
}

static uint32_t lanes_on_bank(const Plan *plan, uint32_t lanes, int bank)
{
	uint32_t on = 0;

	for (uint32_t m = lanes; m; m &= m - 1) {
		int lane = __builtin_ctz(m), n = units_of(plan, lane);
		uint64_t unit = first_unit(plan, lane);

		for (int i = 0; i < n; i++, unit++)
			if (unit_bank(plan, unit) == bank)
				on |= UINT32_C(1) << lane;
	}
	return on;
}

static bool is_copy(BankOp op)
{
	return bank_op_kind(op) == ACCESS_CP_ASYNC;
}

/* Whether measurements cover the request. */
static bool is_measured(const Plan *plan, BankOp op)
{
	if (!plan->aligned || plan->op->has_no_rule)
		return false;
	switch (op) {
	case BANK_CP_ASYNC_CG:
	case BANK_CP_ASYNC_CG_FILL:
		return plan->bytes == 16;
	case BANK_ATOM_EXCH:
	case BANK_ATOM_CAS:
	case BANK_CP_ASYNC_CA:
	case BANK_CP_ASYNC_COALESCED:
		return plan->bytes >= 4;
	case BANK_ATOM_ADDF:
		return plan->bytes == 4 || plan->bytes == 8;
	case BANK_ATOM_ADDF_LD:
		return plan->bytes == 2 || plan->bytes == 4 || plan->bytes == 8;
	case BANK_ATOM_ADDH:
		return plan->bytes == 2;
	default:
		return !plan->op->lanes_count || plan->bytes == 4;
	}
}

static void set_witness(const Plan *plan, uint32_t lanes, const Tally *tally, BankCost *cost)
{
	Tally words;

	cost->worst_bank = tally->bank;
	cost->worst_lanes = lanes_on_bank(plan, lanes, tally->bank);
	if (!plan->op->lanes_count || tally->most < 2)
		return;
	tally_phase(plan, lanes, false, &words);
	cost->same_word = tally->most - words.count[tally->bank];
}

/* What ncu reports as ideal: one pass per 128 bytes of the active lanes, at most the passes that were needed
 * (testdata/hardware/h200_probes.tsv: every row of loads and stores).  In copies past the L1 cache, lanes with one
 * destination count once; also in copies of 16 bytes that may go through it or past it. */
static int ideal_passes(const Plan *plan, BankOp op, int wavefronts)
{
	int lanes = __builtin_popcount(plan->active);

	if ((op == BANK_CP_ASYNC_CG || op == BANK_CP_ASYNC) && plan->bytes == 16) {
		WordSet units = { .n = 0 };
		for (uint32_t m = plan->active; m; m &= m - 1)
			words_add(&units, (uint64_t)plan->offset[__builtin_ctz(m)]);
		lanes = units.n;
	}
	int passes = (lanes * plan->bytes + BANKS * BANK_BYTES - 1) / (BANKS * BANK_BYTES);
	return passes < wavefronts ? passes : wavefronts;
}

/* Operations whose ideal is one pass per 128 bytes. */
static bool is_ideal_by_bytes(BankOp op)
{
	return op == BANK_LD || op == BANK_ST || op == BANK_ATOM_ADDF_LD || is_copy(op) || op == BANK_ATOM_EXCH || op == BANK_ATOM_CAS ||
	       op == BANK_ATOM_ADDF;
}

/* The wavefronts of a phase whose banks are tallied. */
static int phase_passes(const Plan *plan, const WarpRequest *request, uint32_t lanes, const Tally *tally, uint32_t *source_lanes)
{
	CopyCost copy;

	if (!bank_op_has_source(request->op) || request->op == BANK_CP_ASYNC_CG || !plan->aligned || plan->bytes < 4)
		return tally->most * plan->cost;
	copy = copy_through_l1(request, lanes, plan->bytes);
	*source_lanes = copy.source_lanes;
	return copy.wavefronts;
}

static void count_phases(const Plan *plan, const WarpRequest *request, BankCost *cost)
{
	Tally tally, worst = { .most = 0 };
	uint32_t worst_lanes = 0, source_lanes = 0;
	int most = 0;

	for (int phase = 0; phase * plan->phase_lanes < WARP_LANES; phase++) {
		uint32_t lanes = phase_mask(plan, phase);

		if (!lanes)
			continue;
		tally_phase(plan, lanes, plan->op->lanes_count, &tally);
		int passes = phase_passes(plan, request, lanes, &tally, &source_lanes);
		cost->wavefronts += passes;
		cost->ideal += plan->cost;
		if (passes > most) {
			most = passes;
			worst = tally;
			worst_lanes = lanes;
			cost->source_lanes = source_lanes;
		}
	}
	if (worst_lanes)
		set_witness(plan, worst_lanes, &worst, cost);
}

static int passes_of(const Plan *plan, int phase_lanes)
{
	Plan with = *plan;
	Tally tally;
	int passes = 0;

	with.phase_lanes = phase_lanes;
	for (int phase = 0; phase * phase_lanes < WARP_LANES; phase++) {
		tally_phase(&with, phase_mask(&with, phase), false, &tally);
		passes += tally.most;
	}
	return passes;
}

/* Where lanes share phases and conflict in them, ncu's source view counts the phases separately, and its ideal for those: the ratio
 * of both is kept, at what the hardware takes (docs/developers/hardware.md). */
static int ideal_of_shared(const Plan *plan, const BankCost *cost)
{
	const int alone = plan->bytes <= 8 ? 16 : 8;

	if (!plan->op->loads || plan->bytes <= 4 || plan->phase_lanes == alone || cost->wavefronts <= phases_of(plan))
		return cost->ideal;
	const int apart = passes_of(plan, alone), ideal = ideal_passes(plan, BANK_LD, apart);
	return (2 * cost->wavefronts * ideal + apart) / (2 * apart);
}

/* A copy that fills with zeros takes these wavefronts in addition to those through the L1 cache. */
static void past_l1(const Plan *plan, const WarpRequest *request, BankCost *cost)
{
	int passes = copy_past_l1(request, plan->active), ideal = ideal_passes(plan, BANK_CP_ASYNC_CG, passes);
	bool fills = request->op == BANK_CP_ASYNC_CG_FILL;

	cost->wavefronts = passes + (fills ? cost->wavefronts : 0);
	cost->ideal = ideal + (fills ? cost->ideal : 0);
}

/* Atomics that are loops: the sum over all iterations. */
static void loop(const Arch *arch, const WarpRequest *request, BankCost *cost)
{
	bool loads = request->op == BANK_ATOM_ADDF_LD;

	if (!loads && request->op != BANK_ATOM_ADDH && request->op != BANK_ATOM_ADDF)
		return;
	LoopCost loop = request->bytes == 2 ? loop_by_words(arch, request) : loop_by_banks(arch, request);
	cost->wavefronts = loads ? loop.loads : loop.swaps;
	cost->profiled = loads ? loop.loads_ideal : loop.swaps_ideal;
}

BankCost bank_cost(const Arch *arch, const WarpRequest *request)
{
	Plan plan = plan_of(arch, request);
	BankCost cost = { .exact = is_measured(&plan, request->op), .worst_bank = -1 };

	count_phases(&plan, request, &cost);
	if (is_copy(request->op) && !cost.exact) /* at most one wavefront for each lane */
		cost.wavefronts = __builtin_popcount(plan.active);
	if (is_ideal_by_bytes(request->op))
		cost.ideal = plan.cost * ideal_passes(&plan, request->op, cost.wavefronts / plan.cost);
	cost.ideal = ideal_of_shared(&plan, &cost);
	if (cost.exact && (request->op == BANK_CP_ASYNC_CG || request->op == BANK_CP_ASYNC_CG_FILL))
		past_l1(&plan, request, &cost);
	cost.profiled = cost.ideal;
	if (cost.exact)
		loop(arch, request, &cost);
	return cost;
}

int bank_ways(const BankCost *cost)
{
	return cost->ideal ? (cost->wavefronts + cost->ideal - 1) / cost->ideal : 0;
}

/* --- maps --------------------------------------------------------------------------------------- */

static void map_phase(const Plan *plan, int phase, BankMap *map)
{
	uint32_t lanes = phase_mask(plan, phase);
	int width = 1 << (plan->shift - 2);
	Tally tally;

	tally_phase(plan, lanes, plan->op->lanes_count, &tally);
	for (int bank = 0; bank < BANKS; bank++) {
		int count = tally.count[bank & -width];

		if (count > map->distinct[bank])
			map->distinct[bank] = count;
	}
	for (uint32_t m = lanes; m; m &= m - 1)
		map->phase[__builtin_ctz(m)] = phase;
	map->n_phases = phase + 1;
}

BankMap bank_map(const Arch *arch, const WarpRequest *request)
{
	Plan plan = plan_of(arch, request);
	BankMap map = { .words = (plan.bytes + 3) / 4, .pass_cost = plan.cost, .lanes_count = plan.op->lanes_count };

	for (int lane = 0; lane < WARP_LANES; lane++) {
		map.phase[lane] = -1;
		map.bank[lane] = plan.active >> lane & 1 ? (int)((uint64_t)plan.offset[lane] >> 2 & (BANKS - 1)) : -1;
	}
	for (int phase = 0; phase * plan.phase_lanes < WARP_LANES; phase++)
		if (phase_mask(&plan, phase))
			map_phase(&plan, phase, &map);
	return map;
}
