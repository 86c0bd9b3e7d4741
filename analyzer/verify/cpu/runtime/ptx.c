/* PTX that is written out, read once and done lane by lane. */
#include "smem.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PTX_PARTS = 12, PTX_OPERANDS = 16, PTX_VECTOR = 16, PTX_REGISTERS = 64, PTX_SLOTS = 128 };

typedef enum OperandKind { O_SLOT, O_REGISTER, O_NUMBER, O_SPECIAL, O_VECTOR, O_ADDRESS, O_NOTHING, O_PREDICATES } OperandKind;

typedef struct Operand {
	OperandKind kind;
	int index;             /* O_SLOT, O_REGISTER, O_SPECIAL; of an O_ADDRESS's base -1: none */
	bool base_is_slot;     /* O_ADDRESS */
	bool negated;          /* a predicate behind '!' */
	uint64_t number;       /* O_NUMBER; of an O_ADDRESS: the offset; O_PREDICATES: index of the second */
	int n;
	int item[PTX_VECTOR];  /* O_VECTOR: slots, or registers as -1 - index; PTX_SLOTS: nothing */
} Operand;

typedef struct Statement {
	char words[160];               /* the opcode's parts */
	const char *part[PTX_PARTS];
	int n_parts;
	int guard;                     /* register + 1; 0: none */
	bool guard_negated;
	Operand operand[PTX_OPERANDS];
	int n_operands;
} Statement;

typedef struct Ptx {
	const char *text;
	Statement *statements;
	int n_statements;
	char names[PTX_REGISTERS][32];
	int n_names;
	const char *broken;
} Ptx;

/* --- reading -------------------------------------------------------------------------------------- */

static const char *skip_space(const char *p)
{
	while (isspace((unsigned char)*p))
		p++;
	return p;
}

static bool is_name(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '.' || c == ':' || c == '$' || c == '%';
}

static int register_named(Ptx *ptx, const char *name, size_t n)
{
	for (int i = 0; i < ptx->n_names; i++)
		if (strlen(ptx->names[i]) == n && strncmp(ptx->names[i], name, n) == 0)
			return i;
	if (ptx->n_names == PTX_REGISTERS || n >= sizeof ptx->names[0]) {
		ptx->broken = "too many registers";
		return 0;
	}
	memcpy(ptx->names[ptx->n_names], name, n);
	ptx->names[ptx->n_names][n] = 0;
	return ptx->n_names++;
}

static const struct { const char *name; int index; } specials[] = {
	{ "%tid.x", 0 }, { "%tid.y", 1 }, { "%tid.z", 2 }, { "%ntid.x", 3 }, { "%ntid.y", 4 }, { "%ntid.z", 5 }, { "%ctaid.x", 6 },
	{ "%ctaid.y", 7 }, { "%ctaid.z", 8 }, { "%nctaid.x", 9 }, { "%nctaid.y", 10 }, { "%nctaid.z", 11 }, { "%laneid", 12 },
	{ "%warpid", 13 }, { "%nwarpid", 14 }, { "%dynamic_smem_size", 15 }, { "%lanemask_eq", 16 }, { "%lanemask_lt", 17 },
	{ "%lanemask_le", 18 }, { "%lanemask_gt", 19 }, { "%lanemask_ge", 20 }, { "%smid", 22 }, { "%nsmid", 23 },
};

/* A register of PTX's own that is none of ours; others are the block's. */
static bool is_unknown_special(const char *name)
{
	static const char *const known[] = { "%envreg", "%clock", "%globaltimer", "%gridid", "%cluster", "%pm", "%total_smem", "%aggr_smem",
					     "%is_explicit_cluster", "%current_graph" };
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strncmp(known[i], name, strlen(known[i])) == 0)
			return true;
	return false;
}

static bool read_special(Operand *operand, const char *name, size_t n)
{
	for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
		if (strlen(specials[i].name) == n && strncmp(specials[i].name, name, n) == 0) {
			*operand = (Operand){ .kind = O_SPECIAL, .index = specials[i].index };
			return true;
		}
	return false;
}

/* "$3", "${3:r}": which; -1: it is none. */
static int slot_number(const char **p)
{
	const char *at = *p;
	if (at[0] != '$' || !(isdigit((unsigned char)at[1]) || at[1] == '{'))
		return -1;
	bool braces = at[1] == '{';
	int number = (int)strtol(at + 1 + braces, (char **)&at, 10);
	if (braces)
		at = strchr(at, '}') ? strchr(at, '}') + 1 : at + strlen(at);
	*p = at;
	return number < PTX_SLOTS ? number : -1;
}

static uint64_t read_number(const char **p)
{
	const char *at = *p;
	char *end;
	uint64_t number;
	if (at[0] == '0' && (at[1] == 'f' || at[1] == 'F' || at[1] == 'd' || at[1] == 'D')) {
		number = strtoull(at + 2, &end, 16);
	} else if (strchr(at, '.') && strspn(at, "-0123456789.eE+") > strspn(at, "-0123456789")) {
		double value = strtod(at, &end);
		float narrow = (float)value;
		uint32_t bits;
		memcpy(&bits, &narrow, 4);
		number = bits;
	} else {
		number = (uint64_t)strtoll(at, &end, 0);
		if (number == INT64_MAX)
			number = strtoull(at, &end, 0);
	}
	while (*end == 'U' || *end == 'u' || *end == 'L' || *end == 'l')
		end++;
	*p = end;
	return number;
}

