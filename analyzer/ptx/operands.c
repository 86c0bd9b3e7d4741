/* Operands as expressions. */
#include "ptx/lower.h"

#include <string.h>

enum { MAX_REPLACED = 6 };

/* --- variables ------------------------------------------------------------------------------------ */

static const Type *register_type(const Ptx *p, int reg)
{
	const PtxType type = p->f->regs.at[reg].type;
	if (type.kind == PTX_PRED)
		return p->t_bool;
	return p->is_float[reg] ? ptx_type_of(p, (PtxType){ PTX_FLOAT, type.bytes }) : ptx_int(p, type.bytes ? type.bytes : 4, true);
}

const Var *ptx_reg(Ptx *p, int reg)
{
	if (p->reg[reg])
		return p->reg[reg];
	Var *var = ptx_var(p, p->f->regs.at[reg].name, register_type(p, reg), VAR_LOCAL);
	var->is_temporary = p->is_temporary[reg];
	return p->reg[reg] = var;
}

static VarKind kind_of(const PtxVar *var)
{
	switch (var->space) {
	case SPACE_SHARED:
		return var->is_extern && var->count < 0 ? VAR_DYNAMIC : VAR_SHARED;
	case SPACE_CONST:
		return VAR_CONSTANT;
	case SPACE_GLOBAL:
		return VAR_GLOBAL;
	default:
		return VAR_LOCAL;
	}
}

const Var *ptx_symbol(Ptx *p, const PtxVar *from)
{
	if (p->var_of[from->id])
		return p->var_of[from->id];
	const Type *elem = ptx_type_of(p, from->type);
	const Type *type = from->count == 1 && from->space != SPACE_LOCAL ? elem : ptx_array(p, elem, from->count);
	Var *var = ptx_var(p, ptx_short_name(p->arena, from->name), type, kind_of(from));
	var->align = from->align;
	var->is_kept = var->kind == VAR_SHARED;
	var->loc = ptx_line(p, from->line);
	var->range = (Range){ var->loc, var->loc, 0 };
	if (!from->is_local)
		var->owner = NULL;
	return p->var_of[from->id] = var;
}

/* --- predicates ----------------------------------------------------------------------------------- */

static bool is_compare(const PtxInstr *def)
{
	return def->opcode->row && def->opcode->row->lower == LOWER_COMPARE && def->opcode->row->how == 0 && def->guard < 0 &&
	       def->operands[0].kind == PTX_REG;
}

static bool is_stable(const Ptx *p, const PtxOperand *o)
{
	if (o->kind == PTX_REG)
		return p->n_defs[o->index] == 1;
	return o->kind == PTX_NUMBER;
}

/* What is computed once from what is computed once is the same wherever it is used. */
static bool replaces(const Ptx *p, int reg, int depth)
{
	const PtxInstr *def = p->n_defs[reg] == 1 ? p->def[reg] : NULL;
	if (!def || depth > MAX_REPLACED || p->f->regs.at[reg].type.kind != PTX_PRED || !is_compare(def) || def->n_operands != 3)
		return false;
	return is_stable(p, &def->operands[1]) && is_stable(p, &def->operands[2]);
}

bool ptx_is_replaced(const Ptx *p, int reg)
{
	return replaces(p, reg, 0);
}

static bool may_write(const PtxOperand *to, const PtxOperand *read)
{
	if (read->kind != PTX_REG || (to->kind != PTX_REG && to->kind != PTX_VECTOR))
		return false;
	return to->kind == PTX_VECTOR || to->index == read->index;
}

/* A comparison just before the branch, in whose block nothing it reads changes after it. */
static bool is_just_before(const Ptx *p, const PtxInstr *def)
{
	if (!def || !p->instr || p->instr <= def || !is_compare(def) || def->n_operands != 3)
		return false;
	for (const PtxInstr *i = def + 1; i < p->instr; i++)
		for (int r = 0; r < i->n_operands && r < 2; r++)
			if (may_write(&i->operands[r], &def->operands[1]) || may_write(&i->operands[r], &def->operands[2]))
				return false;
	return true;
}

