/* Functions that are known by name (ir/intrinsics.def). */
#include "eval/exec/exec.h"

typedef Value Handler(Eval *ev, const Expr *e, const Value *args);

static const Int wide = { 8, true, false };

static Value arg(const Expr *e, const Value *args, int i)
{
	return i < e->n_args ? args[i] : value_int(0);
}

static Value nothing(Eval *ev, const Expr *e, const Value *args)
{
	(void)ev, (void)e, (void)args;
	return value_int(0);
}

static Value barrier(Eval *ev, const Expr *e, const Value *args)
{
	eval_barrier(ev);
	return nothing(ev, e, args);
}

static Value same(Eval *ev, const Expr *e, const Value *args)
{
	(void)ev;
	return arg(e, args, 0);
}

static Value printing(Eval *ev, const Expr *e, const Value *args)
{
	(void)e, (void)args;
	eval_barrier(ev);
	return value_int(1);
}

/* Unknown, but the same for the whole block where the operands are. */
static Value unknown_of(Eval *ev, const Expr *e, const Value *args, Reason reason)
{
	bool uniform = true, per_warp = true;
	for (int i = 0; i < e->n_args; i++) {
		uniform = uniform && value_is_uniform(&ev->ctx, &args[i], &ev->flow.act);
		per_warp = per_warp && value_is_warp_uniform(&ev->ctx, &args[i], &ev->flow.act);
	}
	if (uniform && e->type->kind == TY_FLOAT)
		return value_sym(&ev->ctx, ev->float_sym);
	return eval_uniform_or_murk(ev, uniform, per_warp, reason, expr_loc(e));
}

static Value block_vote(Eval *ev, const Expr *e, const Value *args)
{
	barrier(ev, e, args);
	return value_unknown_uniform(&ev->ctx, WHY_WARP_DATA, expr_loc(e), NULL, INT64_MIN, INT64_MAX);
}

/* Shared memory, but not this block's. */
static Value in_cluster(Eval *ev, const Expr *e, const Value *args)
{
	(void)args;
	return value_holding(&ev->ctx, value_murk(&ev->ctx, WHY_CLUSTER, expr_loc(e)), HOLDS_SHARED);
}

static Value opaque(Eval *ev, const Expr *e, const Value *args)
{
	for (int i = 0; i < e->n_args; i++)
		eval_escape(ev, args[i], WHY_CALL);
	return eval_uniform_or_murk(ev, false, false, WHY_CALL, expr_loc(e));
}

static Value clock_value(Eval *ev, const Expr *e, const Value *args)
{
	(void)args;
	return eval_uniform_or_murk(ev, false, true, WHY_CLOCK, expr_loc(e));
}

/* --- atomics ------------------------------------------------------------------------------------- */

static const Type *pointee(const Expr *e)
{
	const Type *type = e->n_args ? e->arg[0]->type : NULL;
	return type && type->kind == TY_PTR ? type->elem : NULL;
}

static Value atomic(Eval *ev, const Expr *e, const Value *args)
{
	const Type *type = pointee(e);
	Value address = arg(e, args, 0), offset;
	Atomic atomic = { .does = ATOMIC_OTHER, .bytes = type && type->size > 0 && type->size <= 16 ? (int)type->size : 4,
			  .address = address, .by = arg(e, args, 1), .discarded = ev->discarded == e };
	atomic.floating = type && type->kind != TY_INT && type->kind != TY_BOOL && type->kind != TY_PTR;
	atomic.vector = type && type->kind == TY_RECORD;
	switch (e->intrinsic) {
	case IN_ATOMIC_CAS: case IN_ATOMIC_CAS_BLOCK: atomic.does = ATOMIC_SWAP; break;
	case IN_ATOMIC_EXCH: case IN_ATOMIC_EXCH_BLOCK: atomic.does = ATOMIC_EXCHANGE; break;
	case IN_ATOMIC_ADD: case IN_ATOMIC_ADD_BLOCK: case IN_ATOMIC_ADD_SYSTEM: atomic.does = ATOMIC_ADD; break;
	case IN_ATOMIC_SUB: case IN_ATOMIC_SUB_BLOCK:
		atomic.does = ATOMIC_ADD;
		atomic.by = value_unary(&ev->ctx, OP_NEG, int_of(type), atomic.by);
		break;
	case IN_ATOMIC_MIN: case IN_ATOMIC_MAX: case IN_ATOMIC_AND: case IN_ATOMIC_OR: case IN_ATOMIC_XOR:
	case IN_ATOMIC_MIN_BLOCK: case IN_ATOMIC_MAX_BLOCK: case IN_ATOMIC_AND_BLOCK: case IN_ATOMIC_OR_BLOCK:
	case IN_ATOMIC_XOR_BLOCK: atomic.does = ATOMIC_REDUCE; break;
	default: break;
	}
	eval_atomic(ev, e, &atomic);
	Object *object = eval_target(ev, address, &offset);
	if (object && object->kind == OBJ_LOCAL)
		memory_forget(&ev->mem, object, WHY_ATOMIC);
	return value_murk(&ev->ctx, WHY_ATOMIC, expr_loc(e));
}

