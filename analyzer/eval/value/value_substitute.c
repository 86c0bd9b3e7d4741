/* Substitutes a value for a symbol. */
#include "eval/value/value_impl.h"

/* How far definitions are followed: not along a chain with a link for each iteration of a loop.  A symbol whose
 * definition is not followed stays, which is correct but less precise. */
enum { MAX_DEPTH = 8, MAX_LOOKUPS = 200, MAX_REACH = 64 };

typedef struct Substitution {
	ValueCtx *ctx;
	Sym sym;
	Value with;
	int lookups; /* definitions that may still be looked up */
} Substitution;

static Value replace(Substitution *s, Value v, int depth);

Value value_defined_as(ValueCtx *ctx, Derived how, Value a, Value b)
{
	static const struct {
		Op op;
		Int type;
	} as[] = {
		[BY_FLOOR_REM] = { OP_REM, { 8, false, false } }, [BY_FLOOR_DIV] = { OP_DIV, { 8, false, false } },
		[BY_REM] = { OP_REM, { 8, true, false } },        [BY_DIV] = { OP_DIV, { 8, true, false } },
		[BY_SHR] = { OP_SHR, { 8, true, false } },        [BY_SHL] = { OP_SHL, { 8, true, false } },
		[BY_AND] = { OP_AND, { 8, true, false } },        [BY_OR] = { OP_OR, { 8, true, false } },
		[BY_XOR] = { OP_XOR, { 8, true, false } },        [BY_EQ] = { OP_EQ, { 8, true, false } },
		[BY_LT] = { OP_LT, { 8, true, false } },          [BY_EQ_U32] = { OP_EQ, { 4, false, false } },
		[BY_LT_U32] = { OP_LT, { 4, false, false } },     [BY_EQ_U64] = { OP_EQ, { 8, false, false } },
		[BY_LT_U64] = { OP_LT, { 8, false, false } },     [BY_PRODUCT] = { OP_MUL, { 8, true, false } },
		[BY_SUM] = { OP_ADD, { 8, true, false } },
	};
	int64_t c;
	if ((how == BY_FLOOR_REM || how == BY_FLOOR_DIV) && value_is_const(&b, &c) && c > 0)
		return value_part(ctx, a, c, how == BY_FLOOR_REM ? PART_REM : PART_QUO, false);
	Int type = as[how].type;
	return value_binary(ctx, as[how].op, type, value_finish(ctx, type, a), value_finish(ctx, type, b));
}

/* --- symbols that a symbol does not depend on ---------------------------------------------------- */

static SymFilter filter_of(ValueCtx *ctx, Sym sym, int depth);

static unsigned bit_of(Sym sym)
{
	return (unsigned)((uint32_t)sym * 0x9e3779b1u >> 24);
}

static void add_filter(ValueCtx *ctx, SymFilter *to, const Value *v, int depth)
{
	for (int i = 0; i < v->n_terms; i++) {
		const MonoInfo mono = ctx->monos.at[v->terms[i].mono];
		for (int s = 0; s < mono.n; s++) {
			SymFilter more = filter_of(ctx, mono.syms[s], depth);
			for (int w = 0; w < 4; w++)
				to->bits[w] |= more.bits[w];
		}
	}
}

/* depth 0: the chain is too deep, every bit is set. */
static SymFilter filter_of(ValueCtx *ctx, Sym sym, int depth)
{
	SymFilter filter = ctx->syms.at[sym].filter;
	Derived how;
	Value a, b;
	if (filter.is_found)
		return filter;
	if (!depth)
		return (SymFilter){ .bits = { UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX } };
	sym_filter_add(&filter, sym);
	if (value_definition(ctx, sym, &how, &a, &b)) {
		add_filter(ctx, &filter, &a, depth - 1);
		add_filter(ctx, &filter, &b, depth - 1);
	}
	filter.is_found = true;
	ctx->syms.at[sym].filter = filter;
	return filter;
}

SymFilter value_sym_filter(ValueCtx *ctx, Sym sym)
{
	return filter_of(ctx, sym, MAX_REACH);
}

void sym_filter_add(SymFilter *to, Sym sym)
{
	to->bits[bit_of(sym) / 64] |= (uint64_t)1 << bit_of(sym) % 64;
}

bool sym_filter_meets(const SymFilter *a, const SymFilter *b)
{
	return (a->bits[0] & b->bits[0]) || (a->bits[1] & b->bits[1]) || (a->bits[2] & b->bits[2]) || (a->bits[3] & b->bits[3]);
}

static bool may_contain(ValueCtx *ctx, Sym sym, Sym part)
{
	SymFilter filter = value_sym_filter(ctx, sym);
	return filter.bits[bit_of(part) / 64] >> bit_of(part) % 64 & 1;
}

