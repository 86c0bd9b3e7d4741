/* Abstract values against C's own arithmetic: random programs are computed once abstractly and then for many choices
 * of numbers for symbols and unknown threads; the abstract value must be correct each time.  That finds wrong claims, not
 * imprecise ones: test_value.c does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "c_arithmetic.h"
#include "eval/value/substitution.h"

enum { THREADS = 48 };

static const Int s64 = { 8, true, false };

enum { MAX_NODES = 48, MAX_SYMS_SEEN = 4096, WARPS = (THREADS + 31) / 32 };

typedef enum Kind { N_NUMBER, N_THREADS, N_SYM, N_UNKNOWN, N_BINARY, N_UNARY, N_CAST, N_SELECT, N_JOIN, N_PERMUTE, N_CLAMP } Kind;

typedef struct Node {
	Kind kind;
	Op op;
	Int type;
	int a, b;
	bool uniform, per_warp, ranged;
	int64_t align, low, high;
	Mask mask;
	int16_t from[THREADS];
	Sym sym;            /* of N_SYM, and of N_JOIN if it has one; else -1 */
	int64_t fixed[THREADS];
	Value v;
	/* Of one run: */
	int64_t c[THREADS];   /* what C gives */
	bool off[THREADS];    /* the assumptions of values about symbols do not hold: not checked */
} Node;

typedef struct Program {
	ValueCtx *ctx;
	Node at[MAX_NODES];
	int n;
	int64_t sym_value[MAX_SYMS_SEEN][WARPS];
	bool sym_known[MAX_SYMS_SEEN];
	int program;        /* its number, for messages */
} Program;

static const SymInfo kinds_of_sym[] = {
	{ .kind = SYM_UNIFORM, .name = "a", .low = 0, .high = 7, .align = 1 },
	{ .kind = SYM_LOOP, .name = "k", .low = 0, .high = INT64_MAX, .align = 1 },
	{ .kind = SYM_UNIFORM, .name = "m", .low = 0, .high = 96, .align = 32 },
	{ .kind = SYM_PARAM, .name = "n", .low = INT64_MIN, .high = INT64_MAX, .align = 1 },
	{ .kind = SYM_PARAM, .name = "p", .low = INT32_MIN, .high = INT32_MAX, .align = 4 },
	{ .kind = SYM_UNIFORM, .name = "z", .low = -5, .high = 5, .align = 1 },
	{ .kind = SYM_UNIFORM, .name = "f", .low = 0, .high = 1, .align = 1 },
	{ .kind = SYM_UNIFORM, .name = "d", .low = 0, .high = 600, .align = 12 },
	{ .kind = SYM_BLOCK, .name = "b", .low = 1, .high = 4, .align = 1 },
	{ .kind = SYM_UNIFORM, .name = "w", .low = 0, .high = INT64_MAX, .align = 128 },
};

static int64_t number(void)
{
	static const int64_t some[] = { 0,   1,   2,   3,   4,   5,  7,  8,  12, 15,  16,  24, 31,   32,   33,   64,     96,
					100, 127, 128, 255, 256, -1, -2, -4, -8, -16, -32, -7, 0x18, 0xf0, 0x5a, 1 << 20 };
	return some[below(sizeof some / sizeof some[0])];
}

static void fill_threads(int64_t out[THREADS])
{
	int form = below(9), k = 1 + below(6);
	for (int l = 0; l < THREADS; l++) {
		int64_t forms[] = { l, l % 8, l * 4, l / 32, 63 - l, l % k, l / 4 * 32, l ^ k, (l & 1) * 16 };
		out[l] = forms[form];
	}
}

static int add_node(Program *p, Node node)
{
	node.v = value_copy(p->ctx->keep, THREADS, node.v);
	p->at[p->n] = node;
	return p->n++;
}

static int cast_to(Program *p, int node, Int type)
{
	Int from = p->at[node].type;
	if (from.bytes == type.bytes && from.is_signed == type.is_signed && !from.is_bool)
		return node;
	Node cast = { .kind = N_CAST, .type = type, .a = node };
	cast.v = value_cast(p->ctx, from, type, p->at[node].v);
	return add_node(p, cast);
}

static int number_of_type(Program *p, Int type)
{
	Node node = { .kind = N_NUMBER, .type = type };
	node.fixed[0] = ref_cast(type, number());
	node.v = value_int(node.fixed[0]);
	return add_node(p, node);
}

/* A random node, more often a late one. */
static int pick(Program *p)
{
	return below(3) ? p->n - 1 - below(p->n < 4 ? p->n : 4) : below(p->n);
}

static void give_range(Program *p, Node *node)
{
	Unknown unknown = *node->v.unknown;
	node->low = node->type.is_signed ? -below(5) * node->align : 0;
	node->high = node->low + below(20) * node->align;
	unknown.ranged = true;
	unknown.low = node->low;
	unknown.high = node->high + below((int)node->align);
	node->v.unknown = unknown_new(p->ctx, unknown);
}

