/* One-dimensional arrays with rows in their index. */
#include "fix/rewrite_impl.h"

#include <string.h>

#include "core/tokens.h"
#include "fix/index.h"
#include "fix/text.h"
#include "ir/constant.h"

const char *rewrite_range_text(const Rewriter *r, const Range *range)
{
	return rewrite_span_text(r, range->begin.file, (Span){ range->begin.offset, range->end.offset });
}

static bool is_stride(const Strides *s, const Expr *e)
{
	e = expr_without_casts(e);
	return e->kind == EX_INT && e->i == s->row && (!s->name || strcmp(rewrite_range_text(s->r, &e->range), s->name) == 0);
}

void rewrite_find_strides(Strides *s, const Expr *e)
{
	if (e->kind == EX_BINARY && e->op == OP_MUL)
		for (int i = 0; i < 2; i++)
			if (is_stride(s, e->arg[i])) {
				s->n++;
				s->last = e->arg[i];
				return;
			}
	for (int i = 0; i < e->n_args && (e->kind == EX_BINARY || e->kind == EX_CAST); i++)
		rewrite_find_strides(s, e->arg[i]);
}

static bool within(Span inner, Span outer)
{
	return inner.begin >= outer.begin && inner.end <= outer.end && inner.begin < inner.end;
}

/* --- in macros: what is multiplied with a parameter */

static bool has_param(const Rewriter *r, const Use *use, Span span)
{
	size_t size;
	const char *s = source_text(r->sources, use->loc.file, &size);
	Text text = { .s = s, .n = span.end, .at = span.begin };
	for (Token token = token_next_code(&text); token.kind != TK_END; token = token_next_code(&text)) {
		Text params = { .s = s, .n = use->params.end, .at = use->params.begin };
		for (Token param = token_next_code(&params); param.kind != TK_END; param = token_next_code(&params))
			if (token.kind == TK_NAME && param.end - param.begin == token.end - token.begin &&
			    memcmp(s + param.begin, s + token.begin, token.end - token.begin) == 0)
				return true;
	}
	return false;
}

/* The operand next to a `*`: a token, or what is in parentheses; empty: neither. */
static Span operand_at(const Rewriter *r, const Use *use, size_t star, bool after)
{
	size_t size;
	const char *s = source_text(r->sources, use->loc.file, &size);
	Text text = { .s = s, .n = use->index[0].end, .at = use->index[0].begin };
	Span last = { 0, 0 };
	for (Token token = token_next_code(&text); token.kind != TK_END; token = token_next_code(&text)) {
		if (token.begin == star && !after)
			return last;
		Span span = { token.begin, token.end };
		if (token_is(&text, token, "(") && token_skip_bracket(&text, "(", ")"))
			span.end = text.at;
		const bool is_operand = token.kind == TK_NAME || token.kind == TK_OTHER || span.end > token.end;
		if (token.begin > star)
			return is_operand ? span : (Span){ 0, 0 };
		last = is_operand ? span : (Span){ 0, 0 };
	}
	return (Span){ 0, 0 };
}

static const char *restride_macro(Rewriter *r, const Use *use)
{
	size_t size;
	const char *s = source_text(r->sources, use->loc.file, &size);
	Span stride = { 0, 0 };
	int n = 0;
	for (size_t at = use->index[0].begin; at < use->index[0].end; at++) {
		if (s[at] != '*')
			continue;
		for (int after = 0; after < 2; after++) {
			const Span operand = operand_at(r, use, at, after);
			if (operand.begin == operand.end || has_param(r, use, operand))
				continue;
			stride = operand;
			n++;
		}
	}
	if (n != 1)
		return "the distance between its rows is not written in its subscripts";
	const char *text = rewrite_span_text(r, use->loc.file, stride), *more = text_longer(r->arena, text, r->layout->pad);
	r->stride = r->stride ? r->stride : text;
	return rewrite_replace(r, use->loc.file, stride, text_is_number(text) ? more : text_as_operand(r->arena, more)) ? NULL : no_overlap;
}

