#include "fix/rewrite.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "core/tokens.h"
#include "fix/helper.h"
#include "fix/record.h"
#include "fix/text.h"

typedef struct Rewriter {
	Arena *arena;
	SourceSet *sources;
	const Var *object;
	const Grid *grid;
	const Layout *layout;
	const Uses *uses;
	const char *helper; /* the name of the swizzle function; NULL: each subscript has the expression */
	const char *stride; /* of a flat array: how its rows' length is written in subscripts; NULL: not found */
	Edits *out;
} Rewriter;

/* --- small texts ------------------------------------------------------------------------------ */

static const char *span_text(const Rewriter *r, int file, Span span)
{
	size_t size;
	const char *s = source_text(r->sources, file, &size);
	while (span.begin < span.end && strchr(" \t", s[span.begin]))
		span.begin++;
	while (span.end > span.begin && strchr(" \t", s[span.end - 1]))
		span.end--;
	return arena_strndup(r->arena, s + span.begin, span.end - span.begin);
}

/* Whether it may be an operand of `+`: it has no operator of lower precedence. */
static bool is_sum(const char *text)
{
	for (const char *s = text; *s; s++)
		if (!token_is_name_char(*s) && !strchr(" +-*/%().:\t", *s))
			return false;
	return true;
}

/* "N + 1" ends with a number, to which more is added. */
static const char *last_addend(const char *text)
{
	const char *plus = strrchr(text, '+');
	if (!plus || !is_sum(text))
		return NULL;
	const char *number = plus + 1 + strspn(plus + 1, " ");
	return text_is_number(number) ? plus : NULL;
}

/* The text of a length, increased by `by`. */
static const char *longer(Arena *arena, const char *text, int64_t by)
{
	const char *plus = last_addend(text);
	if (text_is_number(text))
		return arena_printf(arena, "%lld", atoll(text) + (long long)by);
	if (plus) {
		const char *number = plus + 1 + strspn(plus + 1, " ");
		long long sum = atoll(number) + (long long)by;
		size_t head = (size_t)(plus - text);
		while (head > 0 && text[head - 1] == ' ')
			head--;
		if (sum == 0)
			return arena_strndup(arena, text, head);
		if (sum > 0)
			return arena_printf(arena, "%.*s%lld", (int)(number - text), text, sum);
	}
	const char *operand = is_sum(text) ? text : arena_printf(arena, "(%s)", text);
	return arena_printf(arena, "%s %c %lld", operand, by < 0 ? '-' : '+', llabs((long long)by));
}

/* A length that is written as a number, and not by names whose values may change or differ between instances of a template. */
static bool is_fixed(const char *text)
{
	Text t = { .s = text, .n = strlen(text) };
	Token token = token_next_code(&t);
	for (; token.kind != TK_END; token = token_next_code(&t))
		if (token.kind == TK_NAME)
			return false;
	return *text;
}

/* --- edits ------------------------------------------------------------------------------------ */

static bool replace(Rewriter *r, int file, Span span, const char *text)
{
	if (strcmp(span_text(r, file, span), text) == 0)
		return true;
	return edits_add(r->arena, r->out, (Edit){ file, span.begin, span.end - span.begin, text });
}

static const char *const no_declaration = "its declaration is not written out here";
static const char *const no_subscript = "some of its uses are not written as subscripts";
static const char *const no_overlap = "its subscripts contain one another";

/* Parameters may leave out the first dimensions; `from_end`: which one, counted from the last. */
static bool lengthen_param(Rewriter *r, const Use *param, int from_end, int64_t by)
{
	if (param->n_indices < from_end)
		return true;
	Span span = param->index[param->n_indices - from_end];
	const char *text = span_text(r, param->loc.file, span);
	return !*text || replace(r, param->loc.file, span, longer(r->arena, text, by));
}

