/* Applies assumptions to symbols, before the kernel runs. */
#include "eval/assume/assume_impl.h"

enum { MAX_MODULUS = 1 << 16 };

/* --- what is known already ---------------------------------------------------------------------- */

typedef enum State { STATE_OPEN, STATE_HOLDS, STATE_FAILS } State;

/* Whether `e predicate 0` holds in all threads, fails in some, or is unknown. */
static State state_of(Eval *ev, Value e, Op predicate)
{
	Mask all = ev->flow.may_execute, yes, no;
	Value is = value_binary(&ev->ctx, predicate, int_wide, e, value_int(0));
	Cond c = value_test(&ev->ctx, &is, &all);
	yes = c.yes;
	no = mask_and(c.no, all);
	return !mask_empty(&no) ? STATE_FAILS : mask_subset(&all, &yes) ? STATE_HOLDS : STATE_OPEN;
}

/* Whether an earlier relation contradicts this one: row < height, height < row. */
static bool ruled_out(Eval *ev, const Relation *r)
{
	Value a, b;
	if (!assume_value(ev, r->a, &a) || !assume_value(ev, r->b, &b))
		return false;
	for (const Relation *before = ev->assumed->relations; before < r; before++) {
		Value e;
		Op predicate;
		Mask yes, no;
		if (before->is_off || !assume_difference(ev, before, &e, &predicate))
			continue;
		value_imply(&ev->ctx, e, predicate, r->op, int_wide, a, b, &yes, &no);
		if (!mask_empty(&no))
			return true;
	}
	return false;
}

/* --- one symbol --------------------------------------------------------------------------------- */

/* A uniform value k * sym + rest. */
typedef struct Single {
	Sym sym;
	int64_t k, rest;
} Single;

static bool is_free(const ValueCtx *ctx, Sym sym)
{
	SymKind kind = ctx->syms.at[sym].kind;
	return kind == SYM_PARAM || kind == SYM_BLOCK;
}

static bool is_single(const Eval *ev, const Value *v, Single *out)
{
	if (v->n_terms != 1 || !value_is_uniform(&ev->ctx, v, &ev->flow.may_execute))
		return false;
	const MonoInfo *mono = &ev->ctx.monos.at[v->terms->mono];
	*out = (Single){ mono->syms[0], per_thread_at(v->terms->k, 0), per_thread_at(v->base, 0) };
	return mono->n == 1 && is_free(&ev->ctx, out->sym);
}

/* Substitutes `with` for the symbol in all contents of memory. */
static void replace(Eval *ev, Sym sym, Value with)
{
	for (int i = 0; i < ev->mem.n; i++) {
		Object *object = ev->mem.objects[i];
		for (int c = 0; object && object->kind == OBJ_LOCAL && c < object->content.n; c++) {
			const Cell cell = object->content.cells[c];
			Value v = value_substitute(&ev->ctx, value_copy(ev->scratch, ev->ctx.n_threads, cell.stored->v), sym, with);
			memory_put(&ev->mem, object, cell.offset, cell.size, cell.is_float, v);
		}
	}
	for (int i = 0; i < ev->assumed->local_values.n; i++) {
		Value *v = &ev->assumed->local_values.at[i].value;
		*v = value_copy(ev->ctx.keep, ev->ctx.n_threads, value_substitute(&ev->ctx, *v, sym, with));
	}
}

static int64_t floor_div(int64_t a, int64_t b)
{
	return a / b - (a % b != 0 && a < 0);
}

static bool narrow(Eval *ev, Sym sym, int64_t low, int64_t high)
{
	SymInfo *info = &ev->ctx.syms.at[sym];
	if (low > high)
		return false;
	info->low = low;
	info->high = high;
	if (low == high)
		replace(ev, sym, value_int(low));
	return true;
}

/* k * sym + rest < 0. */
static bool bound(Eval *ev, const Single *s)
{
	const SymInfo *info = &ev->ctx.syms.at[s->sym];
	int64_t low = info->low, high = info->high, limit;
	if (__builtin_sub_overflow((int64_t)-1, s->rest, &limit) || s->k == INT64_MIN)
		return true;
	if (s->k > 0 && floor_div(limit, s->k) < high)
		high = floor_div(limit, s->k);
	else if (s->k < 0 && -floor_div(limit, -s->k) > low)
		low = -floor_div(limit, -s->k);
	return narrow(ev, s->sym, low, high);
}