static void leaf(Program *p)
{
	Node node = { .type = types[below(4)] };
	switch (below(8)) {
	case 0:
		number_of_type(p, node.type);
		return;
	case 1:
	case 2:
		node.kind = N_THREADS;
		fill_threads(node.fixed);
		node.v = value_per_thread(p->ctx, node.fixed);
		break;
	case 3:
		node.kind = N_UNKNOWN;
		node.align = 1 << below(7);
		node.per_warp = below(2);
		node.mask = below(2) ? mask_first(THREADS) : mask_minus(mask_first(below(THREADS)), mask_first(below(20)));
		fill_threads(node.fixed);
		node.v = value_with_unknown(p->ctx, value_per_thread(p->ctx, node.fixed), node.mask, REASON_GLOBAL_LOAD, LOC_NONE,
					    node.align, node.per_warp);
		node.ranged = below(2) && node.v.unknown;
		if (node.ranged)
			give_range(p, &node);
		break;
	case 4:
		node.kind = N_CLAMP;
		node.type = below(2) ? s64 : (Int){ 4, true, false };
		node.per_warp = below(2); /* the greater one */
		fill_threads(node.fixed);
		node.v = value_clamped(p->ctx, value_per_thread(p->ctx, node.fixed), node.per_warp, REASON_BRANCH, LOC_NONE);
		break;
	default:
		node.kind = N_SYM;
		node.sym = below(sizeof kinds_of_sym / sizeof kinds_of_sym[0]);
		if (p->ctx->syms.at[node.sym].low < 0)
			node.type.is_signed = true;
		node.v = value_sym(p->ctx, node.sym);
	}
	add_node(p, node);
}

static void random_threads(Program *p, Node *node)
{
	int a = pick(p);
	Int type = p->at[a].type;
	int b = cast_to(p, pick(p), type);
	Value of_a = p->at[a].v, of_b = p->at[b].v;
	node->type = type;
	node->a = a;
	node->b = b;
	for (int l = 0; l < THREADS; l++)
		if (below(2))
			mask_add(&node->mask, l);
	int loses = below(2), strays = below(2);
	for (int l = 0; l < THREADS; l++)
		node->from[l] = (int16_t)(loses && !below(12) ? -1 : strays && !below(4) ? below(THREADS) : l ^ 1);
	int first_new = p->ctx->syms.n;
	if (node->kind == N_SELECT)
		node->v = value_select(p->ctx, &node->mask, of_a, of_b);
	else if (node->kind == N_PERMUTE)
		node->v = value_permute(p->ctx, of_a, node->from, REASON_WARP_DATA, LOC_NONE);
	else
		node->v = value_join(p->ctx, of_a, of_b, node->uniform, node->per_warp, REASON_BRANCH, LOC_NONE);
	for (int s = first_new; s < p->ctx->syms.n; s++)
		if (p->ctx->syms.at[s].kind == SYM_CHOICE)
			node->sym = s;
}

static int binary(Program *p, Op op, Int type, int a, int b)
{
	Node node = { .kind = N_BINARY, .op = op, .type = type, .a = a, .b = b, .sym = -1 };
	node.v = value_binary(p->ctx, op, type, p->at[a].v, p->at[b].v);
	return add_node(p, node);
}

/* x - x % m, and a part of what is added to it */
static void rounded(Program *p)
{
	static const Op parts[] = { OP_REM, OP_DIV, OP_SHR, OP_AND, OP_XOR };
	Int type = types[below(4)];
	Op op = parts[below(5)];
	int x = cast_to(p, pick(p), type), m = number_of_type(p, type), more = cast_to(p, pick(p), type);
	int down = binary(p, OP_SUB, type, x, binary(p, OP_REM, type, x, m));
	binary(p, op, type, binary(p, OP_ADD, type, down, more), number_of_type(p, op == OP_SHR ? s64 : type));
}

