/* Inline PTX: its operands, registers and guards, and what is not understood of it. */
#include "eval/exec/asm_impl.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* --- operands --------------------------------------------------------------------------------------- */

static Value *used_reg(Asm *a, const char *name)
{
	for (int i = 0; i < a->n_regs; i++)
		if (!strcmp(a->name[i], name))
			return &a->reg[i];
	return NULL;
}

static Value *reg(Asm *a, const char *name)
{
	Value *used = used_reg(a, name);
	if (used || a->n_regs == MAX_REGISTERS)
		return used;
	a->name[a->n_regs] = name;
	a->reg[a->n_regs] = value_unknown(&a->ev->ctx, REASON_UNINITIALISED, expr_loc(a->site));
	return &a->reg[a->n_regs++];
}

static Value address(Asm *a, const AsmOperand *o)
{
	const Value base = o->base ? asm_operand(a, o->base) : value_int(0);
	const Value at = value_binary(&a->ev->ctx, OP_ADD, int_wide, base, value_int(o->imm));
	return o->offset ? value_binary(&a->ev->ctx, OP_ADD, int_wide, at, asm_operand(a, o->offset)) : at;
}

Value asm_operand(Asm *a, const AsmOperand *o)
{
	Value *r;
	switch (o->kind) {
	case AO_IMM:
		return value_int(o->imm);
	case AO_ARG:
		if (o->arg >= 0 && o->arg < a->block->n_outputs + a->block->n_inputs)
			return a->arg[o->arg];
		break;
	case AO_REG:
		r = reg(a, o->name);
		if (r)
			return *r;
		break;
	case AO_SPECIAL:
		r = used_reg(a, o->name);
		return r ? *r : eval_special(a->ev, o->name, expr_loc(a->site));
	case AO_ADDRESS:
		return address(a, o);
	default:
		break;
	}
	unsigned points_to = 0;
	for (int i = 0; o->kind == AO_VECTOR && i < o->n_parts; i++) {
		const Value part = asm_operand(a, &o->parts[i]);
		points_to |= value_points_to(&a->ev->ctx, &part);
	}
	return value_pointing_to(&a->ev->ctx, value_unknown(&a->ev->ctx, REASON_ASM, expr_loc(a->site)), points_to);
}

Value asm_nth(Asm *a, int i)
{
	return i < a->instr->n_operands ? asm_operand(a, &a->instr->operands[i]) : value_int(0);
}

void asm_assign(Asm *a, const AsmOperand *o, Value v)
{
	Mask where = a->ev->flow.may_execute;
	if (o->kind == AO_ARG && o->arg >= 0 && o->arg < a->block->n_outputs) {
		a->arg[o->arg] = value_select(&a->ev->ctx, &where, v, a->arg[o->arg]);
		a->written[o->arg] = true;
	}
	Value *r = o->kind == AO_REG || o->kind == AO_SPECIAL ? reg(a, o->name) : NULL;
	if (r)
		*r = value_select(&a->ev->ctx, &where, v, *r);
	for (int i = 0; o->kind == AO_VECTOR && i < o->n_parts; i++)
		asm_assign(a, &o->parts[i], v);
}

/* --- what is not understood ---------------------------------------------------------------------------- */

static bool names_argument(const char *text, int i)
{
	for (const char *p = strchr(text, '$'); p; p = strchr(p + 1, '$'))
		if (isdigit((unsigned char)p[1 + (p[1] == '{')]) && strtol(p + 1 + (p[1] == '{'), NULL, 10) == i)
			return true;
	return false;
}

/* Unless the text says so, it may access what the operands point to that it names. */
static void note_unread(Asm *a, const char *text, Reason why)
{
	bool noted = strstr(text, "shared") || strstr(text, "matrix");
	if (noted)
		eval_unknown_access(a->ev, a->site, BANK_LD, why);
	for (int i = 0; i < a->block->n_outputs + a->block->n_inputs; i++) {
		if (!names_argument(text, i))
			continue;
		noted = noted || eval_pass(a->ev, a->site, a->arg[i], why);
		eval_escape(a->ev, a->arg[i], why);
	}
	for (int i = 0; i < a->n_regs; i++)
		if (strstr(text, a->name[i]))
			noted = noted || eval_pass(a->ev, a->site, a->reg[i], why);
}

