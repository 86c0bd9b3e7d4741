#include "ir/ptx_operand.h"

#include <string.h>

#include "base/vec.h"

enum { MAX_LIST = 1024, MAX_OPERANDS = 64, MAX_DEPTH = 8, MAX_ARGUMENT = 1023 };

typedef VEC(PtxOperand) Operands;

static bool read_operand(PtxSyntax *s, PtxOperand *out, int depth);

static bool fail(PtxSyntax *s, const char *why)
{
	s->problem = s->problem ? s->problem : why;
	return false;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* --- names and numbers ---------------------------------------------------------------------------- */

/* $0, ${0:c}, of which `word` is $0 or $ */
static bool read_argument(PtxSyntax *s, Word word, PtxOperand *out)
{
	const bool braces = word.n == 1;
	int64_t n = 0;
	bool is_float, understood = true;
	for (size_t i = 1; i < word.n && n <= MAX_ARGUMENT && understood; i++) {
		understood = is_digit(word.s[i]);
		n = n * 10 + word.s[i] - '0';
	}
	if (braces)
		understood = scan_eat(s->scan, '{') && scan_number(s->scan, &n, &is_float) && scan_past(s->scan, '}');
	if (!understood || n < 0 || n > MAX_ARGUMENT)
		return fail(s, "an argument that is not understood");
	*out = (PtxOperand){ .kind = PTX_ARGUMENT, .index = (int)n };
	return true;
}

static bool read_name(PtxSyntax *s, PtxOperand *out)
{
	Word word;
	if (!scan_word(s->scan, &word) || word_is(word, "%"))
		return fail(s, "an operand that is not understood");
	if (!s->find && word.s[0] == '$' && (word.n == 1 || is_digit(word.s[1])))
		return read_argument(s, word, out);
	if (!s->find || !s->find(s->of, word, out)) {
		*out = (PtxOperand){ .kind = PTX_NAME, .name = word_text(s->arena, word) };
		return true;
	}
	bool is_float;
	if (out->kind == PTX_SYMBOL && (scan_at(s->scan, '+') || scan_at(s->scan, '-')))
		return scan_number(s->scan, &out->i, &is_float) || fail(s, "an operand that is not understood");
	return true;
}

static bool read_number(PtxSyntax *s, PtxOperand *out)
{
	int64_t i;
	bool is_float;
	scan_at_end(s->scan);
	const char *start = s->scan->p;
	if (!scan_number(s->scan, &i, &is_float))
		return false;
	while (is_float && !is_digit(*start))
		start++;
	const bool is_bits = is_float && start[0] == '0' && strchr("fFdD", start[1]);
	*out = (PtxOperand){ .kind = PTX_NUMBER, .i = i, .is_float = is_float, .is_decimal = is_float && !is_bits };
	return true;
}

/* --- addresses and lists -------------------------------------------------------------------------- */

/* + 4; + $1, an immediate argument */
static bool read_offset(PtxSyntax *s, PtxOperand *out)
{
	PtxOperand offset;
	const Scan sign = *s->scan;
	if (scan_eat(s->scan, '+') && scan_at(s->scan, '$')) {
		if (out->offset || !read_name(s, &offset) || offset.kind != PTX_ARGUMENT)
			return fail(s, "an address that is not understood");
		out->offset = arena_dup(s->arena, &offset, sizeof offset);
		return true;
	}
	*s->scan = sign;
	if (!read_number(s, &offset) || offset.is_float)
		return fail(s, "an address that is not understood");
	out->i = (int64_t)((uint64_t)out->i + (uint64_t)offset.i);
	return true;
}

/* [base], [base + 4], [4], [base, {coordinates}] */
static bool read_address(PtxSyntax *s, PtxOperand *out, int depth)
{
	Operands list = { 0 };
	PtxOperand one;
	*out = (PtxOperand){ .kind = PTX_ADDRESS };
	if (!read_operand(s, &one, depth + 1))
		return false;
	if (one.kind == PTX_NUMBER)
		out->i = one.i;
	else
		vec_push(s->arena, &list, one);
	while (scan_at(s->scan, '+') || scan_at(s->scan, '-'))
		if (!read_offset(s, out))
			return false;
	while (scan_eat(s->scan, ',')) {
		if (list.n == MAX_OPERANDS || !read_operand(s, &one, depth + 1))
			return fail(s, "an address that is not understood");
		vec_push(s->arena, &list, one);
	}
	out->parts = list.at;
	out->n_parts = list.n;
	return scan_eat(s->scan, ']') || fail(s, "an address that is not understood");
}

static bool read_list(PtxSyntax *s, char end, int depth, PtxOperandKind kind, PtxOperand *out)
{
	Operands list = { 0 };
	while (!scan_eat(s->scan, end)) {
		PtxOperand one;
		if (list.n == MAX_LIST || !read_operand(s, &one, depth + 1))
			return fail(s, "a list of operands that is too long");
		vec_push(s->arena, &list, one);
		if (!scan_eat(s->scan, ',') && !scan_at(s->scan, end))
			return fail(s, "a list of operands that does not end");
	}
	*out = (PtxOperand){ .kind = kind, .parts = list.at, .n_parts = list.n };
	return true;
}

/* --- operands and statements ---------------------------------------------------------------------- */

static bool read_simple(PtxSyntax *s, PtxOperand *out, int depth)
{
	if (depth > MAX_DEPTH)
		return fail(s, "operands that are nested too deeply");
	if (scan_eat(s->scan, '['))
		return read_address(s, out, depth);
	if (scan_eat(s->scan, '{'))
		return read_list(s, '}', depth, PTX_VECTOR, out);
	if (s->find && scan_eat(s->scan, '(')) /* a call in inline PTX is not understood */
		return read_list(s, ')', depth, PTX_LIST, out);
	if (read_number(s, out))
		return true;
	const bool negated = scan_eat(s->scan, '!');
	const bool understood = read_name(s, out);
	out->negated = negated;
	return understood;
}

/* p|q, too */
static bool read_operand(PtxSyntax *s, PtxOperand *out, int depth)
{
	PtxOperand both[2];
	if (!read_simple(s, &both[0], depth))
		return false;
	*out = both[0];
	if (!scan_eat(s->scan, '|'))
		return true;
	if (!read_simple(s, &both[1], depth))
		return false;
	*out = (PtxOperand){ .kind = PTX_VECTOR, .parts = arena_dup(s->arena, both, sizeof both), .n_parts = 2 };
	return true;
}

static bool read_guard(PtxSyntax *s, PtxStatement *out)
{
	PtxOperand guard;
	if (!scan_eat(s->scan, '@'))
		return true;
	out->guard_negated = scan_eat(s->scan, '!');
	if (!read_operand(s, &guard, 0))
		return false;
	out->guard = arena_dup(s->arena, &guard, sizeof guard);
	return true;
}

bool ptx_read_statement(PtxSyntax *s, PtxStatement *out)
{
	Operands operands = { 0 };
	*out = (PtxStatement){ 0 };
	if (!read_guard(s, out))
		return false;
	scan_at_end(s->scan);
	out->line = s->scan->line;
	if (!scan_word(s->scan, &out->opcode) || out->opcode.s[0] == '.' || out->opcode.s[0] == '%')
		return fail(s, "an instruction that is not understood");
	while (!scan_eat(s->scan, ';') && !scan_at_end(s->scan)) {
		PtxOperand one;
		if (operands.n == MAX_OPERANDS || !read_operand(s, &one, 0))
			return fail(s, "an instruction that is not understood");
		vec_push(s->arena, &operands, one);
		if (!scan_eat(s->scan, ',') && !scan_at(s->scan, ';') && !scan_at_end(s->scan))
			return fail(s, "an instruction without `;`");
	}
	out->operands = operands.at;
	out->n_operands = operands.n;
	return true;
}