static Strides strides_of(const Rewriter *r, const Use *use, const char *name)
{
	Strides found = { .r = r, .row = grid_row(r->grid, use->object), .name = name };
	if (use->first)
		rewrite_find_strides(&found, use->first);
	return found;
}

static const char *restride_use(Rewriter *r, const Use *use)
{
	if (use->in_macro && use->n_indices == 1)
		return restride_macro(r, use);
	if (!use->is_literal || use->n_indices != 1 || (use->is_sum && !use->first))
		return rewrite_no_subscript(r, use);
	Strides found = strides_of(r, use, NULL);
	if (found.n > 1 && r->stride)
		found = strides_of(r, use, r->stride);
	if (found.n == 0)
		return NULL; /* perhaps within the first row: prove() decides */
	const Range *range = &found.last->range;
	const Span span = { range->begin.offset, range->end.offset };
	if (found.n > 1 || range->begin.file != use->loc.file || !within(span, use->index[0]))
		return "the distance between its rows is not written in its subscripts";
	const char *text = rewrite_range_text(r, range), *more = text_longer(r->arena, text, r->layout->pad);
	r->stride = r->stride ? r->stride : text;
	if (!text_is_number(text))
		more = text_as_operand(r->arena, more);
	return rewrite_replace(r, use->loc.file, span, more) ? NULL : no_overlap;
}

void rewrite_unscaled(Arena *arena, const Unit *unit, const Var *object, const Grid *grid, const Layout *layout, const Uses *uses,
		      ExprList *out)
{
	const Rewriter r = { .arena = arena, .unit = unit, .sources = unit->sources, .object = object, .grid = grid, .layout = layout };
	for (int i = 0; i < uses->at.n; i++) {
		const Use *use = &uses->at.at[i];
		int64_t place;
		const bool is_first_row = use->first && expr_constant(use->first, &place) && place >= 0 && place < grid->dim[1];
		if (use->expr && !use->in_macro && !is_first_row && strides_of(&r, use, NULL).n == 0)
			vec_push(arena, out, use->expr);
	}
}

/* By the subscripts in which one factor is as long as a row: in others that may be two. */
static void name_stride(Rewriter *r)
{
	for (int i = 0; i < r->uses->at.n && !r->stride; i++) {
		const Use *use = &r->uses->at.at[i];
		const Strides found = use->in_macro ? (Strides){ .n = 0 } : strides_of(r, use, NULL);
		if (found.n == 1 && found.last->range.begin.file == use->loc.file)
			r->stride = rewrite_range_text(r, &found.last->range);
	}
}

/* What stays in its row is added to what the function gives, so that nvcc still sees which elements are adjacent. */
static const char *mapped_index(const Rewriter *r, const Use *use, const char *text)
{
	size_t plus;
	text = text_without_parens(r->arena, text);
	const bool is_sum = r->layout->by_function && use->first && text_last_addend(text, &plus);
	const bool stays = is_sum && index_stays_in_row(r->unit, use->first, r->grid->dim[1]);
	const int64_t rest = is_sum && !stays ? index_rest_in_row(use->first, r->grid->dim[1]) : 0;
	const char *addend = is_sum ? text + plus + 1 + strspn(text + plus + 1, " ") : NULL;
	if (!stays && !(rest && text_is_number(addend)))
		return arena_printf(r->arena, "%s(%s)", r->helper, text);
	if (!stays)
		return arena_printf(r->arena, "%s(%s) + %lld", r->helper, text_longer(r->arena, text, -rest), (long long)rest);
	const size_t blanks = plus - (plus > 0 && text[plus - 1] == ' ');
	const char *sum = text_without_parens(r->arena, arena_strndup(r->arena, text, blanks));
	return arena_printf(r->arena, "%s(%s) %s", r->helper, sum, text + plus);
}