static Value replace_sym(Substitution *s, Sym sym, int depth)
{
	Derived how;
	Value a, b;
	if (sym == s->sym)
		return s->with;
	if (!may_contain(s->ctx, sym, s->sym))
		return value_sym(s->ctx, sym);
	if (depth && s->lookups > 0 && sym > s->sym && value_definition(s->ctx, sym, &how, &a, &b)) {
		s->lookups--;
		Value new_a = replace(s, a, depth - 1), new_b = replace(s, b, depth - 1);
		if (!value_same(s->ctx, &a, &new_a) || !value_same(s->ctx, &b, &new_b))
			return value_defined_as(s->ctx, how, new_a, new_b);
	}
	return value_sym(s->ctx, sym);
}

static Value replace_term(Substitution *s, const Term *term, int depth)
{
	const MonoInfo info = s->ctx->monos.at[term->mono];
	Value part = { .base = term->k };
	for (int i = 0; i < info.n; i++)
		part = linear_mul(s->ctx, part, replace_sym(s, info.syms[i], depth));
	return part;
}

static Value replace(Substitution *s, Value v, int depth)
{
	Value out = { .base = v.base, .unknown = v.unknown };
	for (int i = 0; i < v.n_terms; i++)
		out = linear_add(s->ctx, out, replace_term(s, &v.terms[i], depth));
	return out;
}

Value value_substitute(ValueCtx *ctx, Value v, Sym sym, Value with)
{
	Substitution s = { ctx, sym, with, MAX_LOOKUPS };
	Value out = replace(&s, v, MAX_DEPTH);
	/* The compiler does not know `with`. */
	out.form = v.form;
	return out;
}

/* --- what a value depends on -------------------------------------------------------------------- */

typedef struct Flags {
	const ValueCtx *ctx;
	Sym *out;
	int n, max, lookups;
} Flags;

static void find_flags(Flags *f, const Value *v, int depth);

static void add_flag(Flags *f, Sym sym, int depth)
{
	const SymInfo *info = &f->ctx->syms.at[sym];
	Derived how;
	Value a, b;
	for (int i = 0; i < f->n; i++)
		if (f->out[i] == sym)
			return;
	if (info->low >= 0 && info->high <= 1) {
		if (f->n < f->max)
			f->out[f->n++] = sym;
	} else if (depth && f->lookups > 0 && value_definition(f->ctx, sym, &how, &a, &b)) {
		f->lookups--;
		find_flags(f, &a, depth - 1);
		find_flags(f, &b, depth - 1);
	}
}

static void find_flags(Flags *f, const Value *v, int depth)
{
	for (int i = 0; i < v->n_terms; i++) {
		const MonoInfo *mono = &f->ctx->monos.at[v->terms[i].mono];
		for (int s = 0; s < mono->n; s++)
			add_flag(f, mono->syms[s], depth);
	}
}

int value_flags(const ValueCtx *ctx, const Value *v, Sym *out, int n, int max)
{
	Flags f = { ctx, out, n, max, MAX_LOOKUPS };
	find_flags(&f, v, MAX_DEPTH);
	return f.n;
}

bool value_hangs_on(ValueCtx *ctx, const Value *v, Sym sym)
{
	for (int i = 0; i < v->n_terms; i++) {
		const MonoInfo mono = ctx->monos.at[v->terms[i].mono];
		bool hangs = false;
		for (int s = 0; s < mono.n && !hangs; s++)
			hangs = may_contain(ctx, mono.syms[s], sym);
		if (!hangs)
			return false;
	}
	return true;
}

bool value_is_remainder_of_shared(const ValueCtx *ctx, Sym sym)
{
	Derived how;
	Value a, b;
	int64_t m;
	return value_definition(ctx, sym, &how, &a, &b) && how == BY_FLOOR_REM && value_is_const(&b, &m) && value_has_object(ctx, &a);
}

bool value_equation(const ValueCtx *ctx, Sym flag, Sym *sym, int64_t *number)
{
	Derived how;
	Value a, b;
	int64_t other;
	if (!value_definition(ctx, flag, &how, &a, &b) || (how != BY_EQ && how != BY_EQ_U32 && how != BY_EQ_U64) ||
	    !value_is_const(&b, &other) || a.base.v || a.unknown || a.n_terms != 1 || a.terms->k.v)
		return false;
	const MonoInfo *mono = &ctx->monos.at[a.terms->mono];
	int64_t k = a.terms->k.u;
	if (mono->n != 1 || (k != 1 && k != -1))
		return false;
	*sym = mono->syms[0];
	*number = mul64(k, sub64(other, a.base.u));
	return true;
}
