/* Parses inline PTX into statements. */
#include "ptx.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

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

/* Whether it is a special register of PTX that is not supported; other names are registers of the block. */
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

/* The number in "$3" or "${3:r}"; -1: there is none. */
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
			ptx->broken = "a vector that is not of registers";
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
			ptx->broken = "text behind an operand";
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
			ptx->broken = "a guard that is not one of its registers";
		s->guard = guard.index + 1;
	}
	size_t n = strcspn(p, " \t\n\r");
	if (n >= sizeof s->words) {
		ptx->broken = "so long an opcode";
		return;
	}
	memcpy(s->words, p, n);
	s->does = handler_of(s->words);
	split_opcode(s);
	if (s->n_parts && strchr(s->words, ':') && s->n_parts == 1)
		ptx->broken = "a label";
	read_operands(ptx, s, p + n);
}

/* Removes comments and the braces of a block, which are not those of a vector. */
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
