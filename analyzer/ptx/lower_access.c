/* Accesses to memory. */
#include "ptx/lower.h"
#include "ptx/names.h"

#include <stdlib.h>
#include <string.h>

/* --- parameters, local, constant and global memory ------------------------------------------------ */

static const Type *loaded_type(const Ptx *p, const PtxOperand *to, PtxType type)
{
	if (type.kind == PTX_PRED)
		return p->t_bool;
	const bool is_float = to->kind == PTX_REG && p->is_float[to->index];
	return is_float ? ptx_type_of(p, (PtxType){ PTX_FLOAT, type.bytes })
			: ptx_int(p, type.bytes, type.kind != PTX_UNSIGNED || type.bytes >= 4);
}

static PtxOperand moved(const PtxOperand *address, int64_t by)
{
	PtxOperand at = *address;
	at.i += by;
	return at;
}

static void load_plain(Ptx *p, const PtxInstr *instr)
{
	const PtxOperand *to = &instr->operands[0];
	const PtxType type = instr->opcode->type;
	const int n = to->kind == PTX_VECTOR ? to->n_parts : 1;
	for (int i = 0; i < n; i++) {
		const PtxOperand *one = to->kind == PTX_VECTOR ? &to->parts[i] : to, at = moved(&instr->operands[1], i * type.bytes);
		const Type *loaded = loaded_type(p, one, type);
		if (type.bytes <= 8)
			ptx_set(p, one, ptx_load(p, ptx_place(p, &at, loaded), loaded));
		else
			ptx_set(p, one, ptx_unknown(p, loaded, "ld"));
	}
}

static void store_plain(Ptx *p, const PtxInstr *instr)
{
	const PtxOperand *from = &instr->operands[1];
	const PtxType type = instr->opcode->type;
	const int n = from->kind == PTX_VECTOR ? from->n_parts : 1;
	for (int i = 0; i < n; i++) {
		const PtxOperand *one = from->kind == PTX_VECTOR ? &from->parts[i] : from;
		const PtxOperand at = moved(&instr->operands[0], i * type.bytes);
		const Type *stored = loaded_type(p, one, type);
		const Expr *args[] = { ptx_place(p, &at, stored), ptx_value(p, one, stored) };
		ptx_effect(p, ptx_expr(p, EX_STORE, stored, 2, args));
	}
}

/* --- instructions that the evaluator knows -------------------------------------------------------- */

typedef struct Operands {
	VEC(const Expr *) outputs, inputs;
	VEC(const Type *) types;
	int n_outputs; /* of all */
} Operands;

static AsmOperand input(Ptx *p, Operands *ops, const Expr *e)
{
	vec_push(p->arena, &ops->inputs, e);
	return (AsmOperand){ .kind = AO_ARG, .arg = ops->n_outputs + ops->inputs.n - 1 };
}

static AsmOperand output(Ptx *p, Operands *ops, int reg)
{
	if (!p->reg_needed[reg])
		return (AsmOperand){ .kind = AO_IMM };
	const Var *var = ptx_reg(p, reg);
	vec_push(p->arena, &ops->outputs, (const Expr *)ptx_addr(p, var));
	vec_push(p->arena, &ops->types, var->type);
	return (AsmOperand){ .kind = AO_ARG, .arg = ops->outputs.n - 1 };
}

static AsmOperand convert(Ptx *p, Operands *ops, const PtxOperand *o, bool is_result);

static const AsmOperand *convert_parts(Ptx *p, Operands *ops, const PtxOperand *o, int from, bool are_results)
{
	AsmOperand *parts = arena_array(p->arena, AsmOperand, o->n_parts + 1);
	for (int i = from; i < o->n_parts; i++)
		parts[i - from] = convert(p, ops, &o->parts[i], are_results);
	return parts;
}

