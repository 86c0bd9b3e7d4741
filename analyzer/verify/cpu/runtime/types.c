/* Numbers as PTX has them: 8 bytes that hold one of a type. */
#include "smem.h"

#include <stdlib.h>
#include <string.h>

/* 's', 'u', 'b' (taken as u), 'f', 'g' (bfloat16), 'p'; bytes: of all; pairs: two of half of them. */
typedef struct Type {
	char kind;
	int bytes;
	bool pair;
} Type;

static bool type_parse(const char *word, Type *out)
{
	static const struct { const char *word; Type type; } known[] = {
		{ "f16", { 'f', 2, false } }, { "f16x2", { 'f', 4, true } }, { "bf16", { 'g', 2, false } },
		{ "bf16x2", { 'g', 4, true } }, { "pred", { 'p', 1, false } }, { "tf32", { 't', 4, false } },
	};
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(known[i].word, word) == 0) {
			*out = known[i].type;
			return true;
		}
	int bits = word[0] ? atoi(word + 1) : 0;
	bool plain = strchr("subf", word[0]) && word[0] && (bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128);
	*out = (Type){ word[0] == 'b' ? 'u' : word[0], bits / 8, false };
	return plain && strspn(word + 1, "0123456789") == strlen(word + 1);
}

static uint64_t cut(uint64_t value, int bytes)
{
	return bytes >= 8 ? value : value & (((uint64_t)1 << 8 * bytes) - 1);
}

static int64_t as_signed(uint64_t value, int bytes)
{
	int shift = 64 - 8 * bytes;
	return (int64_t)(value << shift) >> shift;
}

static double as_float(uint64_t bits, Type type)
{
	union { uint32_t u; float f; } single;
	union { uint64_t u; double d; } whole = { bits };
	union { uint16_t u; _Float16 h; } half = { (uint16_t)bits };
	switch (type.pair ? 2 : type.bytes) {
	case 8: return whole.d;
	case 2:
		if (type.kind != 'g')
			return (double)half.h;
		single.u = (uint32_t)(uint16_t)bits << 16;
		return single.f;
	default: single.u = (uint32_t)bits; return single.f;
	}
}

static uint64_t float_bits(double value, Type type)
{
	union { uint32_t u; float f; } single = { .f = (float)value };
	union { uint64_t u; double d; } whole = { .d = value };
	union { uint16_t u; _Float16 h; } half = { .h = (_Float16)value };
	switch (type.pair ? 2 : type.bytes) {
	case 8: return whole.u;
	case 2:
		if (type.kind != 'g')
			return half.u;
		if (value != value)
			return 0x7fff;
		return (single.u + 0x7fff + (single.u >> 16 & 1)) >> 16;
	default: return single.u;
	}
}

static bool is_floating(Type type) { return type.kind == 'f' || type.kind == 'g' || type.kind == 't'; }

