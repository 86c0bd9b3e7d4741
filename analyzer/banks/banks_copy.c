#include "banks/banks_copy.h"

enum { UNITS = 32, PIECE_SHIFT = 4, SECTOR_SHIFT = 5, LINE_SHIFT = 7 };

/* --- through the L1 cache ----------------------------------------------------------------------- */

static int unit_of(int64_t address, int bytes)
{
	return (int)((uint64_t)address % (BANKS * BANK_BYTES)) / bytes;
}

CopyCost copy_through_l1(const WarpRequest *request, uint32_t lanes, int bytes)
{
	uint32_t from[UNITS] = { 0 }, to[UNITS] = { 0 };
	CopyCost cost = { 0 };

	for (uint32_t m = lanes; m; m &= m - 1) {
		int lane = __builtin_ctz(m);

		from[unit_of(request->source[lane], bytes)] |= UINT32_C(1) << lane;
		to[unit_of(request->offset[lane], bytes)] |= UINT32_C(1) << lane;
	}
	for (uint32_t m = lanes; m; m &= m - 1) {
		int lane = __builtin_ctz(m);
		uint32_t source = from[unit_of(request->source[lane], bytes)];
		uint32_t target = to[unit_of(request->offset[lane], bytes)];
		int n = __builtin_popcount(source | target);

		if (n <= cost.wavefronts)
			continue;
		cost.wavefronts = n;
		cost.source_lanes = source & ~target ? source : 0;
	}
	return cost;
}

/* --- past the L1 cache -------------------------------------------------------------------------- */

/* What is moved from one sector to another in one wavefront. */
typedef struct Move {
	uint64_t from, to;   /* sectors */
	bool crossed;        /* each half goes to the other half */
	int halves;          /* bit 0, bit 1: which are copied */
	int round;
} Move;

typedef struct Moves {
	Move at[WARP_LANES];
	int n;
} Moves;

static uint64_t piece_of(int64_t address)
{
	return (uint64_t)address >> PIECE_SHIFT;
}

/* Of lanes that write to one place the first counts. */
static bool is_first(const WarpRequest *request, uint32_t lanes, int lane)
{
	for (uint32_t m = lanes & ((UINT32_C(1) << lane) - 1); m; m &= m - 1)
		if (piece_of(request->offset[__builtin_ctz(m)]) == piece_of(request->offset[lane]))
			return false;
	return true;
}

/* A piece goes to a line once per wavefront, from the last lane on: how many lanes of `done` precede this one. */
static int round_of(const WarpRequest *request, uint32_t done, int lane)
{
	enum { PIECE_TO_LINE = LINE_SHIFT - PIECE_SHIFT };
	uint64_t from = piece_of(request->source[lane]), to = piece_of(request->offset[lane]);
	int round = 0;

	for (uint32_t m = done; m; m &= m - 1) {
		uint64_t other = piece_of(request->offset[__builtin_ctz(m)]);

		round += piece_of(request->source[__builtin_ctz(m)]) == from && other >> PIECE_TO_LINE == to >> PIECE_TO_LINE &&
			 ((other ^ to) & 1) == 0;
	}
	return round;
}

static void add_move(Moves *moves, const WarpRequest *request, uint32_t done, int lane)
{
	uint64_t from = piece_of(request->source[lane]), to = piece_of(request->offset[lane]);
	Move move = { .from = from >> 1, .to = to >> 1, .crossed = (from ^ to) & 1, .round = round_of(request, done, lane) };
	int i = 0;

	while (i < moves->n && (moves->at[i].from != move.from || moves->at[i].to != move.to || moves->at[i].crossed != move.crossed ||
				moves->at[i].round != move.round))
		i++;
	if (i == moves->n)
		moves->at[moves->n++] = move;
	moves->at[i].halves |= 1 << (from & 1);
}

static bool go_together(const Move *a, const Move *b)
{
	enum { SECTOR_TO_LINE = LINE_SHIFT - SECTOR_SHIFT };

	return a->from >> SECTOR_TO_LINE == b->from >> SECTOR_TO_LINE && a->to >> SECTOR_TO_LINE == b->to >> SECTOR_TO_LINE &&
	       a->crossed == b->crossed && a->halves == b->halves && a->round == b->round && ((a->from ^ a->to ^ b->from ^ b->to) & 1) == 0;
}

static bool opens_pass(const Moves *moves, int i)
{
	for (int j = 0; j < i; j++)
		if (go_together(&moves->at[j], &moves->at[i]))
			return false;
	return true;
}

int copy_past_l1(const WarpRequest *request, uint32_t lanes)
{
	Moves moves = { .n = 0 };
	uint32_t done = 0;
	int passes = 0;

	for (int lane = WARP_LANES - 1; lane >= 0; lane--)
		if (lanes >> lane & 1 && is_first(request, lanes, lane)) {
			add_move(&moves, request, done, lane);
			done |= UINT32_C(1) << lane;
		}
	for (int i = 0; i < moves.n; i++)
		passes += opens_pass(&moves, i);
	return passes;
}