static bool same_block(const Ptx *p, const PtxInstr *def)
{
	const int from = (int)(def - p->f->instrs.at), to = (int)(p->instr - p->f->instrs.at);
	for (int i = 0; i < p->f->labels.n; i++)
		if (p->f->labels.at[i].at > from && p->f->labels.at[i].at <= to)
			return false;
	for (int i = from + 1; i < to; i++)
		if (p->f->instrs.at[i].opcode->row && p->f->instrs.at[i].opcode->row->class_ == PTX_FLOW)
			return false;
	return true;
}

static const Expr *condition_of(Ptx *p, int reg)
{
	const PtxInstr *def = p->n_defs[reg] == 1 ? p->def[reg] : NULL;
	const bool here = def && p->instr && p->instr - def < 24 && is_just_before(p, def) && same_block(p, def);
	if (here || replaces(p, reg, 0))
		return ptx_compare(p, def);
	return ptx_load(p, ptx_addr(p, ptx_reg(p, reg)), p->t_bool);
}

const Expr *ptx_condition(Ptx *p, const PtxOperand *o)
{
	if (o->kind == PTX_NUMBER)
		return ptx_number(p, p->t_bool, o->i);
	if (o->kind != PTX_REG || p->f->regs.at[o->index].type.kind != PTX_PRED)
		return ptx_unknown(p, p->t_bool, "predicate");
	const Expr *c = condition_of(p, o->index);
	return o->negated ? ptx_not(p, c) : c;
}

const Expr *ptx_guard(Ptx *p, const PtxInstr *instr)
{
	return ptx_condition(p, &(PtxOperand){ .kind = PTX_REG, .index = instr->guard, .negated = instr->guard_negated });
}

/* --- values --------------------------------------------------------------------------------------- */

static const struct SpecialVar {
	const char *name;
	BuiltinVar of;
} specials[] = { { "%tid.", BV_THREAD_IDX }, { "%ntid.", BV_BLOCK_DIM }, { "%ctaid.", BV_BLOCK_IDX }, { "%nctaid.", BV_GRID_DIM } };

/* %laneid and others that the evaluator knows by name. */
static const Expr *special_by_name(Ptx *p, const char *name, const Type *type)
{
	Var *temp = ptx_var(p, name, ptx_int(p, (int)type->size, true), VAR_LOCAL);
	AsmOperand *operands = arena_array(p->arena, AsmOperand, 2);
	operands[0] = (AsmOperand){ .kind = AO_ARG, .arg = 0 };
	operands[1] = (AsmOperand){ .kind = AO_SPECIAL, .name = name };
	AsmInstr *instr = arena_new_of(p->arena, AsmInstr);
	*instr = (AsmInstr){ .opcode = ptx_opcode_of(p, "mov.b32"), .operands = operands, .n_operands = 2, .text = name };
	AsmBlock *block = arena_new_of(p->arena, AsmBlock);
	*block = (AsmBlock){ .instrs = instr, .n_instrs = 1, .n_outputs = 1 };
	const Expr *output = ptx_addr(p, temp);
	block->outputs = arena_dup(p->arena, &output, sizeof output);
	block->output_types = arena_dup(p->arena, &temp->type, sizeof temp->type);
	block->output_reads = arena_array(p->arena, bool, 1);
	Expr *e = ptx_expr(p, EX_ASM, p->t_void, 0, NULL);
	e->asm_block = block;
	ptx_effect(p, e);
	return ptx_cast(p, ptx_load(p, ptx_addr(p, temp), temp->type), type);
}

