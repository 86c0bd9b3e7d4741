/* The instructions of inline PTX: those that access shared memory, and the arithmetic that computes their addresses.
 * Names and meanings follow the PTX ISA 8.x, chapter "Instruction Set". */
#include "eval/exec/asm_impl.h"

#include <string.h>

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

static const Int whole = { 8, false, false };

static bool is_float(const PtxOpcode *op)
{
	return op->type.kind == PTX_FLOAT || op->type.kind == PTX_PACKED;
}

void asm_set(Asm *a, Value v)
{
	if (a->instr->n_operands)
		asm_assign(a, &a->instr->operands[0], v);
}

/* --- memory ------------------------------------------------------------------------------------------ */

static void touch(Asm *a, BankOp op, const AsmOperand *address, bool no_rule)
{
	int bytes = type_bytes(a->opcode) * a->opcode->vector;
	bool fits = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == 16;
	eval_shared(a->ev, a->site, op, fits ? bytes : 16, asm_operand(a, address), in_shared(a->opcode),
		    no_rule || !fits ? REASON_RULE_OPEN : REASON_NONE);
}

static Value what_was_loaded(Asm *a, const AsmOperand *address, Reason reason)
{
	Type type = { .kind = is_float(a->opcode) ? TY_FLOAT : TY_INT, .size = 8, .is_signed = true };
	return eval_loaded(a->ev, asm_operand(a, address), &type, reason, expr_loc(a->site));
}

static void do_ld(Asm *a)
{
	if (a->instr->n_operands < 2)
		return;
	const AsmOperand *address = &a->instr->operands[1];
	if (!elsewhere(a->opcode))
		touch(a, BANK_LD, address, false);
	asm_set(a, what_was_loaded(a, address, in_shared(a->opcode) ? REASON_SHARED_LOAD : REASON_GLOBAL_LOAD));
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
		atomic.address = asm_operand(a, &a->instr->operands[returns]);
		if (a->instr->n_operands > returns + 1)
			atomic.by = asm_operand(a, &a->instr->operands[returns + 1]);
		eval_atomic(a->ev, a->site, &atomic);
	}
	if (returns)
		asm_set(a, value_unknown(&a->ev->ctx, REASON_ATOMIC, expr_loc(a->site)));
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
	eval_shared(a->ev, a->site, op, 16, asm_operand(a, &a->instr->operands[load]), true,
		    ptx_has(a->opcode, "m8n8") ? REASON_NONE : REASON_RULE_OPEN);
	if (load)
		asm_set(a, value_unknown(&a->ev->ctx, REASON_SHARED_LOAD, expr_loc(a->site)));
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
	eval_unit_copy(a->ev, a->site, &(UnitCopy){ in, ptx_has(op, "tensor"), asm_nth(a, !in), asm_nth(a, in) });
}

/* cp.async.{ca,cg}.shared.global [to], [from], bytes; groups and waits access nothing. */
static void do_cp(Asm *a)
{
	int64_t bytes = 0, taken;
	Value size = asm_nth(a, 2), of_source = asm_nth(a, 3);
	if (!in_shared(a->opcode) || a->instr->n_operands < 3)
		return;
	Copy copy = { .to = asm_nth(a, 0), .from = asm_nth(a, 1), .past_l1 = ptx_has(a->opcode, "cg") };
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
	asm_set(a, value_pointing_to(&a->ev->ctx, value_unknown(&a->ev->ctx, REASON_CLUSTER, expr_loc(a->site)), POINTS_TO_SHARED));
}

/* Tensor cores read shared memory through a descriptor. */
static void do_mma(Asm *a)
{
	bool is_mma = ptx_has(a->opcode, "mma_async") || ptx_has(a->opcode, "mma");
	Value operands[2] = { asm_nth(a, 1), asm_nth(a, 2) };
	if (is_mma || ptx_has(a->opcode, "cp"))
		eval_unit_operands(a->ev, a->site, operands, is_mma ? 2 : 1, a->opcode->part[0][0] == 't');
	if (a->instr->n_operands && a->instr->operands[0].kind != AO_ADDRESS)
		asm_set(a, value_unknown(&a->ev->ctx, REASON_ASM, expr_loc(a->site)));
}

/* mov.b64 {lo, hi}, x */
static void unpack(Asm *a, const AsmOperand *to, Value v)
{
	const int bytes = type_bytes(a->opcode) / to->n_parts;
	for (int i = 0; i < to->n_parts; i++) {
		const Value part = value_binary(&a->ev->ctx, OP_SHR, whole, v, value_int(8 * bytes * i));
		asm_assign(a, &to->parts[i], value_cast(&a->ev->ctx, whole, (Int){ bytes, false, false }, part));
	}
}

