/* Warp functions: the lanes wait for each other, and the last one computes the results of all. */
#include "smem.h"

#include <string.h>

typedef enum WarpOp {
	OP_SYNC, OP_SHUFFLE_IDX, OP_SHUFFLE_UP, OP_SHUFFLE_DOWN, OP_SHUFFLE_XOR, OP_BALLOT, OP_MATCH_ANY, OP_MATCH_ALL,
	OP_ADD, OP_MIN_S, OP_MAX_S, OP_MIN_U, OP_MAX_U, OP_AND, OP_OR, OP_XOR, OP_MEET,
} WarpOp;

Lane *warp_lane(int lane)
{
	int index = smem_lane->warp * WARP + lane;
	return index < smem_block->n_lanes ? &smem_block->lanes[index] : NULL;
}

static bool takes_part(const Lane *lane, WarpOp op, uint32_t mask)
{
	return lane->state == LANE_WAITS && lane->waits == FOR_WARP && lane->operation == (int)op && lane->mask == mask;
}

/* Lanes of the mask that have ended are not waited for. */
static bool all_here(WarpOp op, uint32_t mask)
{
	for (int l = 0; l < WARP; l++) {
		const Lane *lane = mask >> l & 1 ? warp_lane(l) : NULL;
		if (lane && lane != smem_lane && lane->state != LANE_DONE && !takes_part(lane, op, mask))
			return false;
	}
	return true;
}

/* As PTX defines: c has the last lane of the segment and, from bit 8, the mask of lanes outside a segment. */
static int shuffle_from(WarpOp op, const Lane *lane)
{
	int b = (int)(lane->argument & 31), c = (int)(lane->argument >> 8 & 31), segment = (int)(lane->argument >> 16 & 31);
	int at = lane->lane, most = (at & segment) | (c & ~segment), least = at & segment, from;
	switch (op) {
	case OP_SHUFFLE_UP: from = at - b; return from >= most ? from : at;
	case OP_SHUFFLE_DOWN: from = at + b; break;
	case OP_SHUFFLE_XOR: from = at ^ b; break;
	default: from = least | (b & ~segment); break;
	}
	return from <= most ? from : at;
}

static uint64_t combined(WarpOp op, uint64_t a, uint64_t b)
{
	int32_t x = (int32_t)a, y = (int32_t)b;
	switch (op) {
	case OP_ADD: return (uint32_t)(a + b);
	case OP_MIN_S: return (uint32_t)(x < y ? x : y);
	case OP_MAX_S: return (uint32_t)(x > y ? x : y);
	case OP_MIN_U: return (uint32_t)a < (uint32_t)b ? a : b;
	case OP_MAX_U: return (uint32_t)a > (uint32_t)b ? a : b;
	case OP_AND: return a & b;
	case OP_OR: return a | b;
	default: return a ^ b;
	}
}

static uint64_t of_all(WarpOp op, Lane *const *members, int n, const Lane *lane)
{
	uint64_t result = op >= OP_ADD ? members[0]->value : 0;
	for (int i = 0; i < n; i++) {
		uint64_t bit = (uint64_t)1 << members[i]->lane;
		if (op == OP_BALLOT)
			result |= members[i]->value ? bit : 0;
		else if (op == OP_MATCH_ANY || op == OP_MATCH_ALL)
			result |= members[i]->value == lane->value ? bit : 0;
		else if (i > 0)
			result = combined(op, result, members[i]->value);
	}
	if (op != OP_MATCH_ALL)
		return result;
	return __builtin_popcountll(result) == n ? result : 0;
}

static uint64_t result_of(WarpOp op, Lane *const *members, int n, const Lane *lane)
{
	if (op == OP_SYNC || op == OP_MEET)
		return 0;
	if (op > OP_SHUFFLE_XOR)
		return of_all(op, members, n, lane);
	const Lane *from = warp_lane(shuffle_from(op, lane));
	return from ? from->value : lane->value;
}

typedef void WarpDoes(Lane *const *lanes, int n);

static uint64_t meet(WarpOp op, uint32_t mask, uint64_t value, uint32_t argument, WarpDoes *does)
{
	Lane *self = smem_lane, *members[WARP];
	int n = 0;
	self->operation = (int)op;
	self->mask = mask;
	self->value = value;
	self->argument = argument;
	if (!(mask >> self->lane & 1))
		launch_fail("a lane calls a warp function with a mask that it is not in");
	if (!all_here(op, mask)) {
		lane_wait(FOR_WARP);
		return self->result;
	}
	for (int l = 0; l < WARP; l++) {
		Lane *lane = mask >> l & 1 ? warp_lane(l) : NULL;
		if (lane && (lane == self || takes_part(lane, op, mask)))
			members[n++] = lane;
	}
	if (does)
		does(members, n);
	for (int i = 0; i < n; i++)
		members[i]->result = result_of(op, members, n, members[i]);
	for (int i = 0; i < n; i++)
		members[i]->state = LANE_READY;
	return self->result;
}

static uint64_t together(WarpOp op, uint32_t mask, uint64_t value, uint32_t argument)
{
	return meet(op, mask, value, argument, NULL);
}

void warp_meet(uint32_t mask, const void *in, void *out, WarpDoes *does)
{
	smem_lane->in = in;
	smem_lane->out = out;
	meet(OP_MEET, mask, 0, 0, does);
}

/* --- the device's functions ----------------------------------------------------------------------- */

void smem_llvm_nvvm_bar_warp_sync(uint32_t mask) { together(OP_SYNC, mask, 0, 0); }

