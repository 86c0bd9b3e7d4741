/* What inline PTX computes with functions: on bits, and between the lanes of a warp. */
#include "eval/exec/asm_impl.h"

#include "ir/ptx_logic.h"

static const Type t_s32 = { .kind = TY_INT, .is_signed = true, .size = 4, .align = 4, .name = "int" };
static const Type t_u32 = { .kind = TY_INT, .size = 4, .align = 4, .name = "unsigned int" };
static const Int s32 = { 4, true, false }, u32 = { 4, false, false };

/* Operand i is a constant; *out: its low byte, which is all that counts, fields, lengths and tables. */
static bool number_at(Asm *a, int i, int64_t *out)
{
	const Value v = asm_nth(a, i);
	if (i >= a->instr->n_operands || !value_is_const(&v, out))
		return false;
	*out &= 0xff;
	return true;
}

static Type type_of(const PtxOpcode *op)
{
	const int bytes = op->type.bytes ? op->type.bytes : 4;
	return (Type){ .kind = TY_INT, .is_signed = op->type.kind == PTX_SIGNED, .size = bytes, .align = bytes, .name = "int" };
}

static Int int_of_type(const Type *type)
{
	return (Int){ (int)type->size, type->is_signed, false };
}

/* --- functions ------------------------------------------------------------------------------------- */

void asm_function(Asm *a)
{
	int n;
	const char *name = ptx_function(a->opcode, &n);
	const bool counts = a->opcode->row->how == INTRINSIC_POPC || a->opcode->row->how == INTRINSIC_CLZ;
	const Type type = type_of(a->opcode);
	Value args[3];
	if (!name) {
		asm_other(a);
		return;
	}
	for (int i = 0; i < n; i++)
		args[i] = asm_nth(a, i + 1);
	asm_set(a, eval_function(a->ev, a->site, name, counts ? &t_s32 : &type, &type, args, n));
}

/* d or d|p */
static void set_first(Asm *a, Value v, Value second)
{
	const AsmOperand *to = &a->instr->operands[0];
	if (to->kind == AO_VECTOR && to->n_parts == 2) {
		asm_assign(a, &to->parts[0], v);
		asm_assign(a, &to->parts[1], second);
	} else {
		asm_assign(a, to, v);
	}
}

/* shfl.sync.idx.b32 d|p, a, b, c, mask; c: of the width of segments. */
void asm_shuffle(Asm *a)
{
	int64_t c;
	const char *name = ptx_warp_function(a->opcode);
	const Value clamp = asm_nth(a, 3);
	if (a->instr->n_operands < 4 || !value_is_const(&clamp, &c) || !name) {
		asm_other(a);
		return;
	}
	const Value args[] = { asm_nth(a, 4), asm_nth(a, 1), asm_nth(a, 2), value_int(32 - (c >> 8 & 31)) };
	set_first(a, eval_function(a->ev, a->site, name, &t_s32, &t_s32, args, 4),
		  value_unknown(&a->ev->ctx, REASON_WARP_DATA, expr_loc(a->site)));
}

/* vote.sync.ballot.b32 d, p, mask; redux.sync.or.b32 d, a, mask */
void asm_vote(Asm *a)
{
	const char *name = ptx_warp_function(a->opcode);
	if (!name || a->instr->n_operands < 2 || a->opcode->type.kind == PTX_FLOAT) {
		asm_other(a);
		return;
	}
	const Value args[] = { asm_nth(a, 2), asm_nth(a, 1) };
	asm_set(a, eval_function(a->ev, a->site, name, &t_u32, &t_s32, args, 2));
}

/* elect.sync d|p, mask: the first lane that executes it; which one it is does not matter to what it costs. */
void asm_elect(Asm *a)
{
	ValueCtx *ctx = &a->ev->ctx;
	int64_t *leader = arena_array(a->ev->scratch, int64_t, ctx->n_threads), *is = arena_array(a->ev->scratch, int64_t, ctx->n_threads);
	for (int l = 0; l < ctx->n_threads; l++) {
		const uint32_t lanes = mask_warp(&a->ev->flow.may_execute, l / WARP_LANES);
		leader[l] = lanes ? __builtin_ctz(lanes) : 0;
		is[l] = leader[l] == l % WARP_LANES;
	}
	if (a->instr->n_operands)
		set_first(a, value_per_thread(ctx, leader), value_per_thread(ctx, is));
}

/* --- bits ------------------------------------------------------------------------------------------ */

void asm_logic3(Asm *a)
{
	ValueCtx *ctx = &a->ev->ctx;
	int64_t table;
	if (!number_at(a, 4, &table) || a->instr->operands[0].kind == AO_VECTOR) {
		asm_other(a);
		return;
	}
	Logic logic;
	Value x[LOGIC_STEP + MAX_LOGIC_STEPS] = { asm_nth(a, 1), asm_nth(a, 2), asm_nth(a, 3), value_int(0), value_int(-1) };
	ptx_logic3((unsigned)table, &logic);
	for (int i = 0; i < logic.n; i++) {
		const LogicStep *step = &logic.steps[i];
		x[LOGIC_STEP + i] = step->op == OP_NOT ? value_unary(ctx, OP_NOT, s32, x[step->a])
						       : value_binary(ctx, step->op, s32, x[step->a], x[step->b]);
	}
	asm_set(a, x[logic.result]);
}

