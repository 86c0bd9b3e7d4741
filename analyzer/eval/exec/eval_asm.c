/* Inline PTX: the instructions that access shared memory, and the arithmetic that computes their addresses.
 * Names and meanings follow the PTX ISA 8.x, chapter "Instruction Set". */
#include "eval/exec/exec.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "ir/ptx_opcode.h"

enum { MAX_REGISTERS = 64 };

static const Int wide = { 8, true, false };

typedef struct Asm {
	Eval *ev;
	const Expr *site;
	const AsmBlock *block;
	Value *arg;            /* outputs, then inputs */
	bool *written;         /* outputs */
	const char *name[MAX_REGISTERS];
	Value reg[MAX_REGISTERS];
	int n_regs;
	const AsmInstr *instr;
	const PtxOpcode *opcode; /* instr's */
} Asm;

/* --- opcodes ---------------------------------------------------------------------------------------- */

static bool in_shared(const PtxOpcode *op)
{
	return ptx_has(op, "shared") || ptx_has(op, "shared::cta") || ptx_has(op, "shared::cluster");
}

static bool elsewhere(const PtxOpcode *op)
{
	return op->space != SPACE_NONE && op->space != SPACE_SHARED;
}

/* Of an instruction that names no type: b32. */
static Int number_type(PtxType type)
{
	const int bytes = type.bytes ? type.bytes : 4;
	return (Int){ bytes > 8 ? 8 : bytes, type.kind == PTX_SIGNED, false };
}

static Int int_type(const PtxOpcode *op)
{
	return number_type(op->type);
}

static int type_bytes(const PtxOpcode *op)
{
	return op->type.bytes ? op->type.bytes : 4;
}

static bool is_float(const PtxOpcode *op)
{
	return op->type.kind == PTX_FLOAT || op->type.kind == PTX_PACKED;
}

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

static Value operand(Asm *a, const AsmOperand *o);

static Value address(Asm *a, const AsmOperand *o)
{
	const Value base = o->base ? operand(a, o->base) : value_int(0);
	const Value at = value_binary(&a->ev->ctx, OP_ADD, wide, base, value_int(o->imm));
	return o->offset ? value_binary(&a->ev->ctx, OP_ADD, wide, at, operand(a, o->offset)) : at;
}

static Value operand(Asm *a, const AsmOperand *o)
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
	return value_unknown(&a->ev->ctx, REASON_ASM, expr_loc(a->site));
}

static Value nth(Asm *a, int i)
{
	return i < a->instr->n_operands ? operand(a, &a->instr->operands[i]) : value_int(0);
}

static void assign(Asm *a, const AsmOperand *o, Value v)
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
		assign(a, &o->parts[i], v);
}

static void set(Asm *a, Value v)
{
	if (a->instr->n_operands)
		assign(a, &a->instr->operands[0], v);
}

/* --- memory ------------------------------------------------------------------------------------------ */

static void touch(Asm *a, BankOp op, const AsmOperand *address, bool no_rule)
{
	int bytes = type_bytes(a->opcode) * a->opcode->vector;
	bool fits = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
	eval_shared(a->ev, a->site, op, fits ? bytes : 16, operand(a, address), in_shared(a->opcode),
		    no_rule || !fits ? REASON_RULE_OPEN : REASON_NONE);
}

static Value what_was_loaded(Asm *a, const AsmOperand *address, Reason reason)
{
	Type type = { .kind = is_float(a->opcode) ? TY_FLOAT : TY_INT, .size = 8, .is_signed = true };
	return eval_loaded(a->ev, operand(a, address), &type, reason, expr_loc(a->site));
}

static void do_ld(Asm *a)
{
	if (a->instr->n_operands < 2)
		return;
	const AsmOperand *address = &a->instr->operands[1];
	if (!elsewhere(a->opcode))
		touch(a, BANK_LD, address, false);
	set(a, what_was_loaded(a, address, in_shared(a->opcode) ? REASON_SHARED_LOAD : REASON_GLOBAL_LOAD));
}

static void do_st(Asm *a)
{
	if (a->instr->n_operands && !elsewhere(a->opcode))
		touch(a, BANK_ST, &a->instr->operands[0], false);
}

static void do_message(Asm *a)
{
	eval_by_unit(a->ev, a->site, a->opcode->part[0][0] == 's' ? BANK_ST : BANK_RED_ADD, REASON_MESSAGE, NULL, 0);
}

static const struct AtomicPart {
	const char *part;
	AtomicOp does;
} done_by[] = {
	{ "add", ATOMIC_ADD },   { "min", ATOMIC_REDUCE }, { "max", ATOMIC_REDUCE },    { "and", ATOMIC_REDUCE },
	{ "or", ATOMIC_REDUCE }, { "xor", ATOMIC_REDUCE }, { "exch", ATOMIC_EXCHANGE }, { "cas", ATOMIC_SWAP },
};

