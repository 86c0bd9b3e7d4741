/* Exchanged dimensions: `h[thread][bin]` becomes `h[bin][thread]`. */
#include "fix/rewrite_impl.h"

#include <string.h>

#include "core/tokens.h"
#include "fix/address.h"
#include "fix/text.h"

/* --- the order of what the indices do ------------------------------------------------------------- */

/* The index in `address` whose text is at the span, or NULL. */
static const Expr *index_at(const Expr *address, int file, Span span)
{
	for (const Expr *e = address; e->kind == EX_PTRADD || e->kind == EX_CAST; e = e->arg[0]) {
		const Range *at = e->kind == EX_PTRADD ? &e->arg[1]->range : NULL;
		if (at && at->begin.file == file && at->begin.offset >= span.begin && at->end.offset <= span.end)
			return e->arg[1];
	}
	return NULL;
}

static const Expr *index_of(const Use *use, Span span)
{
	const Expr *index = NULL;
	for (int i = 0; use->expr && i < use->expr->n_args && !index; i++)
		index = use->expr->arg[i] ? index_at(use->expr->arg[i], use->loc.file, span) : NULL;
	return index;
}

/* The variable that is all of the address, or of which it is a member. */
static const Var *variable_at(const Expr *address)
{
	while (address->kind == EX_PTRADD && address->arg[1]->kind == EX_INT)
		address = address->arg[0];
	return address->kind == EX_ADDR ? address->var : NULL;
}

static bool names(const char *text, const char *name)
{
	Text t = { .s = text, .n = strlen(text) };
	Token token = token_next_code(&t);
	while (token.kind != TK_END && !token_is(&t, token, name))
		token = token_next_code(&t);
	return token.kind != TK_END;
}

/* Whether nothing that `other`, the text of the other index, does can change the index. */
static bool is_left_alone(const Rewriter *r, const Expr *index, const char *other)
{
	const Var *var = index->kind == EX_LOAD ? variable_at(index->arg[0]) : NULL;
	if (var)
		return var->kind == VAR_BUILTIN ||
		       ((var->kind == VAR_LOCAL || var->kind == VAR_PARAM) && !r->unit->escapes[var->id] && !names(other, var->name));
	bool is = index->kind == EX_INT || index->kind == EX_CAST || index->kind == EX_UNARY || index->kind == EX_BINARY;
	for (int i = 0; i < index->n_args && is; i++)
		is = is_left_alone(r, index->arg[i], other);
	return is;
}

/* Of `h[t][top++]` the side effect may come first. */
static bool may_exchange(const Rewriter *r, const Use *use, Span row, Span column)
{
	const char *first = rewrite_span_text(r, use->loc.file, row), *second = rewrite_span_text(r, use->loc.file, column);
	const bool is_first_pure = text_is_pure(first), is_second_pure = text_is_pure(second);
	if (use->in_macro && !rewrite_has_pure_arguments(r, use))
		return false;
	if (is_first_pure == is_second_pure)
		return is_first_pure;
	const Expr *pure = index_of(use, is_first_pure ? row : column);
	return !use->in_macro &&
	       (text_is_number(is_first_pure ? first : second) || (pure && is_left_alone(r, pure, is_first_pure ? second : first)));
}

/* --- edits -------------------------------------------------------------------------------------------- */

static const char *exchange(Rewriter *r, int file, Span a, Span b)
{
	const char *first = rewrite_span_text(r, file, a), *second = rewrite_span_text(r, file, b);
	return rewrite_replace(r, file, a, second) && rewrite_replace(r, file, b, first) ? NULL : no_overlap;
}

static const char *exchange_use(Rewriter *r, const Use *use)
{
	const int last = r->grid->n_dims - 1;
	if (!use->is_literal || use->n_indices != r->grid->n_dims)
		return rewrite_no_subscript(r, use);
	if (!may_exchange(r, use, use->index[last - 1], use->index[last]))
		return "a subscript has side effects or calls, whose order would change";
	return exchange(r, use->loc.file, use->index[last - 1], use->index[last]);
}

/* Parameters may leave out the first dimensions. */
static const char *exchange_param(Rewriter *r, const Use *param)
{
	const int n = param->n_indices;
	const char *rows = rewrite_length_text(r, r->grid->n_dims - 2);
	if (n < 1)
		return no_declaration;
	if (n > 1 && *rewrite_span_text(r, param->loc.file, param->index[n - 2]))
		return exchange(r, param->loc.file, param->index[n - 2], param->index[n - 1]);
	if (!text_is_fixed(rows))
		return "a parameter leaves out its first length, which has names in it";
	return rewrite_replace(r, param->loc.file, param->index[n - 1], rows) ? NULL : no_overlap;
}

const char *rewrite_exchange(Rewriter *r)
{
	const int last = r->grid->n_dims - 1;
	const Uses *uses = r->uses;
	if (uses->is_split)
		return "a local pointer holds a part of its indices";
	if (uses->is_deduced)
		return "a template gets it, which may depend on its type";
	if (!rewrite_length_text(r, last))
		return no_declaration;
	const char *why = exchange(r, uses->decl.loc.file, uses->decl.index[last - 1], uses->decl.index[last]);
	for (int i = 0; i < uses->params.n && !why; i++)
		why = exchange_param(r, &uses->params.at[i]);
	for (int i = 0; i < uses->at.n && !why; i++)
		why = exchange_use(r, &uses->at.at[i]);
	return why;
}