static const char *map_use(Rewriter *r, const Use *use)
{
	int file = use->loc.file;
	if (!use->is_literal || use->n_indices != 1)
		return rewrite_no_subscript(r, use);
	const char *text = rewrite_span_text(r, file, use->index[0]);
	if (use->base) {
		const Span name = { use->loc.offset, use->loc.offset + strlen(use->object->name) };
		const char *distance = arena_printf(r->arena, "%s - %s", use->object->name, use->base);
		text = text_is_sum(text) ? text : text_as_operand(r->arena, text);
		text = strcmp(text, "0") == 0 ? distance : arena_printf(r->arena, "%s + %s", distance, text);
		if (!rewrite_replace(r, file, name, use->base))
			return no_overlap;
	}
	text = mapped_index(r, use, text);
	return rewrite_replace(r, file, use->index[0], text) ? NULL : no_overlap;
}

/* Every index becomes an argument of a function. */
static const char *map_indices(Rewriter *r)
{
	const char *why = r->uses->is_split ? "a local pointer holds a part of its indices" : rewrite_assertion(r);
	if (!why)
		why = rewrite_helper(r);
	for (int i = 0; i < r->uses->at.n && !why; i++)
		why = map_use(r, &r->uses->at.at[i]);
	return why;
}

/* The factor of "TILE * TILE" that is `stride`, the last one; false: it is no such product. */
static bool find_factor(const char *length, const char *stride, size_t *at)
{
	const size_t n = strlen(stride);
	bool found = false;
	for (const char *s = length; *s;) {
		s += strspn(s, " ");
		size_t end = strcspn(s, "*"), operand = end;
		while (operand > 0 && s[operand - 1] == ' ')
			operand--;
		for (size_t i = 0; i < operand; i++)
			if (!token_is_name_char(s[i]))
				return false;
		if (operand == n && strncmp(s, stride, n) == 0) {
			*at = (size_t)(s - length);
			found = true;
		}
		s += end + (s[end] == '*');
	}
	return found;
}

/* The length of a flat array whose rows get longer: whatever the names in it stand for. */
static const char *lengthen_flat(Rewriter *r)
{
	const char *length = rewrite_length_text(r, 0);
	const long long pad = r->layout->pad;
	size_t at;
	if (!length)
		return no_declaration;
	if (text_is_fixed(length) || !r->stride)
		return rewrite_lengthen(r, 0, r->grid->dim[0] * pad);
	const char *more = arena_printf(r->arena, "%s + %s / %s", text_is_sum(length) ? length : text_as_operand(r->arena, length),
					text_as_operand(r->arena, length), text_as_operand(r->arena, r->stride));
	if (find_factor(length, r->stride, &at))
		more = arena_printf(r->arena, "%.*s(%s + %lld)%s", (int)at, length, r->stride, pad, length + at + strlen(r->stride));
	else if (pad > 1)
		more = arena_printf(r->arena, "%s * %lld", more, pad);
	return rewrite_replace(r, r->uses->decl.loc.file, r->uses->decl.index[0], more) ? NULL : no_overlap;
}

const char *rewrite_flat(Rewriter *r)
{
	const char *why = NULL;
	if (r->layout->kind != LAYOUT_PAD)
		return map_indices(r);
	if (r->grid->place && r->layout->by_function)
		return (why = map_indices(r)) ? why : rewrite_make_room(r);
	if (r->layout->by_function) {
		r->stride = arena_printf(r->arena, "%lld", (long long)r->grid->dim[1]);
		why = map_indices(r);
	} else {
		name_stride(r);
	}
	for (int i = 0; i < r->uses->at.n && !why && !r->layout->by_function; i++)
		why = restride_use(r, &r->uses->at.at[i]);
	if (!why && r->grid->place)
		return rewrite_make_room(r);
	return why || r->object->kind == VAR_DYNAMIC ? why : lengthen_flat(r);
}
