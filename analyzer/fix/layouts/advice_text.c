/* The result of the search for layouts, in a sentence or two. */
#include "fix/layouts/advice.h"

#include "base/buf.h"

static bool frees(const Advice *advice, const Layout *layout)
{
	return layout->wavefronts == advice->attainable;
}

static bool is_padding(const Layout *layout)
{
	return layout->kind == LAYOUT_PAD || layout->kind == LAYOUT_RECORD_PAD;
}

static const Layout *best_padding(const Advice *advice)
{
	for (int i = 0; i < advice->n_layouts; i++)
		if (is_padding(&advice->layouts[i]))
			return &advice->layouts[i];
	return NULL;
}

static const char whatever[] = ", whatever data choose";

/* The shortest name of a layout: "[16][17]". */
static void print_short(Buf *out, const Layout *layout)
{
	if (layout->kind != LAYOUT_PAD || layout->grid->is_flat)
		buf_puts(out, layout->text);
	else
		layout_print_dims(out, layout->grid, layout);
}

/* "every access of 'tile'", or the number of those that are known. */
static void print_scope(Buf *out, const Advice *advice)
{
	if (advice->n_known == advice->n_accesses)
		buf_printf(out, "every access of '%s'", advice->name);
	else
		buf_printf(out, "%d of the %d accesses of '%s'", advice->n_known, advice->n_accesses, advice->name);
}

/* The other layouts.  `mentioned`: the one that the text has already, or NULL. */
static void print_others(Buf *out, const Advice *advice, const Layout *mentioned)
{
	for (int i = 1; i < advice->n_layouts; i++) {
		const Layout *layout = &advice->layouts[i];
		if (layout == mentioned)
			continue;
		if (frees(advice, layout))
			buf_printf(out, "; so would %s (%s)", layout->text, layout->price);
		else
			buf_printf(out, "; %s brings %lld wavefronts down to %lld (%s)", layout->text, (long long)advice->wavefronts,
				   (long long)layout->wavefronts, layout->price);
	}
}

/* The accesses that the layout frees. */
static void print_freed(Buf *out, const Advice *advice, const Layout *layout)
{
	if (layout->settles_all)
		buf_printf(out, "every access of '%s'", advice->name);
	else
		print_scope(out, advice);
}

/* The best layout makes every access conflict-free. */
static void print_free(Buf *out, const Advice *advice)
{
	const Layout *best = &advice->layouts[0], *padding = best_padding(advice);
	if (layout_swizzles(best) && !(padding && frees(advice, padding))) {
		buf_puts(out, advice->over_limit ? "no padding within 48 KiB frees " : "no padding frees ");
		print_scope(out, advice);
		if (padding) {
			buf_puts(out, " (best: ");
			print_short(out, padding);
			buf_printf(out, ", %d-way)", padding->ways);
		}
		buf_printf(out, "; %s does (%s)", best->text, best->price);
		print_others(out, advice, padding);
		return;
	}
	buf_printf(out, "%s would make ", best->text);
	print_freed(out, advice, best);
	buf_printf(out, " conflict-free%s (%s)", best->settles_all ? whatever : "", best->price);
	print_others(out, advice, NULL);
}

static void print_partial(Buf *out, const Advice *advice)
{
	const Layout *best = &advice->layouts[0];
	buf_puts(out, "no padding or swizzle that was tried frees ");
	print_scope(out, advice);
	buf_printf(out, "; the best, %s brings %lld wavefronts down to %lld, where %lld would do", best->text,
		   (long long)advice->wavefronts, (long long)best->wavefronts, (long long)advice->attainable);
	buf_printf(out, " (%s)", best->price);
	print_others(out, advice, NULL);
}

const char *advice_prose(Arena *arena, const Advice *advice, const Samples *samples)
{
	Buf out = { 0 };
	if (advice->n_layouts == 0) {
		buf_puts(&out, "no padding or swizzle that was tried makes ");
		print_scope(&out, advice);
		buf_puts(&out, " cheaper, taken together");
		if (advice->over_limit)
			buf_puts(&out, " and within 48 KiB");
		if (advice->rejected)
			buf_printf(&out, ": %s", advice->rejected);
		if (advice->too_large)
			buf_printf(&out, "; %s would (%s), which --prefer=simplicity allows", advice->too_large->text,
				   advice->too_large->price);
	} else if (frees(advice, &advice->layouts[0])) {
		print_free(&out, advice);
	} else {
		print_partial(&out, advice);
	}
	if (advice->n_known < advice->n_accesses && !(advice->n_layouts && advice->layouts[0].settles_all))
		buf_puts(&out, "; the addresses of the others are not known");
	if (samples->some_left)
		buf_printf(&out, " (by the first %d distinct warp requests of each)", MAX_PATTERNS);
	const char *text = arena_strdup(arena, out.s);
	buf_free(&out);
	return text;
}

/* Whether it is done where the object is declared. */
static bool is_declared(const Layout *layout)
{
	return layout->kind == LAYOUT_RECORD_PAD || layout->kind == LAYOUT_SOA || (layout->kind == LAYOUT_PAD && !layout->grid->is_flat);
}

const char *advice_todo(Arena *arena, const Advice *advice, const char *line)
{
	const Layout *best = advice->n_layouts ? &advice->layouts[0] : NULL;
	if (!best)
		return arena_printf(arena, "no padding or swizzle of '%s' makes its accesses cheaper, taken together%s%s", advice->name,
				    advice->rejected ? ": " : "", advice->rejected ? advice->rejected : "");
	const char *where = is_declared(best) ? arena_printf(arena, " in %s", line) : "";
	const char *of = best->settles_all ? whatever
			 : advice->n_known == advice->n_accesses
				 ? ""
				 : arena_printf(arena, " in %d of its %d accesses", advice->n_known, advice->n_accesses);
	if (frees(advice, best))
		return arena_printf(arena, "%s%s (%s): no conflicts are left%s%s", best->todo, where, best->price, of,
				    advice->some_left ? " in the requests that were compared" : "");
	return arena_printf(arena, "%s%s (%s): %lld wavefronts become %lld%s", best->todo, where, best->price,
			    (long long)advice->wavefronts, (long long)best->wavefronts, of);
}
