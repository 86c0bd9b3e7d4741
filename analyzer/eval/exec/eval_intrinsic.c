/* Intrinsics: functions that are known by name (ir/intrinsics.def). */
#include "eval/exec/intrinsic_impl.h"

Value intrinsic_arg(const Expr *e, const Value *args, int i)
{
	return i < e->n_args ? args[i] : value_int(0);
}

Value intrinsic_unknown(Eval *ev, const Expr *e, const Value *args, Reason reason)
{
	bool uniform = true, per_warp = true;
	unsigned points_to = 0;
	for (int i = 0; i < e->n_args; i++) {
		points_to |= value_points_to(&ev->ctx, &args[i]);
		uniform = uniform && value_is_uniform(&ev->ctx, &args[i], &ev->flow.may_execute);
		per_warp = per_warp && value_is_warp_uniform(&ev->ctx, &args[i], &ev->flow.may_execute);
	}
	if (uniform && e->type->kind == TY_FLOAT)
		return value_sym(&ev->ctx, ev->float_sym);
	const Value v = eval_unknown_value(ev, uniform, per_warp, reason, expr_loc(e));
	return e->type->kind == TY_INT || e->type->kind == TY_PTR ? value_pointing_to(&ev->ctx, v, points_to) : v;
}

static Value nothing(Eval *ev, const Expr *e, const Value *args, int how)
{
	(void)ev, (void)e, (void)args, (void)how;
	return value_int(0);
}

static Value barrier(Eval *ev, const Expr *e, const Value *args, int how)
{
	eval_barrier(ev);
	return nothing(ev, e, args, how);
}

static Value same(Eval *ev, const Expr *e, const Value *args, int how)
{
	(void)ev, (void)how;
	return intrinsic_arg(e, args, 0);
}

static Value printing(Eval *ev, const Expr *e, const Value *args, int how)
{
	(void)e, (void)args, (void)how;
	eval_barrier(ev);
	return value_int(1);
}

static Value block_vote(Eval *ev, const Expr *e, const Value *args, int how)
{
	barrier(ev, e, args, how);
	return value_unknown_uniform(&ev->ctx, REASON_WARP_DATA, expr_loc(e), NULL, INT64_MIN, INT64_MAX);
}

/* An address in another block's shared memory (distributed shared memory). */
static Value in_cluster(Eval *ev, const Expr *e, const Value *args, int how)
{
	(void)args, (void)how;
	return value_pointing_to(&ev->ctx, value_unknown(&ev->ctx, REASON_CLUSTER, expr_loc(e)), POINTS_TO_SHARED);
}

static Value opaque(Eval *ev, const Expr *e, const Value *args, int how)
{
	(void)how;
	for (int i = 0; i < e->n_args; i++)
		eval_escape(ev, args[i], REASON_CALL);
	return eval_unknown_value(ev, false, false, REASON_CALL, expr_loc(e));
}

static Value clock_value(Eval *ev, const Expr *e, const Value *args, int how)
{
	(void)args, (void)how;
	return eval_unknown_value(ev, false, true, REASON_CLOCK, expr_loc(e));
}

/* --- atomics ------------------------------------------------------------------------------------- */

static const Type *pointee(const Expr *e)
{
	const Type *type = e->n_args ? e->arg[0]->type : NULL;
	return type && type->kind == TY_PTR ? type->elem : NULL;
}

static Value atomic_by(Eval *ev, const Expr *e, const Value *args, int how, Value by)
{
	const Type *type = pointee(e);
	Value address = intrinsic_arg(e, args, 0), offset;
	Atomic atomic = { .does = (AtomicOp)how,
			  .bytes = type && type->size > 0 && type->size <= 16 ? (int)type->size : 4,
			  .address = address,
			  .by = by,
			  .discarded = ev->discarded == e };
	atomic.floating = type && type->kind != TY_INT && type->kind != TY_BOOL && type->kind != TY_PTR;
	atomic.vector = type && type->kind == TY_RECORD;
	eval_atomic(ev, e, &atomic);
	Object *object = eval_target(ev, address, &offset);
	if (object && object->kind == OBJ_LOCAL)
		memory_invalidate(&ev->mem, object, REASON_ATOMIC);
	return value_unknown(&ev->ctx, REASON_ATOMIC, expr_loc(e));
}

