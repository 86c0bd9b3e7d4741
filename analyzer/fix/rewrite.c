#include "fix/rewrite_impl.h"

#include <string.h>

#include "base/buf.h"
#include "core/tokens.h"
#include "fix/helper.h"
#include "fix/record.h"
#include "fix/text.h"

/* --- small texts ------------------------------------------------------------------------------ */

const char *rewrite_span_text(const Rewriter *r, int file, Span span)
{
	size_t size;
	const char *s = source_text(r->sources, file, &size);
	while (span.begin < span.end && strchr(" \t", s[span.begin]))
		span.begin++;
	while (span.end > span.begin && strchr(" \t", s[span.end - 1]))
		span.end--;
	return arena_strndup(r->arena, s + span.begin, span.end - span.begin);
}

/* --- edits ------------------------------------------------------------------------------------ */

bool rewrite_replace(Rewriter *r, int file, Span span, const char *text)
{
	if (strcmp(rewrite_span_text(r, file, span), text) == 0)
		return true;
	return edits_add(r->arena, r->out, (Edit){ file, span.begin, span.end - span.begin, text, false });
}

const char *const no_declaration = "its declaration is not written out here";
const char *const no_overlap = "its subscripts contain one another";

const char *rewrite_no_subscript(const Rewriter *r, const Use *use)
{
	const char *line = source_line(r->sources, use->user.file, use->user.line);
	if (!line)
		return "some of its uses are not written as subscripts";
	line += strspn(line, " \t");
	return arena_printf(r->arena, "'%.*s' does not use it by subscripts", (int)strcspn(line, "\r"), line);
}

/* Parameters may leave out the first dimensions; `from_end`: which one, counted from the last. */
static bool lengthen_param(Rewriter *r, const Use *param, int from_end, int64_t by)
{
	if (param->n_indices < from_end)
		return true;
	Span span = param->index[param->n_indices - from_end];
	const char *text = rewrite_span_text(r, param->loc.file, span);
	return !*text || rewrite_replace(r, param->loc.file, span, text_longer(r->arena, text, by));
}

const char *rewrite_lengthen(Rewriter *r, int dim, int64_t by)
{
	Use member;
	if (r->grid->member)
		use_read(r->sources, r->grid->member->loc, r->grid->member->name, &member);
	const Use *decl = r->grid->member ? &member : &r->uses->decl;
	if (!decl->is_literal || decl->n_indices != (r->grid->is_flat ? 1 : r->grid->n_dims))
		return no_declaration;
	const char *text = rewrite_span_text(r, decl->loc.file, decl->index[dim]);
	if (!*text)
		return "its length is set by the launch";
	if (!rewrite_replace(r, decl->loc.file, decl->index[dim], text_longer(r->arena, text, by)))
		return no_overlap;
	for (int i = 0; i < r->uses->params.n; i++)
		if (!lengthen_param(r, &r->uses->params.at[i], decl->n_indices - dim, by))
			return no_overlap;
	return NULL;
}

/* Whether it is the length of a row, in each instance. */
static bool is_row_length(const Rewriter *r, const Use *distance)
{
	const Expr *value = expr_without_casts(distance->first);
	const char *length = rewrite_length_text(r, r->grid->is_flat ? 0 : r->grid->n_dims - 1);
	if (!distance->n_indices)
		return false;
	if (!r->grid->is_flat && length && strcmp(rewrite_span_text(r, distance->loc.file, distance->index[0]), length) == 0)
		return true;
	return value->kind == EX_INT && value->i == r->grid->dim[r->grid->n_dims - 1] && !r->grid->n_rows;
}

/* Where matrix fragments are moved, the distance between rows is an argument. */
static const char *lengthen_distances(Rewriter *r)
{
	const UseList *distances = &r->uses->distances;
	for (int i = 0; i < distances->n && r->layout->dim == r->grid->n_dims - 1; i++) {
		const Use *use = &distances->at[i];
		if (!is_row_length(r, use))
			return "the distance between rows of a matrix fragment is not the length of its rows";
		const char *text = rewrite_span_text(r, use->loc.file, use->index[0]);
		if (!rewrite_replace(r, use->loc.file, use->index[0], text_longer(r->arena, text, r->layout->pad)))
			return no_overlap;
	}
	return NULL;
}

static const char *write_padding(Rewriter *r)
{
	const char *why = r->grid->is_flat ? rewrite_flat(r) : rewrite_lengthen(r, r->layout->dim, r->layout->pad);
	return why ? why : lengthen_distances(r);
}

/* --- lengths that are names --------------------------------------------------------------------- */

/* The text of the declared dimension; NULL: it is not written out. */
const char *rewrite_length_text(const Rewriter *r, int dim)
{
	const Use *decl = &r->uses->decl;
	const bool is_written = decl->is_literal && decl->n_indices == (r->grid->is_flat ? 1 : r->grid->n_dims);
	return is_written ? rewrite_span_text(r, decl->loc.file, decl->index[dim]) : NULL;
}