static Operand read_plain(Ptx *ptx, const char **p)
{
	Operand operand = { .kind = O_NOTHING };
	const char *at = skip_space(*p);
	if (*at == '!') {
		operand.negated = true;
		at = skip_space(at + 1);
	}
	int slot = slot_number(&at);
	if (slot >= 0) {
		operand.kind = O_SLOT;
		operand.index = slot;
	} else if (isdigit((unsigned char)*at) || *at == '-') {
		operand.kind = O_NUMBER;
		operand.number = read_number(&at);
	} else if (is_name(*at)) {
		size_t n = 0;
		while (is_name(at[n]))
			n++;
		bool negated = operand.negated;
		if (!read_special(&operand, at, n) && !(n == 1 && *at == '_')) {
			operand.kind = O_REGISTER;
			operand.index = register_named(ptx, at, n);
			if (is_unknown_special(at))
				ptx->broken = "a special register of this kind";
		}
		operand.negated = negated;
		at += n;
	} else {
		ptx->broken = "an operand";
	}
	*p = skip_space(at);
	return operand;
}

static Operand read_vector(Ptx *ptx, const char **p)
{
	Operand operand = { .kind = O_VECTOR };
	const char *at = *p + 1;
	while (*at && *at != '}' && !ptx->broken && operand.n < PTX_VECTOR) {
		Operand item = read_plain(ptx, &at);
		if (item.kind != O_SLOT && item.kind != O_REGISTER && item.kind != O_NOTHING)
			ptx->broken = "a vector of other things than registers";
		operand.item[operand.n++] = item.kind == O_SLOT ? item.index : item.kind == O_NOTHING ? PTX_SLOTS : -1 - item.index;
		at = skip_space(at);
		at += *at == ',';
	}
	if (*at != '}')
		ptx->broken = "a vector";
	*p = skip_space(*at ? at + 1 : at);
	return operand;
}

static Operand read_address(Ptx *ptx, const char **p)
{
	const char *at = *p + 1;
	Operand base = read_plain(ptx, &at), operand = { .kind = O_ADDRESS, .index = -1 };
	if (base.kind == O_NUMBER) {
		operand.number = base.number;
	} else if (base.kind == O_SLOT || base.kind == O_REGISTER) {
		operand.index = base.index;
		operand.base_is_slot = base.kind == O_SLOT;
	} else {
		ptx->broken = "an address";
	}
	if (*at == '+' || *at == '-') {
		bool minus = *at == '-';
		at = skip_space(at + 1);
		if (!isdigit((unsigned char)*at) && *at != '-') {
			Operand offset = read_plain(ptx, &at); /* "%0 + %1" with an immediate */
			operand.n = 1;
			operand.item[0] = offset.kind == O_SLOT ? offset.index : -1 - offset.index;
		} else {
			uint64_t offset = read_number(&at);
			operand.number += minus ? -offset : offset;
		}
	}
	at = skip_space(at);
	if (*at != ']')
		ptx->broken = "an address";
	*p = skip_space(*at ? at + 1 : at);
	return operand;
}

static void read_operands(Ptx *ptx, Statement *s, const char *p)
{
	for (p = skip_space(p); *p && !ptx->broken; p = skip_space(p + (*p == ','))) {
		if (s->n_operands == PTX_OPERANDS) {
			ptx->broken = "so many operands";
			return;
		}
		Operand operand = *p == '{' ? read_vector(ptx, &p) : *p == '[' ? read_address(ptx, &p) : read_plain(ptx, &p);
		if (*p == '|') { /* p|q */
			p++;
			Operand second = read_plain(ptx, &p);
			operand.n = 1;
			operand.item[0] = second.kind == O_SLOT ? second.index : -1 - second.index;
		}
		s->operand[s->n_operands++] = operand;
		if (*p && *p != ',')
			ptx->broken = "what stands behind an operand";
	}
}

static void split_opcode(Statement *s)
{
	for (char *at = s->words; at && *at && s->n_parts < PTX_PARTS; ) {
		s->part[s->n_parts++] = at;
		at = strchr(at, '.');
		if (at)
			*at++ = 0;
	}
}

static void read_statement(Ptx *ptx, const char *text)
{
	const char *p = skip_space(text);
	if (!*p || *p == '.')
		return; /* .reg and the like */
	Statement *s = &ptx->statements[ptx->n_statements++];
	*s = (Statement){ 0 };
	if (*p == '@') {
		p = skip_space(p + 1);
		s->guard_negated = *p == '!';
		p += *p == '!';
		Operand guard = read_plain(ptx, &p);
		if (guard.kind != O_REGISTER)
			ptx->broken = "a guard that is no register of its own";
		s->guard = guard.index + 1;
	}
	size_t n = strcspn(p, " \t\n\r");
	if (n >= sizeof s->words) {
		ptx->broken = "so long an opcode";
		return;
	}
	memcpy(s->words, p, n);
	split_opcode(s);
	if (s->n_parts && strchr(s->words, ':') && s->n_parts == 1)
		ptx->broken = "a label";
	read_operands(ptx, s, p + n);
}

/* Without comments, and without the braces of a block, which look like a vector's only to who does not count. */
static char *cleaned(const char *text)
{
	char *out = malloc(strlen(text) + 2), *to = out;
	bool statement_begins = true;
	for (const char *p = text; *p; p++) {
		if (p[0] == '/' && p[1] == '/') {
			while (p[1] && p[1] != '\n')
				p++;
		} else if (p[0] == '/' && p[1] == '*') {
			const char *end = strstr(p + 2, "*/");
			p = end ? end + 1 : p + strlen(p) - 1;
		} else if (p[0] == '$' && p[1] == '$') {
			*to++ = '$';
			p++;
		} else if (statement_begins && (*p == '{' || *p == '}')) {
			*to++ = ' ';
		} else {
			statement_begins = *p == ';' || (statement_begins && isspace((unsigned char)*p));
			*to++ = *p;
		}
	}
	*to = 0;
	return out;
}