static const Expr *special(Ptx *p, const char *name, const Type *type)
{
	for (size_t i = 0; i < sizeof specials / sizeof *specials; i++) {
		const size_t n = strlen(specials[i].name);
		if (strncmp(name, specials[i].name, n) != 0 || name[n] < 'x' || name[n] > 'z')
			continue;
		const Type *t_uint = ptx_int(p, 4, false);
		const Expr *parts[] = { ptx_addr(p, p->builtin[specials[i].of]), ptx_number(p, ptx_int(p, 8, true), 4 * (name[n] - 'x')) };
		Expr *at = ptx_expr(p, EX_PTRADD, ptx_pointer(p, t_uint), 2, parts);
		at->scale = 1;
		return ptx_cast(p, ptx_load(p, at, t_uint), type);
	}
	if (!strcmp(name, "WARP_SZ"))
		return ptx_number(p, type, 32);
	return name[0] == '%' ? special_by_name(p, name, type) : ptx_unknown(p, type, "name that is not declared");
}

static const Expr *symbol(Ptx *p, const PtxOperand *o, const Type *type)
{
	const Type *t_long = ptx_int(p, 8, true);
	const Expr *address = ptx_cast(p, ptx_addr(p, ptx_symbol(p, o->var)), t_long);
	if (o->i)
		address = ptx_binary(p, OP_ADD, t_long, address, ptx_number(p, t_long, o->i));
	return ptx_cast(p, address, type);
}

/* The lowest parts first. */
static const Expr *packed(Ptx *p, const PtxOperand *o, const Type *type)
{
	const int bytes = (int)type->size / o->n_parts;
	const Expr *sum = NULL;
	if (type->kind != TY_INT || type->size > 8 || bytes < 1 || bytes * o->n_parts != type->size)
		return ptx_unknown(p, type, "vector");
	for (int i = 0; i < o->n_parts; i++) {
		const Type *wide = ptx_int(p, (int)type->size, false);
		const Expr *part = ptx_cast(p, ptx_value(p, &o->parts[i], ptx_int(p, bytes, false)), wide);
		if (i)
			part = ptx_binary(p, OP_SHL, wide, part, ptx_number(p, wide, 8 * bytes * i));
		sum = sum ? ptx_binary(p, OP_OR, wide, sum, part) : part;
	}
	return ptx_cast(p, sum, type);
}

static const Expr *number(Ptx *p, const PtxOperand *o, const Type *type)
{
	if (type->kind != TY_FLOAT)
		return ptx_number(p, type, o->i);
	Expr *e = ptx_expr(p, EX_FLOAT, type, 0, NULL);
	float f;
	const uint32_t bits = (uint32_t)o->i;
	memcpy(&f, &bits, sizeof f);
	memcpy(&e->f, &o->i, sizeof e->f);
	if (type->size == 4)
		e->f = (double)f;
	return e;
}

static const Expr *reg_value(Ptx *p, int reg, const Type *type)
{
	const Var *var = ptx_reg(p, reg);
	const Expr *e = ptx_load(p, ptx_addr(p, var), var->type);
	if (var->type->kind == TY_BOOL && type->kind == TY_BOOL)
		return condition_of(p, reg);
	if ((var->type->kind == TY_FLOAT) != (type->kind == TY_FLOAT))
		return ptx_unknown(p, type, "the bits of a float");
	return type->kind == TY_FLOAT ? e : ptx_cast(p, e, type);
}

const Expr *ptx_value(Ptx *p, const PtxOperand *o, const Type *type)
{
	switch (o->kind) {
	case PTX_REG:
		return reg_value(p, o->index, type);
	case PTX_NUMBER:
		return number(p, o, type);
	case PTX_SYMBOL:
		return type->kind == TY_INT ? symbol(p, o, type) : ptx_unknown(p, type, "address");
	case PTX_NAME:
		return type->kind == TY_INT ? special(p, o->name, type) : ptx_unknown(p, type, "name");
	case PTX_VECTOR:
		return packed(p, o, type);
	default:
		return ptx_unknown(p, type, "operand");
	}
}

const Expr *ptx_nth(Ptx *p, int i, const Type *type)
{
	return i < p->instr->n_operands ? ptx_value(p, &p->instr->operands[i], type) : ptx_unknown(p, type, "missing operand");
}