static const char *lengthen(Rewriter *r, int dim, int64_t by)
{
	const Use *decl = &r->uses->decl;
	if (!decl->is_literal || decl->n_indices != (r->grid->is_flat ? 1 : r->grid->n_dims))
		return no_declaration;
	const char *text = span_text(r, decl->loc.file, decl->index[dim]);
	if (!*text)
		return "its length is set by the launch";
	if (!replace(r, decl->loc.file, decl->index[dim], longer(r->arena, text, by)))
		return no_overlap;
	for (int i = 0; i < r->uses->params.n; i++)
		if (!lengthen_param(r, &r->uses->params.at[i], decl->n_indices - dim, by))
			return no_overlap;
	return NULL;
}

/* --- lengths that are names --------------------------------------------------------------------- */

/* The text of the declared dimension; NULL: it is not written out. */
static const char *length_text(const Rewriter *r, int dim)
{
	const Use *decl = &r->uses->decl;
	const bool is_written = decl->is_literal && decl->n_indices == (r->grid->is_flat ? 1 : r->grid->n_dims);
	return is_written ? span_text(r, decl->loc.file, decl->index[dim]) : NULL;
}

/* Whether the dimension's length is the same wherever the swizzle will be compiled. */
static bool is_fixed_length(const Rewriter *r, int dim)
{
	const char *text = length_text(r, dim);
	return text && is_fixed(text);
}

/* The grid, without a length of which the swizzle's rows have none that is certain. */
static Grid certain_grid(const Rewriter *r)
{
	Grid grid = *r->grid;
	if (!is_fixed_length(r, r->layout->dim))
		grid.dim[r->layout->dim] = -1;
	return grid;
}

/* After the semicolon of the declaration, or at the end of its line if nothing but space or a comment follows; 0: not found. */
static size_t after_declaration(const char *s, size_t size, size_t from)
{
	Text text = { .s = s, .n = size, .at = from };
	Token token = token_next_code(&text);
	for (int depth = 0; token.kind != TK_END && !(depth == 0 && token_is(&text, token, ";")); token = token_next_code(&text)) {
		depth += token_is(&text, token, "(") + token_is(&text, token, "{");
		depth -= token_is(&text, token, ")") + token_is(&text, token, "}");
		if (depth < 0)
			return 0;
	}
	if (token.kind == TK_END)
		return 0;
	const char *newline = memchr(s + token.end, '\n', size - token.end);
	size_t end = newline ? (size_t)(newline - s) : size;
	end -= end > token.end && s[end - 1] == '\r';
	const Token next = token_next(&text);
	if (next.kind != TK_END && next.begin < end && !(next.kind == TK_COMMENT && next.end >= end))
		return token.end;
	/* Behind those of objects that are declared with it. */
	while (end < size && strncmp(s + end + strspn(s + end, "\r\n\t "), "static_assert(", 14) == 0) {
		newline = strchr(strstr(s + end, "static_assert("), '\n');
		end = newline ? (size_t)(newline - s) : size;
		end -= s[end - 1] == '\r';
	}
	return end;
}

/* A swizzle that needs rows of a multiple of some length says so where the object is declared, unless that is a number. */
static const char *write_assertion(Rewriter *r)
{
	const Use *decl = &r->uses->decl;
	const long long multiple = layout_multiple(r->layout);
	const int last = r->grid->is_flat ? 0 : r->grid->n_dims - 1;
	const char *length = length_text(r, last);
	size_t size;
	if (!length)
		return no_declaration;
	if (multiple <= 1 || is_fixed(length) || !*length) /* nothing: the launch sets it (dynamic.h) */
		return NULL;
	const char *s = source_text(r->sources, decl->loc.file, &size);
	const size_t at = after_declaration(s, size, decl->loc.offset);
	if (!at)
		return no_declaration;
	if (r->layout->pad)
		length = longer(r->arena, length, r->layout->pad);
	size_t line = decl->loc.offset, indent = 0;
	while (line > 0 && s[line - 1] != '\n')
		line--;
	while (strchr(" \t", s[line + indent]))
		indent++;
	const bool is_line = at < size && (s[at] == '\n' || s[at] == '\r');
	const char *newline = is_line && s[at] == '\r' ? "\r\n" : "\n";
	const char *text = arena_printf(r->arena, "static_assert(%s %% %lld == 0, \"the swizzle of '%s' needs %s of %lld elements\");",
					text_as_operand(r->arena, length), multiple, r->object->name,
					r->grid->is_flat ? "multiples" : "rows of multiples", multiple);
	text = is_line ? arena_printf(r->arena, "%.*s%s%s", (int)indent, s + line, text, newline) : arena_printf(r->arena, " %s", text);
	const size_t place = is_line ? at + strlen(newline) : at;
	return edits_add(r->arena, r->out, (Edit){ decl->loc.file, place, 0, text }) ? NULL : no_overlap;
}