static AsmOperand convert_address(Ptx *p, Operands *ops, const PtxOperand *o)
{
	AsmOperand out = { .kind = AO_ADDRESS, .imm = o->i };
	if (o->n_parts) {
		const AsmOperand base = convert(p, ops, &o->parts[0], false);
		out.base = arena_dup(p->arena, &base, sizeof base);
	}
	if (o->n_parts > 1) {
		out.parts = convert_parts(p, ops, o, 1, false);
		out.n_parts = 1;
	}
	return out;
}

static AsmOperand convert_reg(Ptx *p, Operands *ops, int reg, bool is_result)
{
	if (is_result)
		return output(p, ops, reg);
	if (p->f->regs.at[reg].type.kind == PTX_PRED) /* as one that is declared in the instruction's block */
		return (AsmOperand){ .kind = AO_REG, .name = p->f->regs.at[reg].name };
	const Var *var = ptx_reg(p, reg);
	return input(p, ops, ptx_load(p, ptx_addr(p, var), var->type));
}

static AsmOperand convert(Ptx *p, Operands *ops, const PtxOperand *o, bool is_result)
{
	switch (o->kind) {
	case PTX_REG:
		return convert_reg(p, ops, o->index, is_result);
	case PTX_NUMBER:
		return (AsmOperand){ .kind = AO_IMM, .imm = o->i };
	case PTX_SYMBOL:
		return input(p, ops, ptx_value(p, o, ptx_int(p, 8, true)));
	case PTX_NAME:
		return (AsmOperand){ .kind = o->name[0] == '%' ? AO_SPECIAL : AO_REG, .name = o->name };
	case PTX_ADDRESS:
		return convert_address(p, ops, o);
	default:
		return (AsmOperand){ .kind = AO_VECTOR, .parts = convert_parts(p, ops, o, 0, is_result), .n_parts = o->n_parts };
	}
}

static int count_outputs(const Ptx *p, const PtxOperand *o)
{
	int n = o->kind == PTX_REG && p->reg_needed[o->index];
	for (int i = 0; i < o->n_parts; i++)
		n += count_outputs(p, &o->parts[i]);
	return n;
}

static bool is_result(const PtxInstr *instr, int i)
{
	const PtxRow *row = instr->opcode->row;
	return i < (row ? row->n_results : 1) && (instr->operands[i].kind == PTX_REG || instr->operands[i].kind == PTX_VECTOR);
}

/* `ld.volatile`, `ld.relaxed` …: no access of these is merged or left out. */
static bool is_ordered(const PtxOpcode *opcode)
{
	static const char *const words[] = { "volatile", "relaxed", "acquire", "release", "mmio" };
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (ptx_has(opcode, words[i]))
			return true;
	return false;
}

/* Copies of an unrolled loop's body, and the parts of a wide access, are one access of the source. */
static const Expr *first_like(Ptx *p, const PtxInstr *instr, const Expr *e)
{
	const struct {
		int place, unplaced;
		const PtxOpcode *opcode;
	} key = { ptx_place_id(p, instr), ptx_is_unplaced(p, instr), instr->opcode };
	if (key.place < 0)
		return NULL;
	int *at = names_at(p->sites, (const char *)&key, sizeof key, 0);
	if (*at)
		return p->site.at[*at - 1];
	vec_push(p->scratch, &p->site, e);
	*at = p->site.n;
	return NULL;
}

static void add_asm(Ptx *p, const PtxOpcode *opcode, const PtxInstr *instr, const Operands *ops, const AsmOperand *operands, int n,
		    const AsmOperand *guard)
{
	AsmInstr *one = arena_new_of(p->arena, AsmInstr);
	*one = (AsmInstr){ .opcode = opcode, .operands = operands, .n_operands = n, .text = opcode->text, .guard = guard };
	AsmBlock *block = arena_new_of(p->arena, AsmBlock);
	*block = (AsmBlock){ .instrs = one,
			     .n_instrs = 1,
			     .outputs = ops->outputs.at,
			     .output_types = ops->types.at,
			     .output_reads = arena_array(p->arena, bool, ops->outputs.n + 1),
			     .n_outputs = ops->outputs.n,
			     .inputs = ops->inputs.at,
			     .n_inputs = ops->inputs.n,
			     .inlined = ptx_inlined(p, instr),
			     .is_unplaced = ptx_is_unplaced(p, instr) };
	Expr *e = ptx_expr(p, EX_ASM, p->t_void, 0, NULL);
	if (is_ordered(instr->opcode)) {
		Type *type = arena_dup(p->arena, p->t_void, sizeof *type);
		type->is_volatile = true;
		e->type = type;
	}
	e->asm_block = block;
	block->place = first_like(p, instr, e);
	ptx_effect(p, e);
}

