/* Arithmetic. */
#include "ptx/lower.h"

#include <string.h>

enum { MAX_DROPPED = 6 /* bits at the top of a mask */ };

static const Type *own_type(const Ptx *p)
{
	return ptx_type_of(p, p->instr->opcode->type);
}

static const Type *twice(const Ptx *p, const Type *type)
{
	return ptx_int(p, 2 * (int)type->size, type->is_signed);
}

static bool is_unknown(const PtxOpcode *opcode)
{
	return opcode->type.kind == PTX_PACKED || opcode->type.bytes > 8;
}

static void set(Ptx *p, const Expr *value)
{
	if (p->instr->n_operands)
		ptx_set(p, &p->instr->operands[0], value);
}

/* `x & 0x3fffffe0` is `x & ~31` of a number that is no larger: NVVM leaves out the bits that a shift behind it drops. */
static const Expr *whole_mask(Ptx *p, const Expr *e)
{
	const int bits = 8 * (int)e->type->size;
	if (e->kind != EX_INT || bits < 32)
		return e;
	const uint64_t all = bits == 64 ? UINT64_MAX : UINT32_MAX, mask = (uint64_t)e->i & all;
	const uint64_t low = mask & (0 - mask), top = mask + low; /* a power of two, of bits in a row */
	const bool is_row = low > 1 && top && !(top & (top - 1)) && top >> (bits - MAX_DROPPED);
	return is_row ? ptx_number(p, e->type, (int64_t)(0 - low)) : e;
}

void lower_BINARY(Ptx *p, const PtxInstr *instr, int how)
{
	const PtxOpcode *opcode = instr->opcode;
	const Type *type = own_type(p);
	const bool shifts = how == OP_SHL || how == OP_SHR;
	if (is_unknown(opcode)) {
		lower_OPAQUE(p, instr, 0);
		return;
	}
	if (opcode->type.kind == PTX_PRED) {
		const Expr *a = ptx_condition(p, &instr->operands[1]), *b = ptx_condition(p, &instr->operands[2]);
		if (how == OP_XOR)
			set(p, ptx_binary(p, OP_NE, p->t_bool, a, b));
		else
			set(p, ptx_expr(p, how == OP_AND ? EX_LAND : EX_LOR, p->t_bool, 2, (const Expr *[]){ a, b }));
		return;
	}
	if (how == OP_SHR && opcode->type.kind == PTX_BITS)
		type = ptx_int(p, opcode->type.bytes, false);
	/* An operation whose result has the same bits for both signs is a signed one, as registers are. */
	const bool either = type->kind == TY_INT && how != OP_DIV && how != OP_REM && how != OP_SHR;
	type = either ? ptx_int(p, (int)type->size, true) : type;
	const Expr *b = ptx_nth(p, 2, shifts ? ptx_int(p, 4, true) : type);
	set(p, ptx_binary(p, (Op)how, type, ptx_nth(p, 1, type), how == OP_AND ? whole_mask(p, b) : b));
}

void lower_UNARY(Ptx *p, const PtxInstr *instr, int how)
{
	const Type *type = own_type(p);
	if (is_unknown(instr->opcode)) {
		lower_OPAQUE(p, instr, 0);
	} else if (instr->opcode->type.kind == PTX_PRED) {
		set(p, ptx_not(p, ptx_condition(p, &instr->operands[1])));
	} else {
		const Expr *e = ptx_unary(p, (Op)how, ptx_nth(p, 1, type));
		set(p, how == OP_LNOT ? ptx_cast(p, e, type) : e);
	}
}

static const Expr *high_product(Ptx *p, const Type *type)
{
	const Expr *args[] = { ptx_nth(p, 1, type), ptx_nth(p, 2, type) };
	if (type->kind != TY_INT || type->size < 4)
		return ptx_unknown(p, type, "mul.hi");
	const char *of_32 = type->is_signed ? "__mulhi" : "__umulhi", *of_64 = type->is_signed ? "__mul64hi" : "__umul64hi";
	return ptx_call(p, type->size == 4 ? of_32 : of_64, type, 2, args);
}