static void operation(Program *p)
{
	Node node = { .sym = -1, .uniform = below(2), .per_warp = below(2) };
	int which = below(25);
	if (which == 24) {
		rounded(p);
		return;
	}
	if (which < 18) {
		node.kind = N_BINARY;
		node.op = (Op)(OP_ADD + below(OP_GE - OP_ADD + 1));
		node.type = types[below(4)];
		bool shift = node.op == OP_SHL || node.op == OP_SHR;
		node.a = cast_to(p, pick(p), node.type);
		Int type = shift ? s64 : node.type;
		node.b = below(5) < 2 ? number_of_type(p, type) : cast_to(p, pick(p), type);
		node.v = value_binary(p->ctx, node.op, node.type, p->at[node.a].v, p->at[node.b].v);
	} else if (which == 18) {
		node.kind = N_UNARY;
		node.op = (Op)(OP_NEG + below(3));
		node.type = types[below(4)];
		node.a = cast_to(p, pick(p), node.type);
		node.v = value_unary(p->ctx, node.op, node.type, p->at[node.a].v);
	} else if (which == 19) {
		static const Int narrow[] = {
			{ 1, true, false }, { 1, false, false }, { 2, true, false }, { 2, false, false }, { 1, false, true }
		};
		int to = cast_to(p, pick(p), narrow[below(5)]);
		cast_to(p, to, types[below(4)]);
		return;
	} else {
		node.kind = which == 20 ? N_SELECT : which == 21 ? N_PERMUTE : N_JOIN;
		random_threads(p, &node);
	}
	add_node(p, node);
}

/* --- one run ------------------------------------------------------------------------------------ */

static int64_t eval_value(Program *p, const Value *v, int thread);

static int64_t floor_mod(int64_t a, int64_t c)
{
	return sub64(a, mul64(floor_div(a, c), c));
}

static int64_t by_definition(Program *p, Derived how, int64_t a, int64_t b)
{
	switch (how) {
	case BY_FLOOR_REM:
		return b > 0 ? floor_mod(a, b) : 0;
	case BY_FLOOR_DIV:
		return b > 0 ? floor_div(a, b) : 0;
	case BY_REM:
		return b && b != -1 ? a % b : 0;
	case BY_DIV:
		return b == -1 ? sub64(0, a) : b ? a / b : 0;
	case BY_SHR:
		return b >= 0 && b < 64 ? a >> b : 0;
	case BY_SHL:
		return b >= 0 && b < 63 ? (int64_t)((uint64_t)a << b) : a;
	case BY_AND:
		return a & b;
	case BY_OR:
		return a | b;
	case BY_XOR:
		return a ^ b;
	case BY_EQ:
	case BY_EQ_U64:
		return a == b;
	case BY_LT:
		return a < b;
	case BY_EQ_U32:
		return (uint32_t)a == (uint32_t)b;
	case BY_LT_U32:
		return (uint32_t)a < (uint32_t)b;
	case BY_LT_U64:
		return (uint64_t)a < (uint64_t)b;
	case BY_PRODUCT:
		return mul64(a, b);
	case BY_SUM:
		return add64(a, b);
	}
	fail_msg("program %d: no such definition", p->program);
	return 0;
}

static int64_t eval_sym(Program *p, Sym sym, int thread)
{
	Derived how;
	Value a, b;
	assert_true(sym < MAX_SYMS_SEEN);
	if (!p->sym_known[sym]) {
		assert_true(value_definition(p->ctx, sym, &how, &a, &b));
		for (int w = 0; w < WARPS; w++)
			p->sym_value[sym][w] = by_definition(p, how, eval_value(p, &a, w * 32), eval_value(p, &b, w * 32));
		p->sym_known[sym] = true;
	}
	return p->sym_value[sym][thread / 32];
}

static int64_t eval_value(Program *p, const Value *v, int thread)
{
	int64_t sum = per_thread_at(v->base, thread);
	for (int i = 0; i < v->n_terms; i++) {
		const MonoInfo mono = p->ctx->monos.at[v->terms[i].mono];
		int64_t part = per_thread_at(v->terms[i].k, thread);
		for (int s = 0; part && s < mono.n; s++)
			part = mul64(part, eval_sym(p, mono.syms[s], thread));
		sum = add64(sum, part);
	}
	return sum;
}

static void choose_symbols(Program *p)
{
	memset(p->sym_known, 0, sizeof p->sym_known);
	for (int s = 0; s < p->ctx->syms.n && s < MAX_SYMS_SEEN; s++) {
		Derived how;
		Value a, b;
		SymInfo info = p->ctx->syms.at[s];
		if (value_definition(p->ctx, s, &how, &a, &b))
			continue;
		int64_t low = info.low <= INT32_MIN ? 0 : info.low, high = info.high > 1000 ? 1000 : info.high;
		low = floor_div(low + info.align - 1, info.align);
		for (int w = 0; w < WARPS; w++)
			p->sym_value[s][w] = w && !info.per_warp ? p->sym_value[s][0]
								 : (low + below((int)(floor_div(high, info.align) - low + 1))) * info.align;
		p->sym_known[s] = true;
	}
}

static bool hidden(const Value *v, int l)
{
	return v->unknown && mask_has(&v->unknown->threads, l);
}

static bool congruent(Int type, int64_t a, int64_t b)
{
	uint64_t d = (uint64_t)a - (uint64_t)b;
	return type.bytes == 8 ? !d : !(d & (((uint64_t)1 << (8 * type.bytes)) - 1));
}