/* --- swizzles --------------------------------------------------------------------------------- */

/* The row's term of the column: "row", "(row & 7)", "(row >> 1 & 7) * 4". */
static const char *row_term(const Rewriter *r, const char *row)
{
	const Layout *l = r->layout;
	int64_t length = certain_grid(r).dim[l->dim];
	const char *term = text_as_operand(r->arena, row);
	bool masked = l->kind == LAYOUT_XOR && (length < 0 || (length - 1) >> l->shift > l->mask);
	if (l->shift && masked)
		term = arena_printf(r->arena, "(%s >> %lld & %lld)", term, (long long)l->shift, (long long)l->mask);
	else if (l->shift)
		term = arena_printf(r->arena, "(%s >> %lld)", term, (long long)l->shift);
	else if (masked)
		term = arena_printf(r->arena, "(%s & %lld)", term, (long long)l->mask);
	return l->chunk > 1 ? arena_printf(r->arena, "%s * %lld", term, (long long)l->chunk) : term;
}

static const char *mix_term(const Rewriter *r, const char *row)
{
	const Grid grid = certain_grid(r);
	Buf out = { 0 };
	layout_print_mix(&out, row, &grid, r->layout);
	const char *text = arena_strdup(r->arena, out.s);
	buf_free(&out);
	return text;
}

/* What a macro's parameter stands for may be a sum. */
static const char *in_parens(Arena *arena, const Use *use, const char *text)
{
	if (!use->in_macro || text_is_number(text))
		return text;
	return *text == '(' ? text_as_operand(arena, text) : arena_printf(arena, "(%s)", text);
}

static const char *swizzled_column(const Rewriter *r, const char *row, const char *column, const char *row_length)
{
	Arena *arena = r->arena;
	if (r->helper)
		return arena_printf(arena, "%s(%s, %s)", r->helper, row, column);
	column = text_as_operand(arena, column);
	if (r->layout->kind == LAYOUT_LINEAR)
		return arena_printf(arena, "%s ^ %s", column, mix_term(r, text_as_operand(arena, row)));
	if (r->layout->kind == LAYOUT_XOR)
		return arena_printf(arena, r->layout->chunk > 1 ? "%s ^ (%s)" : "%s ^ %s", column, row_term(r, row));
	return arena_printf(arena, "(%s + %s) %% %s", column, row_term(r, row), row_length);
}

static const char *const no_purity = "a subscript has side effects or calls, and a swizzle would repeat it";

/* Whether the arguments with which a macro is used can be written twice. */
static bool has_pure_arguments(const Rewriter *r, const Use *use)
{
	size_t size;
	const char *s = source_text(r->sources, use->user.file, &size);
	Text text = { .s = s, .n = size, .at = use->user.offset };
	token_next_code(&text);
	const Token open = token_next_code(&text);
	const size_t close = token_is(&text, open, "(") ? token_skip_bracket(&text, "(", ")") : 0;
	return !close || text_is_pure(arena_strndup(r->arena, s + open.end, close - open.end));
}

static const char *swizzle_use(Rewriter *r, const Use *use, const char *row_length)
{
	int last = r->grid->n_dims - 1, file = use->loc.file;
	if (!use->is_literal || use->n_indices != r->grid->n_dims)
		return no_subscript;
	const char *row = span_text(r, file, use->index[r->layout->dim]);
	const char *column = span_text(r, file, use->index[last]);
	if (use->in_macro && !has_pure_arguments(r, use))
		return no_purity;
	row = in_parens(r->arena, use, row);
	column = in_parens(r->arena, use, column);
	if (!text_is_pure(row) || strchr(row, '\n') || strchr(column, '\n'))
		return no_purity;
	return replace(r, file, use->index[last], swizzled_column(r, row, column, row_length)) ? NULL : no_overlap;
}

