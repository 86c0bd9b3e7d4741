/* Which instructions matter: those that access shared memory, or decide which do, and what these depend on.  Floats that are only
 * computed with are left out. */
#include "ptx/lower.h"

typedef struct Needs {
	Ptx *p;
	int *first, *defs; /* defs[first[r]] … defs[first[r + 1] - 1]: instructions that define register r */
	VEC(int) work;     /* registers */
} Needs;

typedef void EachReg(void *data, int reg);

static void each_reg(const PtxOperand *o, EachReg *each, void *data)
{
	if (o->kind == PTX_REG)
		each(data, o->index);
	for (int i = 0; i < o->n_parts; i++)
		each_reg(&o->parts[i], each, data);
}

static bool is_result(const PtxInstr *instr, int i)
{
	const PtxRow *row = instr->opcode->row;
	return i < (row ? row->n_results : 1) && (instr->operands[i].kind == PTX_REG || instr->operands[i].kind == PTX_VECTOR);
}

static void each_result(const PtxInstr *instr, EachReg *each, void *data)
{
	for (int i = 0; i < instr->n_operands; i++)
		if (is_result(instr, i))
			each_reg(&instr->operands[i], each, data);
}

/* --- definitions ---------------------------------------------------------------------------------- */

static void count_def(void *data, int reg)
{
	((int *)data)[reg]++;
}

static void set_flag(void *data, int reg)
{
	((bool *)data)[reg] = true;
}

/* Registers `.b32` hold floats if all that is stored to them is one. */
static void find_floats(Ptx *p)
{
	bool *other = arena_array(p->scratch, bool, p->f->regs.n + 1);
	for (int i = 0; i < p->f->instrs.n; i++) {
		const PtxInstr *instr = &p->f->instrs.at[i];
		const bool is = instr->opcode->to.kind == PTX_FLOAT && instr->opcode->to.bytes >= 4;
		each_result(instr, set_flag, is ? p->is_float : other);
	}
	for (int i = 0; i < p->f->regs.n; i++) {
		const PtxKind kind = p->f->regs.at[i].type.kind;
		p->is_float[i] = kind == PTX_FLOAT || (p->is_float[i] && !other[i] && kind != PTX_PRED);
	}
}

typedef struct Filling {
	Needs *n;
	int instr;
} Filling;

static void fill_def(void *data, int reg)
{
	Filling *f = data;
	f->n->defs[f->n->first[reg + 1]++] = f->instr;
	f->n->p->def[reg] = &f->n->p->f->instrs.at[f->instr];
}

static void find_defs(Needs *n)
{
	Ptx *p = n->p;
	const int n_regs = p->f->regs.n, n_instrs = p->f->instrs.n;
	n->first = arena_array(p->scratch, int, n_regs + 2);
	for (int i = 0; i < n_instrs; i++) {
		const PtxInstr *instr = &p->f->instrs.at[i];
		each_result(instr, count_def, p->n_defs);
		for (int k = 0; k < instr->n_operands; k++)
			if (!is_result(instr, k))
				each_reg(&instr->operands[k], count_def, p->n_uses);
	}
	int sum = 0;
	for (int r = 0; r < n_regs; r++) {
		n->first[r + 1] = sum;
		sum += p->n_defs[r];
	}
	n->defs = arena_array(p->scratch, int, sum + 1);
	for (int i = 0; i < n_instrs; i++)
		each_result(&p->f->instrs.at[i], fill_def, &(Filling){ n, i });
}

/* --- needs ---------------------------------------------------------------------------------------- */

static void need_reg(void *data, int reg)
{
	Needs *n = data;
	if (n->p->reg_needed[reg])
		return;
	n->p->reg_needed[reg] = true;
	vec_push(n->p->scratch, &n->work, reg);
}

static bool may_be_shared(const PtxOpcode *opcode)
{
	return opcode->space == SPACE_SHARED || opcode->space == SPACE_NONE;
}

static bool is_needed_at_first(const Ptx *p, const PtxInstr *instr)
{
	const PtxOpcode *opcode = instr->opcode;
	if (!opcode->row)
		return true;
	switch (opcode->row->class_) {
	case PTX_EFFECT:
	case PTX_FLOW:
		return true;
	case PTX_ACCESS:
		return may_be_shared(opcode);
	case PTX_STORE:
		return may_be_shared(opcode) || opcode->space == SPACE_LOCAL || opcode->space == SPACE_PARAM;
	default:
		(void)p;
		return false;
	}
}

