/* Prints values and symbols; names derived symbols. */
#include "eval/value/value_impl.h"

#include <string.h>

#include "base/buf.h"

const char value_anonymous[] = "a runtime value";

static const char *const derived_op[] = {
	[BY_FLOOR_REM] = "%", [BY_FLOOR_DIV] = "/", [BY_REM] = "%",    [BY_DIV] = "/",     [BY_SHR] = ">>", [BY_SHL] = "<<",
	[BY_AND] = "&",       [BY_OR] = "|",        [BY_XOR] = "^",    [BY_EQ] = "==",     [BY_LT] = "<",   [BY_EQ_U32] = "==",
	[BY_LT_U32] = "<",    [BY_EQ_U64] = "==",   [BY_LT_U64] = "<", [BY_PRODUCT] = "*", [BY_SUM] = "+",
};

void mono_print(Buf *out, const ValueCtx *ctx, Mono mono)
{
	const MonoInfo *info = &ctx->monos.at[mono];
	for (int i = 0; i < info->n; i++) {
		const char *name = ctx->syms.at[info->syms[i]].name;
		buf_printf(out, strchr(name, ' ') ? "%s(%s)" : "%s%s", i ? "*" : "", name);
	}
}

/* Terms with coefficients of this sign, then the number: "n + 2*m + 4". */
static void print_terms(Buf *out, const ValueCtx *ctx, const Value *v, int sign, int64_t number)
{
	size_t start = out->n;
	for (int i = 0; i < v->n_terms; i++) {
		int64_t k = v->terms[i].k.u;
		if ((k > 0) != (sign > 0))
			continue;
		buf_puts(out, out->n > start ? " + " : "");
		if (k != 1 && k != -1)
			buf_printf(out, "%llu*", k > 0 ? (unsigned long long)k : 0 - (unsigned long long)k);
		mono_print(out, ctx, v->terms[i].mono);
	}
	if (out->n == start)
		buf_printf(out, "%lld", (long long)number);
	else if (number > 0)
		buf_printf(out, " + %lld", (long long)number);
	else if (number)
		buf_printf(out, " - %llu", 0 - (unsigned long long)number);
}

void value_text(Buf *out, const ValueCtx *ctx, const Value *v)
{
	bool positive = v->n_terms == 0, negative = false;
	for (int i = 0; i < v->n_terms; i++) {
		positive = positive || v->terms[i].k.u > 0;
		negative = negative || v->terms[i].k.u < 0;
	}
	if (positive || v->base.u)
		print_terms(out, ctx, v, 1, v->base.u);
	if (!negative)
		return;
	Buf less = { 0 };
	print_terms(&less, ctx, v, -1, 0);
	buf_puts(out, out->n ? " - " : "-");
	buf_printf(out, strstr(less.s, " + ") ? "(%s)" : "%s", less.s);
	buf_free(&less);
}

static void print_operand(Buf *out, const ValueCtx *ctx, const Value *v)
{
	Buf text = { 0 };
	value_text(&text, ctx, v);
	/* mono_print() may have added parentheses already. */
	bool wrapped = text.s[0] == '(' && strchr(text.s, ')') == text.s + text.n - 1;
	buf_printf(out, strpbrk(text.s, " *") && !wrapped ? "(%s)" : "%s", text.s);
	buf_free(&text);
}

static void print_derived(Buf *out, const ValueCtx *ctx, Derived how, const Value *a, const Value *b)
{
	if (how == BY_EQ || how == BY_LT) {
		int64_t right = a->base.u < 0 ? sub64(0, a->base.u) : 0;
		print_terms(out, ctx, a, 1, a->base.u > 0 ? a->base.u : 0);
		buf_printf(out, " %s ", derived_op[how]);
		print_terms(out, ctx, a, -1, right);
		return;
	}
	print_operand(out, ctx, a);
	if (how == BY_SUM)
		return;
	buf_printf(out, how == BY_PRODUCT ? "%s" : " %s ", derived_op[how]);
	print_operand(out, ctx, b);
}

const char *value_derived_name(ValueCtx *ctx, Derived how, const Value *a, const Value *b)
{
	enum { MAX_NAME = 40 };
	Buf text = { 0 };
	print_derived(&text, ctx, how, a, b);
	bool fits = text.n <= MAX_NAME && !strstr(text.s, value_anonymous);
	const char *name = fits ? arena_strdup(ctx->keep, text.s) : value_anonymous;
	buf_free(&text);
	return name;
}