/* The operand is the number that the value gives, not only modulo 2^width. */
static bool is_plain(Program *p, const Node *node, int l)
{
	bool huge = node->type.bytes == 8 && !node->type.is_signed && node->c[l] < 0;
	if (!hidden(&node->v, l))
		return eval_value(p, &node->v, l) == node->c[l] && !huge;
	int64_t part = sub64(node->c[l], eval_value(p, &node->v, l));
	if (node->v.unknown->ranged && (part < node->v.unknown->low || part > node->v.unknown->high))
		return false;
	if (!node->v.unknown->per_warp)
		return true;
	if (huge)
		return false;
	for (int other = l / 32 * 32; other < THREADS && other < l / 32 * 32 + 32; other++)
		if (hidden(&node->v, other) && !node->off[other] && sub64(node->c[other], eval_value(p, &node->v, other)) != part)
			return false;
	return true;
}

static bool compares(Op op)
{
	return op >= OP_EQ && op <= OP_GE;
}

/* The operation assumes that its operands are plain numbers, but they are not. */
static bool assumes_too_much(Program *p, const Node *node, Op op, int l)
{
	const Node *a = &p->at[node->a], *b = &p->at[node->b];
	Mask known = mask_and(value_known_threads(p->ctx, &a->v), value_known_threads(p->ctx, &b->v));
	if (mask_has(&known, l))
		return false;
	if (op == OP_SHL)
		return !is_plain(p, b, l);
	bool plain = is_plain(p, a, l) && (op == OP_LNOT || is_plain(p, b, l));
	if (plain || !(op == OP_DIV || op == OP_REM || op == OP_SHR || op == OP_LNOT || compares(op)))
		return false;
	if (!compares(op) || a->type.is_signed)
		return true;
	/* An unsigned comparison notices symbolic operands that may be negative, unless they differ by a known number. */
	if ((!is_plain(p, a, l) && eval_value(p, &a->v, l) >= 0) || (!is_plain(p, b, l) && eval_value(p, &b->v, l) >= 0))
		return true;
	Value d = linear_sub(p->ctx, a->v, b->v);
	known = value_known_threads(p->ctx, &d);
	return hidden(&a->v, l) || hidden(&b->v, l) || mask_has(&known, l);
}

/* Values assume that computations on symbols fit 64 bits. */
static bool overflows(const Node *node, int64_t a, int64_t b)
{
	int64_t out;
	switch (node->op) {
	case OP_ADD:
		return __builtin_add_overflow(a, b, &out);
	case OP_SUB:
		return __builtin_sub_overflow(a, b, &out);
	case OP_MUL:
		return __builtin_mul_overflow(a, b, &out);
	case OP_SHL:
		return b < 0 || b > 62 || __builtin_mul_overflow(a, (int64_t)1 << b, &out);
	default:
		return false;
	}
}

static void run_unknown(Node *node)
{
	int64_t of_warp[WARPS];
	int n = node->ranged ? (int)((node->high - node->low) / node->align) + 1 : 20;
	for (int w = 0; w < WARPS; w++)
		of_warp[w] = node->low + below(n) * node->align;
	for (int l = 0; l < THREADS; l++) {
		int64_t part = node->per_warp ? of_warp[l / 32] : node->low + below(n) * node->align;
		node->c[l] = node->fixed[l] + (mask_has(&node->mask, l) ? part : 0);
	}
}

static void run_clamp(Node *node)
{
	int64_t border[WARPS];
	for (int w = 0; w < WARPS; w++)
		border[w] = below(90) - 15;
	for (int l = 0; l < THREADS; l++) {
		const int64_t f = node->fixed[l], m = border[l / 32];
		node->c[l] = (f > m) == node->per_warp ? f : m;
	}
}

static void run_join(Program *p, Node *node)
{
	const Node *a = &p->at[node->a], *b = &p->at[node->b];
	int all = node->sym >= 0 ? (int)p->sym_value[node->sym][0] : below(2), of_warp[WARPS];
	for (int w = 0; w < WARPS; w++)
		of_warp[w] = node->sym >= 0 ? (int)p->sym_value[node->sym][w] : below(2);
	for (int l = 0; l < THREADS; l++) {
		int which = node->uniform ? all : node->per_warp ? of_warp[l / 32] : below(2);
		node->c[l] = which ? b->c[l] : a->c[l];
		/* The difference between a and b is computed from plain numbers. */
		int64_t d;
		node->off[l] =
			a->off[l] || b->off[l] || !is_plain(p, a, l) || !is_plain(p, b, l) || __builtin_sub_overflow(b->c[l], a->c[l], &d);
	}
}

