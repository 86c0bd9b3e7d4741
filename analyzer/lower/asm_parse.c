#include "lower/lower.h"

#include <string.h>

#include "ir/ptx_opcode.h"
#include "ir/ptx_scan.h"

/* Parses inline PTX: instructions end with ';', or at the end of the text; operands are separated by commas.  Directives are
 * left out.  An instruction that is not understood leaves the others as they are. */

enum { MAX_VECTOR = 128 /* the accumulators of wgmma */, MAX_ASM_OPERANDS = 64, MAX_ASM_DEPTH = 8, MAX_ARGUMENT = 1023 };

typedef struct Label {
	const char *name;
	int at; /* of the instruction behind it */
} Label;

typedef VEC(AsmInstr) Instrs;
typedef VEC(Label) Labels;

typedef struct AsmReader {
	Arena *arena;
	Scan scan;
} AsmReader;

/* --- operands --------------------------------------------------------------------------------- */

static bool read_operand(AsmReader *r, AsmOperand *out, int depth);

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* $0, ${0:c}, of which `word` is $0 or $ */
static bool read_argument(AsmReader *r, Word word, AsmOperand *out)
{
	const bool braces = word.n == 1;
	int64_t n = 0;
	bool is_float;
	for (size_t i = 1; i < word.n && n <= MAX_ARGUMENT; i++) {
		if (!is_digit(word.s[i]))
			return false;
		n = n * 10 + word.s[i] - '0';
	}
	if (braces && (!scan_eat(&r->scan, '{') || !scan_number(&r->scan, &n, &is_float) || !scan_past(&r->scan, '}')))
		return false;
	*out = (AsmOperand){ .kind = AO_ARG, .arg = (int)n };
	return n >= 0 && n <= MAX_ARGUMENT;
}

/* An argument; %laneid, %tid.x, %r1 that the block declares; another register */
static bool read_name(AsmReader *r, AsmOperand *out)
{
	Word word;
	if (!scan_word(&r->scan, &word))
		return false;
	if (word.s[0] == '$' && (word.n == 1 || is_digit(word.s[1])))
		return read_argument(r, word, out);
	*out = (AsmOperand){ .kind = word.s[0] == '%' ? AO_SPECIAL : AO_REG, .name = word_text(r->arena, word) };
	return word.s[0] != '%' || word.n > 1;
}

/* The bits of 0f3F800000 are known, those of 1.5 depend on the instruction. */
static bool read_number(AsmReader *r, AsmOperand *out)
{
	int64_t i;
	bool is_float;
	scan_at_end(&r->scan);
	const char *start = r->scan.p;
	if (!scan_number(&r->scan, &i, &is_float))
		return false;
	while (start < r->scan.p && !is_digit(*start))
		start++;
	const bool is_bits = r->scan.p - start > 2 && strchr("fFdD", start[1]);
	*out = is_float && !is_bits ? (AsmOperand){ .kind = AO_OTHER } : (AsmOperand){ .kind = AO_IMM, .imm = i };
	return true;
}

/* + 4; + $1, an "n" operand */
static bool read_offset(AsmReader *r, AsmOperand *out)
{
	AsmOperand offset;
	const Scan sign = r->scan;
	if (scan_eat(&r->scan, '+') && scan_at(&r->scan, '$')) {
		if (out->offset || !read_name(r, &offset))
			return false;
		out->offset = arena_dup(r->arena, &offset, sizeof offset);
		return true;
	}
	r->scan = sign;
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
	if (base.kind == AO_IMM)
		out->imm = base.imm;
	else
		out->base = arena_dup(r->arena, &base, sizeof base);
	while (scan_at(&r->scan, '+') || scan_at(&r->scan, '-'))
		if (!read_offset(r, out))
			return false;
	if (scan_eat(&r->scan, ',')) {
		AsmOperand rest;
		if (!read_operand(r, &rest, depth + 1))
			return false;
		out->parts = arena_dup(r->arena, &rest, sizeof rest);
		out->n_parts = 1;
	}
	return scan_eat(&r->scan, ']');
}

static bool read_vector(AsmReader *r, AsmOperand *out, int depth)
{
	AsmOperand parts[MAX_VECTOR];
	int n = 0;
	while (!scan_eat(&r->scan, '}')) {
		if (n == MAX_VECTOR || !read_operand(r, &parts[n++], depth + 1))
			return false;
		if (!scan_eat(&r->scan, ',') && !scan_at(&r->scan, '}'))
			return false;
	}
	*out = (AsmOperand){ .kind = AO_VECTOR, .n_parts = n };
	out->parts = arena_dup(r->arena, parts, sizeof *parts * (size_t)n);
	return true;
}

static bool read_simple(AsmReader *r, AsmOperand *out, int depth)
{
	if (depth > MAX_ASM_DEPTH)
		return false;
	if (scan_eat(&r->scan, '['))
		return read_address(r, out, depth);
	if (scan_eat(&r->scan, '{'))
		return read_vector(r, out, depth);
	return read_number(r, out) || read_name(r, out);
}