bool ptx_constant(const Ptx *p, const PtxOperand *o, int64_t *out)
{
	if (o->kind == PTX_REG && p->n_defs[o->index] == 1) {
		const PtxInstr *def = p->def[o->index];
		const bool is_move = def->guard < 0 && def->opcode->row && def->opcode->row->lower == LOWER_MOVE && def->n_operands == 2;
		o = is_move ? &def->operands[1] : o;
	}
	*out = o->i;
	return o->kind == PTX_NUMBER && !o->is_float;
}

/* --- results -------------------------------------------------------------------------------------- */

static void set_reg(Ptx *p, int reg, const Expr *value)
{
	if (!p->reg_needed[reg])
		return;
	const Var *var = ptx_reg(p, reg);
	if (value->kind == EX_UNKNOWN)
		value = ptx_unknown(p, var->type, value->reason);
	else if ((var->type->kind == TY_FLOAT) != (value->type->kind == TY_FLOAT))
		value = ptx_unknown(p, var->type, "the bits of a float");
	else if (var->type->kind == TY_BOOL && value->type->kind != TY_BOOL)
		value = ptx_binary(p, OP_NE, value->type, value, ptx_number(p, value->type, 0));
	else if (var->type->kind != TY_FLOAT)
		value = ptx_cast(p, value, var->type);
	ptx_effect(p, ptx_expr(p, EX_STORE, var->type, 2, (const Expr *[]){ ptx_addr(p, var), value }));
}

/* mov.b64 {%r1, %r2}, %rd1: by a variable, since a part may be read for the next one. */
static void unpack(Ptx *p, const PtxOperand *to, const Expr *value)
{
	const int bytes = (int)value->type->size / (to->n_parts ? to->n_parts : 1);
	const Type *wide = ptx_int(p, (int)value->type->size, false);
	const bool is_known = value->type->kind == TY_INT && value->type->size <= 8 && bytes && value->kind != EX_UNKNOWN;
	const Var *temp = is_known ? ptx_var(p, "<packed>", wide, VAR_LOCAL) : NULL;
	if (temp)
		ptx_effect(p, ptx_expr(p, EX_STORE, wide, 2, (const Expr *[]){ ptx_addr(p, temp), ptx_cast(p, value, wide) }));
	for (int i = 0; i < to->n_parts; i++) {
		if (to->parts[i].kind != PTX_REG)
			continue;
		const Expr *part = temp ? ptx_load(p, ptx_addr(p, temp), wide) : ptx_unknown(p, wide, "vector");
		if (temp && i)
			part = ptx_binary(p, OP_SHR, wide, part, ptx_number(p, wide, 8 * bytes * i));
		set_reg(p, to->parts[i].index, temp ? ptx_cast(p, part, ptx_int(p, bytes, true)) : part);
	}
}

void ptx_set(Ptx *p, const PtxOperand *to, const Expr *value)
{
	if (to->kind == PTX_REG)
		set_reg(p, to->index, value);
	else if (to->kind == PTX_VECTOR)
		unpack(p, to, value);
}

const Expr *ptx_place(Ptx *p, const PtxOperand *address, const Type *type)
{
	const PtxOperand *base = address->n_parts ? &address->parts[0] : NULL;
	const Type *pointer = ptx_pointer(p, type), *t_long = ptx_int(p, 8, true);
	if (base && base->kind == PTX_SYMBOL) {
		const Expr *parts[] = { ptx_addr(p, ptx_symbol(p, base->var)), ptx_number(p, t_long, address->i + base->i) };
		Expr *e = ptx_expr(p, EX_PTRADD, pointer, 2, parts);
		e->scale = 1;
		return e;
	}
	const Expr *number = base ? ptx_value(p, base, t_long) : ptx_number(p, t_long, 0);
	if (address->i)
		number = ptx_binary(p, OP_ADD, t_long, number, ptx_number(p, t_long, address->i));
	return ptx_expr(p, EX_CAST, pointer, 1, &number);
}