static Ptx *ptx_read(const char *text)
{
	Ptx *ptx = calloc(1, sizeof *ptx);
	char *copy = cleaned(text);
	int n = 1;
	for (const char *p = copy; *p; p++)
		n += *p == ';';
	ptx->text = text;
	ptx->statements = calloc((size_t)n, sizeof *ptx->statements);
	for (char *p = copy; p && !ptx->broken;) {
		char *end = strchr(p, ';');
		if (end)
			*end = 0;
		read_statement(ptx, p);
		p = end ? end + 1 : NULL;
	}
	free(copy);
	return ptx;
}

/* --- doing: registers ----------------------------------------------------------------------------- */

typedef struct Run {
	const Ptx *ptx;
	const Statement *s;
	uint64_t *slots;
	uint64_t registers[PTX_REGISTERS];
	uint32_t site;
	int statement;
} Run;

_Noreturn static void unsupported(const Run *run)
{
	char opcode[160] = "";
	for (int i = 0; i < run->s->n_parts; i++) {
		strcat(opcode, i ? "." : "");
		strcat(opcode, run->s->part[i]);
	}
	launch_fail("PTX %s is not supported on the processor", opcode);
}

static bool part_is(const Statement *s, const char *word)
{
	for (int i = 1; i < s->n_parts; i++)
		if (strcmp(s->part[i], word) == 0)
			return true;
	return false;
}

static bool opcode_is(const Statement *s, const char *word)
{
	return strcmp(s->part[0], word) == 0;
}

static uint64_t *place_of(Run *run, int item)
{
	static uint64_t nowhere;
	return item == PTX_SLOTS ? &nowhere : item >= 0 ? &run->slots[item] : &run->registers[-1 - item];
}

static uint64_t get(Run *run, int i)
{
	const Operand *operand = &run->s->operand[i];
	if (i >= run->s->n_operands)
		unsupported(run);
	uint64_t value = 0;
	switch (operand->kind) {
	case O_SLOT: value = run->slots[operand->index]; break;
	case O_REGISTER: value = run->registers[operand->index]; break;
	case O_NUMBER: value = operand->number; break;
	case O_SPECIAL: value = smem_registers[operand->index]; break;
	default: unsupported(run);
	}
	return operand->negated ? !value : value;
}

static void put(Run *run, int i, uint64_t value)
{
	const Operand *operand = &run->s->operand[i];
	if (operand->kind == O_SLOT)
		run->slots[operand->index] = value;
	else if (operand->kind == O_REGISTER)
		run->registers[operand->index] = value;
	else if (operand->kind != O_NOTHING)
		unsupported(run);
}

/* The n-th type from the end of the opcode, 0 the last. */
static Type type_at(const Run *run, int n)
{
	Type type;
	for (int i = run->s->n_parts - 1; i > 0; i--)
		if (type_parse(run->s->part[i], &type) && n-- == 0)
			return type;
	unsupported(run);
}

/* --- doing: arithmetic ---------------------------------------------------------------------------- */

static double float_op(const Run *run, double x, double y, double z, Type type)
{
	const char *op = run->s->part[0];
	double out;
	if (!strcmp(op, "add")) out = x + y;
	else if (!strcmp(op, "sub")) out = x - y;
	else if (!strcmp(op, "mul")) out = x * y;
	else if (!strcmp(op, "div")) out = x / y;
	else if (!strcmp(op, "fma") || !strcmp(op, "mad")) out = type.bytes == 8 ? fma(x, y, z) : x * y + z;
	else if (!strcmp(op, "min")) out = fmin(x, y);
	else if (!strcmp(op, "max")) out = fmax(x, y);
	else if (!strcmp(op, "neg")) out = -x;
	else if (!strcmp(op, "abs")) out = fabs(x);
	else if (!strcmp(op, "sqrt")) out = sqrt(x);
	else if (!strcmp(op, "rsqrt")) out = 1 / sqrt(x);
	else if (!strcmp(op, "rcp")) out = 1 / x;
	else if (!strcmp(op, "ex2")) out = exp2(x);
	else if (!strcmp(op, "lg2")) out = log2(x);
	else if (!strcmp(op, "sin")) out = sin(x);
	else if (!strcmp(op, "cos")) out = cos(x);
	else if (!strcmp(op, "tanh")) out = tanh(x);
	else unsupported(run);
	if (part_is(run->s, "relu") || part_is(run->s, "sat"))
		out = out < 0 ? 0 : out;
	return part_is(run->s, "sat") && out > 1 ? 1 : out;
}

