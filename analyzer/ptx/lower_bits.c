/* Operations on bits, and others that the evaluator knows as functions of CUDA. */
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

/* table: bit 2a + b: the result for these two bits. */
static const Expr *logic2(Ptx *p, unsigned table, const Expr *a, const Expr *b, const Type *type)
{
	const Expr *ones = ptx_number(p, type, -1), *zero = ptx_number(p, type, 0);
	switch (table) {
	case 0:
		return zero;
	case 15:
		return ones;
	case 12:
		return a;
	case 10:
		return b;
	case 3:
		return ptx_unary(p, OP_NOT, a);
	case 5:
		return ptx_unary(p, OP_NOT, b);
	case 8:
		return ptx_binary(p, OP_AND, type, a, b);
	case 14:
		return ptx_binary(p, OP_OR, type, a, b);
	case 6:
		return ptx_binary(p, OP_XOR, type, a, b);
	case 4:
		return ptx_binary(p, OP_AND, type, a, ptx_unary(p, OP_NOT, b));
	case 2:
		return ptx_binary(p, OP_AND, type, ptx_unary(p, OP_NOT, a), b);
	case 13:
		return ptx_binary(p, OP_OR, type, a, ptx_unary(p, OP_NOT, b));
	case 11:
		return ptx_binary(p, OP_OR, type, ptx_unary(p, OP_NOT, a), b);
	default:
		return ptx_unary(p, OP_NOT, logic2(p, 15 & ~table, a, b, type));
	}
}

/* The functions of the two other operands where operand `by` (0: a) is 0 and where it is 1. */
static void split_table(unsigned table, int by, unsigned out[2])
{
	const int shift[3] = { 2, 1, 0 };
	out[0] = out[1] = 0;
	for (unsigned i = 0; i < 8; i++) {
		unsigned rest = 0, n = 0;
		for (int k = 2; k >= 0; k--)
			if (k != by)
				rest |= (i >> shift[k] & 1) << n++;
		out[i >> shift[by] & 1] |= (table >> i & 1) << rest;
	}
}

/* f = c ? one : zero, as simply as the two allow. */
static const Expr *logic3(Ptx *p, unsigned table, const Expr *const x[3], const Type *type)
{
	unsigned f[2];
	for (int by = 2; by >= 0; by--) {
		const Expr *c = x[by], *a = x[by == 0 ? 1 : 0], *b = x[by == 2 ? 1 : 2];
		split_table(table, by, f);
		if (f[0] == f[1])
			return logic2(p, f[0], a, b, type);
		if (f[0] == (15 & ~f[1]))
			return ptx_binary(p, OP_XOR, type, logic2(p, f[0], a, b, type), c);
		if (f[0] == 0)
			return ptx_binary(p, OP_AND, type, logic2(p, f[1], a, b, type), c);
		if (f[1] == 15)
			return ptx_binary(p, OP_OR, type, logic2(p, f[0], a, b, type), c);
	}
	split_table(table, 2, f);
	return ptx_binary(p, OP_OR, type, ptx_binary(p, OP_AND, type, logic2(p, f[1], x[0], x[1], type), x[2]),
			  ptx_binary(p, OP_AND, type, logic2(p, f[0], x[0], x[1], type), ptx_unary(p, OP_NOT, x[2])));
}

