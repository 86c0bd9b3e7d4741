#include "verify/cpu/ptx_code.h"

#include <string.h>

#include "ir/ptx_inline.h"
#include "verify/cpu/ptx_numbers.h"

typedef struct Coder {
	Arena *arena;
	const char *text;
	VEC(int64_t) code;
	VEC(const char *) registers;
	const char *problem;
} Coder;

/* What an operand becomes (ptx_numbers.h). */
typedef struct Coded {
	OperandKind kind;
	int place;
	int64_t number;
	int n;
	int item[PTX_ITEMS];
} Coded;

/* --- names ---------------------------------------------------------------------------------------- */

/* In registers.def, whose names are LLVM's: `lanemask.eq` is %lanemask_eq; -1: it is none of them. */
static int special_named(const char *name)
{
	static const struct {
		const char *name;
		int place;
	} specials[] = {
#define REGISTER(name, place) { name, place },
#include "verify/cpu/registers.def"
#undef REGISTER
	};
	for (size_t i = 0; name[0] == '%' && i < sizeof specials / sizeof *specials; i++) {
		const char *a = name + 1, *b = specials[i].name;
		while (*a && (*a == *b || (*a == '_' && *b == '.'))) {
			a++;
			b++;
		}
		if (!*a && !*b)
			return specials[i].place;
	}
	return -1;
}

/* Other names with `%` are registers of the text. */
static bool is_unknown_special(const char *name)
{
	static const char *const known[] = { "%envreg",     "%clock",     "%globaltimer",         "%gridid",        "%cluster",   "%pm",
					     "%total_smem", "%aggr_smem", "%is_explicit_cluster", "%current_graph", "%nclusterid" };
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strncmp(known[i], name, strlen(known[i])) == 0)
			return true;
	return false;
}

static int register_named(Coder *c, const char *name)
{
	if (is_unknown_special(name))
		c->problem = "a special register of this kind";
	for (int i = 0; i < c->registers.n; i++)
		if (strcmp(c->registers.at[i], name) == 0)
			return -1 - i;
	if (c->registers.n == PTX_REGISTERS) {
		c->problem = "too many registers";
		return PTX_NOWHERE;
	}
	vec_push(c->arena, &c->registers, name);
	return -c->registers.n;
}

static int place_of(Coder *c, const PtxOperand *o)
{
	if (o->kind == PTX_ARGUMENT && o->index < PTX_SLOTS)
		return o->index;
	if (o->kind == PTX_NAME && special_named(o->name) < 0)
		return strcmp(o->name, "_") == 0 ? PTX_NOWHERE : register_named(c, o->name);
	c->problem = "an operand that is no register where one is expected";
	return PTX_NOWHERE;
}

/* --- operands ------------------------------------------------------------------------------------- */

/* 1.5 is a float but in instructions of 8 bytes. */
static int64_t bits_of(const PtxOperand *o, const PtxOpcode *opcode)
{
	double value;
	if (!o->is_decimal || opcode->type.bytes == 8)
		return o->i;
	memcpy(&value, &o->i, sizeof value);
	const float narrow = (float)value;
	uint32_t bits;
	memcpy(&bits, &narrow, sizeof bits);
	return bits;
}

static void add_items(Coder *c, const PtxOperand *parts, int n, Coded *out)
{
	if (n > PTX_ITEMS)
		c->problem = "so long a vector";
	for (int i = 0; i < n && out->n < PTX_ITEMS; i++)
		out->item[out->n++] = place_of(c, &parts[i]);
}

static Coded coded(Coder *c, const PtxOperand *o, const PtxOpcode *opcode)
{
	Coded out = { .kind = O_PLACE, .place = PTX_NOWHERE };
	switch (o->kind) {
	case PTX_NUMBER:
		out.kind = O_NUMBER;
		out.number = bits_of(o, opcode);
		break;
	case PTX_VECTOR:
		out.kind = O_VECTOR;
		add_items(c, o->parts, o->n_parts, &out);
		break;
	case PTX_ADDRESS:
		out.kind = O_ADDRESS;
		out.number = o->i;
		out.place = o->n_parts ? place_of(c, &o->parts[0]) : PTX_NOWHERE;
		if (o->n_parts > 1)
			c->problem = "an address with coordinates";
		add_items(c, o->offset, o->offset != NULL, &out);
		break;
	default:
		if (o->kind == PTX_NAME && special_named(o->name) >= 0) {
			out.kind = O_SPECIAL;
			out.place = special_named(o->name);
		} else {
			out.place = place_of(c, o);
		}
	}
	return out;
}

static void add(Coder *c, int64_t number)
{
	vec_push(c->arena, &c->code, number);
}

static void add_operand(Coder *c, const PtxOperand *o, const PtxOpcode *opcode)
{
	const Coded out = coded(c, o, opcode);
	add(c, out.kind);
	add(c, o->negated);
	add(c, out.place);
	add(c, out.number);
	add(c, out.n);
	for (int i = 0; i < out.n; i++)
		add(c, out.item[i]);
}

static void add_statement(Coder *c, const PtxInline *one)
{
	const PtxStatement *s = &one->statement;
	if (one->problem || s->n_operands > PTX_OPERANDS || s->opcode.n >= PTX_OPCODE) {
		c->problem = one->problem ? one->problem : "so many operands";
		return;
	}
	add(c, ptx_row_number(one->opcode));
	add(c, s->opcode.s - c->text);
	add(c, (int64_t)s->opcode.n);
	add(c, s->guard ? place_of(c, s->guard) : PTX_NOWHERE);
	add(c, s->guard_negated);
	add(c, s->n_operands);
	for (int i = 0; i < s->n_operands; i++)
		add_operand(c, &s->operands[i], one->opcode);
}

PtxCode ptx_code(Arena *arena, const char *text)
{
	Coder c = { .arena = arena, .text = text };
	PtxInlineText read;
	ptx_inline_read(arena, text, &read);
	if (read.labels.n)
		c.problem = "a label";
	add(&c, read.statements.n);
	for (int i = 0; i < read.statements.n; i++)
		add_statement(&c, &read.statements.at[i]);
	return (PtxCode){ c.code.at, c.code.n, c.problem };
}