/* bfe.u32 d, a, pos, len */
void asm_extract(Asm *a)
{
	ValueCtx *ctx = &a->ev->ctx;
	const Type of = type_of(a->opcode);
	const Int type = int_of_type(&of);
	const int bits = 8 * type.bytes;
	int64_t pos, len;
	const bool has_len = number_at(a, 3, &len) && len > 0, has_pos = number_at(a, 2, &pos);
	if (has_len && has_pos && pos + len <= bits) {
		const Value up = value_binary(ctx, OP_SHL, type, asm_nth(a, 1), value_int(bits - pos - len));
		asm_set(a, value_binary(ctx, OP_SHR, type, up, value_int(bits - len)));
	} else if (has_len && !has_pos && len < bits && !type.is_signed) {
		const Value down = value_binary(ctx, OP_SHR, type, asm_nth(a, 1), asm_nth(a, 2));
		asm_set(a, value_binary(ctx, OP_AND, type, down, value_int((int64_t)(((uint64_t)1 << len) - 1))));
	} else {
		asm_other(a);
	}
}

/* bfi.b32 f, a, b, pos, len */
void asm_insert(Asm *a)
{
	ValueCtx *ctx = &a->ev->ctx;
	const Type of = type_of(a->opcode);
	const Int type = { int_of_type(&of).bytes, true, false };
	int64_t pos, len;
	if (!number_at(a, 3, &pos) || !number_at(a, 4, &len) || len <= 0 || pos + len > 8 * type.bytes) {
		asm_other(a);
		return;
	}
	const uint64_t ones = len >= 64 ? UINT64_MAX : ((uint64_t)1 << len) - 1;
	const Value low = value_binary(ctx, OP_AND, type, asm_nth(a, 1), value_int((int64_t)ones));
	const Value field = value_binary(ctx, OP_SHL, type, low, value_int(pos));
	const Value rest = value_binary(ctx, OP_AND, type, asm_nth(a, 2), value_int((int64_t)~(ones << pos)));
	asm_set(a, value_binary(ctx, OP_ADD, type, rest, field)); /* no bit is in both */
}

/* A position or a width of a mask: at most 32 (.clamp), or modulo 32 (.wrap). */
static Value limited(Asm *a, int i)
{
	const Value args[] = { asm_nth(a, i), value_int(32) };
	return ptx_has(a->opcode, "wrap") ? value_binary(&a->ev->ctx, OP_AND, u32, args[0], value_int(31))
					  : eval_function(a->ev, a->site, "min", &t_u32, &t_u32, args, 2);
}

/* bmsk.clamp.b32 d, a, b: b ones from bit a on.  szext.clamp.u32 d, a, b: a's lowest b bits; signed ones of constant width only. */
void asm_mask(Asm *a)
{
	ValueCtx *ctx = &a->ev->ctx;
	const bool extends = a->opcode->row->how;
	int64_t n;
	if (extends && a->opcode->type.kind == PTX_SIGNED) {
		if (!number_at(a, 2, &n) || n <= 0 || n >= 32) {
			asm_other(a);
			return;
		}
		const Value up = value_binary(ctx, OP_SHL, s32, asm_nth(a, 1), value_int(32 - n));
		asm_set(a, value_binary(ctx, OP_SHR, s32, up, value_int(32 - n)));
		return;
	}
	const Value beyond = value_binary(ctx, OP_SHL, int_wide, value_int(1), limited(a, 2));
	const Value ones = value_binary(ctx, OP_SUB, int_wide, beyond, value_int(1));
	if (extends)
		asm_set(a, value_binary(ctx, OP_AND, u32, asm_nth(a, 1), value_cast(ctx, int_wide, u32, ones)));
	else
		asm_set(a, value_cast(ctx, int_wide, u32, value_binary(ctx, OP_SHL, int_wide, ones, limited(a, 1))));
}

/* shf.l.wrap.b32 d, a, b, c: of b:a; the function takes (low, high, count) in the same order. */
void asm_funnel(Asm *a)
{
	int64_t count;
	const Value args[] = { asm_nth(a, 1), asm_nth(a, 2), asm_nth(a, 3) };
	if (a->opcode->n < 3 || (ptx_has(a->opcode, "clamp") && (!value_is_const(&args[2], &count) || count < 0 || count > 31)))
		asm_other(a);
	else
		asm_set(a, eval_function(a->ev, a->site, ptx_has(a->opcode, "l") ? "__funnelshift_l" : "__funnelshift_r", &t_u32, &t_u32,
					 args, 3));
}

/* bfind.u32: the position of the highest bit; bfind.shiftamt: how far it is from the top. */
void asm_highest(Asm *a)
{
	ValueCtx *ctx = &a->ev->ctx;
	const Value x = asm_nth(a, 1);
	if (a->opcode->type.kind != PTX_UNSIGNED || a->opcode->type.bytes != 4) {
		asm_other(a);
		return;
	}
	const Value zeros = eval_function(a->ev, a->site, "__clz", &t_s32, &t_s32, &x, 1);
	asm_set(a, ptx_has(a->opcode, "shiftamt") ? zeros : value_binary(ctx, OP_SUB, s32, value_int(31), zeros));
}