static void do_atomic(Asm *a)
{
	const PtxOpcode *op = a->opcode;
	bool returns = !strcmp(op->part[0], "atom");
	const int bytes = type_bytes(op), n = op->vector;
	if (a->instr->n_operands < 1 + returns)
		return;
	Atomic atomic = { .does = ATOMIC_OTHER,
			  .bytes = bytes * n,
			  .floating = is_float(op),
			  .vector = n > 1,
			  .discarded = !returns,
			  .in_shared = in_shared(op) };
	for (size_t i = 0; i < sizeof done_by / sizeof *done_by; i++)
		if (ptx_has(op, done_by[i].part))
			atomic.does = done_by[i].does;
	if (!elsewhere(op)) {
		atomic.address = operand(a, &a->instr->operands[returns]);
		if (a->instr->n_operands > returns + 1)
			atomic.by = operand(a, &a->instr->operands[returns + 1]);
		eval_atomic(a->ev, a->site, &atomic);
	}
	if (returns)
		set(a, value_unknown(&a->ev->ctx, REASON_ATOMIC, expr_loc(a->site)));
}

static void do_matrix(Asm *a)
{
	bool load = !strcmp(a->opcode->part[0], "ldmatrix");
	if (a->instr->n_operands < 2)
		return;
	bool x4 = ptx_has(a->opcode, "x4"), x2 = ptx_has(a->opcode, "x2"), trans = ptx_has(a->opcode, "trans");
	if (ptx_has(a->opcode, "m16n16")) { /* 16 rows a matrix */
		x4 = x2;
		x2 = !x4;
	}
	BankOp op = load ? (x4   ? (trans ? BANK_LDMATRIX_X4_TRANS : BANK_LDMATRIX_X4)
			    : x2 ? BANK_LDMATRIX_X2
				 : BANK_LDMATRIX_X1)
			 : (x4   ? BANK_STMATRIX_X4
			    : x2 ? BANK_STMATRIX_X2
				 : BANK_STMATRIX_X1);
	eval_shared(a->ev, a->site, op, 16, operand(a, &a->instr->operands[load]), true,
		    ptx_has(a->opcode, "m8n8") ? REASON_NONE : REASON_RULE_OPEN);
	if (load)
		set(a, value_unknown(&a->ev->ctx, REASON_SHARED_LOAD, expr_loc(a->site)));
}

/* cp{.reduce}.async.bulk{.tensor.Nd}.TO.FROM [to], [from] …; of tensors, the global side is [map, {coordinates}]. */
static void do_bulk(Asm *a)
{
	const PtxOpcode *op = a->opcode;
	int first = 1;
	while (first < op->n && strncmp(op->part[first], "shared", 6) != 0 && strcmp(op->part[first], "global") != 0)
		first++;
	if (!in_shared(op) || a->instr->n_operands < 2)
		return;
	bool in = first < op->n && op->part[first][0] == 's';
	eval_unit_copy(a->ev, a->site, &(UnitCopy){ in, ptx_has(op, "tensor"), nth(a, !in), nth(a, in) });
}

/* cp.async.{ca,cg}.shared.global [to], [from], bytes; groups and waits access nothing. */
static void do_cp(Asm *a)
{
	int64_t bytes = 0, taken;
	Value size = nth(a, 2), of_source = nth(a, 3);
	if (!in_shared(a->opcode) || a->instr->n_operands < 3)
		return;
	Copy copy = { .to = nth(a, 0), .from = nth(a, 1), .past_l1 = ptx_has(a->opcode, "cg") };
	if (value_is_const(&size, &bytes) && (bytes == 4 || bytes == 8 || bytes == 16))
		copy.bytes = (int)bytes;
	/* The fourth operand is the source's size or a predicate (ignore-src); after it, or instead of it, a cache policy. */
	bool has_size = a->instr->n_operands > 3 + ptx_has(a->opcode, "L2::cache_hint");
	copy.fills = has_size && !(value_is_const(&of_source, &taken) && taken == bytes);
	/* A register declared in the asm block is the predicate: the source is not read where it holds. */
	copy.guarded = a->instr->guard || (has_size && a->instr->operands[3].kind == AO_REG);
	eval_cp_async(a->ev, a->site, &copy);
}

/* --- arithmetic -------------------------------------------------------------------------------------- */

static void do_mapa(Asm *a)
{
	set(a, value_pointing_to(&a->ev->ctx, value_unknown(&a->ev->ctx, REASON_CLUSTER, expr_loc(a->site)), POINTS_TO_SHARED));
}

