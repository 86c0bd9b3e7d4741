/* Inline PTX: the instructions that access shared memory, and the arithmetic that computes their addresses.
 * Names and meanings follow the PTX ISA 8.x, chapter "Instruction Set". */
#include "eval/exec/exec.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_PARTS = 12, MAX_REGISTERS = 64 };

static const Int wide = { 8, true, false };

typedef struct Opcode {
	char text[96];
	const char *part[MAX_PARTS];
	int n;
} Opcode;

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
	Opcode opcode;
} Asm;

/* --- opcodes ---------------------------------------------------------------------------------------- */

static void split(const char *text, Opcode *out)
{
	out->n = 0;
	size_t n = strlen(text);
	n = n < sizeof out->text - 1 ? n : sizeof out->text - 1;
	memcpy(out->text, text, n);
	out->text[n] = 0;
	for (char *p = out->text; p && out->n < MAX_PARTS;) {
		out->part[out->n++] = p;
		p = strchr(p, '.');
		if (p)
			*p++ = 0;
	}
}

static bool has(const Opcode *op, const char *part)
{
	for (int i = 1; i < op->n; i++)
		if (!strcmp(op->part[i], part))
			return true;
	return false;
}

static bool in_shared(const Opcode *op)
{
	return has(op, "shared") || has(op, "shared::cta") || has(op, "shared::cluster");
}

static bool elsewhere(const Opcode *op)
{
	return has(op, "global") || has(op, "local") || has(op, "const") || has(op, "param");
}

/* The bytes of a type suffix (b32, f16x2 …); 0: it is none. */
static int type_bytes(const char *part)
{
	if (!strncmp(part, "bf", 2))
		part++;
	if (!part[0] || !strchr("bsuf", part[0]))
		return 0;
	char *end;
	long bits = strtol(part + 1, &end, 10);
	if (*end == 'x' && end[1] == '2')
		bits *= 2;
	return bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128 ? (int)bits / 8 : 0;
}

static const char *type_part(const Opcode *op)
{
	for (int i = op->n; i-- > 1;)
		if (type_bytes(op->part[i]))
			return op->part[i];
	return "b32";
}

static Int int_type(const Opcode *op)
{
	const char *part = type_part(op);
	int bytes = type_bytes(part);
	return (Int){ bytes > 8 ? 8 : bytes, part[0] == 's', false };
}

static bool float_type(const Opcode *op)
{
	const char *part = type_part(op);
	return part[0] == 'f' || !strncmp(part, "bf", 2);
}

static int vector_length(const Opcode *op)
{
	return has(op, "v8") ? 8 : has(op, "v4") ? 4 : has(op, "v2") ? 2 : 1;
}

/* --- operands --------------------------------------------------------------------------------------- */

static Value *reg(Asm *a, const char *name)
{
	for (int i = 0; i < a->n_regs; i++)
		if (!strcmp(a->name[i], name))
			return &a->reg[i];
	if (a->n_regs == MAX_REGISTERS)
		return NULL;
	a->name[a->n_regs] = name;
	a->reg[a->n_regs] = value_unknown(&a->ev->ctx, REASON_UNINITIALISED, expr_loc(a->site));
	return &a->reg[a->n_regs++];
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
		return eval_special(a->ev, o->name, expr_loc(a->site));
	case AO_ADDRESS:
		return value_binary(&a->ev->ctx, OP_ADD, wide, o->base ? operand(a, o->base) : value_int(0), value_int(o->imm));
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
	Value *r = o->kind == AO_REG ? reg(a, o->name) : NULL;
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
	int bytes = type_bytes(type_part(&a->opcode)) * vector_length(&a->opcode);
	bool fits = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
	eval_shared(a->ev, a->site, op, fits ? bytes : 16, operand(a, address), in_shared(&a->opcode),
		    no_rule || !fits ? REASON_RULE_OPEN : REASON_NONE);
}

static Value what_was_loaded(Asm *a, const AsmOperand *address, Reason reason)
{
	Type type = { .kind = float_type(&a->opcode) ? TY_FLOAT : TY_INT, .size = 8, .is_signed = true };
	return eval_loaded(a->ev, operand(a, address), &type, reason, expr_loc(a->site));
}

static void do_ld(Asm *a)
{
	if (a->instr->n_operands < 2)
		return;
	const AsmOperand *address = &a->instr->operands[1];
	if (!elsewhere(&a->opcode))
		touch(a, BANK_LD, address, false);
	set(a, what_was_loaded(a, address, in_shared(&a->opcode) ? REASON_SHARED_LOAD : REASON_GLOBAL_LOAD));
}