static uint64_t int_op(const Run *run, uint64_t a, uint64_t b, uint64_t c, Type type)
{
	const char *op = run->s->part[0];
	int bytes = type.bytes, bits = 8 * bytes;
	int64_t x = as_signed(a, bytes), y = as_signed(b, bytes);
	bool is_signed = type.kind == 's', wide = part_is(run->s, "wide"), high = part_is(run->s, "hi");
	a = cut(a, bytes);
	b = cut(b, bytes);
	if (!strcmp(op, "add")) return a + b;
	if (!strcmp(op, "sub")) return a - b;
	if (!strcmp(op, "mul") || !strcmp(op, "mad")) {
		uint64_t plus = opcode_is(run->s, "mad") ? c : 0;
		if (high && bytes == 4)
			return (is_signed ? (uint64_t)((x * y) >> 32) : a * b >> 32) + plus;
		if (high)
			unsupported(run);
		return (is_signed && wide ? (uint64_t)(x * y) : a * b) + plus;
	}
	if (!strcmp(op, "div")) return b == 0 ? ~(uint64_t)0 : is_signed ? (uint64_t)(y == -1 ? -(uint64_t)x : (uint64_t)(x / y)) : a / b;
	if (!strcmp(op, "rem")) return b == 0 ? a : is_signed ? (uint64_t)(y == -1 ? 0 : x % y) : a % b;
	if (!strcmp(op, "min")) return is_signed ? (x < y ? a : b) : a < b ? a : b;
	if (!strcmp(op, "max")) return is_signed ? (x > y ? a : b) : a > b ? a : b;
	if (!strcmp(op, "and")) return a & b;
	if (!strcmp(op, "or")) return a | b;
	if (!strcmp(op, "xor")) return a ^ b;
	if (!strcmp(op, "not")) return ~a;
	if (!strcmp(op, "cnot")) return a == 0;
	if (!strcmp(op, "neg")) return -a;
	if (!strcmp(op, "abs")) return x < 0 ? -a : a;
	if (!strcmp(op, "popc")) return (uint64_t)__builtin_popcountll(a);
	if (!strcmp(op, "clz")) return a ? (uint64_t)(__builtin_clzll(a) - (64 - bits)) : (uint64_t)bits;
	if (!strcmp(op, "brev")) return __builtin_bitreverse64(a) >> (64 - bits);
	b = (uint32_t)b;
	if (!strcmp(op, "shl")) return b >= (uint64_t)bits ? 0 : a << b;
	if (!strcmp(op, "shr")) return is_signed ? (uint64_t)(x >> (b >= (uint64_t)bits ? bits - 1 : (int)b)) : b >= (uint64_t)bits ? 0 : a >> b;
	unsupported(run);
}

static uint64_t pair_op(const Run *run, uint64_t a, uint64_t b, uint64_t c, Type type)
{
	uint64_t out = 0;
	for (int i = 0; i < 2; i++) {
		int at = 16 * i;
		double x = as_float(a >> at, type), y = as_float(b >> at, type), z = as_float(c >> at, type);
		out |= (float_bits(float_op(run, x, y, z, type), type) & 0xffff) << at;
	}
	return out;
}

static void do_arithmetic(Run *run)
{
	Type type = type_at(run, 0);
	int n = run->s->n_operands;
	uint64_t a = get(run, 1), b = n > 2 ? get(run, 2) : 0, c = n > 3 ? get(run, 3) : 0;
	if (type.kind == 'p') {
		put(run, 0, (opcode_is(run->s, "and") ? a & b : opcode_is(run->s, "or") ? a | b : opcode_is(run->s, "xor") ? a ^ b : !a) & 1);
		return;
	}
	if (type.pair)
		put(run, 0, pair_op(run, a, b, c, type));
	else if (is_floating(type))
		put(run, 0, float_bits(float_op(run, as_float(a, type), as_float(b, type), as_float(c, type), type), type));
	else if (part_is(run->s, "wide"))
		put(run, 0, int_op(run, a, b, c, type));
	else
		put(run, 0, cut(int_op(run, a, b, c, type), opcode_is(run->s, "popc") || opcode_is(run->s, "clz") ? 4 : type.bytes));
}

static void do_move(Run *run)
{
	const Operand *to = &run->s->operand[0], *from = &run->s->operand[1];
	Type type = type_at(run, 0);
	if (to->kind == O_VECTOR) { /* unpack */
		uint64_t value = get(run, 1);
		int bytes = type.bytes / to->n;
		for (int i = 0; i < to->n; i++)
			*place_of(run, to->item[i]) = cut(value >> 8 * bytes * i, bytes);
	} else if (from->kind == O_VECTOR) {
		uint64_t value = 0;
		int bytes = type.bytes / from->n;
		for (int i = 0; i < from->n; i++)
			value |= cut(*place_of(run, from->item[i]), bytes) << 8 * bytes * i;
		put(run, 0, value);
	} else {
		put(run, 0, cut(get(run, 1), type.bytes));
	}
}

static double rounded(const Run *run, double x)
{
	if (part_is(run->s, "rni")) return rint(x);
	if (part_is(run->s, "rmi")) return floor(x);
	if (part_is(run->s, "rpi")) return ceil(x);
	return part_is(run->s, "rzi") ? trunc(x) : x;
}

static uint64_t float_to_int(double x, Type to)
{
	if (x != x)
		return 0;
	double least = to.kind == 's' ? -ldexp(1, 8 * to.bytes - 1) : 0, most = ldexp(1, 8 * to.bytes - (to.kind == 's'));
	if (x <= least)
		return cut((uint64_t)(int64_t)least, to.bytes);
	if (x >= most)
		return to.kind == 's' ? ((uint64_t)1 << (8 * to.bytes - 1)) - 1 : cut(~(uint64_t)0, to.bytes);
	return cut(to.kind == 's' ? (uint64_t)(int64_t)x : (uint64_t)x, to.bytes);
}