/* how: 1: and an addition. */
void lower_MULTIPLY(Ptx *p, const PtxInstr *instr, int how)
{
	const PtxOpcode *opcode = instr->opcode;
	const Type *type = own_type(p);
	if (is_unknown(opcode)) {
		lower_OPAQUE(p, instr, 0);
		return;
	}
	const bool wide = ptx_has(opcode, "wide"), high = ptx_has(opcode, "hi");
	const Type *result = wide ? twice(p, type) : type->kind == TY_INT ? ptx_int(p, (int)type->size, true) : type;
	const Expr *product;
	if (high)
		product = ptx_cast(p, high_product(p, type), result);
	else if (wide)
		product = ptx_binary(p, OP_MUL, result, ptx_cast(p, ptx_nth(p, 1, type), result), ptx_cast(p, ptx_nth(p, 2, type), result));
	else
		product = ptx_binary(p, OP_MUL, result, ptx_nth(p, 1, result), ptx_nth(p, 2, result));
	set(p, how ? ptx_binary(p, OP_ADD, result, product, ptx_nth(p, 3, result)) : product);
}

void lower_MOVE(Ptx *p, const PtxInstr *instr, int how)
{
	const PtxOperand *from = instr->n_operands > 1 ? &instr->operands[1] : NULL;
	(void)how;
	if (!from)
		return;
	if (instr->opcode->type.kind == PTX_PRED)
		set(p, ptx_condition(p, from));
	else if (from->kind == PTX_REG && p->is_float[from->index])
		set(p, ptx_value(p, from, ptx_reg(p, from->index)->type));
	else if (from->kind == PTX_NUMBER && instr->operands[0].kind == PTX_REG && p->is_float[instr->operands[0].index])
		set(p, ptx_value(p, from, ptx_type_of(p, (PtxType){ PTX_FLOAT, instr->opcode->type.bytes })));
	else if (instr->opcode->type.kind == PTX_FLOAT)
		set(p, ptx_value(p, from, own_type(p)));
	else
		set(p, ptx_value(p, from, ptx_int(p, instr->opcode->type.bytes, true)));
}

void lower_CONVERT(Ptx *p, const PtxInstr *instr, int how)
{
	const PtxOpcode *opcode = instr->opcode;
	const Type *to = ptx_type_of(p, opcode->to), *from = own_type(p);
	(void)how;
	if (is_unknown(opcode) || opcode->to.kind == PTX_PACKED || instr->n_operands != 2) {
		lower_OPAQUE(p, instr, 0);
		return;
	}
	const Expr *value = ptx_nth(p, 1, from);
	/* The operand may be in a wider register than its type says. */
	set(p, ptx_has(opcode, "sat") ? ptx_unknown(p, to, "cvt.sat") : ptx_cast(p, value, to));
}

/* --- conditions ----------------------------------------------------------------------------------- */

static Op comparison(const PtxOpcode *opcode, bool *is_unsigned)
{
	static const struct {
		const char *name;
		Op op;
		bool is_unsigned;
	} table[] = {
		{ "eq", OP_EQ, false },  { "ne", OP_NE, false },  { "lt", OP_LT, false },  { "le", OP_LE, false },
		{ "gt", OP_GT, false },  { "ge", OP_GE, false },  { "lo", OP_LT, true },   { "ls", OP_LE, true },
		{ "hi", OP_GT, true },   { "hs", OP_GE, true },   { "equ", OP_EQ, false }, { "neu", OP_NE, false },
		{ "ltu", OP_LT, false }, { "leu", OP_LE, false }, { "gtu", OP_GT, false }, { "geu", OP_GE, false },
	};
	for (size_t i = 0; i < sizeof table / sizeof *table && opcode->n > 1; i++)
		if (!strcmp(opcode->part[1], table[i].name)) {
			*is_unsigned = table[i].is_unsigned;
			return table[i].op;
		}
	return OP_NONE;
}