/* --- shuffles ------------------------------------------------------------------------------------- */

/* The lane that `lane` reads; PTX ISA, shfl: the segment of `width` lanes bounds it, outside it a lane keeps its own. */
static int shuffle_source(Intrinsic in, int lane, int64_t by, int width)
{
	int in_warp = lane & 31, start = in_warp & ~(width - 1), source = in_warp;
	switch (in) {
	case IN_SHFL: case IN_SHFL_OLD: source = start + (int)(by & (width - 1)); break;
	case IN_SHFL_UP: case IN_SHFL_UP_OLD: source = in_warp - (int)by >= start ? in_warp - (int)by : in_warp; break;
	case IN_SHFL_DOWN: case IN_SHFL_DOWN_OLD: source = in_warp + (int)by < start + width ? in_warp + (int)by : in_warp; break;
	default: source = (in_warp ^ (int)by) < start + width ? in_warp ^ (int)by : in_warp; break;
	}
	return (lane & ~31) + source;
}

static Value shuffle(Eval *ev, const Expr *e, const Value *args)
{
	bool old = e->intrinsic >= IN_SHFL_OLD && e->intrinsic <= IN_SHFL_XOR_OLD;
	Value v = arg(e, args, old ? 0 : 1), by = arg(e, args, old ? 1 : 2);
	int64_t width = 32;
	if (e->n_args > (old ? 2 : 3) && !value_is_const(&args[old ? 2 : 3], &width))
		width = 0;
	if (e->type->kind == TY_FLOAT || (e->type->kind != TY_INT && e->type->kind != TY_BOOL && e->type->kind != TY_PTR))
		return unknown_of(ev, e, args, WHY_WARP_DATA);
	if (value_is_uniform(&ev->ctx, &v, &ev->flow.act))
		return v;
	if (!value_is_known(&by) || width < 1 || width > 32 || (width & (width - 1)))
		return eval_uniform_or_murk(ev, false, value_is_warp_uniform(&ev->ctx, &v, &ev->flow.act), WHY_WARP_DATA, expr_loc(e));
	int16_t from[MAX_LANES];
	for (int l = 0; l < ev->ctx.n_lanes; l++) {
		int64_t n = lanes_at(by.base, l);
		int source = shuffle_source(e->intrinsic, l, n < 0 ? 0 : n > 31 ? 31 : n, (int)width);
		bool there = source < ev->ctx.n_lanes && mask_has(&ev->flow.act, source);
		from[l] = (int16_t)(there ? source : -1);
	}
	return value_permute(&ev->ctx, v, from, WHY_WARP_DATA, expr_loc(e));
}

/* --- votes ----------------------------------------------------------------------------------------- */

static Value ballot_lanes(Eval *ev, const Mask *set)
{
	int64_t *v = arena_array(ev->scratch, int64_t, ev->ctx.n_lanes);
	for (int l = 0; l < ev->ctx.n_lanes; l++)
		v[l] = mask_warp(set, l / 32);
	return value_lanes(&ev->ctx, v);
}

static Value vote(Eval *ev, const Expr *e, const Value *args)
{
	Value v = arg(e, args, 1);
	Cond c = value_test(&ev->ctx, &v, &ev->flow.act);
	Mask decided = mask_or(c.yes, c.no), yes = mask_and(c.yes, ev->flow.act), no = mask_and(c.no, ev->flow.act);
	bool sure = mask_subset(&ev->flow.act, &decided) && mask_equal(&ev->flow.act, &ev->flow.sure);
	if (!sure)
		return eval_uniform_or_murk(ev, c.scope == SCOPE_UNIFORM, true, WHY_WARP_DATA, expr_loc(e));
	Value in_warp = ballot_lanes(ev, e->intrinsic == IN_ALL ? &no : &yes);
	if (e->intrinsic == IN_BALLOT)
		return in_warp;
	return value_binary(&ev->ctx, e->intrinsic == IN_ALL ? OP_EQ : OP_NE, wide, in_warp, value_int(0));
}