/* Tensor cores read shared memory through a descriptor. */
static void do_mma(Asm *a)
{
	bool is_mma = ptx_has(a->opcode, "mma_async") || ptx_has(a->opcode, "mma");
	Value operands[2] = { nth(a, 1), nth(a, 2) };
	if (is_mma || ptx_has(a->opcode, "cp"))
		eval_unit_operands(a->ev, a->site, operands, is_mma ? 2 : 1, a->opcode->part[0][0] == 't');
	if (a->instr->n_operands && a->instr->operands[0].kind != AO_ADDRESS)
		set(a, value_unknown(&a->ev->ctx, REASON_ASM, expr_loc(a->site)));
}

static void do_move(Asm *a)
{
	set(a, nth(a, 1));
}

static void do_cvt(Asm *a)
{
	const PtxKind from = a->opcode->type.kind, to = a->opcode->to.kind;
	const bool is_int = (from == PTX_SIGNED || from == PTX_UNSIGNED) && (to == PTX_SIGNED || to == PTX_UNSIGNED);
	set(a, is_int ? value_cast(&a->ev->ctx, int_type(a->opcode), number_type(a->opcode->to), nth(a, 1))
		      : value_unknown(&a->ev->ctx, REASON_FLOAT, expr_loc(a->site)));
}

static Int product_type(const PtxOpcode *op)
{
	Int type = int_type(op);
	if (ptx_has(op, "wide"))
		type.bytes *= 2;
	return type;
}

/* Of floats, and the upper half of a product. */
static bool is_not_computed(Asm *a)
{
	const bool not_computed = is_float(a->opcode) || ptx_has(a->opcode, "hi");
	if (not_computed)
		set(a, value_unknown(&a->ev->ctx, REASON_FLOAT, expr_loc(a->site)));
	return not_computed;
}

static void do_binary(Asm *a)
{
	if (!is_not_computed(a))
		set(a, value_binary(&a->ev->ctx, (Op)a->opcode->row->how, int_type(a->opcode), nth(a, 1), nth(a, 2)));
}

static void do_multiply(Asm *a)
{
	const Int type = product_type(a->opcode);
	if (is_not_computed(a))
		return;
	const Value product = value_binary(&a->ev->ctx, OP_MUL, type, nth(a, 1), nth(a, 2));
	set(a, a->opcode->row->how ? value_binary(&a->ev->ctx, OP_ADD, type, product, nth(a, 3)) : product);
}

static void do_unary(Asm *a)
{
	const bool inverts = a->opcode->type.kind == PTX_PRED;
	if (!is_not_computed(a))
		set(a, value_unary(&a->ev->ctx, inverts ? OP_LNOT : (Op)a->opcode->row->how, int_type(a->opcode), nth(a, 1)));
}

/* An address of shared memory in an instruction that is not known: the opcode says so, or what the address comes from. */
static void note_unknown(Asm *a)
{
	bool noted = !a->opcode->row && in_shared(a->opcode);
	if (noted)
		eval_unknown_access(a->ev, a->site, BANK_LD, REASON_ASM);
	for (int i = 0; i < a->instr->n_operands && !noted && !elsewhere(a->opcode); i++)
		if (a->instr->operands[i].kind == AO_ADDRESS)
			noted = eval_pass(a->ev, a->site, operand(a, &a->instr->operands[i]), REASON_ASM);
}

static void set_unknown(Asm *a)
{
	if (a->instr->n_operands && a->instr->operands[0].kind != AO_ADDRESS)
		set(a, value_unknown(&a->ev->ctx, REASON_ASM, expr_loc(a->site)));
}

/* What has no function here: its results are unknown. */
static void do_other(Asm *a)
{
	eval_end_basic_block(a->ev);
	if (!a->opcode->row || a->opcode->row->class_ != PTX_NOTHING)
		note_unknown(a);
	set_unknown(a);
}

static void do_setp(Asm *a)
{
	static const struct {
		const char *name;
		Op op;
	} table[] = {
		{ "eq", OP_EQ }, { "ne", OP_NE }, { "lt", OP_LT }, { "le", OP_LE }, { "gt", OP_GT },
		{ "ge", OP_GE }, { "lo", OP_LT }, { "ls", OP_LE }, { "hi", OP_GT }, { "hs", OP_GE },
	};
	if (a->opcode->row->how) { /* set */
		do_other(a);
		return;
	}
	Value v = value_unknown(&a->ev->ctx, REASON_ASM, expr_loc(a->site));
	for (size_t i = 0; i < sizeof table / sizeof *table && !is_float(a->opcode); i++)
		if (ptx_has(a->opcode, table[i].name))
			v = value_binary(&a->ev->ctx, table[i].op, int_type(a->opcode), nth(a, 1), nth(a, 2));
	set(a, v);
}