/* The addresses that are in what it names. */
static unsigned named_points_to(const Asm *a, const char *text)
{
	unsigned points_to = 0;
	for (int i = 0; i < a->block->n_outputs + a->block->n_inputs; i++)
		points_to |= names_argument(text, i) ? value_points_to(&a->ev->ctx, &a->arg[i]) : 0;
	for (int i = 0; i < a->n_regs; i++)
		points_to |= strstr(text, a->name[i]) ? value_points_to(&a->ev->ctx, &a->reg[i]) : 0;
	return points_to;
}

/* All that it names may have changed; the block's other instructions are run. */
static void run_unread(Asm *a)
{
	const Reason why = a->instr->opcode ? REASON_ASM_BRANCH : REASON_ASM;
	const char *text = a->instr->text;
	const Value unknown = value_pointing_to(&a->ev->ctx, value_unknown(&a->ev->ctx, why, expr_loc(a->site)), named_points_to(a, text));
	eval_end_basic_block(a->ev);
	note_unread(a, text, why);
	for (int i = 0; i < a->block->n_outputs; i++)
		if (names_argument(text, i))
			asm_assign(a, &(AsmOperand){ .kind = AO_ARG, .arg = i }, unknown);
	for (int i = 0; i < a->n_regs; i++)
		if (strstr(text, a->name[i]))
			a->reg[i] = unknown;
}

/* --- instructions --------------------------------------------------------------------------------------- */

static void run_instruction(Eval *ev, void *data)
{
	(void)ev;
	asm_instruction(data);
}

/* Waits, and what units do: it costs the lanes nothing, however often it is executed. */
static bool costs_nothing(const PtxRow *row)
{
	if (!row || row->lower == LOWER_READY || row->class_ == PTX_FLOW || row->class_ == PTX_NOTHING)
		return row;
	return row->lower == LOWER_ASM &&
	       (row->how == ASM_ORDER || row->how == ASM_WAIT || row->how == ASM_BULK || row->how == ASM_MESSAGE);
}

static void run_guarded(Asm *a)
{
	if (!a->instr->opcode || (a->instr->is_jumped && !costs_nothing(a->opcode->row))) {
		run_unread(a);
		return;
	}
	if (!a->instr->guard) {
		asm_instruction(a);
		return;
	}
	Value p = asm_operand(a, a->instr->guard);
	Cond c = value_test(&a->ev->ctx, &p, &a->ev->flow.may_execute);
	eval_branch(a->ev, c, a->instr->guard_negated ? NULL : run_instruction, a->instr->guard_negated ? run_instruction : NULL, a);
}

/* --- the block ---------------------------------------------------------------------------------------- */

static void read_arguments(Asm *a)
{
	const AsmBlock *block = a->block;
	Eval *ev = a->ev;
	a->arg = arena_array(ev->scratch, Value, block->n_outputs + block->n_inputs + 1);
	a->written = arena_array(ev->scratch, bool, block->n_outputs + 1);
	for (int i = 0; i < block->n_outputs; i++) {
		bool reads = block->output_reads && block->output_reads[i];
		a->arg[i] = reads ? eval_load(ev, block->outputs[i], eval_expr(ev, block->outputs[i]), block->output_types[i])
				  : value_unknown(&ev->ctx, REASON_UNINITIALISED, expr_loc(a->site));
	}
	for (int i = 0; i < block->n_inputs; i++)
		a->arg[block->n_outputs + i] = eval_expr(ev, block->inputs[i]);
}

static void write_outputs(Asm *a)
{
	const AsmBlock *block = a->block;
	for (int i = 0; i < block->n_outputs; i++) {
		Value v = a->written[i] ? a->arg[i] : value_unknown(&a->ev->ctx, REASON_ASM, expr_loc(a->site));
		eval_store(a->ev, block->outputs[i], eval_expr(a->ev, block->outputs[i]), block->output_types[i], v);
	}
}

Value eval_asm(Eval *ev, const Expr *e)
{
	Asm a = { .ev = ev, .site = e, .block = e->asm_block };
	read_arguments(&a);
	for (int i = 0; i < a.block->n_instrs; i++) {
		a.instr = &a.block->instrs[i];
		a.opcode = a.instr->opcode;
		run_guarded(&a);
	}
	write_outputs(&a);
	return value_int(0);
}
