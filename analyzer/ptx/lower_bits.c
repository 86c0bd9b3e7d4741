/* Operations on bits, and others that the evaluator knows as functions of CUDA. */
#include "ir/ptx_logic.h"
#include "ptx/lower.h"

static void set(Ptx *p, const Expr *value)
{
	if (p->instr->n_operands)
		ptx_set(p, &p->instr->operands[0], value);
}

static bool number_at(const Ptx *p, const PtxInstr *instr, int i, int64_t *out)
{
	if (i >= instr->n_operands || !ptx_constant(p, &instr->operands[i], out))
		return false;
	*out &= 0xff;
	return true;
}

/* --- lop3 ----------------------------------------------------------------------------------------- */

void lower_LOGIC3(Ptx *p, const PtxInstr *instr, int how)
{
	const Type *type = ptx_int(p, 4, true);
	(void)how;
	int64_t table;
	if (instr->operands[0].kind != PTX_REG || !number_at(p, instr, 4, &table)) {
		lower_OPAQUE(p, instr, 0);
		return;
	}
	Logic logic;
	const Expr *x[LOGIC_STEP + MAX_LOGIC_STEPS] = { ptx_nth(p, 1, type), ptx_nth(p, 2, type), ptx_nth(p, 3, type),
							ptx_number(p, type, 0), ptx_number(p, type, -1) };
	ptx_logic3((unsigned)table, &logic);
	for (int i = 0; i < logic.n; i++) {
		const LogicStep *step = &logic.steps[i];
		x[LOGIC_STEP + i] =
			step->op == OP_NOT ? ptx_unary(p, OP_NOT, x[step->a]) : ptx_binary(p, step->op, type, x[step->a], x[step->b]);
	}
	set(p, x[logic.result]);
}

/* --- fields --------------------------------------------------------------------------------------- */

/* bfe.u32 d, a, pos, len */
void lower_EXTRACT(Ptx *p, const PtxInstr *instr, int how)
{
	int64_t pos, len;
	const int bytes = instr->opcode->type.bytes, bits = 8 * bytes;
	const bool is_signed = instr->opcode->type.kind == PTX_SIGNED;
	const Type *type = ptx_int(p, bytes, is_signed), *count = ptx_int(p, 4, true);
	(void)how;
	if (number_at(p, instr, 2, &pos) && number_at(p, instr, 3, &len) && len > 0 && pos + len <= bits) {
		const Expr *e = ptx_nth(p, 1, type);
		if (pos + len < bits)
			e = ptx_binary(p, OP_SHL, type, e, ptx_number(p, count, bits - pos - len));
		set(p, ptx_binary(p, OP_SHR, type, e, ptx_number(p, count, bits - len)));
	} else if (number_at(p, instr, 3, &len) && len > 0 && len < bits && !is_signed) {
		const Expr *e = ptx_binary(p, OP_SHR, type, ptx_nth(p, 1, type), ptx_nth(p, 2, count));
		set(p, ptx_binary(p, OP_AND, type, e, ptx_number(p, type, (int64_t)(((uint64_t)1 << len) - 1))));
	} else {
		lower_OPAQUE(p, instr, 0);
	}
}

/* bfi.b32 f, a, b, pos, len */
void lower_INSERT(Ptx *p, const PtxInstr *instr, int how)
{
	int64_t pos, len;
	const int bytes = instr->opcode->type.bytes;
	const Type *type = ptx_int(p, bytes, true);
	(void)how;
	if (!number_at(p, instr, 3, &pos) || !number_at(p, instr, 4, &len) || len <= 0 || pos + len > 8 * bytes) {
		lower_OPAQUE(p, instr, 0);
		return;
	}
	const uint64_t ones = len >= 64 ? UINT64_MAX : ((uint64_t)1 << len) - 1;
	const Expr *field = ptx_nth(p, 1, type);
	if (pos + len < 8 * bytes)
		field = ptx_binary(p, OP_AND, type, field, ptx_number(p, type, (int64_t)ones));
	if (pos)
		field = ptx_binary(p, OP_SHL, type, field, ptx_number(p, ptx_int(p, 4, true), pos));
	const Expr *rest = ptx_binary(p, OP_AND, type, ptx_nth(p, 2, type), ptx_number(p, type, (int64_t)~(ones << pos)));
	set(p, ptx_binary(p, OP_ADD, type, rest, field)); /* no bit is in both */
}