static uint64_t converted(const Run *run, uint64_t value, Type from, Type to)
{
	if (is_floating(from)) {
		double x = rounded(run, as_float(value, from));
		if (part_is(run->s, "sat"))
			x = x < 0 ? 0 : is_floating(to) && x > 1 ? 1 : x;
		if (part_is(run->s, "relu") && x < 0)
			x = 0;
		return is_floating(to) ? float_bits(x, to) : float_to_int(trunc(x), to);
	}
	int64_t x = as_signed(value, from.bytes);
	if (is_floating(to))
		return float_bits(from.kind == 's' ? (double)x : (double)cut(value, from.bytes), to);
	return cut(from.kind == 's' ? (uint64_t)x : cut(value, from.bytes), to.bytes);
}

static void do_convert(Run *run)
{
	Type to = type_at(run, 1), from = type_at(run, 0);
	if (from.pair)
		unsupported(run);
	if (to.pair) { /* cvt.rn.f16x2.f32 d, high, low */
		Type half = { to.kind, 2, false };
		put(run, 0, converted(run, get(run, 1), from, half) << 16 | converted(run, get(run, 2), from, half));
		return;
	}
	put(run, 0, converted(run, get(run, 1), from, to));
}

static bool compare_op(const Run *run, uint64_t a, uint64_t b, Type type)
{
	const char *op = run->s->part[1];
	int order;
	bool unordered = false;
	if (is_floating(type)) {
		double x = as_float(a, type), y = as_float(b, type);
		unordered = x != x || y != y;
		order = x < y ? -1 : x > y;
	} else if (type.kind == 's') {
		int64_t x = as_signed(a, type.bytes), y = as_signed(b, type.bytes);
		order = x < y ? -1 : x > y;
	} else {
		a = cut(a, type.bytes);
		b = cut(b, type.bytes);
		order = a < b ? -1 : a > b;
	}
	bool or_nan = strlen(op) == 3 && op[2] == 'u';
	if (!strcmp(op, "num")) return !unordered;
	if (!strcmp(op, "nan")) return unordered;
	if (unordered) return or_nan || !strcmp(op, "neu");
	if (!strncmp(op, "eq", 2)) return order == 0;
	if (!strncmp(op, "ne", 2)) return order != 0;
	if (!strncmp(op, "lt", 2) || !strcmp(op, "lo")) return order < 0;
	if (!strncmp(op, "le", 2) || !strcmp(op, "ls")) return order <= 0;
	if (!strncmp(op, "gt", 2) || !strcmp(op, "hi")) return order > 0;
	if (!strncmp(op, "ge", 2) || !strcmp(op, "hs")) return order >= 0;
	unsupported(run);
}

/* setp.lt.s32 p|q, a, b;  setp.lt.and.s32 p, a, b, c;  set.lt.u32.s32 d, a, b */
static void do_compare(Run *run)
{
	Type type = type_at(run, 0);
	if (type.pair)
		unsupported(run);
	bool yes = compare_op(run, get(run, 1), get(run, 2), type);
	if (run->s->n_operands > 3) {
		bool with = get(run, 3) & 1;
		yes = part_is(run->s, "and") ? yes && with : part_is(run->s, "or") ? yes || with : yes != with;
	}
	if (opcode_is(run->s, "set")) {
		Type to = type_at(run, 1);
		put(run, 0, is_floating(to) ? float_bits(yes, to) : yes ? cut(~(uint64_t)0, to.bytes) : 0);
		return;
	}
	put(run, 0, yes);
	if (run->s->operand[0].n == 1)
		*place_of(run, run->s->operand[0].item[0]) = !yes;
}

static void do_bits(Run *run)
{
	const Statement *s = run->s;
	if (opcode_is(s, "selp")) {
		put(run, 0, get(run, 3) & 1 ? get(run, 1) : get(run, 2));
	} else if (opcode_is(s, "lop3")) {
		uint32_t a = (uint32_t)get(run, 1), b = (uint32_t)get(run, 2), c = (uint32_t)get(run, 3), table = (uint32_t)get(run, 4), out = 0;
		for (int i = 0; i < 32; i++)
			out |= (table >> ((a >> i & 1) << 2 | (b >> i & 1) << 1 | (c >> i & 1)) & 1) << i;
		put(run, 0, out);
	} else if (opcode_is(s, "prmt") && s->n_parts == 2) {
		unsigned smem_dev___nv_byte_perm(unsigned x, unsigned y, unsigned s);
		put(run, 0, smem_dev___nv_byte_perm((unsigned)get(run, 1), (unsigned)get(run, 2), (unsigned)get(run, 3)));
	} else if (opcode_is(s, "shf")) {
		uint64_t all = get(run, 2) << 32 | (uint32_t)get(run, 1);
		uint32_t by = (uint32_t)get(run, 3), n = part_is(s, "wrap") ? by & 31 : by > 32 ? 32 : by;
		put(run, 0, (uint32_t)(part_is(s, "l") ? all << n >> 32 : all >> n));
	} else if (opcode_is(s, "bfe")) {
		Type type = type_at(run, 0);
		int at = (int)(get(run, 2) & 255), n = (int)(get(run, 3) & 255), bits = 8 * type.bytes;
		uint64_t a = get(run, 1);
		uint64_t out = at >= bits || n == 0 ? 0 : (type.kind == 's' ? (uint64_t)(as_signed(a, type.bytes) >> at) : cut(a, type.bytes) >> at);
		if (n > 0 && n < 64)
			out = type.kind == 's' ? (uint64_t)((int64_t)(out << (64 - n)) >> (64 - n)) : out & (((uint64_t)1 << n) - 1);
		put(run, 0, cut(out, type.bytes));
	} else if (opcode_is(s, "bfi")) {
		int at = (int)(get(run, 3) & 255), n = (int)(get(run, 4) & 255);
		uint64_t mask = n >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << n) - 1;
		put(run, 0, cut((get(run, 2) & ~(mask << at)) | (get(run, 1) & mask) << at, type_at(run, 0).bytes));
	} else if (opcode_is(s, "elect")) {
		unsupported(run);
	} else {
		unsupported(run);
	}
}

