#include "report/maps/passes.h"

#include <string.h>

typedef struct Stacks {
	Passes *out;
	int begin;                 /* the phase's first pass */
	int height[BANKS];
	int64_t word[MAX_PASSES][BANKS];
} Stacks;

static int pass_that_has(const Stacks *stacks, int bank, int64_t word)
{
	for (int pass = stacks->begin; pass < stacks->begin + stacks->height[bank]; pass++)
		if (stacks->word[pass][bank] == word)
			return pass;
	return -1;
}

static void add_word(Stacks *stacks, int lane, int64_t word)
{
	Passes *out = stacks->out;
	const int bank = (int)((uint64_t)word & (BANKS - 1));
	int pass = out->map.lanes_count ? -1 : pass_that_has(stacks, bank, word);
	const bool shares = pass >= 0;
	if (!shares) {
		pass = stacks->begin + stacks->height[bank];
		if (pass >= MAX_PASSES)
			return;
		stacks->height[bank]++;
		stacks->word[pass][bank] = word;
		out->lane[pass][bank] = lane;
	}
	out->touches[out->n_touches++] = (Touch){ lane, pass, word, shares };
}

static int64_t word_of(int64_t offset)
{
	return (offset - (int64_t)((uint64_t)offset & 3)) / 4;
}

static void add_lane(Stacks *stacks, const WarpRequest *request, int lane)
{
	Passes *out = stacks->out;
	const int64_t offset = request->offset[lane];
	const int n = ((int)((uint64_t)offset & 3) + request->bytes + 3) / 4, before = out->n_touches;
	bool shares = false;
	for (int i = 0; i < n; i++)
		add_word(stacks, lane, word_of(offset) + i);
	for (int i = before; i < out->n_touches; i++)
		shares = shares || out->touches[i].shares;
	out->shared += shares;
}

static void add_phase(Stacks *stacks, const WarpRequest *request, int phase)
{
	Passes *out = stacks->out;
	memset(stacks->height, 0, sizeof stacks->height);
	stacks->begin = out->n;
	for (int lane = 0; lane < WARP_LANES; lane++)
		if (out->map.phase[lane] == phase)
			add_lane(stacks, request, lane);
	for (int bank = 0; bank < BANKS; bank++)
		if (stacks->begin + stacks->height[bank] > out->n)
			out->n = stacks->begin + stacks->height[bank];
	for (int pass = stacks->begin; pass < out->n; pass++)
		out->phase[pass] = phase;
}

Passes passes_of(const Arch *arch, const WarpRequest *request)
{
	Passes out = { .op = request->op, .map = bank_map(arch, request), .cost = bank_cost(arch, request) };
	Stacks stacks = { .out = &out };
	memset(out.lane, -1, sizeof out.lane);
	for (int phase = 0; phase < out.map.n_phases; phase++)
		add_phase(&stacks, request, phase);
	return out;
}

WarpRequest passes_request(const WarpPattern *pattern, BankOp op, int bytes)
{
	const bool matrix = bank_op_kind(op) == ACCESS_LDMATRIX || bank_op_kind(op) == ACCESS_STMATRIX;
	return warp_request(pattern, op, matrix || bytes > 16 ? 16 : bytes < 1 ? 1 : bytes);
}

Passes passes_of_map(const Arch *arch, const FindingMap *map, int op)
{
	WarpPattern pattern = { .active = map->active, .source = map->source.n ? map->source.at : NULL };
	memcpy(pattern.offset, map->offset, sizeof pattern.offset);
	const WarpRequest request = passes_request(&pattern, (BankOp)op, map->bytes);
	return passes_of(arch, &request);
}

int passes_busiest(const BankMap *map)
{
	int most = 0;
	for (int bank = 0; bank < BANKS; bank++)
		most = map->distinct[bank] > most ? map->distinct[bank] : most;
	return most;
}

int passes_ways(const Passes *passes)
{
	const BankCost *cost = &passes->cost;
	const bool is_drawn = cost->wavefronts == passes->n * passes->map.pass_cost;
	return is_drawn && cost->wavefronts > cost->ideal ? bank_ways(cost) : 0;
}

/* --- remarks ---------------------------------------------------------------------------------- */

bool passes_show_cost(const Passes *passes)
{
	return !passes->cost.exact || passes->cost.wavefronts == passes->n * passes->map.pass_cost;
}

/* Phases are added up: the conflict may be of another degree than the busiest bank shows. */
static void remark_on_busiest(Buf *out, const Passes *passes)
{
	const int ways = passes_ways(passes), busiest = passes_busiest(&passes->map);
	if (ways && busiest == 1)
		buf_puts(out, "no bank is accessed twice in a phase; there are more phases than the bytes need\n");
	else if (ways && busiest != ways)
		buf_printf(out, "bank %d is accessed %d times%s\n", passes->cost.worst_bank, busiest,
			   passes->map.n_phases > 1 ? " in one phase" : "");
}

static void remark_on_copy(Buf *out, const Passes *passes)
{
	const int wavefronts = passes->cost.wavefronts;
	const bool by_line = passes->op == BANK_CP_ASYNC_CG || passes->op == BANK_CP_ASYNC_CG_FILL;
	if (!passes->cost.exact)
		buf_puts(out, "how the passes overlap depends on the lanes' source addresses\n");
	else if (!by_line && !passes_show_cost(passes))
		buf_printf(out,
			   "the writes are drawn; %d more wavefronts are due to the reads, counted at\nworst if their addresses are not "
			   "known\n",
			   wavefronts - passes->n);
	else if (by_line && wavefronts > passes->cost.ideal)
		buf_printf(out,
			   "the writes are drawn; past the L1 cache the %d wavefronts follow from the\nlines of 128 bytes that are read "
			   "and written\n",
			   wavefronts);
}

static void remark_on_iterations(Buf *out, const Passes *passes)
{
	if (!passes_show_cost(passes))
		buf_printf(out, "%d wavefronts in all: it is repeated until each lane has succeeded\n", passes->cost.wavefronts);
	else if (passes->map.pass_cost > 1)
		buf_printf(out, "each pass takes %d wavefronts\n", passes->map.pass_cost);
}

void passes_remarks(Buf *out, const Passes *passes)
{
	const BankCost *cost = &passes->cost;
	remark_on_busiest(out, passes);
	if (passes->shared && passes_show_cost(passes))
		buf_printf(out, "%d more lane%s a word with a lane shown and cost%s nothing\n", passes->shared,
			   passes->shared == 1 ? " shares" : "s share", passes->shared == 1 ? "s" : "");
	if (cost->same_word)
		buf_printf(out, "%d of the lanes on bank %d wait only for lanes that use the same word\n", cost->same_word,
			   cost->worst_bank);
	if (bank_op_kind(passes->op) == ACCESS_CP_ASYNC)
		remark_on_copy(out, passes);
	else
		remark_on_iterations(out, passes);
}
