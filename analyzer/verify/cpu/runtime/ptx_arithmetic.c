/* Arithmetic, conversions, comparisons and bits of PTX. */
#include "ptx.h"

#include <math.h>
#include <string.h>

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
	put_second(run, !yes);
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
	} else if (opcode_is(s, "bmsk") || opcode_is(s, "szext")) {
		const bool wraps = part_is(s, "wrap"), is_mask = opcode_is(s, "bmsk");
		uint64_t a = get(run, 1), n = wraps ? get(run, 2) & 31 : get(run, 2) > 32 ? 32 : get(run, 2);
		const uint64_t ones = ((uint64_t)1 << n) - 1, at = wraps ? a & 31 : a > 32 ? 32 : a;
		const bool is_negative = !is_mask && type_at(run, 0).kind == 's' && n && a >> (n - 1) & 1;
		put(run, 0, (uint32_t)(is_mask ? ones << at : is_negative ? a | ~ones : a & ones));
	} else if (opcode_is(s, "elect")) {
		unsupported(run);
	} else {
		unsupported(run);
	}
}