static bool takes_value(const Ptx *p, const PtxInstr *instr)
{
	const PtxOpcode *opcode = instr->opcode;
	if (opcode->row->class_ == PTX_STORE)
		return opcode->space == SPACE_LOCAL || opcode->space == SPACE_PARAM || (opcode->space == SPACE_NONE && p->has_local);
	return opcode->type.kind != PTX_FLOAT && opcode->type.kind != PTX_PACKED;
}

bool ptx_matters(const Ptx *p, const PtxInstr *instr, int i)
{
	const PtxRow *row = instr->opcode->row;
	if (!row)
		return true;
	if (row->class_ == PTX_OPAQUE)
		return false;
	if (row->class_ == PTX_STORE && i > 0)
		return row->lower == LOWER_STORE ? takes_value(p, instr) : row->lower == LOWER_FRAGMENT && i > 1;
	if (row->class_ == PTX_ACCESS && row->lower == LOWER_ASM && instr->operands[i].kind != PTX_ADDRESS)
		return takes_value(p, instr);
	return true;
}

static void need_instr(Needs *n, int at)
{
	Ptx *p = n->p;
	const PtxInstr *instr = &p->f->instrs.at[at];
	if (p->needed[at])
		return;
	p->needed[at] = true;
	if (instr->guard >= 0)
		need_reg(n, instr->guard);
	for (int i = 0; i < instr->n_operands; i++)
		if (!is_result(instr, i) && ptx_matters(p, instr, i))
			each_reg(&instr->operands[i], need_reg, n);
}

static bool takes_local_address(const PtxInstr *instr)
{
	return !ptx_has(instr->opcode, "to") && instr->opcode->space == SPACE_LOCAL && instr->opcode->part[0][0] == 'c';
}

void ptx_find_needs(Ptx *p)
{
	Needs n = { .p = p };
	const int n_regs = p->f->regs.n + 1, n_instrs = p->f->instrs.n;
	p->n_defs = arena_array(p->scratch, int, n_regs);
	p->n_uses = arena_array(p->scratch, int, n_regs);
	p->def = arena_array(p->scratch, const PtxInstr *, n_regs);
	p->is_float = arena_array(p->scratch, bool, n_regs);
	p->reg_needed = arena_array(p->scratch, bool, n_regs);
	p->needed = arena_array(p->scratch, bool, n_instrs + 1);
	p->has_local = false;
	find_floats(p);
	find_defs(&n);
	for (int i = 0; i < n_instrs; i++)
		p->has_local = p->has_local || takes_local_address(&p->f->instrs.at[i]);
	for (int i = 0; i < n_instrs; i++)
		if (is_needed_at_first(p, &p->f->instrs.at[i]))
			need_instr(&n, i);
	while (n.work.n) {
		const int reg = n.work.at[--n.work.n];
		/* fill_def() moved first[r + 1] from the begin of r's definitions to their end. */
		for (int d = n.first[reg + 1] - p->n_defs[reg]; d < n.first[reg + 1]; d++)
			need_instr(&n, n.defs[d]);
	}
}

/* --- temporaries ---------------------------------------------------------------------------------- */

typedef struct Temporaries {
	Ptx *p;
	int *defined; /* by register: the block that last defined it, plus one */
	int block;
} Temporaries;

static void note_use(void *data, int reg)
{
	Temporaries *t = data;
	if (t->defined[reg] != t->block + 1)
		t->p->is_temporary[reg] = false;
}

static void note_def(void *data, int reg)
{
	Temporaries *t = data;
	t->defined[reg] = t->block + 1;
}

static void note_instr(Temporaries *t, const PtxInstr *instr)
{
	if (instr->guard >= 0)
		note_use(t, instr->guard);
	for (int i = 0; i < instr->n_operands; i++)
		if (!is_result(instr, i) || instr->guard >= 0) /* else the register keeps its value in some threads */
			each_reg(&instr->operands[i], note_use, t);
	each_result(instr, note_def, t);
}

void ptx_find_temporaries(Ptx *p, const FlowGraph *flow)
{
	Temporaries t = { .p = p, .defined = arena_array(p->scratch, int, p->f->regs.n + 1) };
	p->is_temporary = arena_array(p->scratch, bool, p->f->regs.n + 1);
	for (int i = 0; i < p->f->regs.n; i++)
		p->is_temporary[i] = true;
	for (int b = 0; b < flow->n; b++) {
		const Block *block = &flow->blocks[b];
		t.block = b;
		for (int i = block->first; i < block->first + block->n; i++)
			note_instr(&t, &p->f->instrs.at[i]);
		if (block->at >= 0)
			note_instr(&t, &p->f->instrs.at[block->at]);
	}
}