static void run_operation(Program *p, Node *node)
{
	const Node *a = &p->at[node->a], *b = &p->at[node->b];
	Mask known = value_known_threads(p->ctx, &node->v);
	for (int l = 0; l < THREADS; l++) {
		bool ok = true;
		if (node->kind == N_CAST) {
			node->c[l] = ref_cast(node->type, a->c[l]);
			bool widens = node->type.bytes > a->type.bytes;
			node->off[l] = a->off[l] || ((widens || node->type.is_bool) && !is_plain(p, a, l));
		} else if (node->kind == N_UNARY) {
			node->c[l] = node->op == OP_LNOT  ? !a->c[l]
				     : node->op == OP_NOT ? ref_cast(node->type, ~a->c[l])
							  : ref(OP_SUB, node->type, 0, a->c[l], &ok);
			node->off[l] = a->off[l] || (node->op == OP_LNOT && !is_plain(p, a, l));
		} else {
			node->c[l] = ref(node->op, node->type, a->c[l], b->c[l], &ok);
			node->off[l] = a->off[l] || b->off[l] || !ok || assumes_too_much(p, node, node->op, l) ||
				       (!mask_has(&known, l) && (overflows(node, a->c[l], b->c[l]) ||
								 overflows(node, eval_value(p, &a->v, l), eval_value(p, &b->v, l))));
		}
	}
}

static void run_node(Program *p, Node *node)
{
	const Node *a = &p->at[node->a], *b = &p->at[node->b];
	memset(node->off, 0, sizeof node->off);
	switch (node->kind) {
	case N_UNKNOWN:
		run_unknown(node);
		break;
	case N_CLAMP:
		run_clamp(node);
		break;
	case N_JOIN:
		run_join(p, node);
		break;
	case N_BINARY:
	case N_UNARY:
	case N_CAST:
		run_operation(p, node);
		break;
	default:
		for (int l = 0; l < THREADS; l++) {
			int from = node->from[l] < 0 ? l : node->from[l];
			bool first = mask_has(&node->mask, l);
			switch (node->kind) {
			case N_NUMBER:
				node->c[l] = node->fixed[0];
				break;
			case N_THREADS:
				node->c[l] = node->fixed[l];
				break;
			case N_SYM:
				node->c[l] = p->sym_value[node->sym][l / 32];
				break;
			case N_SELECT:
				node->c[l] = first ? a->c[l] : b->c[l];
				node->off[l] = first ? a->off[l] : b->off[l];
				break;
			default:
				node->c[l] = node->from[l] < 0 ? below(1000) : a->c[from];
				node->off[l] = a->off[from];
			}
		}
	}
}

/* --- what must hold ----------------------------------------------------------------------------- */

static void describe(Program *p, int i, Buf *out)
{
	const Node *node = &p->at[i];
	buf_printf(out, "\n  %d: kind %d op %d type %d%s of %d, %d;", i, node->kind, node->op, node->type.bytes,
		   node->type.is_signed ? "s" : "u", node->a, node->b);
	buf_printf(out, " base %lld/%lld", (long long)per_thread_at(node->v.base, 0), (long long)per_thread_at(node->v.base, THREADS - 1));
	for (int t = 0; t < node->v.n_terms; t++) {
		buf_printf(out, " + %lld/%lld*", (long long)per_thread_at(node->v.terms[t].k, 0),
			   (long long)per_thread_at(node->v.terms[t].k, THREADS - 1));
		mono_print(out, p->ctx, node->v.terms[t].mono);
	}
	if (node->v.unknown)
		buf_printf(out, " unknown in %d, align %lld, per warp %d, range %d %lld … %lld", mask_count(&node->v.unknown->threads),
			   (long long)node->v.unknown->align, node->v.unknown->per_warp, node->v.unknown->ranged,
			   (long long)node->v.unknown->low, (long long)node->v.unknown->high);
}

static void refute(Program *p, int i, int l, const char *what)
{
	Buf text = { 0 };
	for (int n = 0; n <= i; n++)
		describe(p, n, &text);
	/* Longer than CMocka's messages may be. */
	print_error("program %d, node %d, thread %d: %s; C gives %lld, the value %lld", p->program, i, l, what, (long long)p->at[i].c[l],
		    (long long)eval_value(p, &p->at[i].v, l));
	for (const char *line = text.s; *line; line += strcspn(line + 1, "\n") + 1)
		print_error("%.*s", (int)strcspn(line + 1, "\n") + 1, line);
	print_error("\n");
	buf_free(&text);
	fail();
}

static void check_symbols(Program *p, int i, int l)
{
	const Value *v = &p->at[i].v;
	for (int t = 0; t < v->n_terms; t++) {
		const MonoInfo mono = p->ctx->monos.at[v->terms[t].mono];
		for (int s = 0; per_thread_at(v->terms[t].k, l) && s < mono.n; s++) {
			const SymInfo *info = &p->ctx->syms.at[mono.syms[s]];
			int64_t is = eval_sym(p, mono.syms[s], l);
			if (is < info->low || is > info->high || is % info->align)
				refute(p, i, l, info->name);
		}
	}
}