static uint64_t shuffle(WarpOp op, uint32_t mask, uint64_t value, uint32_t b, uint32_t c)
{
	return together(op, mask, value, (b & 31) | (c & 31) << 8 | (c >> 8 & 31) << 16);
}

#define SHUFFLE(name, op) \
	uint32_t smem_llvm_nvvm_shfl_sync_##name##_i32(uint32_t mask, uint32_t v, uint32_t b, uint32_t c) \
	{ \
		return (uint32_t)shuffle(op, mask, v, b, c); \
	} \
	float smem_llvm_nvvm_shfl_sync_##name##_f32(uint32_t mask, float v, uint32_t b, uint32_t c) \
	{ \
		uint32_t bits; \
		memcpy(&bits, &v, 4); \
		bits = (uint32_t)shuffle(op, mask, bits, b, c); \
		memcpy(&v, &bits, 4); \
		return v; \
	}
SHUFFLE(idx, OP_SHUFFLE_IDX)
SHUFFLE(up, OP_SHUFFLE_UP)
SHUFFLE(down, OP_SHUFFLE_DOWN)
SHUFFLE(bfly, OP_SHUFFLE_XOR)

static uint32_t members_of(uint32_t mask)
{
	int n = smem_block->n_lanes - smem_lane->warp * WARP;
	return n < WARP ? mask & ((1u << n) - 1) : mask;
}

uint32_t smem_llvm_nvvm_vote_ballot_sync(uint32_t mask, bool yes) { return (uint32_t)together(OP_BALLOT, mask, yes, 0); }
bool smem_llvm_nvvm_vote_any_sync(uint32_t mask, bool yes) { return together(OP_BALLOT, mask, yes, 0) != 0; }
bool smem_llvm_nvvm_vote_all_sync(uint32_t mask, bool yes) { return together(OP_BALLOT, mask, !yes, 0) == 0; }
bool smem_llvm_nvvm_vote_uni_sync(uint32_t mask, bool yes)
{
	uint32_t votes = (uint32_t)together(OP_BALLOT, mask, yes, 0);
	return votes == 0 || votes == members_of(mask);
}

uint32_t smem_llvm_nvvm_match_any_sync_i32(uint32_t mask, uint32_t v) { return (uint32_t)together(OP_MATCH_ANY, mask, v, 0); }
uint32_t smem_llvm_nvvm_match_any_sync_i64(uint32_t mask, uint64_t v) { return (uint32_t)together(OP_MATCH_ANY, mask, v, 0); }

#define REDUCE(name, op) \
	uint32_t smem_llvm_nvvm_redux_sync_##name(uint32_t v, uint32_t mask) { return (uint32_t)together(op, mask, v, 0); }
REDUCE(add, OP_ADD)
REDUCE(min, OP_MIN_S)
REDUCE(max, OP_MAX_S)
REDUCE(umin, OP_MIN_U)
REDUCE(umax, OP_MAX_U)
REDUCE(and, OP_AND)
REDUCE(or, OP_OR)
REDUCE(xor, OP_XOR)

/* Whether a shuffle's lane is one of its segment: PTX's second result. */
bool shuffle_in_range(const char *how, int lane, uint32_t b, uint32_t c)
{
	int by = (int)(b & 31), segment = (int)(c >> 8 & 31), clamp = (int)(c & 31), most = (lane & segment) | (clamp & ~segment);
	if (how[0] == 'u')
		return lane - by >= most;
	return (how[0] == 'd' ? lane + by : how[0] == 'b' ? lane ^ by : (lane & segment) | (by & ~segment)) <= most;
}

uint32_t smem_llvm_nvvm_activemask(void)
{
	smem_lane->instance = smem_instance;
	lane_wait(FOR_TOGETHER);
	return (uint32_t)smem_lane->result;
}

/* --- fences: everything happens in order here --- */
void smem_llvm_nvvm_membar_cta(void) {}
void smem_llvm_nvvm_membar_gl(void) {}
void smem_llvm_nvvm_membar_sys(void) {}
void smem_llvm_nvvm_nanosleep(uint32_t ns) { (void)ns; }

/* --- time goes on with each look at it --- */
static uint64_t passed(void)
{
	static uint64_t now;
	return now += 64;
}

uint32_t smem_llvm_nvvm_read_ptx_sreg_clock(void) { return (uint32_t)passed(); }
uint64_t smem_llvm_nvvm_read_ptx_sreg_clock64(void) { return passed(); }
uint64_t smem_llvm_nvvm_read_ptx_sreg_globaltimer(void) { return passed(); }

/* --- what a kernel prints is not kept --- */
int smem_dev_vprintf(const char *format, const char *arguments)
{
	(void)format, (void)arguments;
	return 0;
}

/* --- address spaces: what is neither shared nor on a thread's stack is global --- */
static bool is_shared(const void *at) { return (uintptr_t)at - SHARED_BASE < SHARED_SIZE; }
static bool is_local(const void *at) { return (uintptr_t)smem_lane->fibre.stack - (uintptr_t)at <= STACK_BYTES; }

bool smem_llvm_nvvm_isspacep_shared(const void *at) { return is_shared(at); }
bool smem_llvm_nvvm_isspacep_shared_cluster(const void *at) { return is_shared(at); }
bool smem_llvm_nvvm_isspacep_local(const void *at) { return is_local(at); }
bool smem_llvm_nvvm_isspacep_const(const void *at) { (void)at; return false; }
bool smem_llvm_nvvm_isspacep_global(const void *at) { return !is_shared(at) && !is_local(at); }