/* A position or a width of a mask: at most 32 (.clamp), or modulo 32 (.wrap). */
static const Expr *limited(Ptx *p, const PtxInstr *instr, int i)
{
	const Type *type = ptx_int(p, 4, false), *wide = ptx_int(p, 8, true);
	const Expr *args[] = { ptx_nth(p, i, type), ptx_number(p, type, 32) };
	const Expr *e = ptx_has(instr->opcode, "wrap") ? ptx_binary(p, OP_AND, type, args[0], ptx_number(p, type, 31))
						       : ptx_call(p, "min", type, 2, args);
	return ptx_cast(p, e, wide);
}

/* bmsk.clamp.b32 d, a, b: b ones from bit a on.  szext.clamp.u32 d, a, b: a's lowest b bits; signed ones of constant width only. */
void lower_MASK(Ptx *p, const PtxInstr *instr, int how)
{
	const Type *type = ptx_int(p, 4, false), *wide = ptx_int(p, 8, true), *count = ptx_int(p, 4, true);
	int64_t n = 0;
	if (how && instr->opcode->type.kind == PTX_SIGNED) {
		const bool known = number_at(p, instr, 2, &n) && n > 0 && n < 32;
		if (!known) {
			lower_OPAQUE(p, instr, 0);
			return;
		}
		const Expr *up = ptx_binary(p, OP_SHL, count, ptx_nth(p, 1, count), ptx_number(p, count, 32 - n));
		set(p, ptx_binary(p, OP_SHR, count, up, ptx_number(p, count, 32 - n)));
		return;
	}
	const Expr *one = ptx_number(p, wide, 1);
	const Expr *ones = ptx_binary(p, OP_SUB, wide, ptx_binary(p, OP_SHL, wide, one, limited(p, instr, 2)), one);
	if (how)
		set(p, ptx_binary(p, OP_AND, type, ptx_nth(p, 1, type), ptx_cast(p, ones, type)));
	else
		set(p, ptx_cast(p, ptx_binary(p, OP_SHL, wide, ones, limited(p, instr, 1)), type));
}

/* shf.l.wrap.b32 d, a, b, c: of b:a; the function takes (low, high, count) in the same order. */
void lower_FUNNEL(Ptx *p, const PtxInstr *instr, int how)
{
	const Type *type = ptx_int(p, 4, false);
	const Expr *args[] = { ptx_nth(p, 1, type), ptx_nth(p, 2, type), ptx_nth(p, 3, type) };
	(void)how;
	if (instr->opcode->n < 3 || (ptx_has(instr->opcode, "clamp") && instr->operands[3].kind != PTX_NUMBER))
		lower_OPAQUE(p, instr, 0);
	else
		set(p, ptx_call(p, ptx_has(instr->opcode, "l") ? "__funnelshift_l" : "__funnelshift_r", type, 3, args));
}

/* bfind.u32: the position of the highest bit; bfind.shiftamt: how far it is from the top. */
void lower_HIGHEST(Ptx *p, const PtxInstr *instr, int how)
{
	const Type *type = ptx_int(p, 4, true);
	(void)how;
	if (instr->opcode->type.kind != PTX_UNSIGNED || instr->opcode->type.bytes != 4) {
		lower_OPAQUE(p, instr, 0);
		return;
	}
	const Expr *x = ptx_nth(p, 1, type), *zeros = ptx_call(p, "__clz", type, 1, &x);
	set(p, ptx_has(instr->opcode, "shiftamt") ? zeros : ptx_binary(p, OP_SUB, type, ptx_number(p, type, 31), zeros));
}