static void do_st(Asm *a)
{
	if (has(&a->opcode, "async") || has(&a->opcode, "bulk"))
		eval_by_unit(a->ev, a->site, BANK_ST, REASON_MESSAGE, NULL, 0);
	else if (a->instr->n_operands && !elsewhere(&a->opcode))
		touch(a, BANK_ST, &a->instr->operands[0], false);
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
	const Opcode *op = &a->opcode;
	bool returns = !strcmp(op->part[0], "atom");
	int bytes = type_bytes(type_part(op)), n = vector_length(op);
	if (a->instr->n_operands < 1 + returns)
		return;
	if (has(op, "async")) {
		eval_by_unit(a->ev, a->site, BANK_RED_ADD, REASON_MESSAGE, NULL, 0);
		return;
	}
	Atomic atomic = { .does = ATOMIC_OTHER,
			  .bytes = bytes * n,
			  .floating = float_type(op),
			  .vector = n > 1,
			  .discarded = !returns,
			  .in_shared = in_shared(op) };
	for (size_t i = 0; i < sizeof done_by / sizeof *done_by; i++)
		if (has(op, done_by[i].part))
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
	bool load = !strcmp(a->opcode.part[0], "ldmatrix");
	if (a->instr->n_operands < 2)
		return;
	bool x4 = has(&a->opcode, "x4"), x2 = has(&a->opcode, "x2"), trans = has(&a->opcode, "trans");
	if (has(&a->opcode, "m16n16")) { /* 16 rows a matrix */
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
		    has(&a->opcode, "m8n8") ? REASON_NONE : REASON_RULE_OPEN);
	if (load)
		set(a, value_unknown(&a->ev->ctx, REASON_SHARED_LOAD, expr_loc(a->site)));
}

/* cp{.reduce}.async.bulk{.tensor.Nd}.TO.FROM [to], [from] …; of tensors, the global side is [map, {coordinates}]. */
static void do_bulk(Asm *a)
{
	const Opcode *op = &a->opcode;
	int first = 1;
	while (first < op->n && strncmp(op->part[first], "shared", 6) != 0 && strcmp(op->part[first], "global") != 0)
		first++;
	if (!in_shared(op) || a->instr->n_operands < 2)
		return;
	bool in = first < op->n && op->part[first][0] == 's';
	eval_unit_copy(a->ev, a->site, &(UnitCopy){ in, has(op, "tensor"), nth(a, !in), nth(a, in) });
}

/* cp.async.{ca,cg}.shared.global [to], [from], bytes; groups and waits access nothing. */
static void do_cp(Asm *a)
{
	if (has(&a->opcode, "bulk"))
		do_bulk(a);
	int64_t bytes = 0, taken;
	Value size = nth(a, 2), of_source = nth(a, 3);
	if (has(&a->opcode, "bulk") || !in_shared(&a->opcode) || a->instr->n_operands < 3)
		return;
	Copy copy = { .to = nth(a, 0), .from = nth(a, 1), .past_l1 = has(&a->opcode, "cg") };
	if (value_is_const(&size, &bytes) && (bytes == 4 || bytes == 8 || bytes == 16))
		copy.bytes = (int)bytes;
	/* The fourth operand is the source's size or a predicate (ignore-src); after it, or instead of it, a cache policy. */
	bool has_size = a->instr->n_operands > 3 + has(&a->opcode, "L2::cache_hint");
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
	bool is_mma = has(&a->opcode, "mma_async") || has(&a->opcode, "mma");
	Value operands[2] = { nth(a, 1), nth(a, 2) };
	if (is_mma || has(&a->opcode, "cp"))
		eval_unit_operands(a->ev, a->site, operands, is_mma ? 2 : 1, a->opcode.part[0][0] == 't');
	if (a->instr->n_operands && a->instr->operands[0].kind != AO_ADDRESS)
		set(a, value_unknown(&a->ev->ctx, REASON_ASM, expr_loc(a->site)));
}

static void do_move(Asm *a)
{
	set(a, nth(a, 1));
}

static void do_cvt(Asm *a)
{
	if (float_type(&a->opcode) || a->opcode.n < 3) {
		set(a, value_unknown(&a->ev->ctx, REASON_FLOAT, expr_loc(a->site)));
		return;
	}
	const char *to = a->opcode.part[a->opcode.n - 2];
	Int type = { type_bytes(to) ? type_bytes(to) : 4, to[0] == 's', false };
	set(a, value_cast(&a->ev->ctx, int_type(&a->opcode), type, nth(a, 1)));
}

static Op simple_op(const char *name)
{
	static const struct {
		const char *name;
		Op op;
	} table[] = {
		{ "add", OP_ADD }, { "sub", OP_SUB }, { "mul", OP_MUL }, { "div", OP_DIV }, { "rem", OP_REM },
		{ "shl", OP_SHL }, { "shr", OP_SHR }, { "and", OP_AND }, { "or", OP_OR },   { "xor", OP_XOR },
	};
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (!strcmp(table[i].name, name))
			return table[i].op;
	return OP_NONE;
}

static Int product_type(const Opcode *op)
{
	Int type = int_type(op);
	if (has(op, "wide"))
		type.bytes *= 2;
	return type;
}