/* Terms are assumed not to wrap: if there are any, the range holds modulo 2^width. */
static bool in_reach(const Node *node, int l, int64_t is)
{
	const Unknown *unknown = node->v.unknown;
	bool terms = false;
	for (int t = 0; t < node->v.n_terms; t++)
		terms = terms || per_thread_at(node->v.terms[t].k, l);
	uint64_t above = (uint64_t)node->c[l] - (uint64_t)is - (uint64_t)unknown->low;
	if (terms && node->type.bytes < 8)
		above &= ((uint64_t)1 << (8 * node->type.bytes)) - 1;
	return !unknown->ranged || above <= (uint64_t)unknown->high - (uint64_t)unknown->low;
}

static void check_threads(Program *p, int i)
{
	const Node *node = &p->at[i];
	Mask known = value_known_threads(p->ctx, &node->v);
	int64_t low, high, align = value_symbolic_align(p->ctx, &node->v);
	value_range(p->ctx, &node->v, &low, &high);
	for (int l = 0; l < THREADS; l++) {
		int64_t is = eval_value(p, &node->v, l);
		if (node->off[l])
			continue;
		check_symbols(p, i, l);
		if (sub64(is, per_thread_at(node->v.base, l)) % align)
			refute(p, i, l, "the symbolic part's alignment");
		if (hidden(&node->v, l)) {
			if ((uint64_t)sub64(node->c[l], is) % (uint64_t)node->v.unknown->align)
				refute(p, i, l, "the unknown part's alignment");
			if (!in_reach(node, l, is))
				refute(p, i, l, "the unknown part's range");
		} else if (!congruent(node->type, is, node->c[l]) || (mask_has(&known, l) && is != node->c[l])) {
			refute(p, i, l, "not that number");
		} else if (is < low || is > high) {
			refute(p, i, l, "out of range");
		}
	}
}

/* What is unknown of the number in that thread; 0: nothing is, or it has none. */
static bool unknown_part(Program *p, const Node *node, int l, int64_t *part)
{
	*part = sub64(node->c[l], eval_value(p, &node->v, l));
	if (node->type.bytes < 8)
		*part = ref_cast((Int){ node->type.bytes, true, false }, *part);
	return !node->off[l] && hidden(&node->v, l);
}

/* With this m the unknown parts of the warp are what the spread says. */
static bool divides_at(Program *p, const Node *node, const Spread *spread, int w, int64_t m)
{
	int64_t part, same = 0;
	bool some = false;
	for (int l = w * 32; l < THREADS && l < w * 32 + 32; l++) {
		if (!unknown_part(p, node, l, &part))
			continue;
		const int64_t sum = spread->at[l] + m,
			      quotient = (sum - (sum % spread->modulus + spread->modulus) % spread->modulus) / spread->modulus;
		const int64_t rest = spread->kind == SPREAD_REMAINDER ? sum - quotient * spread->modulus : quotient;
		const int64_t differs = part - spread->by * rest;
		if (some ? differs != same : spread->kind == SPREAD_REMAINDER && differs)
			return false;
		same = differs;
		some = true;
	}
	return true;
}

/* The modulus is one of the numbers that the program has. */
static bool some_modulus(Program *p, int i, const Spread *spread, int w)
{
	enum { MOST = 4096 };
	bool some = false;
	for (int k = 0; k <= i && !some; k++) {
		Spread tried = *spread;
		tried.modulus = p->at[k].c[w * 32];
		some = tried.modulus > MOST;
		for (int64_t m = 0; m < tried.modulus && !some; m++)
			some = divides_at(p, &p->at[i], &tried, w, m);
	}
	return some;
}

static void check_divided(Program *p, int i, const Spread *spread)
{
	for (int w = 0; w < WARPS && !spread->modulus; w++)
		if (!some_modulus(p, i, spread, w))
			refute(p, i, w * 32, "no number and modulus give the unknown parts");
	if (!spread->modulus)
		return;
	if (spread->step < 1 || spread->modulus % spread->step)
		refute(p, i, 0, "a step that does not divide the modulus");
	for (int w = 0; w < WARPS && spread->modulus / spread->step < 100000; w++) {
		bool some = false;
		for (int64_t m = 0; m < spread->modulus && !some; m += spread->step)
			some = divides_at(p, &p->at[i], spread, w, m);
		if (!some)
			refute(p, i, w * 32, "no number gives the unknown parts");
	}
}

__extension__ typedef __int128 Wide;

/* Of threads in the order of `at`: what each has beyond a border, modulo 2^32. */
typedef struct Beyond {
	int64_t at[32];
	uint32_t part[32];
	int n;
} Beyond;