/* --- doing: memory -------------------------------------------------------------------------------- */

/* The low bits of a generic address are a shared one, too. */
static uint64_t shared_address(uint64_t address)
{
	address = (uint32_t)address;
	return address < SHARED_SIZE ? address + SHARED_BASE : address;
}

static bool in_shared(const Statement *s)
{
	for (int i = 1; i < s->n_parts; i++)
		if (strncmp(s->part[i], "shared", 6) == 0)
			return true;
	return false;
}

static uint64_t plain_address(Run *run, int i)
{
	const Operand *operand = &run->s->operand[i];
	if (operand->kind != O_ADDRESS)
		unsupported(run);
	uint64_t base = operand->index < 0 ? 0 : operand->base_is_slot ? run->slots[operand->index] : run->registers[operand->index];
	return base + operand->number + (operand->n ? *place_of(run, operand->item[0]) : 0);
}

static uint64_t address_of(Run *run, int i)
{
	uint64_t address = plain_address(run, i);
	return in_shared(run->s) ? shared_address(address) : address;
}

static void trace(Run *run, uint64_t address, const char *op, int bytes)
{
	trace_as(run->site, smem_instance + (uint64_t)run->statement * 0x1000193, address, 0, op, bytes);
}

static void do_load(Run *run)
{
	Type type = type_at(run, 0);
	const Operand *to = &run->s->operand[0];
	int n = to->kind == O_VECTOR ? to->n : 1;
	const char *from = (const char *)(uintptr_t)address_of(run, 1);
	trace(run, (uintptr_t)from, "ld", n * type.bytes);
	for (int i = 0; i < n; i++) {
		uint64_t value = 0;
		memcpy(&value, from + i * type.bytes, (size_t)type.bytes);
		if (type.kind == 's')
			value = (uint64_t)as_signed(value, type.bytes);
		if (to->kind == O_VECTOR)
			*place_of(run, to->item[i]) = value;
		else
			put(run, 0, value);
	}
}

static void do_store(Run *run)
{
	Type type = type_at(run, 0);
	const Operand *from = &run->s->operand[1];
	int n = from->kind == O_VECTOR ? from->n : 1;
	char *to = (char *)(uintptr_t)address_of(run, 0);
	trace(run, (uintptr_t)to, "st", n * type.bytes);
	for (int i = 0; i < n; i++) {
		uint64_t value = from->kind == O_VECTOR ? *place_of(run, from->item[i]) : get(run, 1);
		memcpy(to + i * type.bytes, &value, (size_t)type.bytes);
	}
}

static const char *atomic_op(const Run *run, Type type, bool returns, uint64_t operand)
{
	bool floating = is_floating(type);
	if (part_is(run->s, "cas")) return "atom_cas";
	if (part_is(run->s, "exch")) return "atom_exch";
	if (type.bytes == 4 && !floating)
		return !returns && part_is(run->s, "add") && operand == 1 ? "popc_inc" : returns ? "atom_add" : "red_add";
	return type.bytes == 2 ? "atom_addh" : "atom_addf";
}

static uint64_t atomic_new(Run *run, uint64_t old, uint64_t operand, Type type)
{
	if (part_is(run->s, "exch")) return operand;
	if (part_is(run->s, "inc")) return cut(old, 4) >= cut(operand, 4) ? 0 : old + 1;
	if (part_is(run->s, "dec")) return old == 0 || cut(old, 4) > cut(operand, 4) ? operand : old - 1;
	static const char *const words[] = { "add", "min", "max", "and", "or", "xor" };
	for (int i = 0; i < 6; i++)
		if (part_is(run->s, words[i])) {
			Statement plain = *run->s;
			Run like = *run;
			plain.part[0] = words[i];
			like.s = &plain;
			if (type.pair)
				return pair_op(&like, old, operand, 0, type);
			if (is_floating(type))
				return float_bits(float_op(&like, as_float(old, type), as_float(operand, type), 0, type), type);
			return int_op(&like, old, operand, 0, type);
		}
	unsupported(run);
}

static void do_atomic(Run *run)
{
	Type type = type_at(run, 0);
	bool returns = opcode_is(run->s, "atom");
	void *at = (void *)(uintptr_t)address_of(run, returns);
	uint64_t old = 0, operand = get(run, 1 + returns), value;
	if (run->s->operand[1 + returns].kind == O_VECTOR || type.bytes > 8)
		unsupported(run);
	const char *op = atomic_op(run, type, returns, operand);
	if (strcmp(op, "atom_addf") == 0 || strcmp(op, "atom_addh") == 0)
		trace_as(run->site, smem_instance ^ 0x5bd1e995, (uintptr_t)at, 0, "atom_addf_ld", type.bytes);
	trace(run, (uintptr_t)at, op, type.bytes);
	memcpy(&old, at, (size_t)type.bytes);
	if (part_is(run->s, "cas"))
		value = old == cut(operand, type.bytes) ? get(run, 3) : old;
	else
		value = atomic_new(run, old, operand, type);
	memcpy(at, &value, (size_t)type.bytes);
	if (returns)
		put(run, 0, old);
}