void ptx_end_straight_line(Ptx *p, const PtxInstr *instr)
{
	const Operands none = { 0 };
	add_asm(p, ptx_opcode_of(p, "branch"), instr, &none, NULL, 0, NULL);
}

/* The result of an atomic is not used: the assembler makes a reduction of it. */
static bool is_discarded(const Ptx *p, const PtxInstr *instr)
{
	return !strcmp(instr->opcode->part[0], "atom") && instr->operands[0].kind == PTX_REG && !p->n_uses[instr->operands[0].index];
}

void lower_ASM(Ptx *p, const PtxInstr *instr, int how)
{
	Operands ops = { 0 };
	AsmOperand *operands = arena_array(p->arena, AsmOperand, instr->n_operands + 1), *guard = NULL;
	const bool discarded = instr->n_operands && is_discarded(p, instr);
	int n = 0;
	(void)how;
	for (int i = 0; i < instr->n_operands; i++)
		ops.n_outputs += is_result(instr, i) ? count_outputs(p, &instr->operands[i]) : 0;
	for (int i = discarded; i < instr->n_operands; i++) {
		const bool result = is_result(instr, i);
		if (result || ptx_matters(p, instr, i))
			operands[n++] = convert(p, &ops, &instr->operands[i], result);
		else
			operands[n++] = (AsmOperand){ .kind = AO_IMM };
	}
	if (instr->guard >= 0 && instr->opcode->part[0][0] == 'c') {
		guard = arena_new_of(p->arena, AsmOperand);
		*guard = input(p, &ops, ptx_guard(p, instr));
	}
	const PtxOpcode *red = discarded ? ptx_opcode_of(p, arena_printf(p->arena, "red%s", instr->opcode->text + 4)) : NULL;
	add_asm(p, red ? red : instr->opcode, instr, &ops, operands, n, guard);
}

void lower_LOAD(Ptx *p, const PtxInstr *instr, int how)
{
	const PtxSpace space = instr->opcode->space;
	if (instr->n_operands < 2 || instr->operands[1].kind != PTX_ADDRESS)
		lower_OPAQUE(p, instr, how);
	else if (space == SPACE_SHARED || space == SPACE_NONE)
		lower_ASM(p, instr, how);
	else
		load_plain(p, instr);
}

void lower_STORE(Ptx *p, const PtxInstr *instr, int how)
{
	const PtxSpace space = instr->opcode->space;
	if (instr->n_operands < 2 || instr->operands[0].kind != PTX_ADDRESS)
		return;
	if (space == SPACE_LOCAL || space == SPACE_PARAM || (space == SPACE_NONE && p->has_local && instr->opcode->type.bytes <= 8))
		store_plain(p, instr);
	else
		lower_ASM(p, instr, how);
}

/* --- others --------------------------------------------------------------------------------------- */

/* An mbarrier's phase is taken to be complete: the loop around the test ends. */
void lower_READY(Ptx *p, const PtxInstr *instr, int how)
{
	Operands none = { 0 };
	(void)how;
	add_asm(p, instr->opcode, instr, &none, NULL, 0, NULL);
	if (instr->n_operands)
		ptx_set(p, &instr->operands[0], ptx_number(p, p->t_bool, 1));
}