static Value active_mask(Eval *ev, const Expr *e, const Value *args)
{
	(void)args;
	if (!mask_equal(&ev->flow.act, &ev->flow.sure))
		return eval_uniform_or_murk(ev, false, true, WHY_WARP_DATA, expr_loc(e));
	return ballot_lanes(ev, &ev->flow.act);
}

static Value lanemask_lt(Eval *ev, const Expr *e, const Value *args)
{
	(void)e, (void)args;
	int64_t *v = arena_array(ev->scratch, int64_t, ev->ctx.n_lanes);
	for (int l = 0; l < ev->ctx.n_lanes; l++)
		v[l] = ((int64_t)1 << (l & 31)) - 1;
	return value_lanes(&ev->ctx, v);
}

/* --- integer functions ------------------------------------------------------------------------------ */

static uint64_t reverse(uint64_t x, int bits)
{
	uint64_t r = 0;
	for (int i = 0; i < bits; i++)
		r |= (x >> i & 1) << (bits - 1 - i);
	return r;
}

static int64_t byte_perm(uint64_t x, uint64_t y, uint64_t s)
{
	uint64_t pool = (x & 0xffffffff) | y << 32, r = 0;
	for (int i = 0; i < 4; i++) {
		unsigned pick = (unsigned)(s >> (4 * i)) & 15;
		uint64_t byte = pool >> (8 * (pick & 7)) & 255;
		if (pick & 8)
			byte = byte & 128 ? 255 : 0;
		r |= byte << (8 * i);
	}
	return (int64_t)r;
}

static int64_t low24(int64_t a, bool is_signed)
{
	uint64_t bits = (uint64_t)a & 0xffffff;
	return is_signed && bits & 0x800000 ? (int64_t)bits - 0x1000000 : (int64_t)bits;
}

static int64_t apply(Intrinsic in, int64_t a, int64_t b, int64_t c)
{
	uint32_t x = (uint32_t)a, y = (uint32_t)b, n = (uint32_t)c & 31;
	switch (in) {
	case IN_POPC: return __builtin_popcount(x);
	case IN_POPCLL: return __builtin_popcountll((uint64_t)a);
	case IN_CLZ: return x ? __builtin_clz(x) : 32;
	case IN_CLZLL: return a ? __builtin_clzll((uint64_t)a) : 64;
	case IN_FFS: return __builtin_ffs((int)x);
	case IN_FFSLL: return __builtin_ffsll((long long)a);
	case IN_BREV: return (int64_t)reverse(x, 32);
	case IN_BREVLL: return (int64_t)reverse((uint64_t)a, 64);
	case IN_BYTE_PERM: return byte_perm(x, y, (uint64_t)c);
	case IN_MUL24: return (int32_t)(uint32_t)(low24(a, true) * low24(b, true));
	case IN_UMUL24: return (uint32_t)(low24(a, false) * low24(b, false));
	case IN_MULHI: return ((int64_t)(int32_t)x * (int32_t)y) >> 32;
	case IN_UMULHI: return (int64_t)((uint64_t)x * y >> 32);
	case IN_FUNNEL_L: return (uint32_t)((((uint64_t)y << 32 | x) << n) >> 32);
	case IN_FUNNEL_R: return (uint32_t)(((uint64_t)y << 32 | x) >> n);
	case IN_SAD: return (int64_t)((int32_t)x > (int32_t)y ? x - y : y - x) + (uint32_t)c;
	case IN_USAD: return (int64_t)(x > y ? x - y : y - x) + (uint32_t)c;
	case IN_ABS: return a < 0 ? (int64_t)(0 - (uint64_t)a) : a;
	default: return 0;
	}
}

static Value bit_result(Eval *ev, const Expr *e, const Value *args)
{
	Value unknown = unknown_of(ev, e, args, args[0].murk ? args[0].murk->reason : WHY_BITS);
	int64_t bits = e->intrinsic == IN_POPCLL || e->intrinsic == IN_CLZLL || e->intrinsic == IN_FFSLL ? 64 : 32;
	if (e->intrinsic < IN_POPC || e->intrinsic > IN_FFSLL)
		return unknown;
	if (unknown.murk)
		return value_within(&ev->ctx, unknown, 0, bits);
	return value_unknown_uniform(&ev->ctx, WHY_BITS, expr_loc(e), NULL, 0, bits);
}

