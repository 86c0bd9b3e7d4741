/* Instructions, and what the names in them mean. */
#include "ptx/read.h"

#include <string.h>

enum { MAX_REGISTERS = 1 << 22 };

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

/* PtxSyntax.find of a Reader: a register or variable that is visible here. */
static bool lookup(void *reader, Word name, PtxOperand *out)
{
	Reader *r = reader;
	for (int scope = r->scope; r->func && scope >= 0; scope = r->func->scopes.at[scope])
		if (lookup_local(r, name, scope, out))
			return true;
	const int found = names_find(r->symbols, name.s, name.n, 0);
	if (found)
		*out = (PtxOperand){ .kind = PTX_SYMBOL, .var = r->var.at[found - 1] };
	return found;
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

bool read_instruction(Reader *r)
{
	PtxSyntax syntax = { .arena = r->arena, .scan = &r->scan, .find = lookup, .of = r };
	PtxStatement s;
	if (!ptx_read_statement(&syntax, &s))
		return read_fail(r, syntax.problem);
	if (s.guard && s.guard->kind != PTX_REG)
		return read_fail(r, "a predicate that is not declared");
	const PtxInstr instr = {
		.opcode = opcode_of(r, s.opcode),
		.guard = s.guard ? s.guard->index : -1,
		.guard_negated = s.guard_negated,
		.operands = s.operands,
		.n_operands = s.n_operands,
		.line = s.line,
		.loc = r->loc,
		.scope = r->scope,
	};
	vec_push(r->arena, &r->func->instrs, instr);
	return true;
}