const Expr *ptx_compare(Ptx *p, const PtxInstr *instr)
{
	bool is_unsigned = false;
	const PtxInstr *outer = p->instr;
	const Op op = comparison(instr->opcode, &is_unsigned);
	p->instr = instr;
	const Type *type = ptx_type_of(p, instr->opcode->type);
	if (type->kind == TY_INT && (is_unsigned || (instr->opcode->type.kind == PTX_BITS && op != OP_EQ && op != OP_NE)))
		type = ptx_int(p, (int)type->size, false);
	if (type->kind == TY_INT && (op == OP_EQ || op == OP_NE))
		type = ptx_int(p, (int)type->size, true);
	const Expr *c = op == OP_NONE || is_unknown(instr->opcode) ? ptx_unknown(p, p->t_bool, instr->opcode->part[0])
								   : ptx_binary(p, op, type, ptx_nth(p, 1, type), ptx_nth(p, 2, type));
	p->instr = outer;
	return c;
}

/* setp.lt.and.s32 p|q, a, b, r;  how: 1: set, whose result is a number. */
void lower_COMPARE(Ptx *p, const PtxInstr *instr, int how)
{
	const PtxOperand *to = &instr->operands[0];
	if (instr->n_operands < 3 || (!how && to->kind == PTX_REG && ptx_is_replaced(p, to->index)))
		return;
	const Expr *c = ptx_compare(p, instr), *with = instr->n_operands > 3 ? ptx_condition(p, &instr->operands[3]) : NULL;
	const PtxOperand *second = to->kind == PTX_VECTOR && to->n_parts == 2 ? &to->parts[1] : NULL;
	const Expr *results[] = { c, second ? ptx_not(p, ptx_compare(p, instr)) : NULL };
	for (int i = 0; i < (second ? 2 : 1); i++) {
		const Expr *e = results[i];
		if (with && ptx_has(instr->opcode, "xor"))
			e = ptx_binary(p, OP_NE, p->t_bool, e, with);
		else if (with)
			e = ptx_expr(p, ptx_has(instr->opcode, "and") ? EX_LAND : EX_LOR, p->t_bool, 2, (const Expr *[]){ e, with });
		if (how)
			e = ptx_has(instr->opcode, "f32") ? ptx_unknown(p, p->t_float[2], "set")
							  : ptx_unary(p, OP_NEG, ptx_cast(p, e, ptx_int(p, 4, true)));
		ptx_set(p, second ? &to->parts[i] : to, e);
	}
}

/* selp d, a, b, p;  how: 1: slct d, a, b, c: a if c >= 0 */
void lower_CHOOSE(Ptx *p, const PtxInstr *instr, int how)
{
	const PtxType is = how ? instr->opcode->to : instr->opcode->type;
	const bool floats = instr->operands[0].kind == PTX_REG && p->is_float[instr->operands[0].index];
	const Type *type = floats ? ptx_type_of(p, (PtxType){ PTX_FLOAT, is.bytes }) : ptx_int(p, is.bytes, true);
	if (instr->n_operands < 4 || is.bytes > 8) {
		lower_OPAQUE(p, instr, 0);
		return;
	}
	const Type *tested = own_type(p);
	const Expr *c =
		how ? ptx_binary(p, OP_GE, tested, ptx_nth(p, 3, tested), ptx_number(p, tested, 0)) : ptx_condition(p, &instr->operands[3]);
	if (how && tested->kind == TY_FLOAT)
		c = ptx_unknown(p, p->t_bool, "slct");
	set(p, ptx_choose(p, c, ptx_nth(p, 1, type), ptx_nth(p, 2, type)));
}
