/* Operands and instructions. */
#include "ptx/read.h"

#include <string.h>

enum { MAX_LIST = 1024, MAX_OPERANDS = 64, MAX_OPERAND_DEPTH = 8, MAX_REGISTERS = 1 << 22 };

typedef VEC(PtxOperand) Operands;

/* --- names ---------------------------------------------------------------------------------------- */

static size_t without_digits(Word name)
{
	size_t n = name.n;
	while (n > 0 && name.s[n - 1] >= '0' && name.s[n - 1] <= '9')
		n--;
	return n;
}

/* %r7 of a range `%r<12>`: from here on a name of its own. */
static bool lookup_range(Reader *r, Word name, int scope, PtxOperand *out)
{
	const size_t n = without_digits(name);
	const int found = n < name.n ? names_find(r->locals, name.s, n, scope) : 0;
	if (!found || (found - 1) % NAME_KINDS != NAME_RANGE || r->func->regs.n >= MAX_REGISTERS)
		return false;
	const PtxReg reg = { word_text(r->arena, name), r->ranges.at[(found - 1) / NAME_KINDS].type };
	vec_push(r->arena, &r->func->regs, reg);
	*names_at(r->locals, name.s, name.n, scope) = 1 + NAME_REG + NAME_KINDS * (r->func->regs.n - 1);
	*out = (PtxOperand){ .kind = PTX_REG, .index = r->func->regs.n - 1 };
	return true;
}

static bool lookup_local(Reader *r, Word name, int scope, PtxOperand *out)
{
	const int found = names_find(r->locals, name.s, name.n, scope);
	if (!found)
		return lookup_range(r, name, scope, out);
	const int index = (found - 1) / NAME_KINDS;
	if ((found - 1) % NAME_KINDS == NAME_REG)
		*out = (PtxOperand){ .kind = PTX_REG, .index = index };
	else if ((found - 1) % NAME_KINDS == NAME_VAR)
		*out = (PtxOperand){ .kind = PTX_SYMBOL, .var = r->var.at[index] };
	else
		return false;
	return true;
}

bool read_lookup(Reader *r, Word name, PtxOperand *out)
{
	for (int scope = r->scope; r->func && scope >= 0; scope = r->func->scopes.at[scope])
		if (lookup_local(r, name, scope, out))
			return true;
	const int found = names_find(r->symbols, name.s, name.n, 0);
	if (found)
		*out = (PtxOperand){ .kind = PTX_SYMBOL, .var = r->var.at[found - 1] };
	return found;
}

/* --- operands ------------------------------------------------------------------------------------- */

static bool read_list(Reader *r, char end, int depth, PtxOperandKind kind, PtxOperand *out)
{
	Operands list = { 0 };
	while (!scan_eat(&r->scan, end)) {
		PtxOperand one;
		if (list.n == MAX_LIST || !read_operand(r, &one, depth + 1))
			return false;
		vec_push(r->arena, &list, one);
		if (!scan_eat(&r->scan, ',') && !scan_at(&r->scan, end))
			return read_fail(r, "a list of operands that does not end");
	}
	*out = (PtxOperand){ .kind = kind, .parts = list.at, .n_parts = list.n };
	return true;
}

/* [base + offset, {coordinates}] */
static bool read_address(Reader *r, PtxOperand *out, int depth)
{
	Operands list = { 0 };
	int64_t offset = 0, i;
	bool is_float;
	while (!scan_eat(&r->scan, ']')) {
		PtxOperand one;
		if (!list.n && scan_number(&r->scan, &i, &is_float)) {
			offset += i;
			scan_eat(&r->scan, ',');
			continue;
		}
		if (list.n == MAX_OPERANDS || !read_operand(r, &one, depth + 1))
			return false;
		vec_push(r->arena, &list, one);
		while (list.n == 1 && (scan_at(&r->scan, '+') || scan_at(&r->scan, '-')) && scan_number(&r->scan, &i, &is_float))
			offset += i;
		if (!scan_eat(&r->scan, ',') && !scan_at(&r->scan, ']'))
			return read_fail(r, "an address that is not understood");
	}
	*out = (PtxOperand){ .kind = PTX_ADDRESS, .i = offset, .parts = list.at, .n_parts = list.n };
	return true;
}

