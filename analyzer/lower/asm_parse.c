#include "lower/lower.h"

#include <stdlib.h>
#include <string.h>

#include "ir/ptx_opcode.h"

/* Parses inline PTX: instructions end with ';', or at the end of the text; operands are separated by commas.  Directives are
 * left out.  An instruction that is not understood leaves the others as they are. */

enum { MAX_VECTOR = 128 /* the accumulators of wgmma */, MAX_ASM_OPERANDS = 64 };

typedef struct AsmReader {
	Arena *arena;
	const char *p, *end;     /* one statement */
} AsmReader;

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_word(char c)
{
	return c == '_' || c == '$' || c == '.' || c == ':' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static void skip(AsmReader *r)
{
	while (r->p < r->end && is_space(*r->p))
		r->p++;
}

static bool at(AsmReader *r, char c)
{
	skip(r);
	return r->p < r->end && *r->p == c;
}

static bool eat(AsmReader *r, char c)
{
	if (!at(r, c))
		return false;
	r->p++;
	return true;
}

/* --- text ------------------------------------------------------------------------------------- */

/* A copy of the same length with comments blanked. */
static char *without_comments(Arena *arena, const char *text)
{
	char *copy = arena_strdup(arena, text);
	for (char *p = copy; *p;) {
		char *end = p;
		if (p[0] == '/' && p[1] == '/') {
			end = p + strcspn(p, "\n");
		} else if (p[0] == '/' && p[1] == '*') {
			end = strstr(p + 2, "*/");
			end = end ? end + 2 : p + strlen(p);
		}
		if (end == p)
			p++;
		while (p < end)
			*p++ = ' ';
	}
	return copy;
}

static const char *trimmed(Arena *arena, const char *begin, const char *end)
{
	while (begin < end && is_space(*begin))
		begin++;
	while (end > begin && is_space(end[-1]))
		end--;
	return arena_strndup(arena, begin, (size_t)(end - begin));
}

/* --- operands --------------------------------------------------------------------------------- */

static bool read_operand(AsmReader *r, AsmOperand *out, int depth);

/* $0, ${0:c} */
static bool read_argument(AsmReader *r, AsmOperand *out)
{
	r->p++;
	bool braces = eat(r, '{');
	char *after;
	unsigned long n = strtoul(r->p, &after, 10);
	if (after == r->p || n > 1023)
		return false;
	*out = (AsmOperand){ .kind = AO_ARG, .arg = (int)n };
	r->p = after;
	while (braces && r->p < r->end && *r->p != '}')
		r->p++;
	return !braces || eat(r, '}');
}

/* %laneid, %tid.x; %r1 that the block declares */
static bool read_percent(AsmReader *r, AsmOperand *out)
{
	const char *start = r->p++;
	while (r->p < r->end && is_word(*r->p))
		r->p++;
	*out = (AsmOperand){ .kind = AO_SPECIAL };
	out->name = arena_strndup(r->arena, start, (size_t)(r->p - start));
	return r->p > start + 1;
}

static bool read_number(AsmReader *r, AsmOperand *out)
{
	bool minus = false;
	while (r->p < r->end && (*r->p == '-' || *r->p == '+'))
		minus ^= *r->p++ == '-';
	if (r->end - r->p > 2 && r->p[0] == '0' && (r->p[1] == 'f' || r->p[1] == 'F' || r->p[1] == 'd' || r->p[1] == 'D')) {
		*out = (AsmOperand){ .kind = AO_IMM };
		out->imm = (int64_t)strtoull(r->p + 2, NULL, 16); /* the bits of a float */
		for (r->p += 2; r->p < r->end && is_word(*r->p); r->p++)
			;
		return true;
	}
	char *after;
	unsigned long long n = strtoull(r->p, &after, 0);
	if (after == r->p)
		return false;
	if (after < r->end && *after && strchr(".eE", *after)) {
		*out = (AsmOperand){ .kind = AO_OTHER };
		strtod(r->p, &after);
		r->p = after;
		return after <= r->end;
	}
	r->p = after;
	while (r->p < r->end && (*r->p == 'U' || *r->p == 'u'))
		r->p++;
	*out = (AsmOperand){ .kind = AO_IMM };
	out->imm = (int64_t)(minus ? 0 - n : n);
	return true;
}

/* + 4; + $1, an "n" operand */
static bool read_offset(AsmReader *r, AsmOperand *out)
{
	AsmOperand offset;
	const char *sign = r->p;
	bool positive = eat(r, '+');
	skip(r);
	if (positive && at(r, '$')) {
		if (out->offset || !read_argument(r, &offset))
			return false;
		out->offset = arena_dup(r->arena, &offset, sizeof offset);
		return true;
	}
	if (!positive)
		r->p = sign;
	if (!read_number(r, &offset) || offset.kind != AO_IMM)
		return false;
	out->imm = (int64_t)((uint64_t)out->imm + (uint64_t)offset.imm);
	return true;
}

/* [base], [base + 4], [base, {coordinates}] */
static bool read_address(AsmReader *r, AsmOperand *out, int depth)
{
	AsmOperand base;
	if (!read_operand(r, &base, depth + 1))
		return false;
	*out = (AsmOperand){ .kind = AO_ADDRESS };
	if (base.kind == AO_IMM) {
		out->imm = base.imm;
	} else {
		out->base = arena_dup(r->arena, &base, sizeof base);
	}
	while (at(r, '+') || at(r, '-'))
		if (!read_offset(r, out))
			return false;
	if (eat(r, ',')) {
		AsmOperand rest;
		if (!read_operand(r, &rest, depth + 1))
			return false;
		out->parts = arena_dup(r->arena, &rest, sizeof rest);
		out->n_parts = 1;
	}
	return eat(r, ']');
}

static bool read_vector(AsmReader *r, AsmOperand *out, int depth)
{
	AsmOperand parts[MAX_VECTOR];
	int n = 0;
	while (!eat(r, '}')) {
		if (n == MAX_VECTOR || !read_operand(r, &parts[n++], depth + 1))
			return false;
		if (!eat(r, ',') && !at(r, '}'))
			return false;
	}
	*out = (AsmOperand){ .kind = AO_VECTOR, .n_parts = n };
	out->parts = arena_dup(r->arena, parts, sizeof *parts * (size_t)n);
	return true;
}

static bool read_simple(AsmReader *r, AsmOperand *out, int depth)
{
	skip(r);
	if (r->p >= r->end || depth > 8)
		return false;
	char c = *r->p;
	if (c == '%')
		return read_percent(r, out);
	if (c == '$' && r->end - r->p > 1 && (r->p[1] == '{' || (r->p[1] >= '0' && r->p[1] <= '9')))
		return read_argument(r, out);
	if (c == '[' || c == '{') {
		r->p++;
		return c == '[' ? read_address(r, out, depth) : read_vector(r, out, depth);
	}
	if ((c >= '0' && c <= '9') || c == '-' || c == '+')
		return read_number(r, out);
	const char *start = r->p;
	while (r->p < r->end && is_word(*r->p))
		r->p++;
	*out = (AsmOperand){ .kind = AO_REG, .name = arena_strndup(r->arena, start, (size_t)(r->p - start)) };
	return r->p > start;
}

/* p|q, !p */
static bool read_operand(AsmReader *r, AsmOperand *out, int depth)
{
	const bool negated = eat(r, '!');
	AsmOperand both[2];
	if (!read_simple(r, &both[0], depth))
		return false;
	*out = negated ? (AsmOperand){ .kind = AO_OTHER } : both[0];
	if (!eat(r, '|'))
		return true;
	if (!read_simple(r, &both[1], depth))
		return false;
	*out = (AsmOperand){ .kind = AO_VECTOR, .parts = arena_dup(r->arena, both, sizeof both), .n_parts = 2 };
	return true;
}

/* --- instructions ----------------------------------------------------------------------------- */

static bool read_guard(AsmReader *r, AsmInstr *instr)
{
	if (!eat(r, '@'))
		return true;
	instr->guard_negated = eat(r, '!');
	AsmOperand guard;
	if (!read_operand(r, &guard, 0))
		return false;
	instr->guard = arena_dup(r->arena, &guard, sizeof guard);
	return true;
}

static bool read_instruction(AsmReader *r, AsmInstr *instr)
{
	if (!read_guard(r, instr))
		return false;
	skip(r);
	const char *start = r->p;
	while (r->p < r->end && is_word(*r->p))
		r->p++;
	if (r->p == start)
		return false;
	PtxOpcode *opcode = arena_new_of(r->arena, PtxOpcode);
	ptx_opcode(r->arena, arena_strndup(r->arena, start, (size_t)(r->p - start)), opcode);
	instr->opcode = opcode;
	AsmOperand operands[MAX_ASM_OPERANDS];
	int n = 0;
	skip(r);
	while (r->p < r->end) {
		if (n == MAX_ASM_OPERANDS || !read_operand(r, &operands[n++], 0))
			return false;
		skip(r);
		if (r->p < r->end && !eat(r, ','))
			return false;
	}
	instr->operands = arena_dup(r->arena, operands, sizeof *operands * (size_t)n);
	instr->n_operands = n;
	return true;
}

/* `NAME:` before an instruction (but not the `::` within one). */
static void skip_label(AsmReader *r)
{
	const char *p = r->p;
	while (p < r->end && is_word(*p) && *p != ':' && *p != '.')
		p++;
	while (p < r->end && is_space(*p))
		p++;
	if (p > r->p && p < r->end && *p == ':' && (p + 1 == r->end || p[1] != ':'))
		r->p = p + 1;
	skip(r);
}

typedef VEC(AsmInstr) Instrs;

static void read_statement(AsmReader *r, Instrs *out)
{
	const char *before = NULL;
	while (r->p != before) { /* { LABEL: } */
		before = r->p;
		skip(r);
		if (at(r, '{') || at(r, '}'))
			r->p++;
		skip_label(r);
	}
	if (r->p >= r->end || *r->p == '.')
		return;
	AsmInstr instr = { .text = trimmed(r->arena, r->p, r->end) };
	const char *text = instr.text;
	if (!read_instruction(r, &instr))
		instr = (AsmInstr){ .text = text };
	vec_push(r->arena, out, instr);
}

/* The end of a statement: its ';', or the end of the text. */
static const char *statement_end(const char *p)
{
	while (*p && *p != ';')
		p++;
	return p;
}

AsmBlock *asm_parse(Arena *arena, const char *text)
{
	AsmBlock *block = arena_new_of(arena, AsmBlock);
	AsmReader r = { .arena = arena };
	Instrs instrs = { 0 };
	const char *p = without_comments(arena, text);
	while (*p) {
		r.p = p;
		r.end = statement_end(p);
		p = *r.end ? r.end + 1 : r.end;
		read_statement(&r, &instrs);
	}
	block->instrs = instrs.at;
	block->n_instrs = instrs.n;
	return block;
}