static void add_beyond(Beyond *beyond, int64_t at, uint32_t part)
{
	int i = beyond->n++;
	for (; i > 0 && beyond->at[i - 1] > at; i--) {
		beyond->at[i] = beyond->at[i - 1];
		beyond->part[i] = beyond->part[i - 1];
	}
	beyond->at[i] = at;
	beyond->part[i] = part;
}

/* Some m in (last, most] with by * (m - at) = part, modulo 2^32. */
static bool some_border(uint32_t by, uint32_t part, Wide at, Wide last, Wide most)
{
	if (!by)
		return !part && last < most;
	const int shift = __builtin_ctz(by);
	const uint32_t odd = by >> shift;
	const Wide period = (Wide)1 << (32 - shift);
	uint32_t inverse = odd;
	for (int i = 0; i < 5; i++)
		inverse *= 2 - odd * inverse;
	if (part & ((1u << shift) - 1))
		return false;
	Wide m = at + (uint32_t)((part >> shift) * inverse) % period;
	if (m <= last)
		m += (last - m + period) / period * period;
	return m <= most;
}

/* The first k threads are below the border, and the others beyond it. */
static bool fits_border(const Beyond *b, int k, int64_t by)
{
	bool fits = true;
	for (int i = 1; i < k; i++)
		fits = fits && b->part[i] - b->part[0] == (uint32_t)by * ((uint32_t)b->at[0] - (uint32_t)b->at[i]);
	for (int i = k; i < b->n; i++)
		fits = fits && !b->part[i];
	const Wide most = k < b->n ? b->at[k] : (Wide)1 << 100;
	return fits && (!k || some_border((uint32_t)by, b->part[0], b->at[0], b->at[k - 1], most));
}

/* The unknown parts of a warp are those of one number. */
static void check_spread(Program *p, int i)
{
	const Node *node = &p->at[i];
	const Spread spread = node->v.unknown ? node->v.unknown->spread : (Spread){ 0 };
	if (spread.at && spread.kind != SPREAD_BORDER) {
		check_divided(p, i, &spread);
		return;
	}
	for (int w = 0; w < WARPS && spread.at; w++) {
		Beyond beyond = { .n = 0 };
		for (int l = w * 32; l < THREADS && l < w * 32 + 32; l++) {
			int64_t part;
			if (unknown_part(p, node, l, &part))
				add_beyond(&beyond, spread.at[l], (uint32_t)part);
		}
		bool some = false;
		for (int k = 0; k <= beyond.n && !some; k++)
			some = fits_border(&beyond, k, spread.by);
		if (!some)
			refute(p, i, w * 32, "no border gives the unknown parts");
	}
}

/* Compares each thread with the first one of its warp. */
static void check_sameness(Program *p, int i)
{
	const Node *node = &p->at[i];
	Mask within = mask_none();
	for (int l = 0; l < THREADS; l++)
		if (!node->off[l] && (node->mask.word[0] >> l & 1 || i % 3 == 0))
			mask_add(&within, l);
	bool uniform = value_is_uniform(p->ctx, &node->v, &within), warp = value_is_warp_uniform(p->ctx, &node->v, &within);
	for (int w = 0; w < WARPS; w++) {
		int first_hidden = -1, first = -1;
		for (int l = w * 32; l < THREADS && l < w * 32 + 32; l++) {
			if (node->off[l])
				continue;
			if (hidden(&node->v, l) && node->v.unknown->per_warp) {
				first_hidden = first_hidden < 0 ? l : first_hidden;
				int64_t one = sub64(node->c[l], eval_value(p, &node->v, l));
				int64_t other = sub64(node->c[first_hidden], eval_value(p, &node->v, first_hidden));
				if (!congruent(node->type, one, other))
					refute(p, i, l, "the unknown part is not the same in its warp");
			}
			if (!mask_has(&within, l))
				continue;
			first = first < 0 ? l : first;
			if (warp && !congruent(node->type, node->c[l], node->c[first]))
				refute(p, i, l, "not the same in its warp");
			if (uniform && !congruent(node->type, node->c[l], node->c[mask_lowest(&within)]))
				refute(p, i, l, "not uniform");
		}
	}
}

