#include "banks/banks_loop.h"

enum { ROW_BYTES = BANKS * BANK_BYTES };

static int bank_at(const WarpRequest *request, int lane)
{
	return (int)((uint64_t)request->offset[lane] / BANK_BYTES % BANKS);
}

static uint64_t word_at(const WarpRequest *request, int lane)
{
	return (uint64_t)request->offset[lane] / (uint64_t)(request->bytes > BANK_BYTES ? request->bytes : BANK_BYTES);
}

static bool has_word(const WarpRequest *request, uint32_t lanes, uint64_t word)
{
	for (uint32_t m = lanes; m; m &= m - 1)
		if (word_at(request, __builtin_ctz(m)) == word)
			return true;
	return false;
}

static int rows_of(uint32_t lanes, int bytes)
{
	return (__builtin_popcount(lanes) * bytes + ROW_BYTES - 1) / ROW_BYTES;
}

static void add_loads(const Arch *arch, const WarpRequest *request, uint32_t lanes, LoopCost *cost)
{
	WarpRequest load = *request;
	load.op = BANK_LD;
	load.active = lanes;
	BankCost loads = bank_cost(arch, &load);
	cost->loads += loads.wavefronts;
	cost->loads_ideal += loads.ideal;
}

/* The lanes of a phase that succeed; `through`: those that did in earlier phases. */
static uint32_t first_of_banks(const WarpRequest *request, uint32_t phase, uint32_t through)
{
	uint32_t tried = 0, banks = 0;

	for (uint32_t m = phase; m; m &= m - 1) {
		int lane = __builtin_ctz(m);
		uint32_t bank = UINT32_C(1) << bank_at(request, lane);

		if (banks & bank)
			continue;
		banks |= bank;
		if (!has_word(request, through, word_at(request, lane)))
			tried |= UINT32_C(1) << lane;
	}
	return tried;
}

LoopCost loop_by_banks(const Arch *arch, const WarpRequest *request)
{
	int lanes = request->bytes > BANK_BYTES ? WARP_LANES / 2 : WARP_LANES;
	uint32_t first = lanes < WARP_LANES ? (UINT32_C(1) << lanes) - 1 : UINT32_MAX;
	LoopCost cost = { 0 };

	for (uint32_t left = request->active; left; cost.iterations++) {
		uint32_t through = 0;
		int phases = 0;

		add_loads(arch, request, left, &cost);
		for (int at = 0; at < WARP_LANES; at += lanes) {
			uint32_t phase = left & first << at;

			phases += phase != 0;
			through |= first_of_banks(request, phase, through);
		}
		int rows = rows_of(left, request->bytes);
		cost.swaps += arch->swap_cost * phases;
		cost.swaps_ideal += arch->swap_cost * (rows < phases ? rows : phases);
		left &= ~through;
	}
	return cost;
}

static int busiest_bank(const WarpRequest *request, uint32_t lanes)
{
	int count[BANKS] = { 0 }, most = 0;

	for (uint32_t m = lanes; m; m &= m - 1) {
		int n = ++count[bank_at(request, __builtin_ctz(m))];

		most = n > most ? n : most;
	}
	return most;
}

LoopCost loop_by_words(const Arch *arch, const WarpRequest *request)
{
	LoopCost cost = { 0 };

	add_loads(arch, request, request->active, &cost);
	for (uint32_t left = request->active; left; cost.iterations++) {
		uint32_t through = 0;

		for (uint32_t m = left; m; m &= m - 1)
			if (!has_word(request, through, word_at(request, __builtin_ctz(m))))
				through |= m & (0 - m);
		cost.swaps += arch->swap_cost * busiest_bank(request, left);
		cost.swaps_ideal += arch->swap_cost;
		left &= ~through;
	}
	return cost;
}
