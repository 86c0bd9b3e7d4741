/* Addresses that a program aligns: `if (p % 1024) p += 1024 - p % 1024;`.
 *
 * The remainder r is unknown but 0 where the condition does not hold.  So p after it is p + (r != 0) (1024 - r), and with
 * (r == 0) r = 0 that is p + 1024 - r - 1024 (r == 0): a multiple of 1024, whatever r is. */
#include "eval/exec/exec.h"

/* v is k × sym or 1 - sym. */
static bool one_symbol(const ValueCtx *ctx, const Value *v, Sym *sym, bool *is_opposite)
{
	if (v->unknown || v->n_terms != 1 || v->base.v || v->terms->k.v || ctx->monos.at[v->terms->mono].n != 1)
		return false;
	*sym = ctx->monos.at[v->terms->mono].syms[0];
	*is_opposite = v->base.u == 1 && v->terms->k.u == -1;
	return *is_opposite || !v->base.u;
}

/* The remainder that is 0 where the flag is 1. */
static bool vanishes(const ValueCtx *ctx, Sym flag, Sym *remainder)
{
	int64_t number;
	return value_equation(ctx, flag, remainder, &number) && !number && value_is_remainder_of_shared(ctx, *remainder);
}

void align_flag(Eval *ev, Cond *c, Value v)
{
	ValueCtx *ctx = &ev->ctx;
	Sym sym, remainder;
	bool is_opposite;
	Mask decided = mask_or(c->yes, c->no);
	if (ev->is_host || c->flag || c->scope != SCOPE_UNIFORM || !mask_empty(&decided) || !one_symbol(ctx, &v, &sym, &is_opposite))
		return;
	if (!is_opposite && value_is_remainder_of_shared(ctx, sym))
		v = value_binary(ctx, OP_NE, int_wide, value_sym(ctx, sym), value_int(0));
	else if (!vanishes(ctx, sym, &remainder))
		return;
	c->flag = arena_dup(ev->scratch, &v, sizeof v);
}

bool align_choose(Eval *ev, const Cond *c, Value a, Value b, Value *out)
{
	ValueCtx *ctx = &ev->ctx;
	Sym flag, remainder;
	bool is_opposite;
	if (ev->is_host || !c->flag || a.unknown || b.unknown || !one_symbol(ctx, c->flag, &flag, &is_opposite) ||
	    !vanishes(ctx, flag, &remainder))
		return false;
	Value zero = is_opposite ? b : a, other = is_opposite ? a : b; /* where the remainder is 0, and elsewhere */
	Value apart = value_binary(ctx, OP_SUB, int_wide, zero, other);
	if (value_has_object(ctx, &apart))
		return false;
	apart = value_substitute(ctx, apart, remainder, value_int(0));
	Value joined = value_join(ctx, a, b, true, true, c->why, c->loc);
	*out = value_binary(ctx, OP_ADD, int_wide, other, value_binary(ctx, OP_MUL, int_wide, value_sym(ctx, flag), apart));
	out->form = joined.form;
	return true;
}
