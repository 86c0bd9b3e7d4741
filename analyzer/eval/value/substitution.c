#include "eval/value/substitution.h"

#include "eval/value/value_impl.h"

/* As in value_substitute.c; MAX_LOOKUPS: for each value. */
enum { MAX_DEPTH = 8, MAX_LOOKUPS = 400 };

/* What a symbol becomes if definitions are followed to `depth`. */
typedef struct Substituted {
	Sym sym;
	int depth;
	bool same; /* nothing changes */
	Value v;   /* if not same */
} Substituted;

struct Substitution {
	ValueCtx *ctx;
	int n_known;
	Sym first;              /* the oldest symbol with a number: no older symbol depends on any */
	SymFilter of;           /* all symbols with a number */
	VEC(int) at;            /* by symbol: its index in `substituted` plus one; 0: not there */
	VEC(Substituted) substituted;
	int lookups;            /* definitions that may still be looked up for this value */
	int64_t work;
};

Substitution *substitution_new(ValueCtx *ctx)
{
	Substitution *s = arena_new_of(ctx->keep, Substitution);
	s->ctx = ctx;
	return s;
}

/* --- results that are kept --------------------------------------------------------------------------- */

static const Substituted *found(const Substitution *s, Sym sym)
{
	return sym < s->at.n && s->at.at[sym] ? &s->substituted.at[s->at.at[sym] - 1] : NULL;
}

static void keep(Substitution *s, Substituted substituted)
{
	while (s->at.n <= substituted.sym)
		vec_push(s->ctx->keep, &s->at, 0);
	int *at = &s->at.at[substituted.sym];
	if (*at) {
		s->substituted.at[*at - 1] = substituted;
		return;
	}
	vec_push(s->ctx->keep, &s->substituted, substituted);
	*at = s->substituted.n;
}

void substitution_begin(Substitution *s, const SymNumber *known, int n)
{
	for (int i = 0; i < s->substituted.n; i++)
		s->at.at[s->substituted.at[i].sym] = 0;
	s->substituted.n = 0;
	s->n_known = n;
	s->of = (SymFilter){ 0 };
	s->first = n ? known[0].sym : 0;
	for (int i = 0; i < n; i++) {
		s->first = known[i].sym < s->first ? known[i].sym : s->first;
		sym_filter_add(&s->of, known[i].sym);
		if (!found(s, known[i].sym))
			keep(s, (Substituted){ known[i].sym, MAX_DEPTH, false, value_int(known[i].number) });
	}
}

/* --- substituting ------------------------------------------------------------------------------------ */

static Value replace(Substitution *s, Value v, int depth, bool *same);

static bool replace_definition(Substitution *s, Sym sym, int depth, Value *out)
{
	Derived how;
	Value a, b;
	bool same_a, same_b;
	if (!value_definition(s->ctx, sym, &how, &a, &b))
		return false;
	s->lookups--;
	s->work++;
	a = replace(s, a, depth - 1, &same_a);
	b = replace(s, b, depth - 1, &same_b);
	if (!same_a || !same_b)
		*out = value_defined_as(s->ctx, how, a, b);
	return !same_a || !same_b;
}

static bool replace_sym(Substitution *s, Sym sym, int depth, Value *out)
{
	const Substituted *known = found(s, sym);
	if (!known || known->depth < depth) {
		SymFilter filter = value_sym_filter(s->ctx, sym);
		if (sym <= s->first || !depth || !s->lookups || !sym_filter_meets(&filter, &s->of))
			return false;
		Substituted substituted = { .sym = sym, .depth = depth };
		substituted.same = !replace_definition(s, sym, depth, &substituted.v);
		keep(s, substituted);
		known = found(s, sym);
	}
	*out = known->v;
	return !known->same;
}

static Value replace_term(Substitution *s, const Term *term, int depth, bool *same)
{
	const MonoInfo mono = s->ctx->monos.at[term->mono];
	Value with[MAX_DEGREE], part = { 0 };
	bool is_new[MAX_DEGREE];
	*same = true;
	for (int i = 0; i < mono.n; i++)
		*same = !(is_new[i] = replace_sym(s, mono.syms[i], depth, &with[i])) && *same;
	if (!*same)
		part.base = term->k;
	for (int i = 0; !*same && i < mono.n; i++)
		part = linear_mul(s->ctx, part, is_new[i] ? with[i] : value_sym(s->ctx, mono.syms[i]));
	return part;
}

/* Without the form. */
static Value replace(Substitution *s, Value v, int depth, bool *same)
{
	Value out = { .base = v.base, .unknown = v.unknown };
	*same = true;
	for (int i = 0; i < v.n_terms; i++) {
		bool same_term;
		Value part = replace_term(s, &v.terms[i], depth, &same_term);
		if (same_term && *same)
			continue;
		if (*same)
			value_set_terms(s->ctx, &out, v.terms, i);
		*same = false;
		if (same_term)
			value_set_terms(s->ctx, &part, &v.terms[i], 1);
		out = linear_add(s->ctx, out, part);
	}
	return *same ? v : out;
}

Value substitution_apply(Substitution *s, Value v)
{
	bool same;
	if (!s->n_known || !v.n_terms)
		return v;
	s->lookups = MAX_LOOKUPS;
	Value out = replace(s, v, MAX_DEPTH, &same);
	out.form = v.form;
	return out;
}

Value substitution_definition(Substitution *s, Sym sym)
{
	Value v;
	s->lookups = MAX_LOOKUPS;
	return replace_definition(s, sym, MAX_DEPTH, &v) ? v : value_sym(s->ctx, sym);
}

int64_t substitution_work(Substitution *s)
{
	int64_t work = s->work;
	s->work = 0;
	return work;
}