/* p|q, !p */
static bool read_operand(AsmReader *r, AsmOperand *out, int depth)
{
	const bool negated = scan_eat(&r->scan, '!');
	AsmOperand both[2];
	if (!read_simple(r, &both[0], depth))
		return false;
	*out = negated ? (AsmOperand){ .kind = AO_OTHER } : both[0];
	if (!scan_eat(&r->scan, '|'))
		return true;
	if (!read_simple(r, &both[1], depth))
		return false;
	*out = (AsmOperand){ .kind = AO_VECTOR, .parts = arena_dup(r->arena, both, sizeof both), .n_parts = 2 };
	return true;
}

/* --- instructions ----------------------------------------------------------------------------- */

static bool read_guard(AsmReader *r, AsmInstr *instr)
{
	AsmOperand guard;
	if (!scan_eat(&r->scan, '@'))
		return true;
	instr->guard_negated = scan_eat(&r->scan, '!');
	if (!read_operand(r, &guard, 0))
		return false;
	instr->guard = arena_dup(r->arena, &guard, sizeof guard);
	return true;
}

static bool read_instruction(AsmReader *r, AsmInstr *instr)
{
	Word word;
	AsmOperand operands[MAX_ASM_OPERANDS];
	int n = 0;
	if (!read_guard(r, instr) || !scan_word(&r->scan, &word))
		return false;
	PtxOpcode *opcode = arena_new_of(r->arena, PtxOpcode);
	ptx_opcode(r->arena, word_text(r->arena, word), opcode);
	instr->opcode = opcode;
	while (!scan_at_end(&r->scan)) {
		if (n == MAX_ASM_OPERANDS || !read_operand(r, &operands[n++], 0))
			return false;
		if (!scan_at_end(&r->scan) && !scan_eat(&r->scan, ','))
			return false;
	}
	instr->operands = arena_dup(r->arena, operands, sizeof *operands * (size_t)n);
	instr->n_operands = n;
	return true;
}

/* `NAME:` before instruction `at`. */
static bool read_label(AsmReader *r, int at, Labels *out)
{
	const Scan before = r->scan;
	Word word;
	const bool is_label = scan_word(&r->scan, &word) && scan_eat(&r->scan, ':');
	if (is_label)
		vec_push(r->arena, out, ((Label){ word_text(r->arena, word), at }));
	else
		r->scan = before;
	return is_label;
}

static void read_statement(AsmReader *r, Instrs *out, Labels *labels)
{
	while (scan_eat(&r->scan, '{') || scan_eat(&r->scan, '}') || read_label(r, out->n, labels))
		;
	if (scan_at_end(&r->scan) || *r->scan.p == '.')
		return;
	AsmInstr instr = { .text = arena_strndup(r->arena, r->scan.p, (size_t)(r->scan.end - r->scan.p)) };
	const char *text = instr.text;
	if (!read_instruction(r, &instr))
		instr = (AsmInstr){ .text = text };
	vec_push(r->arena, out, instr);
}

/* Past a statement, which ends with `;` or with the text; it is returned without that, and without spaces and comments at its ends. */
static Scan next_statement(Scan *text)
{
	scan_at_end(text);
	Scan statement = { .p = text->p, .end = text->p, .line = text->line };
	while (!scan_at_end(text) && *text->p != ';')
		statement.end = ++text->p;
	scan_eat(text, ';');
	return statement;
}

/* Between instruction `branch` and its label, before it or behind it; to a label that is not there, all. */
static void mark_jumped(Instrs *instrs, const Labels *labels, int branch)
{
	const AsmInstr *instr = &instrs->at[branch];
	const AsmOperand *to = instr->n_operands ? &instr->operands[instr->n_operands - 1] : NULL;
	int from = 0, end = instrs->n;
	for (int i = 0; i < labels->n; i++) {
		if (!to || !to->name || strcmp(labels->at[i].name, to->name) != 0)
			continue;
		from = labels->at[i].at <= branch ? labels->at[i].at : branch;
		end = labels->at[i].at <= branch ? branch : labels->at[i].at;
	}
	for (int i = from; i < end; i++)
		instrs->at[i].is_jumped = true;
}

static void mark_all_jumped(Instrs *instrs, const Labels *labels)
{
	for (int i = 0; i < instrs->n; i++) {
		const PtxOpcode *opcode = instrs->at[i].opcode;
		if (opcode && opcode->row && opcode->row->class_ == PTX_FLOW && strncmp(opcode->part[0], "br", 2) == 0)
			mark_jumped(instrs, labels, i);
	}
}

AsmBlock *asm_parse(Arena *arena, const char *text)
{
	AsmBlock *block = arena_new_of(arena, AsmBlock);
	Scan rest = { .p = text, .end = text + strlen(text) };
	Instrs instrs = { 0 };
	Labels labels = { 0 };
	while (!scan_at_end(&rest)) {
		AsmReader r = { .arena = arena, .scan = next_statement(&rest) };
		read_statement(&r, &instrs, &labels);
	}
	mark_all_jumped(&instrs, &labels);
	block->instrs = instrs.at;
	block->n_instrs = instrs.n;
	return block;
}