/* elect.sync d|p, mask: lane 0. */
void lower_ELECT(Ptx *p, const PtxInstr *instr, int how)
{
	const PtxOperand *to = &instr->operands[0], lane = { .kind = PTX_NAME, .name = "%laneid" };
	const Type *type = ptx_int(p, 4, true);
	(void)how;
	if (!instr->n_operands || to->kind != PTX_VECTOR || to->n_parts != 2)
		return;
	ptx_set(p, &to->parts[0], ptx_number(p, type, 0));
	ptx_set(p, &to->parts[1], ptx_binary(p, OP_EQ, type, ptx_value(p, &lane, type), ptx_number(p, type, 0)));
}

/* --- wmma ----------------------------------------------------------------------------------------- */

typedef struct Shape {
	char use, element;
	int m, n, k;
	bool by_rows;
} Shape;

static char element_of(const char *type)
{
	static const struct {
		const char *type;
		char letter;
	} letters[] = { { "f16", 'h' }, { "bf16", 'b' }, { "s8", 'c' },  { "u8", 'c' },  { "tf32", 't' }, { "s4", '4' },
			{ "u4", '4' },  { "b1", '1' },   { "f32", 'f' }, { "f64", 'd' }, { "s32", 'i' } };
	for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
		if (!strcmp(letters[i].type, type))
			return letters[i].letter;
	return '?';
}

/* wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 */
static bool read_shape(const PtxOpcode *opcode, Shape *out)
{
	bool found = false;
	*out = (Shape){ .use = opcode->n > 2 ? opcode->part[2][0] : 'c', .by_rows = ptx_has(opcode, "row") };
	out->use = out->use == 'd' ? 'c' : out->use;
	out->element = element_of(opcode->part[opcode->n - 1]);
	for (int i = 1; i < opcode->n; i++) {
		char *end;
		if (opcode->part[i][0] != 'm')
			continue;
		out->m = (int)strtol(opcode->part[i] + 1, &end, 10);
		out->n = *end == 'n' ? (int)strtol(end + 1, &end, 10) : 0;
		out->k = *end == 'k' ? (int)strtol(end + 1, &end, 10) : 0;
		found = found || (out->m > 0 && out->n > 0 && out->k > 0);
	}
	return found;
}

static int default_stride(const Shape *s)
{
	const int columns = s->use == 'a' ? s->k : s->n, rows = s->use == 'b' ? s->k : s->m;
	return s->by_rows ? columns : rows;
}

/* how: 1: a store. */
void lower_FRAGMENT(Ptx *p, const PtxInstr *instr, int how)
{
	Shape shape;
	const Type *t_int = ptx_int(p, 4, true), *t_char = ptx_int(p, 1, true);
	const int at = how ? 0 : 1, stride = how ? 2 : 2;
	if (!how)
		lower_OPAQUE(p, instr, 0);
	if (instr->opcode->space != SPACE_SHARED && instr->opcode->space != SPACE_NONE)
		return;
	if (!read_shape(instr->opcode, &shape) || instr->n_operands <= at || instr->operands[at].kind != PTX_ADDRESS) {
		lower_ASM(p, instr, 0); /* an instruction that is not known */
		return;
	}
	const Expr *distance = instr->n_operands > stride ? ptx_nth(p, stride, ptx_int(p, 8, true))
							  : ptx_number(p, ptx_int(p, 8, true), default_stride(&shape));
	const Var *fragment = how ? NULL : ptx_var(p, "<fragment>", ptx_array(p, t_char, 64), VAR_LOCAL);
	const Expr *args[] = { ptx_place(p, &instr->operands[at], t_char),
			       ptx_number(p, t_char, shape.use),
			       ptx_number(p, t_char, shape.element),
			       ptx_number(p, t_int, shape.m),
			       ptx_number(p, t_int, shape.n),
			       ptx_number(p, t_int, shape.k),
			       ptx_number(p, p->t_bool, shape.by_rows),
			       distance,
			       ptx_number(p, t_int, 10 * p->module->target),
			       fragment ? ptx_addr(p, fragment) : NULL };
	ptx_effect(p, ptx_call(p, how ? "__smemlint_wmma_store" : "__smemlint_wmma_load", p->t_void, how ? 9 : 10, args));
}