static Value atomic(Eval *ev, const Expr *e, const Value *args, int how)
{
	return atomic_by(ev, e, args, how, intrinsic_arg(e, args, 1));
}

static Value atomic_negated(Eval *ev, const Expr *e, const Value *args, int how)
{
	return atomic_by(ev, e, args, how, value_unary(&ev->ctx, OP_NEG, int_of(pointee(e)), intrinsic_arg(e, args, 1)));
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

__extension__ typedef __int128 Product;
__extension__ typedef unsigned __int128 UnsignedProduct;

enum {
#define ARITHMETIC(name, result) name,
#include "eval/exec/arithmetic.def"
#undef ARITHMETIC
};

static int64_t apply(int how, int64_t a, int64_t b, int64_t c)
{
	uint32_t x = (uint32_t)a, y = (uint32_t)b, n = (uint32_t)c & 31;
	switch (how) {
#define ARITHMETIC(name, result) \
	case name: \
		return result;
#include "eval/exec/arithmetic.def"
#undef ARITHMETIC
	default:
		return 0;
	}
}

static bool all_known(const Expr *e, const Value *args)
{
	for (int i = 0; i < e->n_args; i++)
		if (!value_is_known(&args[i]))
			return false;
	return true;
}

/* An integer function of integers: computed per thread if all arguments are known. */
static Value per_thread(Eval *ev, const Expr *e, const Value *args, int how)
{
	if (e->type->kind != TY_INT)
		return intrinsic_unknown(ev, e, args, REASON_FLOAT);
	if (!all_known(e, args))
		return intrinsic_unknown(ev, e, args, args[0].unknown ? args[0].unknown->reason : REASON_BITS);
	int64_t *v = arena_array(ev->scratch, int64_t, ev->ctx.n_threads);
	Value a = intrinsic_arg(e, args, 0), b = intrinsic_arg(e, args, 1), c = intrinsic_arg(e, args, 2);
	for (int l = 0; l < ev->ctx.n_threads; l++)
		v[l] = apply(how, per_thread_at(a.base, l), per_thread_at(b.base, l), per_thread_at(c.base, l));
	return value_cast(&ev->ctx, int_wide, int_of(e->type), value_per_thread(&ev->ctx, v));
}

/* A count of bits, or a bit's position: at most the argument's number of bits. */
static Value count_bits(Eval *ev, const Expr *e, const Value *args, int how)
{
	Value v = per_thread(ev, e, args, how);
	if (e->type->kind != TY_INT || all_known(e, args))
		return v;
	int64_t bits = 8 * e->arg[0]->type->size;
	return v.unknown ? value_within(&ev->ctx, v, 0, bits) : value_unknown_uniform(&ev->ctx, REASON_BITS, expr_loc(e), NULL, 0, bits);
}

/* Taken as a full product if the arguments are unknown: programs use it for sizes and indices that fit in 24 bits. */
static Value multiply24(Eval *ev, const Expr *e, const Value *args, int how)
{
	if (e->type->kind != TY_INT || all_known(e, args))
		return per_thread(ev, e, args, how);
	return value_binary(&ev->ctx, OP_MUL, int_of(e->type), intrinsic_arg(e, args, 0), intrinsic_arg(e, args, 1));
}

/* The range of a value as a number of its type: unsigned numbers that are stored as negative ones may be large. */
static void range_of(Eval *ev, Int type, const Value *v, int64_t *low, int64_t *high)
{
	value_range(&ev->ctx, v, low, high);
	if (type.is_signed || *low >= 0)
		return;
	*low = 0;
	*high = INT64_MAX;
}

/* min or max: threads in which the comparison is unknown get either argument.  how: OP_LE for min, OP_GE for max. */
static Value extreme(Eval *ev, const Expr *e, const Value *args, int how)
{
	if (e->type->kind != TY_INT || e->n_args != 2)
		return intrinsic_unknown(ev, e, args, REASON_FLOAT);
	bool least = how == OP_LE;
	Int type = int_of(e->type);
	Value a = value_cast(&ev->ctx, int_of(e->arg[0]->type), type, intrinsic_arg(e, args, 0));
	Value b = value_cast(&ev->ctx, int_of(e->arg[1]->type), type, intrinsic_arg(e, args, 1));
	Value first = value_binary(&ev->ctx, (Op)how, type, a, b);
	Cond c = value_test(&ev->ctx, &first, &ev->flow.may_execute);
	Mask decided = mask_or(c.yes, c.no);
	Value known = value_select(&ev->ctx, &c.yes, a, b);
	if (mask_subset(&ev->flow.may_execute, &decided))
		return c.folds ? known : value_at_run_time(&ev->ctx, known, 0, REFINE_OFFSET);
	Value either = value_join(&ev->ctx, a, b, c.scope == SCOPE_UNIFORM, c.scope != SCOPE_THREAD, c.why, expr_loc(e));
	int64_t low[2], high[2];
	range_of(ev, type, &a, &low[0], &high[0]);
	range_of(ev, type, &b, &low[1], &high[1]);
	bool first_low = (low[0] < low[1]) == least, first_high = (high[0] < high[1]) == least;
	either = value_within(&ev->ctx, either, first_low ? low[0] : low[1], first_high ? high[0] : high[1]);
	return clamp_choose(ev, &(Clamped){ a, b, !least, type }, &c, known, either);
}

/* --- memory ------------------------------------------------------------------------------------------ */

static Value cached_load(Eval *ev, const Expr *e, const Value *args, int how)
{
	(void)how;
	return eval_loaded(ev, intrinsic_arg(e, args, 0), e->type, REASON_GLOBAL_LOAD, expr_loc(e));
}

/* how: the kind of object that is asked for */
static Value is_in_space(Eval *ev, const Expr *e, const Value *args, int how)
{
	Value offset;
	Object *object = eval_target(ev, intrinsic_arg(e, args, 0), &offset);
	return object ? value_int((int)object->kind == how) : value_unknown_uniform(&ev->ctx, REASON_POINTER, expr_loc(e), NULL, 0, 1);
}

/* memset() of a whole local object to zero; false: it is not that. */
static bool fill_with_zeros(Eval *ev, Value address, Value byte, Value size)
{
	Value offset;
	Object *object = eval_target(ev, address, &offset);
	int64_t at, with, n;
	if (!object || object->kind != OBJ_LOCAL || !object->var || !value_is_const(&offset, &at) || at)
		return false;
	if (!value_is_const(&byte, &with) || with || !value_is_const(&size, &n) || n < object->var->type->size)
		return false;
	if (!mask_subset(&object->threads, &ev->flow.may_execute))
		return false;
	memory_invalidate(&ev->mem, object, REASON_NONE);
	return true;
}

/* memcpy and memset: the width of their accesses is not known, only that they access shared memory. */
static Value written_bytes(Eval *ev, const Expr *e, const Value *args)
{
	eval_escape(ev, intrinsic_arg(e, args, 0), REASON_UNSUPPORTED);
	eval_shared(ev, e, BANK_ST, 4, intrinsic_arg(e, args, 0), false, REASON_RULE_OPEN);
	return intrinsic_arg(e, args, 0);
}

static Value fill_bytes(Eval *ev, const Expr *e, const Value *args, int how)
{
	(void)how;
	bool cleared = fill_with_zeros(ev, intrinsic_arg(e, args, 0), intrinsic_arg(e, args, 1), intrinsic_arg(e, args, 2));
	return cleared ? intrinsic_arg(e, args, 0) : written_bytes(ev, e, args);
}

static Value copy_bytes(Eval *ev, const Expr *e, const Value *args, int how)
{
	(void)how;
	if (eval_copy_bytes(ev, e, intrinsic_arg(e, args, 0), intrinsic_arg(e, args, 1), intrinsic_arg(e, args, 2)))
		return intrinsic_arg(e, args, 0);
	Value to = written_bytes(ev, e, args);
	eval_shared(ev, e, BANK_LD, 4, intrinsic_arg(e, args, 1), false, REASON_RULE_OPEN);
	return to;
}

/* nvcc generates .cg, which bypasses the L1 cache, for copies of 16 bytes. */
static Value copy_async(Eval *ev, const Expr *e, const Value *args, int how)
{
	(void)how;
	Copy copy = { .to = intrinsic_arg(e, args, 0), .from = intrinsic_arg(e, args, 1) };
	int64_t bytes = 0, zeros = 0;
	Value size = intrinsic_arg(e, args, 2), fill = intrinsic_arg(e, args, 3);
	if (value_is_const(&size, &bytes) && (bytes == 4 || bytes == 8 || bytes == 16))
		copy.bytes = (int)bytes;
	copy.past_l1 = bytes == 16;
	copy.fills = !value_is_const(&fill, &zeros) || zeros;
	eval_cp_async(ev, e, &copy);
	return value_int(0);
}

/* Allocations of the runtime are aligned to 256 bytes (CUDA C++ Programming Guide, Device Memory Accesses). */
static Value allocate(Eval *ev, const Expr *e, const Value *args, int how)
{
	static const Type pointer = { .kind = TY_PTR, .size = 8, .align = 8, .name = "void *" };
	if (!ev->is_host)
		return opaque(ev, e, args, how);
	for (int i = 1; i < e->n_args; i++)
		eval_escape(ev, args[i], REASON_CALL);
	Sym sym = sym_new(&ev->ctx, (SymInfo){ .kind = SYM_UNIFORM,
					       .low = INT64_MIN,
					       .high = INT64_MAX,
					       .align = 256,
					       .why = REASON_CALL,
					       .object = -1,
					       .loc = expr_loc(e) });
	eval_store(ev, e, intrinsic_arg(e, args, 0), &pointer, value_sym(&ev->ctx, sym));
	return value_unknown_uniform(&ev->ctx, REASON_CALL, expr_loc(e), NULL, INT64_MIN, INT64_MAX);
}

/* --- matrix fragments --------------------------------------------------------------------------------- */

static Value fragment_load(Eval *ev, const Expr *e, const Value *args, int how)
{
	if (e->n_args < FRAGMENT_ARGS + 1)
		return opaque(ev, e, args, how);
	eval_fragment(ev, e, args, false);
	eval_escape(ev, args[FRAGMENT_ARGS], REASON_SHARED_LOAD);
	return value_int(0);
}

static Value fragment_store(Eval *ev, const Expr *e, const Value *args, int how)
{
	if (e->n_args < FRAGMENT_ARGS)
		return opaque(ev, e, args, how);
	eval_fragment(ev, e, args, true);
	eval_escape(ev, args[0], REASON_SHARED_LOAD);
	return value_int(0);
}

/* --- the table ---------------------------------------------------------------------------------------- */

/* By row of intrinsics.def. */
static const struct {
	Handler *handler;
	int how;
} handlers[] = {
#define INTRINSIC(spelling, evaluate, how, classes) { evaluate, how },
#include "ir/intrinsics.def"
#undef INTRINSIC
};

Value eval_intrinsic(Eval *ev, const Expr *e)
{
	Value *args = arena_array(ev->scratch, Value, e->n_args + 1);
	for (int i = 0; i < e->n_args; i++)
		args[i] = eval_expr(ev, e->arg[i]);
	ptrdiff_t row = e->intrinsic - intrinsics;
	Value known;
	if (host_math(ev, e, e->intrinsic->spelling, args, &known))
		return known;
	return handlers[row].handler(ev, e, args, handlers[row].how);
}

Value eval_function(Eval *ev, const Expr *site, const char *spelling, const Type *result, const Type *of, const Value *args, int n)
{
	enum { MOST = 4 };
	const Expr operand = { .kind = EX_INT, .type = of, .range = site->range, .id = site->id }, *operands[MOST];
	for (int i = 0; i < MOST; i++)
		operands[i] = &operand;
	const Intrinsic *known = intrinsic_named(spelling);
	const Expr e = {
		.kind = EX_INTRINSIC, .type = result, .range = site->range, .id = site->id, .intrinsic = known, .arg = operands, .n_args = n
	};
	const ptrdiff_t row = known - intrinsics;
	return handlers[row].handler(ev, &e, args, handlers[row].how);
}
