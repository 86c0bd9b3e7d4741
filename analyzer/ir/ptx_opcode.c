#include "ir/ptx_opcode.h"

#include <stdlib.h>
#include <string.h>

#include "ir/ir.h"

static const PtxRow rows[] = {
#define PTX(name, results, class_, lowering, how, runs) { name, results, PTX_##class_, LOWER_##lowering, how },
#include "ir/ptx.def"
#undef PTX
};

PtxType ptx_type(const char *word)
{
	static const struct {
		char first;
		PtxKind kind;
	} kinds[] = { { 'b', PTX_BITS }, { 's', PTX_SIGNED }, { 'u', PTX_UNSIGNED }, { 'f', PTX_FLOAT } };
	const PtxType none = { PTX_UNTYPED, 0 };
	if (!strcmp(word, "pred"))
		return (PtxType){ PTX_PRED, 1 };
	const bool is_other = !strncmp(word, "bf", 2) || !strncmp(word, "tf", 2);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		if (word[is_other] != kinds[i].first)
			continue;
		char *end;
		const long bits = strtol(word + is_other + 1, &end, 10);
		const bool is_pair = end[0] == 'x' && end[1] == '2' && !end[2];
		if (end == word + is_other + 1 || (*end && !is_pair) || bits < 8 || bits > 128 || bits & 7)
			return none;
		return is_pair ? (PtxType){ PTX_PACKED, (int)bits / 4 } : (PtxType){ kinds[i].kind, (int)bits / 8 };
	}
	return none;
}

bool ptx_has(const PtxOpcode *opcode, const char *part)
{
	for (int i = 1; i < opcode->n; i++)
		if (!strcmp(opcode->part[i], part))
			return true;
	return false;
}

int ptx_row_number(const PtxOpcode *opcode)
{
	return opcode->row ? (int)(opcode->row - rows) : -1;
}

static const PtxRow *row_of(const char *text)
{
	const PtxRow *best = NULL;
	size_t longest = 0;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const size_t n = strlen(rows[i].name);
		if (n <= longest || strncmp(text, rows[i].name, n) != 0 || (text[n] && text[n] != '.'))
			continue;
		longest = n;
		best = &rows[i];
	}
	return best;
}

static PtxSpace space_of(const char *part)
{
	static const struct {
		const char *name;
		PtxSpace space;
	} spaces[] = { { "shared", SPACE_SHARED },
		       { "global", SPACE_GLOBAL },
		       { "local", SPACE_LOCAL },
		       { "const", SPACE_CONST },
		       { "param", SPACE_PARAM } };
	for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++) {
		const size_t n = strlen(spaces[i].name);
		if (!strncmp(part, spaces[i].name, n) && (!part[n] || part[n] == ':'))
			return spaces[i].space;
	}
	return SPACE_NONE;
}

static void take_part(PtxOpcode *out, const char *part)
{
	const PtxType type = ptx_type(part);
	if (type.kind != PTX_UNTYPED) {
		out->to = out->type.kind != PTX_UNTYPED ? out->type : type;
		out->type = type;
	}
	if (out->space == SPACE_NONE)
		out->space = space_of(part);
	if (part[0] == 'v' && strchr("248", part[1]) && part[1] && !part[2])
		out->vector = part[1] - '0';
}

void ptx_opcode(Arena *arena, const char *text, PtxOpcode *out)
{
	*out = (PtxOpcode){ .text = text, .vector = 1, .row = row_of(text) };
	char *copy = arena_strdup(arena, text);
	for (char *p = copy; p && out->n < PTX_MAX_PARTS;) {
		out->part[out->n] = p;
		p = strchr(p, '.');
		if (p)
			*p++ = 0;
		if (out->n++)
			take_part(out, out->part[out->n - 1]);
	}
}

static const struct {
	const char *name, *name8; /* for 4 and 8 bytes; NULL: none */
	const char *unsigned_name;
	int n_args;
} functions[] = {
	[INTRINSIC_ABS] = { "abs", NULL, NULL, 1 },
	[INTRINSIC_MIN] = { "min", "min", "min", 2 },
	[INTRINSIC_MAX] = { "max", "max", "max", 2 },
	[INTRINSIC_SAD] = { "__sad", NULL, "__usad", 3 },
	[INTRINSIC_POPC] = { "__popc", "__popcll", NULL, 1 },
	[INTRINSIC_CLZ] = { "__clz", "__clzll", NULL, 1 },
	[INTRINSIC_BREV] = { "__brev", "__brevll", NULL, 1 },
	[INTRINSIC_PRMT] = { "__byte_perm", NULL, NULL, 3 },
	[INTRINSIC_ACTIVEMASK] = { "__activemask", NULL, NULL, 0 },
};

/* prmt.b32.f4e and the like take their bytes otherwise. */
static bool has_mode(const PtxOpcode *opcode)
{
	return !ptx_has(opcode, "b32") || opcode->n > 2;
}

const char *ptx_function(const PtxOpcode *opcode, int *n_args)
{
	const PtxType is = opcode->type;
	const int how = opcode->row->how;
	const char *name = is.bytes == 8 ? functions[how].name8 : functions[how].name;
	if (is.kind == PTX_UNSIGNED && functions[how].unsigned_name && is.bytes == 4)
		name = functions[how].unsigned_name;
	*n_args = functions[how].n_args;
	const bool floats = is.kind == PTX_FLOAT || is.kind == PTX_PACKED || is.bytes > 8 || is.bytes < 2;
	return floats || (how == INTRINSIC_PRMT && has_mode(opcode)) || ptx_has(opcode, "relu") ? NULL : name;
}

const char *ptx_warp_function(const PtxOpcode *opcode)
{
	static const struct {
		const char *mode, *name;
	} modes[] = { { "idx", "__shfl_sync" },       { "up", "__shfl_up_sync" },     { "down", "__shfl_down_sync" },
		      { "bfly", "__shfl_xor_sync" },  { "all", "__all_sync" },        { "any", "__any_sync" },
		      { "ballot", "__ballot_sync" },  { "add", "__reduce_add_sync" }, { "xor", "__reduce_xor_sync" },
		      { "min", "__reduce_min_sync" }, { "max", "__reduce_max_sync" }, { "and", "__reduce_and_sync" },
		      { "or", "__reduce_or_sync" } };
	if (strcmp(opcode->part[0], "match") == 0)
		return ptx_has(opcode, "any") && opcode->type.bytes == 4 ? "__match_any_sync" : NULL;
	for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
		if (ptx_has(opcode, modes[i].mode))
			return modes[i].name;
	return NULL;
}
