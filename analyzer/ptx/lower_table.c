/* An instruction, by its row of ptx.def. */
#include "ptx/lower.h"

#include <string.h>

static void (*const lowerings[])(Ptx *, const PtxInstr *, int) = {
#define PTX_LOWER(name) [LOWER_##name] = lower_##name,
#include "ir/ptx_lowerings.def"
#undef PTX_LOWER
};

/* Whether it matters what the result is made of, addresses or data: unless it is a float's. */
static bool is_made_of_operands(const PtxOpcode *opcode)
{
	const bool is_float = opcode->type.kind == PTX_FLOAT || opcode->type.kind == PTX_PACKED;
	return opcode->row && opcode->row->class_ == PTX_VALUE && (opcode->row->lower == LOWER_OPAQUE || !is_float);
}

void lower_OPAQUE(Ptx *p, const PtxInstr *instr, int how)
{
	const PtxRow *row = instr->opcode->row;
	if (is_made_of_operands(instr->opcode)) {
		lower_ASM(p, instr, how);
		return;
	}
	for (int i = 0; i < instr->n_operands && i < (row ? row->n_results : 1); i++) {
		const PtxOperand *to = &instr->operands[i];
		if (to->kind == PTX_REG)
			ptx_set(p, to, ptx_unknown(p, p->t_void, instr->opcode->part[0]));
		for (int k = 0; to->kind == PTX_VECTOR && k < to->n_parts; k++)
			ptx_set(p, &to->parts[k], ptx_unknown(p, p->t_void, instr->opcode->part[0]));
	}
}

/* A copy bypasses what its predicate leaves out, which its price depends on: the predicate stays with it. */
static bool keeps_guard(const PtxInstr *instr)
{
	return instr->opcode->row && instr->opcode->row->lower == LOWER_ASM && instr->opcode->part[0][0] == 'c';
}

bool ptx_has_slow_path(const PtxOpcode *opcode)
{
	static const char *const words[] = { "div", "rem", "sqrt", "rcp" };
	if (opcode->type.kind == PTX_FLOAT && !ptx_has(opcode, "rn") && !ptx_has(opcode, "rz") && !ptx_has(opcode, "rp") &&
	    !ptx_has(opcode, "rm"))
		return false;
	if (opcode->type.kind != PTX_FLOAT && opcode->type.bytes < 8)
		return false;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (!strcmp(opcode->part[0], words[i]))
			return true;
	return false;
}

static void lower_one(Ptx *p, const PtxInstr *instr)
{
	const PtxRow *row = instr->opcode->row;
	if (ptx_has_slow_path(instr->opcode))
		ptx_end_straight_line(p, instr);
	if (!p->needed[instr - p->f->instrs.at])
		return;
	if (!row)
		lower_ASM(p, instr, 0);
	else if (row->lower != LOWER_NONE)
		lowerings[row->lower](p, instr, row->how);
	else if (row->class_ == PTX_FLOW)
		ptx_lower_call(p, instr);
}

void ptx_lower_instr(Ptx *p, const PtxInstr *instr)
{
	StmtList *out = p->out, inside = { 0 };
	p->instr = instr;
	p->range = ptx_range(p, instr);
	if (instr->guard < 0 || keeps_guard(instr)) {
		lower_one(p, instr);
		return;
	}
	const Expr *c = ptx_guard(p, instr);
	p->out = &inside;
	lower_one(p, instr);
	p->out = out;
	if (!inside.n)
		return;
	Stmt *s = ptx_stmt(p, ST_IF);
	s->expr = c;
	s->body = ptx_block(p, &inside);
	ptx_add(p, s);
}