static void do_arithmetic(Asm *a)
{
	if (float_type(&a->opcode) || has(&a->opcode, "hi")) {
		set(a, value_unknown(&a->ev->ctx, REASON_FLOAT, expr_loc(a->site)));
		return;
	}
	set(a, value_binary(&a->ev->ctx, simple_op(a->opcode.part[0]), product_type(&a->opcode), nth(a, 1), nth(a, 2)));
}

static void do_mad(Asm *a)
{
	if (float_type(&a->opcode) || has(&a->opcode, "hi")) {
		set(a, value_unknown(&a->ev->ctx, REASON_FLOAT, expr_loc(a->site)));
		return;
	}
	Int type = product_type(&a->opcode);
	set(a, value_binary(&a->ev->ctx, OP_ADD, type, value_binary(&a->ev->ctx, OP_MUL, type, nth(a, 1), nth(a, 2)), nth(a, 3)));
}

static void do_not(Asm *a)
{
	set(a, value_unary(&a->ev->ctx, OP_NOT, int_type(&a->opcode), nth(a, 1)));
}

static void do_neg(Asm *a)
{
	set(a, value_unary(&a->ev->ctx, OP_NEG, int_type(&a->opcode), nth(a, 1)));
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
	Value v = value_unknown(&a->ev->ctx, REASON_ASM, expr_loc(a->site));
	for (size_t i = 0; i < sizeof table / sizeof *table && !float_type(&a->opcode); i++)
		if (has(&a->opcode, table[i].name))
			v = value_binary(&a->ev->ctx, table[i].op, int_type(&a->opcode), nth(a, 1), nth(a, 2));
	set(a, v);
}

static void do_selp(Asm *a)
{
	Value x = nth(a, 1), y = nth(a, 2), p = nth(a, 3);
	Cond c = value_test(&a->ev->ctx, &p, &a->ev->flow.may_execute);
	Mask decided = mask_or(c.yes, c.no);
	Value either = value_join(&a->ev->ctx, x, y, c.scope == SCOPE_UNIFORM, c.scope != SCOPE_THREAD, c.why, expr_loc(a->site));
	set(a, value_select(&a->ev->ctx, &decided, value_select(&a->ev->ctx, &c.yes, x, y), either));
}

static bool is_one_of(const char *name, const char *const *names)
{
	while (*names && strcmp(*names, name) != 0)
		names++;
	return *names;
}

/* An address of shared memory in an instruction that is not known. */
static void note_unknown(Asm *a)
{
	bool noted = false;
	for (int i = 0; i < a->instr->n_operands && !noted && !elsewhere(&a->opcode); i++)
		if (a->instr->operands[i].kind == AO_ADDRESS)
			noted = eval_pass(a->ev, a->site, operand(a, &a->instr->operands[i]), REASON_ASM);
}

/* Results of other instructions are unknown; the accesses of mbarrier and the like are not priced. */
static void do_other(Asm *a)
{
	static const char *const orders[] = { "bar", "barrier", "membar", "fence", "mbarrier", "wgmma", "griddepcontrol", NULL };
	static const char *const not_priced[] = { "tensormap", "clusterlaunchcontrol", "prefetch", "prefetchu", NULL };
	const char *name = a->opcode.part[0];
	eval_end_basic_block(a->ev);
	if (is_one_of(name, orders))
		eval_barrier(a->ev);
	else if (!is_one_of(name, not_priced))
		note_unknown(a);
	if (a->instr->n_operands && a->instr->operands[0].kind != AO_ADDRESS)
		set(a, value_unknown(&a->ev->ctx, REASON_ASM, expr_loc(a->site)));
}

static const struct {
	const char *name;
	void (*run)(Asm *a);
} instructions[] = {
	{ "ld", do_ld },           { "ldu", do_ld },          { "st", do_st },          { "atom", do_atomic },    { "red", do_atomic },
	{ "ldmatrix", do_matrix }, { "stmatrix", do_matrix }, { "cp", do_cp },          { "mapa", do_mapa },      { "wgmma", do_mma },
	{ "tcgen05", do_mma },     { "mov", do_move },        { "cvta", do_move },      { "cvt", do_cvt },        { "add", do_arithmetic },
	{ "sub", do_arithmetic },  { "mul", do_arithmetic },  { "div", do_arithmetic }, { "rem", do_arithmetic }, { "shl", do_arithmetic },
	{ "shr", do_arithmetic },  { "and", do_arithmetic },  { "or", do_arithmetic },  { "xor", do_arithmetic }, { "mad", do_mad },
	{ "not", do_not },         { "neg", do_neg },         { "setp", do_setp },      { "selp", do_selp },
};

static void run_instruction(Eval *ev, void *data)
{
	(void)ev;
	Asm *a = data;
	for (size_t i = 0; i < sizeof instructions / sizeof *instructions; i++)
		if (!strcmp(instructions[i].name, a->opcode.part[0])) {
			instructions[i].run(a);
			return;
		}
	do_other(a);
}

static void run_guarded(Asm *a)
{
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
		split(a.instr->opcode, &a.opcode);
		run_guarded(&a);
	}
	write_outputs(&a);
	return value_int(0);
}