static void check_test(Program *p, int i)
{
	const Node *node = &p->at[i];
	Mask within = mask_none();
	for (int l = 0; l < THREADS; l++)
		if (!node->off[l] && (hidden(&node->v, l) || is_plain(p, node, l)))
			mask_add(&within, l);
	Cond c = value_test(p->ctx, &node->v, &within);
	Mask either = mask_or(c.yes, c.no), open = mask_minus(within, either), both = mask_and(c.yes, c.no);
	assert_true(mask_empty(&both) && mask_subset(&either, &within));
	int first = mask_lowest(&open), of_warp[WARPS];
	memset(of_warp, -1, sizeof of_warp);
	for (int l = 0; l < THREADS; l++) {
		bool yes = node->c[l] != 0;
		if ((mask_has(&c.yes, l) && !yes) || (mask_has(&c.no, l) && yes))
			refute(p, i, l, "the condition");
		if (!mask_has(&open, l))
			continue;
		if (of_warp[l / 32] < 0)
			of_warp[l / 32] = yes;
		if (c.scope == SCOPE_UNIFORM && yes != (node->c[first] != 0))
			refute(p, i, l, "the condition is not uniform");
		if (c.scope == SCOPE_WARP && yes != of_warp[l / 32])
			refute(p, i, l, "the condition is not the same in its warp");
		assert_int_not_equal(c.why, REASON_NONE);
	}
}

/* After substitution, an unsigned comparison of values that may be negative can be decided by the difference: not checked. */
static bool has_unsigned_comparison(Program *p, const Value *v)
{
	for (int t = 0; t < v->n_terms; t++) {
		const MonoInfo mono = p->ctx->monos.at[v->terms[t].mono];
		for (int s = 0; s < mono.n; s++) {
			Derived how;
			Value a, b;
			if (!value_definition(p->ctx, mono.syms[s], &how, &a, &b))
				continue;
			if ((how >= BY_EQ_U32 && how <= BY_LT_U64) || has_unsigned_comparison(p, &a) || has_unsigned_comparison(p, &b))
				return true;
		}
	}
	return false;
}

static void check_substitution(Program *p, int i)
{
	const Node *node = &p->at[i];
	if (has_unsigned_comparison(p, &node->v))
		return;
	Sym sym = below(sizeof kinds_of_sym / sizeof kinds_of_sym[0]);
	Value v = value_substitute(p->ctx, node->v, sym, value_int(p->sym_value[sym][0]));
	for (int l = 0; l < THREADS; l++)
		if (!node->off[l] && !hidden(&node->v, l) && (hidden(&v, l) || eval_value(p, &v, l) != eval_value(p, &node->v, l)))
			refute(p, i, l, "after substitution");
}

/* The same for several symbols at once, in all values. */
static void check_substitutions(Program *p, Substitution *substitution)
{
	SymNumber known[3];
	for (int i = 0; i < 3; i++) {
		known[i].sym = below(sizeof kinds_of_sym / sizeof kinds_of_sym[0]);
		known[i].number = p->sym_value[known[i].sym][0];
	}
	substitution_begin(substitution, known, 3);
	for (int i = 0; i < p->n; i++) {
		const Node *node = &p->at[i];
		if (has_unsigned_comparison(p, &node->v))
			continue;
		Value v = substitution_apply(substitution, node->v);
		for (int l = 0; l < THREADS; l++)
			if (!node->off[l] && !hidden(&node->v, l) && (hidden(&v, l) || eval_value(p, &v, l) != eval_value(p, &node->v, l)))
				refute(p, i, l, "after substitution of some symbols");
	}
}

static void check_program(ValueCtx *ctx, int number_of)
{
	Program *p = calloc(1, sizeof *p);
	p->ctx = ctx;
	p->program = number_of;
	seed = (uint64_t)number_of * 7919 + 12345;
	for (const SymInfo *info = kinds_of_sym; info < kinds_of_sym + sizeof kinds_of_sym / sizeof *info; info++) {
		SymInfo sym = *info;
		sym.object = -1;
		sym.loc = LOC_NONE;
		sym_new(ctx, sym);
	}
	int leaves = 2 + below(4), nodes = leaves + 3 + below(10);
	while (p->n < leaves)
		leaf(p);
	while (p->n < nodes && p->n < MAX_NODES - 12)
		operation(p);
	Substitution *substitution = substitution_new(ctx);
	for (int run = 0; run < 6; run++) {
		ArenaMark mark = arena_mark(ctx->arena);
		choose_symbols(p);
		for (int i = 0; i < p->n; i++) {
			run_node(p, &p->at[i]);
			check_threads(p, i);
			check_sameness(p, i);
			check_spread(p, i);
			check_test(p, i);
			if (run == 0)
				check_substitution(p, i);
		}
		check_substitutions(p, substitution);
		arena_release(ctx->arena, mark);
	}
	free(p);
}

static void what_values_say_holds(void **state)
{
	(void)state;
	const char *only = getenv("VALUE_PROGRAM"), *count = getenv("VALUE_PROGRAMS");
	int n = count ? atoi(count) : 3000;
	for (int i = only ? atoi(only) : 0; i < (only ? atoi(only) + 1 : n); i++) {
		ValueCtx ctx = ctx_new(THREADS);
		check_program(&ctx, i);
		ctx_free(&ctx);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_values_say_holds),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