static Value multiply24(Eval *ev, const Expr *e, const Value *args)
{
	return value_binary(&ev->ctx, OP_MUL, int_of(e->type), arg(e, args, 0), arg(e, args, 1));
}

static Value lanewise(Eval *ev, const Expr *e, const Value *args)
{
	if (e->type->kind != TY_INT)
		return unknown_of(ev, e, args, WHY_FLOAT);
	for (int i = 0; i < e->n_args; i++)
		if (!value_is_known(&args[i]))
			/* 24-bit products of sizes and indices are products: programs use them where they fit. */
			return e->intrinsic == IN_MUL24 || e->intrinsic == IN_UMUL24 ? multiply24(ev, e, args) : bit_result(ev, e, args);
	int64_t *v = arena_array(ev->scratch, int64_t, ev->ctx.n_lanes);
	Value a = arg(e, args, 0), b = arg(e, args, 1), c = arg(e, args, 2);
	for (int l = 0; l < ev->ctx.n_lanes; l++)
		v[l] = apply(e->intrinsic, lanes_at(a.base, l), lanes_at(b.base, l), lanes_at(c.base, l));
	return value_cast(&ev->ctx, wide, int_of(e->type), value_lanes(&ev->ctx, v));
}

/* Of an unsigned number that is held as a negative one, it is only known that it is large. */
static void range_of(Eval *ev, Int type, const Value *v, int64_t *low, int64_t *high)
{
	value_range(&ev->ctx, v, low, high);
	if (type.is_signed || *low >= 0)
		return;
	*low = 0;
	*high = INT64_MAX;
}

/* Lanes that know which is the smaller take it; the others take either. */
static Value extreme(Eval *ev, const Expr *e, const Value *args)
{
	if (e->type->kind != TY_INT || e->n_args != 2)
		return unknown_of(ev, e, args, WHY_FLOAT);
	bool least = e->intrinsic == IN_MIN || e->intrinsic == IN_UMIN;
	Int type = int_of(e->type);
	Value a = value_cast(&ev->ctx, int_of(e->arg[0]->type), type, arg(e, args, 0));
	Value b = value_cast(&ev->ctx, int_of(e->arg[1]->type), type, arg(e, args, 1));
	Value first = value_binary(&ev->ctx, least ? OP_LE : OP_GE, type, a, b);
	Cond c = value_test(&ev->ctx, &first, &ev->flow.act);
	Mask decided = mask_or(c.yes, c.no);
	Value sure = value_select(&ev->ctx, &c.yes, a, b);
	if (mask_subset(&ev->flow.act, &decided))
		return c.folds ? sure : value_at_run_time(&ev->ctx, sure, 0, LOOSE_PART);
	Value either = value_join(&ev->ctx, a, b, c.scope == SCOPE_UNIFORM, c.scope != SCOPE_LANE, c.why, expr_loc(e));
	int64_t low[2], high[2];
	range_of(ev, type, &a, &low[0], &high[0]);
	range_of(ev, type, &b, &low[1], &high[1]);
	bool first_low = (low[0] < low[1]) == least, first_high = (high[0] < high[1]) == least;
	either = value_within(&ev->ctx, either, first_low ? low[0] : low[1], first_high ? high[0] : high[1]);
	return value_select(&ev->ctx, &decided, sure, either);
}

/* --- memory ------------------------------------------------------------------------------------------ */

static Value cached_load(Eval *ev, const Expr *e, const Value *args)
{
	return eval_loaded(ev, arg(e, args, 0), e->type, WHY_GLOBAL_LOAD, expr_loc(e));
}

static Value is_shared(Eval *ev, const Expr *e, const Value *args)
{
	Value offset;
	Object *object = eval_target(ev, arg(e, args, 0), &offset);
	return object ? value_int(object->kind == OBJ_SHARED) : value_unknown_uniform(&ev->ctx, WHY_POINTER, expr_loc(e), NULL, 0, 1);
}