/* --- a function that swizzles -------------------------------------------------------------------- */

static const char *helper_lines(const Rewriter *r)
{
	const char *name = r->helper;
	if (!r->grid->is_flat)
		return arena_printf(r->arena,
				    "static __device__ __forceinline__ int %s(int row, int column)\n{\n"
				    "\treturn column ^ %s;\n}\n",
				    name, mix_term(r, "row"));
	const int row = __builtin_ctzll((unsigned long long)r->grid->dim[1]);
	const char *term;
	if (r->layout->kind == LAYOUT_LINEAR)
		term = mix_term(r, arena_printf(r->arena, "(i >> %d)", row));
	else
		term = arena_printf(r->arena, r->layout->chunk > 1 ? "((i >> %d & %lld) * %lld)" : "(i >> %d & %lld)",
				    row + (int)r->layout->shift, (long long)r->layout->mask, (long long)r->layout->chunk);
	return arena_printf(r->arena, "static __device__ __forceinline__ int %s(int i)\n{\n\treturn i ^ %s;\n}\n", name, term);
}

/* Before the first function that uses the object. */
static const char *write_helper(Rewriter *r)
{
	const Uses *uses = r->uses;
	int file = uses->at.n ? uses->at.at[0].user.file : -1;
	size_t first = SIZE_MAX, size;
	for (int i = 0; i < uses->at.n; i++) {
		if (uses->at.at[i].user.file != file)
			return "it is used in several files, and the function that swizzles would be needed in each";
		first = uses->at.at[i].user.offset < first ? uses->at.at[i].user.offset : first;
	}
	const char *text = source_text(r->sources, file, &size);
	size_t place = helper_place(text, size, first);
	r->helper = helper_name(r->arena, text, size, arena_printf(r->arena, "swizzle_%s", r->object->name));
	const char *lines = helper_text(r->arena, text, size, place, helper_lines(r));
	return edits_add(r->arena, r->out, (Edit){ file, place, 0, lines }) ? NULL : no_overlap;
}

/* Only a single term is written out; other swizzles become a function, which is easier to read. */
static bool is_simple(const Rewriter *r)
{
	MixTerm terms[MAX_MIX_TERMS];
	return !r->grid->is_flat && (r->layout->kind != LAYOUT_LINEAR || layout_mix_terms(r->layout, terms) == 1);
}

static const char *write_swizzle(Rewriter *r)
{
	int last = r->grid->n_dims - 1;
	const char *why = write_assertion(r);
	if (!why && r->layout->pad)
		why = lengthen(r, last, r->layout->pad);
	if (!why && !is_simple(r))
		why = write_helper(r);
	const char *row_length = arena_printf(r->arena, "%lld", (long long)layout_dim(r->grid, r->layout, last));
	if (r->uses->decl.is_literal && r->uses->decl.n_indices == r->grid->n_dims && !r->layout->pad)
		row_length = text_as_operand(r->arena, span_text(r, r->uses->decl.loc.file, r->uses->decl.index[last]));
	for (int i = 0; i < r->uses->at.n && !why; i++)
		why = swizzle_use(r, &r->uses->at.at[i], row_length);
	return why;
}

/* --- one-dimensional arrays with rows in their index ------------------------------------------ */

static bool is_stride(const Expr *e, int64_t row)
{
	while (e->kind == EX_CAST)
		e = e->arg[0];
	return e->kind == EX_INT && e->i == row;
}

/* The last factor in the index that equals the row's length, or NULL; adds to *found how many there are. */
static const Expr *find_stride(const Expr *e, int64_t row, int *found)
{
	const Expr *stride = NULL;
	if (e->kind == EX_BINARY && e->op == OP_MUL)
		for (int i = 0; i < 2; i++)
			if (is_stride(e->arg[i], row)) {
				++*found;
				return e->arg[i];
			}
	if (e->kind != EX_BINARY && e->kind != EX_CAST)
		return NULL;
	for (int i = 0; i < e->n_args; i++) {
		const Expr *inner = find_stride(e->arg[i], row, found);
		stride = inner ? inner : stride;
	}
	return stride;
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
	const char *text = span_text(r, use->loc.file, stride), *more = longer(r->arena, text, r->layout->pad);
	r->stride = r->stride ? r->stride : text;
	return replace(r, use->loc.file, stride, text_is_number(text) ? more : text_as_operand(r->arena, more)) ? NULL : no_overlap;
}