/* cp.async.ca.shared.global [to], [from], bytes{, of the source}; */
static void do_copy(Run *run)
{
	const Statement *s = run->s;
	if (part_is(s, "bulk") || part_is(s, "mbarrier"))
		unsupported(run);
	if (!in_shared(s))
		return; /* commit_group, wait_group, wait_all */
	char *to = (char *)(uintptr_t)shared_address(plain_address(run, 0));
	const char *from = (const char *)(uintptr_t)plain_address(run, 1);
	int bytes = (int)get(run, 2), taken = bytes;
	bool hint = part_is(s, "L2::cache_hint"), sized = s->n_operands > 3 + hint;
	if (sized)
		taken = (int)get(run, 3);
	if (bytes > 16 || taken > bytes || taken < 0)
		unsupported(run);
	bool fills = sized && !(s->operand[3].kind == O_NUMBER && taken == bytes);
	const char *op = part_is(s, "cg") ? fills ? "cp_async_cg_fill" : "cp_async_cg" : "cp_async_ca";
	trace_as(run->site, smem_instance + (uint64_t)run->statement * 0x1000193, (uintptr_t)to, (uintptr_t)from, op, bytes);
	memset(to, 0, (size_t)bytes);
	memcpy(to, from, (size_t)taken);
}

/* --- doing: what a warp does together -------------------------------------------------------------- */

static void do_matrix(Run *run)
{
	const Statement *s = run->s;
	bool loads = opcode_is(s, "ldmatrix"), trans = part_is(s, "trans");
	const Operand *items = &s->operand[loads ? 0 : 1];
	if (!part_is(s, "m8n8") || !part_is(s, "b16") || items->kind != O_VECTOR)
		unsupported(run);
	int n = items->n;
	static const char *const names[2][5] = {
		{ "", "stmatrix_x1", "stmatrix_x2", "", "stmatrix_x4" }, { "", "ldmatrix_x1", "ldmatrix_x2", "", "ldmatrix_x4" },
	};
	if (n != 1 && n != 2 && n != 4)
		unsupported(run);
	uint64_t address = address_of(run, loads);
	trace(run, address, loads && trans && n == 4 ? "ldmatrix_x4_trans" : names[loads][n], 16);
	MatrixRows rows = { .loads = loads, .trans = trans, .n = n, .address = address };
	for (int i = 0; i < n && !loads; i++)
		rows.words[i] = (uint32_t)*place_of(run, items->item[i]);
	warp_meet(0xffffffff, &rows, &rows, move_rows);
	for (int i = 0; i < n && loads; i++)
		*place_of(run, items->item[i]) = rows.words[i];
}

/* mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {d}, {a}, {b}, {c}; */
static void do_mma(Run *run)
{
	const Statement *s = run->s;
	Type type[4];
	int n = 0, k = part_is(s, "m16n8k8") ? 8 : part_is(s, "m16n8k16") ? 16 : part_is(s, "m16n8k4") ? 4 : 0;
	for (int i = 1; i < s->n_parts && n < 4; i++)
		n += type_parse(s->part[i], &type[n]);
	bool known = k && n == 4 && is_floating(type[1]) && type[1].bytes <= 4 && type[0].kind == 'f' && type[0].bytes == type[3].bytes;
	for (int i = 0; i < 4 && known; i++)
		known = s->operand[i].kind == O_VECTOR;
	if (!known)
		unsupported(run);
	MatrixProduct product = { .k = k, .n_a = s->operand[1].n, .n_b = s->operand[2].n, .n_c = s->operand[3].n, .type = type[1],
				  .sum = type[0] };
	uint32_t out[4] = { 0 };
	for (int i = 1, at = 0; i < 4; i++)
		for (int j = 0; j < s->operand[i].n && at < 16; j++)
			product.in[at++] = (uint32_t)*place_of(run, s->operand[i].item[j]);
	warp_meet(0xffffffff, &product, out, multiply);
	for (int j = 0; j < s->operand[0].n && j < 4; j++)
		*place_of(run, s->operand[0].item[j]) = out[j];
}