static bool read_name(Reader *r, PtxOperand *out)
{
	Word word;
	if (!scan_word(&r->scan, &word))
		return read_fail(r, "an operand that is not understood");
	if (!read_lookup(r, word, out)) {
		*out = (PtxOperand){ .kind = PTX_NAME, .name = word_text(r->arena, word) };
		return true;
	}
	bool is_float;
	if (out->kind == PTX_SYMBOL && (scan_at(&r->scan, '+') || scan_at(&r->scan, '-')))
		return scan_number(&r->scan, &out->i, &is_float);
	return true;
}

static bool read_simple(Reader *r, PtxOperand *out, int depth)
{
	int64_t i;
	bool is_float;
	if (depth > MAX_OPERAND_DEPTH)
		return read_fail(r, "operands that are nested too deeply");
	if (scan_eat(&r->scan, '['))
		return read_address(r, out, depth);
	if (scan_eat(&r->scan, '{'))
		return read_list(r, '}', depth, PTX_VECTOR, out);
	if (scan_eat(&r->scan, '('))
		return read_list(r, ')', depth, PTX_LIST, out);
	if (scan_number(&r->scan, &i, &is_float)) {
		*out = (PtxOperand){ .kind = PTX_NUMBER, .i = i, .is_float = is_float };
		return true;
	}
	const bool negated = scan_eat(&r->scan, '!');
	const bool understood = read_name(r, out);
	out->negated = negated;
	return understood;
}

/* `%p|%q` */
bool read_operand(Reader *r, PtxOperand *out, int depth)
{
	if (!read_simple(r, out, depth))
		return false;
	if (!scan_eat(&r->scan, '|'))
		return true;
	PtxOperand both[2] = { *out };
	if (!read_simple(r, &both[1], depth))
		return false;
	*out = (PtxOperand){ .kind = PTX_VECTOR, .parts = arena_dup(r->arena, both, sizeof both), .n_parts = 2 };
	return true;
}

/* --- instructions --------------------------------------------------------------------------------- */

static const PtxOpcode *opcode_of(Reader *r, Word word)
{
	int *at = names_at(r->opcodes, word.s, word.n, 0);
	if (*at)
		return r->opcode.at[*at - 1];
	PtxOpcode *opcode = arena_new_of(r->arena, PtxOpcode);
	ptx_opcode(r->arena, word_text(r->arena, word), opcode);
	vec_push(r->arena, &r->opcode, (const PtxOpcode *)opcode);
	*at = r->opcode.n;
	return opcode;
}

static bool read_guard(Reader *r, PtxInstr *out)
{
	PtxOperand guard;
	if (!scan_eat(&r->scan, '@'))
		return true;
	out->guard_negated = scan_eat(&r->scan, '!');
	if (!read_operand(r, &guard, 0) || guard.kind != PTX_REG)
		return read_fail(r, "a predicate that is not declared");
	out->guard = guard.index;
	return true;
}

bool read_instruction(Reader *r)
{
	PtxInstr instr = { .guard = -1, .loc = r->loc, .scope = r->scope };
	Operands operands = { 0 };
	Word word;
	if (!read_guard(r, &instr))
		return false;
	scan_at_end(&r->scan);
	instr.line = r->scan.line;
	if (!scan_word(&r->scan, &word) || word.s[0] == '.' || word.s[0] == '%')
		return read_fail(r, "an instruction that is not understood");
	instr.opcode = opcode_of(r, word);
	while (!scan_eat(&r->scan, ';')) {
		PtxOperand one;
		if (operands.n == MAX_OPERANDS || !read_operand(r, &one, 0))
			return read_fail(r, "an instruction that is not understood");
		vec_push(r->arena, &operands, one);
		if (!scan_eat(&r->scan, ',') && !scan_at(&r->scan, ';'))
			return read_fail(r, "an instruction without `;`");
	}
	instr.operands = operands.at;
	instr.n_operands = operands.n;
	vec_push(r->arena, &r->func->instrs, instr);
	return true;
}