/* mov.b64 x, {lo, hi} */
static Value packed(Asm *a, const AsmOperand *from)
{
	const Int part = { type_bytes(a->opcode) / from->n_parts, false, false };
	Value v = value_int(0);
	for (int i = 0; i < from->n_parts; i++) {
		const Value x = value_cast(&a->ev->ctx, int_wide, part, asm_operand(a, &from->parts[i]));
		v = value_binary(&a->ev->ctx, OP_ADD, int_wide, v,
				 value_binary(&a->ev->ctx, OP_SHL, int_wide, x, value_int(8 * part.bytes * i)));
	}
	return v;
}

static void do_move(Asm *a)
{
	if (a->instr->n_operands < 2)
		return;
	const AsmOperand *to = &a->instr->operands[0], *from = &a->instr->operands[1];
	const bool fits = type_bytes(a->opcode) <= whole.bytes;
	const Value v = from->kind == AO_VECTOR && from->n_parts && fits ? packed(a, from) : asm_operand(a, from);
	if (to->kind == AO_VECTOR && to->n_parts && fits)
		unpack(a, to, v);
	else
		asm_set(a, v);
}

static void do_cvt(Asm *a)
{
	const PtxKind from = a->opcode->type.kind, to = a->opcode->to.kind;
	const bool is_int = (from == PTX_SIGNED || from == PTX_UNSIGNED) && (to == PTX_SIGNED || to == PTX_UNSIGNED);
	asm_set(a, is_int ? value_cast(&a->ev->ctx, int_type(a->opcode), number_type(a->opcode->to), asm_nth(a, 1))
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
		asm_set(a, value_unknown(&a->ev->ctx, REASON_FLOAT, expr_loc(a->site)));
	return not_computed;
}

static void do_binary(Asm *a)
{
	if (!is_not_computed(a))
		asm_set(a, value_binary(&a->ev->ctx, (Op)a->opcode->row->how, int_type(a->opcode), asm_nth(a, 1), asm_nth(a, 2)));
}

static void do_multiply(Asm *a)
{
	const Int type = product_type(a->opcode);
	if (is_not_computed(a))
		return;
	const Value product = value_binary(&a->ev->ctx, OP_MUL, type, asm_nth(a, 1), asm_nth(a, 2));
	asm_set(a, a->opcode->row->how ? value_binary(&a->ev->ctx, OP_ADD, type, product, asm_nth(a, 3)) : product);
}

static void do_unary(Asm *a)
{
	const bool inverts = a->opcode->type.kind == PTX_PRED;
	if (!is_not_computed(a))
		asm_set(a, value_unary(&a->ev->ctx, inverts ? OP_LNOT : (Op)a->opcode->row->how, int_type(a->opcode), asm_nth(a, 1)));
}

/* An address of shared memory in an instruction that is not known: the opcode says so, or what the address comes from. */
static void note_unknown(Asm *a)
{
	bool noted = !a->opcode->row && in_shared(a->opcode);
	if (noted)
		eval_unknown_access(a->ev, a->site, BANK_LD, REASON_ASM);
	for (int i = 0; i < a->instr->n_operands && !noted && !elsewhere(a->opcode); i++)
		if (a->instr->operands[i].kind == AO_ADDRESS)
			noted = eval_pass(a->ev, a->site, asm_operand(a, &a->instr->operands[i]), REASON_ASM);
}

/* What it computes of data, or loads from elsewhere, is data, whatever it is. */
static Reason why_unknown(Asm *a)
{
	static const char *const loads[] = { "tex", "tld4", "suld" };
	for (size_t i = 0; i < sizeof loads / sizeof *loads; i++)
		if (strcmp(a->opcode->part[0], loads[i]) == 0)
			return REASON_GLOBAL_LOAD;
	Reason why = REASON_ASM;
	for (int i = 1; a->opcode->row && i < a->instr->n_operands && !reason_is_data(why); i++) {
		const Value v = asm_nth(a, i);
		why = value_data_reason(&a->ev->ctx, &v, REASON_ASM);
	}
	return why;
}

/* What addresses the result may be made of. */
static unsigned may_point_to(Asm *a)
{
	unsigned points_to = 0;
	for (int i = 1; i < a->instr->n_operands; i++) {
		const Value v = a->instr->operands[i].kind == AO_ADDRESS ? value_int(0) : asm_nth(a, i);
		points_to |= value_points_to(&a->ev->ctx, &v);
	}
	return points_to;
}

static void set_unknown(Asm *a)
{
	const Value v = value_unknown(&a->ev->ctx, why_unknown(a), expr_loc(a->site));
	if (a->instr->n_operands && a->instr->operands[0].kind != AO_ADDRESS)
		asm_set(a, value_pointing_to(&a->ev->ctx, v, may_point_to(a)));
}

void asm_other(Asm *a)
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
		asm_other(a);
		return;
	}
	Value v = value_unknown(&a->ev->ctx, REASON_ASM, expr_loc(a->site));
	for (size_t i = 0; i < sizeof table / sizeof *table && !is_float(a->opcode); i++)
		if (ptx_has(a->opcode, table[i].name))
			v = value_binary(&a->ev->ctx, table[i].op, int_type(a->opcode), asm_nth(a, 1), asm_nth(a, 2));
	asm_set(a, v);
}