static const char *restride_use(Rewriter *r, const Use *use)
{
	int found = 0;
	if (use->in_macro && use->n_indices == 1)
		return restride_macro(r, use);
	if (!use->is_literal || use->n_indices != 1 || !use->first)
		return no_subscript;
	const Expr *stride = find_stride(use->first, r->grid->dim[1], &found);
	if (found == 0)
		return NULL; /* perhaps within the first row: prove() decides */
	Span span = { stride->range.begin.offset, stride->range.end.offset };
	if (found > 1 || stride->range.begin.file != use->loc.file || !within(span, use->index[0]))
		return "the distance between its rows is not written in its subscripts";
	const char *text = span_text(r, use->loc.file, span), *more = longer(r->arena, text, r->layout->pad);
	r->stride = r->stride ? r->stride : text;
	if (!text_is_number(text))
		more = text_as_operand(r->arena, more);
	return replace(r, use->loc.file, span, more) ? NULL : no_overlap;
}

static const char *swizzle_flat_use(Rewriter *r, const Use *use)
{
	int file = use->loc.file;
	if (!use->is_literal || use->n_indices != 1)
		return no_subscript;
	const char *text = arena_printf(r->arena, "%s(%s)", r->helper, span_text(r, file, use->index[0]));
	return replace(r, file, use->index[0], text) ? NULL : no_overlap;
}

static const char *swizzle_flat(Rewriter *r)
{
	const char *why = write_assertion(r);
	if (!why)
		why = write_helper(r);
	for (int i = 0; i < r->uses->at.n && !why; i++)
		why = swizzle_flat_use(r, &r->uses->at.at[i]);
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
	const char *length = length_text(r, 0);
	const long long pad = r->layout->pad;
	size_t at;
	if (!length)
		return no_declaration;
	if (is_fixed(length) || !r->stride)
		return lengthen(r, 0, r->grid->dim[0] * pad);
	const char *more = arena_printf(r->arena, "%s + %s / %s", is_sum(length) ? length : text_as_operand(r->arena, length),
					text_as_operand(r->arena, length), text_as_operand(r->arena, r->stride));
	if (find_factor(length, r->stride, &at))
		more = arena_printf(r->arena, "%.*s(%s + %lld)%s", (int)at, length, r->stride, pad, length + at + strlen(r->stride));
	else if (pad > 1)
		more = arena_printf(r->arena, "%s * %lld", more, pad);
	return replace(r, r->uses->decl.loc.file, r->uses->decl.index[0], more) ? NULL : no_overlap;
}

static const char *write_flat(Rewriter *r)
{
	if (r->layout->kind != LAYOUT_PAD)
		return swizzle_flat(r);
	const char *why = NULL;
	for (int i = 0; i < r->uses->at.n && !why; i++)
		why = restride_use(r, &r->uses->at.at[i]);
	return why || r->object->kind == VAR_DYNAMIC ? why : lengthen_flat(r);
}

const char *rewrite(Arena *arena, const Unit *unit, const Var *object, const Grid *grid, const Layout *layout, const Uses *uses, Edits *out)
{
	Rewriter r = { arena, unit->sources, object, grid, layout, uses, NULL, NULL, out };
	out->n = 0;
	switch (layout->kind) {
	case LAYOUT_PAD:
		return grid->is_flat ? write_flat(&r) : lengthen(&r, layout->dim, layout->pad);
	case LAYOUT_XOR:
	case LAYOUT_ROTATE:
	case LAYOUT_LINEAR:
		return grid->is_flat ? write_flat(&r) : write_swizzle(&r);
	case LAYOUT_RECORD_PAD:
		return record_lengthen(arena, unit->sources, grid->type, layout->pad, out);
	case LAYOUT_SOA:
		return "its fields would become arrays of their own";
	case LAYOUT_PLAIN:
		break;
	}
	return "there is nothing to change";
}