static void do_selp(Asm *a)
{
	if (a->opcode->row->how) { /* slct */
		do_other(a);
		return;
	}
	Value x = nth(a, 1), y = nth(a, 2), p = nth(a, 3);
	Cond c = value_test(&a->ev->ctx, &p, &a->ev->flow.may_execute);
	Mask decided = mask_or(c.yes, c.no);
	Value either = value_join(&a->ev->ctx, x, y, c.scope == SCOPE_UNIFORM, c.scope != SCOPE_THREAD, c.why, expr_loc(a->site));
	set(a, value_select(&a->ev->ctx, &decided, value_select(&a->ev->ctx, &c.yes, x, y), either));
}

static void do_nothing(Asm *a)
{
	(void)a;
}

/* The accesses of mbarrier and the like are not priced. */
static void do_order(Asm *a)
{
	eval_end_basic_block(a->ev);
	eval_barrier(a->ev);
	set_unknown(a);
}

static void (*const by_asm[])(Asm *a) = {
	[ASM_OTHER] = do_other, [ASM_ATOMIC] = do_atomic,   [ASM_MATRIX] = do_matrix, [ASM_COPY] = do_cp,   [ASM_WAIT] = do_nothing,
	[ASM_BULK] = do_bulk,   [ASM_MESSAGE] = do_message, [ASM_MMA] = do_mma,       [ASM_MAPA] = do_mapa, [ASM_ORDER] = do_order,
};

static void (*const by_lowering[])(Asm *a) = {
	[LOWER_LOAD] = do_ld,       [LOWER_STORE] = do_st,          [LOWER_MOVE] = do_move,    [LOWER_CONVERT] = do_cvt,
	[LOWER_BINARY] = do_binary, [LOWER_MULTIPLY] = do_multiply, [LOWER_UNARY] = do_unary,  [LOWER_COMPARE] = do_setp,
	[LOWER_CHOOSE] = do_selp,   [LOWER_READY] = do_order,       [LOWER_OPAQUE] = do_other,
};

static void run_instruction(Eval *ev, void *data)
{
	(void)ev;
	Asm *a = data;
	const PtxRow *row = a->opcode->row;
	void (*known)(Asm *) = NULL;
	if (row && row->lower != LOWER_NONE)
		known = row->lower == LOWER_ASM ? by_asm[row->how] : by_lowering[row->lower];
	(known ? known : do_other)(a);
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
static void note_unread(Asm *a, const char *text)
{
	bool noted = strstr(text, "shared") || strstr(text, "matrix");
	if (noted)
		eval_unknown_access(a->ev, a->site, BANK_LD, REASON_ASM);
	for (int i = 0; i < a->block->n_outputs + a->block->n_inputs; i++) {
		if (!names_argument(text, i))
			continue;
		noted = noted || eval_pass(a->ev, a->site, a->arg[i], REASON_ASM);
		eval_escape(a->ev, a->arg[i], REASON_ASM);
	}
	for (int i = 0; i < a->n_regs; i++)
		if (strstr(text, a->name[i]))
			noted = noted || eval_pass(a->ev, a->site, a->reg[i], REASON_ASM);
}

/* All that it names may have changed; the block's other instructions are run. */
static void run_unread(Asm *a)
{
	const char *text = a->instr->text;
	const Value unknown = value_unknown(&a->ev->ctx, REASON_ASM, expr_loc(a->site));
	eval_end_basic_block(a->ev);
	note_unread(a, text);
	for (int i = 0; i < a->block->n_outputs; i++)
		if (names_argument(text, i))
			assign(a, &(AsmOperand){ .kind = AO_ARG, .arg = i }, unknown);
	for (int i = 0; i < a->n_regs; i++)
		if (strstr(text, a->name[i]))
			a->reg[i] = unknown;
}

static void run_guarded(Asm *a)
{
	if (!a->instr->opcode) {
		run_unread(a);
		return;
	}
	if (!a->instr->guard) {
		run_instruction(a->ev, a);
		return;
	}
	Value p = operand(a, a->instr->guard);
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
	bool noted = a.block->broken && a.block->names_shared;
	if (noted)
		eval_unknown_access(ev, e, BANK_LD, REASON_ASM);
	for (int i = 0; i < a.block->n_inputs && a.block->broken; i++) {
		noted = noted || eval_pass(ev, e, a.arg[a.block->n_outputs + i], REASON_ASM);
		eval_escape(ev, a.arg[a.block->n_outputs + i], REASON_ASM);
	}
	for (int i = 0; i < a.block->n_instrs && !a.block->broken; i++) {
		a.instr = &a.block->instrs[i];
		a.opcode = a.instr->opcode;
		run_guarded(&a);
	}
	write_outputs(&a);
	return value_int(0);
}