/* k * sym + rest != 0: excludes an end of sym's range. */
static bool exclude(Eval *ev, const Single *s)
{
	const SymInfo *info = &ev->ctx.syms.at[s->sym];
	if (s->rest == INT64_MIN || s->rest % s->k)
		return true;
	int64_t is_not = -s->rest / s->k;
	return narrow(ev, s->sym, info->low + (info->low == is_not), info->high - (info->high == is_not));
}

/* k * sym + rest == 0. */
static bool fix(Eval *ev, const Single *s)
{
	if (s->rest == INT64_MIN)
		return true;
	if (s->rest % s->k)
		return false;
	replace(ev, s->sym, value_int(-(s->rest / s->k)));
	return true;
}

/* sym % c == r */
static void align(Eval *ev, Sym sym, int64_t c, int64_t r)
{
	SymInfo *info = &ev->ctx.syms.at[sym];
	if (r == 0 && (c & (c - 1)) == 0) {
		info->align = info->align % c ? c : info->align;
		return;
	}
	const SymInfo was = *info;
	Value v = assume_residue(ev, was.name, c, r);
	SymInfo *m = &ev->ctx.syms.at[ev->ctx.monos.at[v.terms->mono].syms[0]];
	m->kind = was.kind;
	m->loc = was.loc;
	m->low = was.low == INT64_MIN ? was.low : floor_div(was.low - r, c);
	m->high = was.high == INT64_MAX ? was.high : floor_div(was.high - r, c);
	replace(ev, sym, v);
}

/* (k * sym + rest) % c == r: solved for sym's residue. */
static bool apply_residue(Eval *ev, const Single *s, int64_t c, int64_t r)
{
	if (c > MAX_MODULUS)
		return true;
	int64_t k = (s->k % c + c) % c, wanted = ((r - s->rest % c) % c + c) % c, first = -1, period = c;
	for (int64_t i = 0; i < c; i++) {
		if (k * i % c != wanted)
			continue;
		if (first >= 0) {
			period = i - first;
			break;
		}
		first = i;
	}
	if (first >= 0 && period > 1)
		align(ev, s->sym, period, first);
	return first >= 0;
}

/* --- several symbols ---------------------------------------------------------------------------- */

/* e == 0: substitutes the other side for a side that is one symbol, the left one first. */
static bool solve(Eval *ev, const Relation *r, const Value *e)
{
	Value sides[2];
	Single s;
	if (!value_is_uniform(&ev->ctx, e, &ev->flow.may_execute) || !assume_value(ev, r->a, &sides[0]) ||
	    !assume_value(ev, r->b, &sides[1]))
		return true;
	for (int i = 0; i < 2; i++) {
		if (!is_single(ev, &sides[i], &s) || s.k != 1 || s.rest != 0)
			continue;
		Value other = value_substitute(&ev->ctx, sides[1 - i], s.sym, value_int(0));
		if (!value_same(&ev->ctx, &other, &sides[1 - i]))
			continue;
		replace(ev, s.sym, other);
		return true;
	}
	return true;
}

/* --- an assumption ------------------------------------------------------------------------------ */

static bool apply_single(Eval *ev, Op predicate, const Single *s)
{
	return predicate == OP_LT ? bound(ev, s) : predicate == OP_EQ ? fix(ev, s) : exclude(ev, s);
}

bool assume_apply(Eval *ev, const Relation *r)
{
	Value e, x;
	Op predicate;
	Single s;
	int64_t c, rest;
	if (!assume_difference(ev, r, &e, &predicate))
		return true;
	State state = state_of(ev, e, predicate);
	if (state != STATE_OPEN)
		return state == STATE_HOLDS;
	if (ruled_out(ev, r))
		return false;
	if (r->has_locals)
		return true;
	const AssumeTerm *divided = assume_divided(ev, r, &c, &rest);
	if (divided && assume_value(ev, divided, &x) && is_single(ev, &x, &s))
		return apply_residue(ev, &s, c, rest);
	if (is_single(ev, &e, &s))
		return apply_single(ev, predicate, &s);
	return predicate != OP_EQ || solve(ev, r, &e);
}
