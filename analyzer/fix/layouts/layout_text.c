/* Layouts in words, with the index as it would be written. */
#include "fix/layouts/layout.h"

#include <stdio.h>

#include "base/buf.h"

void layout_print_dims(Buf *out, const Grid *grid, const Layout *layout)
{
	for (int d = 0; d < grid->n_dims; d++) {
		const int64_t n = layout_dim(grid, layout, d);
		buf_printf(out, n < 0 ? "[]" : "[%lld]", (long long)n);
	}
}

static const char *index_name(const Grid *grid, int dim)
{
	static const char *const outer[] = { "h", "i", "j", "k" };
	if (dim == grid->n_dims - 1)
		return "c";
	return dim == grid->n_dims - 2 ? "r" : outer[dim & 3];
}

/* What is combined with the column: "(r >> 1 & 7)", "r % 16". */
static void print_row_term(Buf *out, const char *row, const Layout *layout)
{
	bool is_xor = layout->kind == LAYOUT_XOR;
	if (layout->shift)
		buf_printf(out, is_xor ? "(%s >> %lld) %% %lld" : "(%s >> %lld)", row, (long long)layout->shift,
			   (long long)layout->mask + 1);
	else if (is_xor)
		buf_printf(out, "%s %% %lld", row, (long long)layout->mask + 1);
	else
		buf_puts(out, row);
	if (layout->chunk > 1)
		buf_printf(out, " * %lld", (long long)layout->chunk);
}

static void print_shift(Buf *out, int shift)
{
	if (shift)
		buf_printf(out, " %s %d", shift < 0 ? ">>" : "<<", shift < 0 ? -shift : shift);
}

/* Whether no row has a bit outside of the mask. */
static bool is_all_of(const Grid *grid, const Layout *layout, int64_t mask)
{
	int64_t rows = grid->dim[layout->dim];
	return rows > 0 && !(mask & (mask + 1)) && rows - 1 <= mask;
}

void layout_print_mix(Buf *out, const char *row, const Grid *grid, const Layout *layout)
{
	MixTerm terms[MAX_MIX_TERMS];
	const int n = layout_mix_terms(layout, terms);
	const bool in_parens = n == 1 ? terms[0].shift != 0 : layout->chunk > 1;
	buf_puts(out, in_parens ? "(" : "");
	for (int i = 0; i < n; i++) {
		buf_puts(out, i ? " ^ " : "");
		if (is_all_of(grid, layout, terms[i].mask))
			buf_puts(out, row);
		else
			buf_printf(out, "(%s & %lld)", row, (long long)terms[i].mask);
		print_shift(out, terms[i].shift);
	}
	buf_puts(out, in_parens ? ")" : "");
	if (layout->chunk > 1)
		buf_printf(out, " * %lld", (long long)layout->chunk);
}

static void print_column(Buf *out, const Grid *grid, const Layout *layout, const char *row)
{
	if (layout->kind == LAYOUT_LINEAR) {
		buf_puts(out, "c ^ ");
		layout_print_mix(out, row, grid, layout);
		return;
	}
	buf_puts(out, layout->kind == LAYOUT_XOR ? "c ^ (" : "(c + ");
	print_row_term(out, row, layout);
	buf_putc(out, ')');
	if (layout->kind == LAYOUT_ROTATE)
		buf_printf(out, " %% %lld", (long long)layout_dim(grid, layout, grid->n_dims - 1));
}

static void print_swizzle(Buf *out, const char *name, const Grid *grid, const Layout *layout)
{
	buf_puts(out, name);
	for (int d = 0; d < grid->n_dims - 1; d++)
		buf_printf(out, "[%s]", index_name(grid, d));
	buf_putc(out, '[');
	print_column(out, grid, layout, index_name(grid, layout->dim));
	buf_putc(out, ']');
}

/* "sdata[i ^ (i / 32 % 8)]" */
static void print_flat(Buf *out, const char *name, const Grid *grid, const Layout *layout)
{
	long long row = (long long)grid->dim[1];
	if (layout->kind == LAYOUT_PAD) {
		buf_printf(out, "%s[i + i / %lld", name, row);
		if (layout->pad > 1)
			buf_printf(out, " * %lld", (long long)layout->pad);
		buf_printf(out, "] (rows of %lld elements instead of %lld)", row + (long long)layout->pad, row);
		return;
	}
	if (layout->kind == LAYOUT_LINEAR) {
		char rows[32];
		snprintf(rows, sizeof rows, "i / %lld", row);
		buf_printf(out, "%s[i ^ ", name);
		layout_print_mix(out, rows, grid, layout);
		buf_putc(out, ']');
		return;
	}
	buf_printf(out, "%s[i ^ (i / %lld %% %lld", name, row << layout->shift, (long long)layout->mask + 1);
	if (layout->chunk > 1)
		buf_printf(out, " * %lld", (long long)layout->chunk);
	buf_puts(out, ")]");
}

/* What is done, and what there is to do: "padding" and "pad". */
typedef enum Mood { AS_GERUND, AS_IMPERATIVE } Mood;
enum { N_MOODS = AS_IMPERATIVE + 1 };