void lower_LOGIC3(Ptx *p, const PtxInstr *instr, int how)
{
	const Type *type = ptx_int(p, 4, true);
	(void)how;
	int64_t table;
	if (instr->operands[0].kind != PTX_REG || !number_at(p, instr, 4, &table)) {
		lower_OPAQUE(p, instr, 0);
		return;
	}
	const Expr *x[3] = { ptx_nth(p, 1, type), ptx_nth(p, 2, type), ptx_nth(p, 3, type) };
	set(p, logic3(p, (unsigned)table, x, type));
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

static const struct {
	const char *name, *name8; /* for 4 and 8 bytes; NULL: none */
	const char *unsigned_name;
	int n_args;
} functions[] = {
	[INTRINSIC_ABS] = { "abs", NULL, NULL, 1 },
	[INTRINSIC_MIN] = { "min", "min", "min", 2 },
	[INTRINSIC_MAX] = { "max", "max", "max", 2 },
	[INTRINSIC_SAD] = { "__sad", NULL, "__usad", 3 },
	[INTRINSIC_POPC] = { "__popc", "__popcll", NULL, 1 },
	[INTRINSIC_CLZ] = { "__clz", "__clzll", NULL, 1 },
	[INTRINSIC_BREV] = { "__brev", "__brevll", NULL, 1 },
	[INTRINSIC_PRMT] = { "__byte_perm", NULL, NULL, 3 },
	[INTRINSIC_ACTIVEMASK] = { "__activemask", NULL, NULL, 0 },
};

/* prmt.b32.f4e and the like take their bytes otherwise. */
static bool has_mode(const PtxOpcode *opcode)
{
	return !ptx_has(opcode, "b32") || opcode->n > 2;
}

void lower_INTRINSIC(Ptx *p, const PtxInstr *instr, int how)
{
	const PtxType is = instr->opcode->type;
	const bool is_unsigned = is.kind == PTX_UNSIGNED;
	const char *name = is.bytes == 8 ? functions[how].name8 : functions[how].name;
	const Expr *args[3];
	if (is_unsigned && functions[how].unsigned_name && is.bytes == 4)
		name = functions[how].unsigned_name;
	const bool floats = is.kind == PTX_FLOAT || is.kind == PTX_PACKED || is.bytes > 8 || is.bytes < 2;
	if (!name || floats || (how == INTRINSIC_PRMT && has_mode(instr->opcode)) || ptx_has(instr->opcode, "relu")) {
		lower_OPAQUE(p, instr, 0);
		return;
	}
	const Type *type = ptx_type_of(p, is);
	for (int i = 0; i < functions[how].n_args; i++)
		args[i] = ptx_nth(p, i + 1, type);
	const bool counts = how == INTRINSIC_POPC || how == INTRINSIC_CLZ;
	set(p, ptx_call(p, name, counts ? ptx_int(p, 4, true) : type, functions[how].n_args, args));
}

/* shfl.sync.bfly.b32 d|p, a, b, c, mask */
void lower_SHUFFLE(Ptx *p, const PtxInstr *instr, int how)
{
	static const struct {
		const char *mode, *name;
	} modes[] = { { "idx", "__shfl_sync" }, { "up", "__shfl_up_sync" }, { "down", "__shfl_down_sync" }, { "bfly", "__shfl_xor_sync" } };
	int64_t c;
	const Type *type = ptx_int(p, 4, true);
	const PtxOperand *to = &instr->operands[0];
	const char *name = NULL;
	(void)how;
	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
		if (ptx_has(instr->opcode, modes[i].mode))
			name = modes[i].name;
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

/* vote.sync.ballot.b32 d, p, mask */
void lower_VOTE(Ptx *p, const PtxInstr *instr, int how)
{
	const Type *type = ptx_int(p, 4, false), *t_int = ptx_int(p, 4, true);
	const char *name = ptx_has(instr->opcode, "ballot") ? "__ballot_sync"
			   : ptx_has(instr->opcode, "all")  ? "__all_sync"
			   : ptx_has(instr->opcode, "any")  ? "__any_sync"
							    : NULL;
	(void)how;
	if (!name || instr->n_operands < 2) {
		lower_OPAQUE(p, instr, 0);
		return;
	}
	const Expr *mask = instr->n_operands > 2 ? ptx_nth(p, 2, type) : ptx_number(p, type, -1);
	const Expr *args[] = { mask, ptx_cast(p, ptx_condition(p, &instr->operands[1]), t_int) };
	set(p, ptx_call(p, name, name[2] == 'b' ? type : t_int, 2, args));
}