/* A whole local object set to zero, as `int a[64] = {}` is. */
static bool fill_with_zeros(Eval *ev, Value address, Value byte, Value size)
{
	Value offset;
	Object *object = eval_target(ev, address, &offset);
	int64_t at, with, n;
	if (!object || object->kind != OBJ_LOCAL || !object->var || !value_is_const(&offset, &at) || at)
		return false;
	if (!value_is_const(&byte, &with) || with || !value_is_const(&size, &n) || n < object->var->type->size)
		return false;
	if (!mask_subset(&object->lanes, &ev->flow.act))
		return false;
	memory_forget(&ev->mem, object, WHY_NONE);
	return true;
}

/* memcpy and memset: how the compiler cuts them is not known here, so only that they touch shared memory is. */
static Value bulk(Eval *ev, const Expr *e, const Value *args)
{
	if (e->intrinsic == IN_MEMSET && fill_with_zeros(ev, arg(e, args, 0), arg(e, args, 1), arg(e, args, 2)))
		return arg(e, args, 0);
	eval_escape(ev, arg(e, args, 0), WHY_UNSUPPORTED);
	eval_shared(ev, e, BANK_ST, 4, arg(e, args, 0), false, WHY_RULE_OPEN);
	if (e->intrinsic == IN_MEMCPY)
		eval_shared(ev, e, BANK_LD, 4, arg(e, args, 1), false, WHY_RULE_OPEN);
	return arg(e, args, 0);
}

/* nvcc has copies of 16 bytes leave the L1 cache out. */
static Value copy_async(Eval *ev, const Expr *e, const Value *args)
{
	Copy copy = { .to = arg(e, args, 0), .from = arg(e, args, 1) };
	int64_t bytes = 0, zeros = 0;
	Value size = arg(e, args, 2), fill = arg(e, args, 3);
	if (value_is_const(&size, &bytes) && (bytes == 4 || bytes == 8 || bytes == 16))
		copy.bytes = (int)bytes;
	copy.past_l1 = bytes == 16;
	copy.fills = !value_is_const(&fill, &zeros) || zeros;
	eval_cp_async(ev, e, &copy);
	return value_int(0);
}

/* What the runtime allocates begins at a multiple of 256 bytes: CUDA C++ Programming Guide, device memory accesses. */
static Value allocate(Eval *ev, const Expr *e, const Value *args)
{
	static const Type pointer = { .kind = TY_PTR, .size = 8, .align = 8, .name = "void *" };
	if (!ev->is_host)
		return opaque(ev, e, args);
	for (int i = 1; i < e->n_args; i++)
		eval_escape(ev, args[i], WHY_CALL);
	Sym sym = sym_new(&ev->ctx, (SymInfo){ .kind = SYM_UNIFORM, .low = INT64_MIN, .high = INT64_MAX, .align = 256,
					       .why = WHY_CALL, .object = -1, .loc = expr_loc(e) });
	eval_store(ev, e, arg(e, args, 0), &pointer, value_sym(&ev->ctx, sym));
	return value_unknown_uniform(&ev->ctx, WHY_CALL, expr_loc(e), NULL, INT64_MIN, INT64_MAX);
}

/* --- matrix fragments --------------------------------------------------------------------------------- */

static Value fragment_load(Eval *ev, const Expr *e, const Value *args)
{
	if (e->n_args < FRAGMENT_ARGS + 1)
		return opaque(ev, e, args);
	eval_fragment(ev, e, args, false);
	eval_escape(ev, args[FRAGMENT_ARGS], WHY_SHARED_LOAD);
	return value_int(0);
}

static Value fragment_store(Eval *ev, const Expr *e, const Value *args)
{
	if (e->n_args < FRAGMENT_ARGS)
		return opaque(ev, e, args);
	eval_fragment(ev, e, args, true);
	eval_escape(ev, args[0], WHY_SHARED_LOAD);
	return value_int(0);
}

/* --- the table ---------------------------------------------------------------------------------------- */