/* The swizzled element, for people who do it: what replaces what. */
static void print_instead(Buf *out, const char *name, const Grid *grid)
{
	buf_printf(out, " for %s", name);
	if (grid->is_flat) {
		buf_puts(out, "[i] everywhere");
		return;
	}
	for (int d = 0; d < grid->n_dims; d++)
		buf_printf(out, "[%s]", index_name(grid, d));
	buf_puts(out, " everywhere");
}

static void print_index(Buf *out, const char *name, const Grid *grid, const Layout *layout, Mood mood)
{
	static const char *const drops[N_MOODS] = { "dropping the padding (", "drop the padding (" };
	static const char *const rotates[N_MOODS] = { "rotating the columns as ", "write " };
	static const char *const swizzles[N_MOODS] = { "XOR-swizzling the column as ", "write " };
	if (grid->is_flat) {
		if (mood == AS_GERUND)
			buf_printf(out, "indexing '%s' as ", name);
		else
			buf_puts(out, "write ");
		print_flat(out, name, grid, layout);
	} else {
		if (layout->pad) {
			buf_puts(out, drops[mood]);
			layout_print_dims(out, grid, layout);
			buf_puts(out, ") and ");
		}
		buf_puts(out, layout->kind == LAYOUT_ROTATE ? rotates[mood] : swizzles[mood]);
		print_swizzle(out, name, grid, layout);
	}
	if (mood == AS_IMPERATIVE)
		print_instead(out, name, grid);
}

static void print_layout(Buf *out, const char *name, const Grid *grid, const Layout *layout, Mood mood)
{
	static const char *const leaves[N_MOODS] = { "leaving", "leave" }, *const pads[N_MOODS] = { "padding", "pad" },
				 *const splits[N_MOODS] = { "splitting", "split" },
				 *const exchanges[N_MOODS] = { "exchanging", "exchange" };
	switch (layout->kind) {
	case LAYOUT_PLAIN:
		buf_printf(out, "%s '%s' as it is", leaves[mood], name);
		break;
	case LAYOUT_RECORD_PAD:
		buf_printf(out, "%s the elements of '%s' from %lld to %lld bytes", pads[mood], name, (long long)grid->elem,
			   (long long)(grid->elem + layout->pad));
		break;
	case LAYOUT_SOA:
		buf_printf(out, "%s '%s' into one array per field", splits[mood], name);
		break;
	case LAYOUT_EXCHANGE:
		buf_printf(out, "%s the dimensions of '%s' to ", exchanges[mood], name);
		layout_print_dims(out, grid, layout);
		break;
	case LAYOUT_PAD:
		if (grid->is_flat) {
			print_index(out, name, grid, layout, mood);
			break;
		}
		buf_printf(out, layout->dim == grid->n_dims - 1 ? "%s the rows of '%s' to " : "%s '%s' to ", pads[mood], name);
		layout_print_dims(out, grid, layout);
		break;
	case LAYOUT_XOR:
	case LAYOUT_ROTATE:
	case LAYOUT_LINEAR:
		print_index(out, name, grid, layout, mood);
		break;
	}
}

const char *grid_name(Arena *arena, const Var *object, const Grid *grid)
{
	const Field *member = grid->member;
	if (grid->place && grid->place->pointer)
		return grid->place->pointer->name;
	if (!member)
		return object->name;
	return object->as ? arena_printf(arena, "%s::%s", object->as->name, member->name)
			  : arena_printf(arena, "%s.%s", object->name, member->name);
}

static const char *words(Arena *arena, const Var *object, const Grid *grid, const Layout *layout, Mood mood)
{
	Buf out = { 0 };
	print_layout(&out, grid_name(arena, object, grid), grid, layout, mood);
	const char *text = arena_strdup(arena, out.s);
	buf_free(&out);
	return text;
}

const char *layout_text(Arena *arena, const Var *object, const Grid *grid, const Layout *layout)
{
	return words(arena, object, grid, layout, AS_GERUND);
}

const char *layout_todo(Arena *arena, const Var *object, const Grid *grid, const Layout *layout)
{
	return words(arena, object, grid, layout, AS_IMPERATIVE);
}

const char *layout_price(Arena *arena, const Grid *grid, const Layout *layout)
{
	if (layout->extra_bytes == 0)
		return "no extra memory";
	if (layout->extra_bytes != EXTRA_UNKNOWN && layout->blocks.before != layout->blocks.after)
		return arena_printf(arena, "%+lld bytes, %d blocks per SM instead of %d", (long long)layout->extra_bytes,
				    layout->blocks.after, layout->blocks.before);
	if (layout->extra_bytes != EXTRA_UNKNOWN)
		return arena_printf(arena, "%+lld bytes", (long long)layout->extra_bytes);
	return arena_printf(arena, "+%lld bytes every %lld", (long long)(layout->pad * grid->elem),
			    (long long)(grid->n_dims > 1 ? grid->dim[1] * grid->elem : grid->elem));
}