static void do_warp(Run *run)
{
	const Statement *s = run->s;
	if (opcode_is(s, "activemask")) {
		put(run, 0, smem_llvm_nvvm_activemask());
	} else if (opcode_is(s, "shfl") && part_is(s, "b32")) {
		const char *how = s->part[2];
		uint32_t v = (uint32_t)get(run, 1), b = (uint32_t)get(run, 2), c = (uint32_t)get(run, 3), mask = (uint32_t)get(run, 4), out;
		out = !strcmp(how, "up") ? smem_llvm_nvvm_shfl_sync_up_i32(mask, v, b, c) : !strcmp(how, "down") ?
		      smem_llvm_nvvm_shfl_sync_down_i32(mask, v, b, c) : !strcmp(how, "bfly") ?
		      smem_llvm_nvvm_shfl_sync_bfly_i32(mask, v, b, c) : smem_llvm_nvvm_shfl_sync_idx_i32(mask, v, b, c);
		put(run, 0, out);
		if (s->operand[0].n == 1) {
			uint32_t lane = smem_registers[R_LANE];
			*place_of(run, s->operand[0].item[0]) = shuffle_in_range(how, (int)lane, b, c);
		}
	} else if (opcode_is(s, "bar") && part_is(s, "warp")) {
		smem_llvm_nvvm_bar_warp_sync((uint32_t)get(run, 0));
	} else if ((opcode_is(s, "bar") || opcode_is(s, "barrier")) && part_is(s, "sync")) {
		int id = (int)get(run, 0);
		if (s->n_operands > 1)
			smem_llvm_nvvm_barrier_cta_sync_count(id, (int)get(run, 1));
		else
			smem_llvm_nvvm_barrier_cta_sync_all(id);
	} else if ((opcode_is(s, "bar") || opcode_is(s, "barrier")) && part_is(s, "arrive") && s->n_operands == 2) {
		smem_llvm_nvvm_barrier_cta_arrive_aligned_count((int)get(run, 0), (int)get(run, 1));
	} else if (opcode_is(s, "vote") && part_is(s, "ballot")) {
		put(run, 0, smem_llvm_nvvm_vote_ballot_sync((uint32_t)get(run, 2), get(run, 1) & 1));
	} else if (opcode_is(s, "vote") && (part_is(s, "any") || part_is(s, "all"))) {
		bool (*vote)(uint32_t, bool) = part_is(s, "any") ? smem_llvm_nvvm_vote_any_sync : smem_llvm_nvvm_vote_all_sync;
		put(run, 0, vote((uint32_t)get(run, 2), get(run, 1) & 1));
	} else if (opcode_is(s, "redux")) {
		uint32_t v = (uint32_t)get(run, 1), mask = (uint32_t)get(run, 2);
		bool u = part_is(s, "u32");
		put(run, 0, part_is(s, "add") ? smem_llvm_nvvm_redux_sync_add(v, mask) : part_is(s, "min") ?
			    (u ? smem_llvm_nvvm_redux_sync_umin : smem_llvm_nvvm_redux_sync_min)(v, mask) : part_is(s, "max") ?
			    (u ? smem_llvm_nvvm_redux_sync_umax : smem_llvm_nvvm_redux_sync_max)(v, mask) : part_is(s, "and") ?
			    smem_llvm_nvvm_redux_sync_and(v, mask) : part_is(s, "or") ? smem_llvm_nvvm_redux_sync_or(v, mask) :
			    smem_llvm_nvvm_redux_sync_xor(v, mask));
	} else {
		unsupported(run);
	}
}

/* cvta.to.shared.u64 d, a;  cvta.shared.u64 d, a: addresses of all spaces are the same here, shared ones may be cut short */
static void do_address(Run *run)
{
	const Statement *s = run->s;
	uint64_t value = get(run, 1);
	bool to = s->n_parts > 1 && strcmp(s->part[1], "to") == 0;
	put(run, 0, in_shared(s) && !to ? shared_address(value) : value);
}

static void do_nothing(Run *run) { (void)run; }

static const struct { const char *opcode; void (*does)(Run *); } handlers[] = {
	{ "mov", do_move }, { "cvt", do_convert }, { "setp", do_compare }, { "set", do_compare },
	{ "add", do_arithmetic }, { "sub", do_arithmetic }, { "mul", do_arithmetic }, { "mad", do_arithmetic },
	{ "fma", do_arithmetic }, { "div", do_arithmetic }, { "rem", do_arithmetic }, { "min", do_arithmetic },
	{ "max", do_arithmetic }, { "and", do_arithmetic }, { "or", do_arithmetic }, { "xor", do_arithmetic },
	{ "not", do_arithmetic }, { "cnot", do_arithmetic }, { "neg", do_arithmetic }, { "abs", do_arithmetic },
	{ "shl", do_arithmetic }, { "shr", do_arithmetic }, { "popc", do_arithmetic }, { "clz", do_arithmetic },
	{ "brev", do_arithmetic }, { "sqrt", do_arithmetic }, { "rsqrt", do_arithmetic }, { "rcp", do_arithmetic },
	{ "ex2", do_arithmetic }, { "lg2", do_arithmetic }, { "sin", do_arithmetic }, { "cos", do_arithmetic },
	{ "tanh", do_arithmetic }, { "selp", do_bits }, { "lop3", do_bits }, { "prmt", do_bits }, { "shf", do_bits },
	{ "bfe", do_bits }, { "bfi", do_bits }, { "ld", do_load }, { "ldu", do_load }, { "st", do_store },
	{ "atom", do_atomic }, { "red", do_atomic }, { "cp", do_copy }, { "ldmatrix", do_matrix }, { "stmatrix", do_matrix },
	{ "mma", do_mma }, { "activemask", do_warp }, { "shfl", do_warp }, { "bar", do_warp }, { "barrier", do_warp },
	{ "vote", do_warp }, { "redux", do_warp }, { "cvta", do_address }, { "membar", do_nothing }, { "fence", do_nothing },
	{ "prefetch", do_nothing }, { "prefetchu", do_nothing }, { "nanosleep", do_nothing }, { "discard", do_nothing },
	{ "applypriority", do_nothing }, { "griddepcontrol", do_nothing }, { "createpolicy", do_nothing },
};

static void do_statement(Run *run)
{
	const Statement *s = run->s;
	if (s->guard && (run->registers[s->guard - 1] & 1) == s->guard_negated)
		return;
	for (size_t i = 0; i < sizeof handlers / sizeof *handlers; i++)
		if (opcode_is(s, handlers[i].opcode)) {
			handlers[i].does(run);
			return;
		}
	unsupported(run);
}

void smem_ptx(void **cache, const char *text, uint64_t *slots, uint32_t site)
{
	Ptx *ptx = *cache ? *cache : ptx_read(text);
	*cache = ptx;
	if (ptx->broken)
		launch_fail("PTX with %s is not supported on the processor: %.120s", ptx->broken, text);
	Run run = { .ptx = ptx, .slots = slots, .site = site };
	for (int i = 0; i < ptx->n_statements; i++) {
		run.s = &ptx->statements[i];
		run.statement = i;
		do_statement(&run);
	}
}