static Handler *const handlers[] = {
	[IN_SYNCTHREADS] = barrier, [IN_BARRIER_SYNC] = barrier, [IN_SYNCWARP] = barrier, [IN_THREADFENCE_BLOCK] = barrier,
	[IN_THREADFENCE] = barrier, [IN_THREADFENCE_SYSTEM] = barrier, [IN_NANOSLEEP] = barrier,
	[IN_PIPELINE_COMMIT] = barrier, [IN_PIPELINE_WAIT] = barrier,
	[IN_SYNCTHREADS_COUNT] = block_vote, [IN_SYNCTHREADS_AND] = block_vote, [IN_SYNCTHREADS_OR] = block_vote,
	[IN_EXPECT] = same, [IN_ASSUME_ALIGNED] = same, [IN_IS_SHARED] = is_shared,
	[IN_GENERIC_TO_SHARED] = same, [IN_SHARED_TO_GENERIC] = same, [IN_GENERIC_TO_SHARED_NVVM] = same,
	[IN_GENERIC_TO_GLOBAL] = same, [IN_MAP_SHARED_RANK] = in_cluster,
	[IN_ATOMIC_ADD] = atomic, [IN_ATOMIC_SUB] = atomic, [IN_ATOMIC_EXCH] = atomic, [IN_ATOMIC_MIN] = atomic,
	[IN_ATOMIC_MAX] = atomic, [IN_ATOMIC_INC] = atomic, [IN_ATOMIC_DEC] = atomic, [IN_ATOMIC_AND] = atomic,
	[IN_ATOMIC_OR] = atomic, [IN_ATOMIC_XOR] = atomic, [IN_ATOMIC_CAS] = atomic,
	[IN_ATOMIC_ADD_BLOCK] = atomic, [IN_ATOMIC_SUB_BLOCK] = atomic, [IN_ATOMIC_EXCH_BLOCK] = atomic,
	[IN_ATOMIC_MIN_BLOCK] = atomic, [IN_ATOMIC_MAX_BLOCK] = atomic, [IN_ATOMIC_AND_BLOCK] = atomic,
	[IN_ATOMIC_OR_BLOCK] = atomic, [IN_ATOMIC_XOR_BLOCK] = atomic, [IN_ATOMIC_CAS_BLOCK] = atomic,
	[IN_ATOMIC_ADD_SYSTEM] = atomic,
	[IN_SHFL] = shuffle, [IN_SHFL_UP] = shuffle, [IN_SHFL_DOWN] = shuffle, [IN_SHFL_XOR] = shuffle,
	[IN_SHFL_OLD] = shuffle, [IN_SHFL_UP_OLD] = shuffle, [IN_SHFL_DOWN_OLD] = shuffle, [IN_SHFL_XOR_OLD] = shuffle,
	[IN_BALLOT] = vote, [IN_ALL] = vote, [IN_ANY] = vote, [IN_ACTIVEMASK] = active_mask,
	[IN_MATCH_ANY] = opaque, [IN_LANEMASK_LT] = lanemask_lt,
	[IN_POPC] = lanewise, [IN_POPCLL] = lanewise, [IN_CLZ] = lanewise, [IN_CLZLL] = lanewise, [IN_FFS] = lanewise,
	[IN_FFSLL] = lanewise, [IN_BREV] = lanewise, [IN_BREVLL] = lanewise, [IN_BYTE_PERM] = lanewise,
	[IN_MUL24] = lanewise, [IN_UMUL24] = lanewise, [IN_MULHI] = lanewise, [IN_UMULHI] = lanewise,
	[IN_FUNNEL_L] = lanewise, [IN_FUNNEL_R] = lanewise, [IN_SAD] = lanewise, [IN_USAD] = lanewise, [IN_ABS] = lanewise,
	[IN_MIN] = extreme, [IN_MAX] = extreme, [IN_UMIN] = extreme, [IN_UMAX] = extreme,
	[IN_LDG] = cached_load, [IN_LDCG] = cached_load, [IN_LDCA] = cached_load, [IN_LDCS] = cached_load,
	[IN_MEMCPY] = bulk, [IN_MEMSET] = bulk,
	[IN_PIPELINE_MEMCPY_ASYNC] = copy_async,
	[IN_CUDA_MALLOC] = allocate, [IN_CUDA_MALLOC_ASYNC] = allocate, [IN_CUDA_MALLOC_MANAGED] = allocate,
	[IN_CUDA_MALLOC_PITCH] = allocate,
	[IN_WMMA_LOAD] = fragment_load, [IN_WMMA_STORE] = fragment_store,
	[IN_CLOCK] = clock_value, [IN_CLOCK64] = clock_value,
	[IN_PRINTF] = printing,
};

Value eval_intrinsic(Eval *ev, const Expr *e)
{
	Value *args = arena_array(ev->scratch, Value, e->n_args + 1);
	for (int i = 0; i < e->n_args; i++)
		args[i] = eval_expr(ev, e->arg[i]);
	size_t n = sizeof handlers / sizeof *handlers;
	Handler *handler = (size_t)e->intrinsic < n ? handlers[e->intrinsic] : NULL;
	return handler ? handler(ev, e, args) : nothing(ev, e, args);
}