/* dp4a.u32.u32 d, a, b, c: the sum of four products of bytes. */
void lower_DOT(Ptx *p, const PtxInstr *instr, int how)
{
	const Type *type = ptx_int(p, 4, true), *count = ptx_int(p, 4, true);
	const Type *a = ptx_int(p, 1, instr->opcode->to.kind == PTX_SIGNED), *b = ptx_int(p, 1, instr->opcode->type.kind == PTX_SIGNED);
	const Expr *sum = ptx_nth(p, 3, type);
	for (int i = 0; i < how; i++) {
		const Expr *by = ptx_number(p, count, 8 * i);
		const Expr *x = ptx_cast(p, ptx_cast(p, ptx_binary(p, OP_SHR, type, ptx_nth(p, 1, type), by), a), type);
		const Expr *y = ptx_cast(p, ptx_cast(p, ptx_binary(p, OP_SHR, type, ptx_nth(p, 2, type), by), b), type);
		sum = ptx_binary(p, OP_ADD, type, sum, ptx_binary(p, OP_MUL, type, x, y));
	}
	set(p, sum);
}

/* --- functions ------------------------------------------------------------------------------------ */

void lower_INTRINSIC(Ptx *p, const PtxInstr *instr, int how)
{
	int n;
	const char *name = ptx_function(instr->opcode, &n);
	const Expr *args[3];
	if (!name) {
		lower_OPAQUE(p, instr, 0);
		return;
	}
	const Type *type = ptx_type_of(p, instr->opcode->type);
	for (int i = 0; i < n; i++)
		args[i] = ptx_nth(p, i + 1, type);
	const bool counts = how == INTRINSIC_POPC || how == INTRINSIC_CLZ;
	set(p, ptx_call(p, name, counts ? ptx_int(p, 4, true) : type, n, args));
}

/* shfl.sync.bfly.b32 d|p, a, b, c, mask */
void lower_SHUFFLE(Ptx *p, const PtxInstr *instr, int how)
{
	int64_t c;
	const Type *type = ptx_int(p, 4, true);
	const PtxOperand *to = &instr->operands[0];
	const char *name = ptx_warp_function(instr->opcode);
	(void)how;
	if (instr->n_operands < 4 || !ptx_constant(p, &instr->operands[3], &c) || !name) {
		lower_OPAQUE(p, instr, 0);
		return;
	}
	const PtxOperand *from = &instr->operands[1];
	const Type *moved = from->kind == PTX_REG && p->is_float[from->index] ? p->t_float[2] : type;
	const Expr *mask = instr->n_operands > 4 ? ptx_nth(p, 4, type) : ptx_number(p, type, -1);
	const Expr *args[] = { mask, ptx_nth(p, 1, moved), ptx_nth(p, 2, type), ptx_number(p, type, 32 - (c >> 8 & 31)) };
	const bool pair = to->kind == PTX_VECTOR && to->n_parts == 2;
	ptx_set(p, pair ? &to->parts[0] : to, ptx_call(p, name, moved, 4, args));
	if (pair)
		ptx_set(p, &to->parts[1], ptx_unknown(p, p->t_bool, "shfl"));
}

/* vote.sync.ballot.b32 d, p, mask; redux.sync.or.b32 d, a, mask */
void lower_VOTE(Ptx *p, const PtxInstr *instr, int how)
{
	const Type *type = ptx_int(p, 4, false), *t_int = ptx_int(p, 4, true);
	const char *name = ptx_warp_function(instr->opcode);
	if (!name || instr->n_operands < 2 || instr->opcode->type.kind == PTX_FLOAT) {
		lower_OPAQUE(p, instr, 0);
		return;
	}
	const Expr *mask = instr->n_operands > 2 ? ptx_nth(p, 2, type) : ptx_number(p, type, -1);
	const Expr *args[] = { mask, how ? ptx_nth(p, 1, t_int) : ptx_cast(p, ptx_condition(p, &instr->operands[1]), t_int) };
	set(p, ptx_call(p, name, name[2] == 'b' ? type : t_int, 2, args));
}