/* Whether the dimension's length is the same wherever the swizzle will be compiled. */
static bool is_fixed_length(const Rewriter *r, int dim)
{
	const char *text = rewrite_length_text(r, dim);
	return text && text_is_fixed(text);
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
const char *rewrite_assertion(Rewriter *r)
{
	const Use *decl = &r->uses->decl;
	const long long multiple = layout_multiple(r->layout);
	const int last = r->grid->is_flat ? 0 : r->grid->n_dims - 1;
	const char *length = rewrite_length_text(r, last);
	size_t size;
	if (!length)
		return no_declaration;
	if (multiple <= 1 || text_is_fixed(length) || !*length) /* nothing: the launch sets it (dynamic.h) */
		return NULL;
	const char *s = source_text(r->sources, decl->loc.file, &size);
	const size_t at = after_declaration(s, size, decl->loc.offset);
	if (!at)
		return no_declaration;
	if (r->layout->pad)
		length = text_longer(r->arena, length, r->layout->pad);
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
	return edits_add(r->arena, r->out, (Edit){ decl->loc.file, place, 0, text, false }) ? NULL : no_overlap;
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
bool rewrite_has_pure_arguments(const Rewriter *r, const Use *use)
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
		return rewrite_no_subscript(r, use);
	const char *row = rewrite_span_text(r, file, use->index[r->layout->dim]);
	const char *column = rewrite_span_text(r, file, use->index[last]);
	if (use->in_macro && !rewrite_has_pure_arguments(r, use))
		return no_purity;
	row = in_parens(r->arena, use, row);
	column = in_parens(r->arena, use, column);
	if (!text_is_pure(row) || strchr(row, '\n') || strchr(column, '\n'))
		return no_purity;
	return rewrite_replace(r, file, use->index[last], swizzled_column(r, row, column, row_length)) ? NULL : no_overlap;
}

/* --- a function that swizzles -------------------------------------------------------------------- */

/* Paddings take the index as unsigned: of a signed (t << 5) >> 3 ptxas does not know the alignment, and no longer merges what it merged. */
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
	if (r->layout->kind == LAYOUT_PAD) {
		term = arena_printf(r->arena, r->layout->pad > 1 ? "(i >> %d) * %lld" : "(i >> %d)", row, (long long)r->layout->pad);
		return arena_printf(r->arena, "static __device__ __forceinline__ int %s(unsigned i)\n{\n\treturn i + %s;\n}\n", name, term);
	}
	if (r->layout->kind == LAYOUT_LINEAR)
		term = mix_term(r, arena_printf(r->arena, "(i >> %d)", row));
	else
		term = arena_printf(r->arena, r->layout->chunk > 1 ? "((i >> %d & %lld) * %lld)" : "(i >> %d & %lld)",
				    row + (int)r->layout->shift, (long long)r->layout->mask, (long long)r->layout->chunk);
	return arena_printf(r->arena, "static __device__ __forceinline__ int %s(int i)\n{\n\treturn i ^ %s;\n}\n", name, term);
}

/* Before the first function that uses the object. */
const char *rewrite_helper(Rewriter *r)
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
	const char *verb = r->layout->kind == LAYOUT_PAD ? "pad" : "swizzle";
	const char *name = r->grid->place ? grid_name(r->arena, r->object, r->grid) : r->object->name;
	r->helper = helper_global_name(r->arena, r->sources, arena_printf(r->arena, "%s_%s", verb, name));
	const char *lines = helper_text(r->arena, text, size, place, helper_lines(r));
	return edits_add(r->arena, r->out, (Edit){ file, place, 0, lines, false }) ? NULL : no_overlap;
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
	const char *why = r->uses->is_split ? "a local pointer holds a part of its indices" : rewrite_assertion(r);
	if (!why && r->layout->pad)
		why = rewrite_lengthen(r, last, r->layout->pad);
	if (!why && !is_simple(r))
		why = rewrite_helper(r);
	const char *row_length = arena_printf(r->arena, "%lld", (long long)layout_dim(r->grid, r->layout, last));
	if (r->uses->decl.is_literal && r->uses->decl.n_indices == r->grid->n_dims && !r->layout->pad)
		row_length = text_as_operand(r->arena, rewrite_span_text(r, r->uses->decl.loc.file, r->uses->decl.index[last]));
	for (int i = 0; i < r->uses->at.n && !why; i++)
		why = swizzle_use(r, &r->uses->at.at[i], row_length);
	return why;
}

const char *rewrite(Arena *arena, const Unit *unit, const Var *object, const Grid *grid, const Layout *layout, const Uses *uses, Edits *out)
{
	Rewriter r = { arena, unit, unit->sources, object, grid, layout, uses_in(uses, layout), NULL, NULL, out };
	const bool changes_functions = grid->is_flat || layout_swizzles(layout) || layout->kind == LAYOUT_EXCHANGE || uses->params.n;
	if (uses->shared && changes_functions && layout->kind != LAYOUT_RECORD_PAD)
		return arena_printf(arena, "'%s' gets other arrays, too", uses->shared->base_name);
	if (grid->member && (layout->kind != LAYOUT_PAD || grid->is_flat))
		return "it is a member, whose subscripts may be of other objects, too";
	switch (layout->kind) {
	case LAYOUT_PAD:
		return write_padding(&r);
	case LAYOUT_XOR:
	case LAYOUT_ROTATE:
	case LAYOUT_LINEAR:
		return grid->is_flat ? rewrite_flat(&r) : write_swizzle(&r);
	case LAYOUT_EXCHANGE:
		return rewrite_exchange(&r);
	case LAYOUT_RECORD_PAD:
		return record_lengthen(arena, unit->sources, grid->type, layout->pad, out);
	case LAYOUT_SOA:
		return "its fields would become arrays of their own";
	case LAYOUT_PLAIN:
		break;
	}
	return "there is nothing to change";
}