static void do_selp(Asm *a)
{
	if (a->opcode->row->how) { /* slct */
		asm_other(a);
		return;
	}
	Value x = asm_nth(a, 1), y = asm_nth(a, 2), p = asm_nth(a, 3);
	Cond c = value_test(&a->ev->ctx, &p, &a->ev->flow.may_execute);
	Mask decided = mask_or(c.yes, c.no);
	Value either = value_join(&a->ev->ctx, x, y, c.scope == SCOPE_UNIFORM, c.scope != SCOPE_THREAD, c.why, expr_loc(a->site));
	asm_set(a, value_select(&a->ev->ctx, &decided, value_select(&a->ev->ctx, &c.yes, x, y), either));
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

/* tensormap.replace.tile.FIELD.SPACE.b1024.TYPE [map], …: ptxas has loads and stores do it, those of neighbouring fields as one.
 * Fields that are whole words are only stored; the others share words, which are loaded first. */
static void do_map(Asm *a)
{
	const int bytes = type_bytes(a->opcode);
	const bool is_whole = ptx_has(a->opcode, "global_address") || ptx_has(a->opcode, "global_dim");
	const Value map = asm_nth(a, 0);
	if (elsewhere(a->opcode))
		return;
	if (!is_whole)
		eval_shared(a->ev, a->site, BANK_LD, BANK_BYTES, map, in_shared(a->opcode), REASON_MERGE);
	eval_shared(a->ev, a->site, BANK_ST, is_whole ? bytes : BANK_BYTES, map, in_shared(a->opcode), REASON_MERGE);
}

/* tensormap.cp_fenceproxy.global.shared::cta.… [to], [map], 128: each lane loads one word of the map. */
static void do_map_copy(Asm *a)
{
	ValueCtx *ctx = &a->ev->ctx;
	const Value lane = eval_special(a->ev, "%laneid", expr_loc(a->site));
	const Value by = value_binary(ctx, OP_MUL, int_wide, lane, value_int(BANK_BYTES));
	eval_shared(a->ev, a->site, BANK_LD, BANK_BYTES, value_binary(ctx, OP_ADD, int_wide, asm_nth(a, 1), by), true, REASON_NONE);
}

static void (*const by_asm[])(Asm *a) = {
	[ASM_OTHER] = asm_other, [ASM_ATOMIC] = do_atomic, [ASM_MATRIX] = do_matrix,   [ASM_COPY] = do_cp,
	[ASM_WAIT] = do_nothing, [ASM_BULK] = do_bulk,     [ASM_MESSAGE] = do_message, [ASM_MMA] = do_mma,
	[ASM_MAPA] = do_mapa,    [ASM_ORDER] = do_order,   [ASM_MAP] = do_map,         [ASM_MAP_COPY] = do_map_copy,
};

static void (*const by_lowering[])(Asm *a) = {
	[LOWER_LOAD] = do_ld,          [LOWER_STORE] = do_st,          [LOWER_MOVE] = do_move,           [LOWER_CONVERT] = do_cvt,
	[LOWER_BINARY] = do_binary,    [LOWER_MULTIPLY] = do_multiply, [LOWER_UNARY] = do_unary,         [LOWER_COMPARE] = do_setp,
	[LOWER_CHOOSE] = do_selp,      [LOWER_READY] = do_order,       [LOWER_OPAQUE] = asm_other,       [LOWER_LOGIC3] = asm_logic3,
	[LOWER_EXTRACT] = asm_extract, [LOWER_INSERT] = asm_insert,    [LOWER_INTRINSIC] = asm_function, [LOWER_FUNNEL] = asm_funnel,
	[LOWER_SHUFFLE] = asm_shuffle, [LOWER_VOTE] = asm_vote,        [LOWER_MASK] = asm_mask,          [LOWER_HIGHEST] = asm_highest,
	[LOWER_ELECT] = asm_elect,
};

void asm_instruction(Asm *a)
{
	const PtxRow *row = a->opcode->row;
	void (*known)(Asm *) = NULL;
	if (row && row->lower != LOWER_NONE)
		known = row->lower == LOWER_ASM ? by_asm[row->how] : by_lowering[row->lower];
	(known ? known : asm_other)(a);
}
