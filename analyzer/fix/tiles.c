#include "fix/tiles.h"

#include <string.h>

#include "cute/read.h"
#include "cute/search.h"

enum { MOST_REQUESTS = 512 };

/* A tensor: its layout and what it covers. */
typedef struct Tile {
	const CuteLayout *layout;
	int bits;      /* of an element */
	int64_t bytes; /* from TensorView.offset on */
} Tile;

static bool tile_read(Arena *arena, const TensorView *view, Tile *tile)
{
	tile->layout = cute_layout_of_tensor(arena, view->var->type->name, &tile->bits);
	if (!tile->layout || !tile->bits || !cute_layout_is_known(tile->layout))
		return false;
	tile->bytes = cute_bytes(tile->layout, tile->bits);
	return true;
}

static bool covers(const TensorView *view, const Tile *tile, const Fact *fact)
{
	const WarpPattern *worst = &fact->worst;
	if (view->object != fact->object || !worst->active)
		return false;
	const int64_t at = worst->offset[__builtin_ctz(worst->active)];
	return worst->floating || (at >= view->offset && at < view->offset + tile->bytes);
}

const TensorView *tile_of(Arena *arena, const KernelFacts *kernel, const Fact *fact)
{
	for (int i = 0; i < kernel->n_views; i++) {
		Tile tile;
		if (tile_read(arena, &kernel->views[i], &tile) && covers(&kernel->views[i], &tile, fact))
			return &kernel->views[i];
	}
	return NULL;
}

/* As the documentation writes layouts: without the marks of static integers, and without an offset of 0. */
static void print_short(Buf *out, const char *p)
{
	while (p && *p) {
		if (strncmp(p, "Sw<", 3) == 0) {
			buf_puts(out, "Swizzle<");
			p += 3;
		} else if (strncmp(p, " o _0 o ", 8) == 0) {
			p += 5;
		} else {
			if (*p != '_' || p[1] < '0' || p[1] > '9')
				buf_putc(out, *p);
			p++;
		}
	}
}

static void print_layout(Buf *out, const CuteLayout *layout)
{
	Buf text = { 0 };
	cute_print(&text, layout);
	print_short(out, text.s);
	buf_free(&text);
}

static void print_strides(Buf *out, const CuteLayout *layout)
{
	Buf text = { 0 };
	cute_print_tuple(&text, &layout->stride);
	print_short(out, text.s);
	buf_free(&text);
}

const char *tile_words(Arena *arena, const TensorView *view)
{
	Tile tile;
	Buf out = { 0 };
	if (!tile_read(arena, view, &tile))
		return NULL;
	buf_printf(&out, "'%s' is ", view->var->name);
	print_layout(&out, tile.layout);
	const char *text = arena_strdup(arena, out.s);
	buf_free(&out);
	return text;
}

/* --- other layouts ------------------------------------------------------------------------------ */

/* The request in the layout without its swizzle, which is undone by applying it again. */
static WarpRequest plain_request(const TensorView *view, const Tile *tile, const Fact *fact, const WarpPattern *pattern)
{
	WarpRequest request = warp_request(pattern, fact->op, fact->bytes);
	CuteSwizzle swizzle = { 0 };
	if (tile->layout->is_composed)
		swizzle = cute_bit_swizzle(tile->layout, tile->bits);
	for (int l = 0; l < WARP_LANES; l++) {
		const int64_t at = request.offset[l] - view->offset;
		request.offset[l] = tile->layout->is_composed ? cute_swizzled(swizzle, 8 * at) / 8 : at;
	}
	return request;
}

static bool is_within(const WarpPattern *pattern, const TensorView *view, const Tile *tile, int bytes)
{
	for (int l = 0; l < WARP_LANES; l++)
		if ((pattern->active >> l & 1) &&
		    (pattern->offset[l] < view->offset || pattern->offset[l] + bytes > view->offset + tile->bytes))
			return false;
	return true;
}

/* False: not all accesses of the tensor are known. */
static bool requests_of(const KernelFacts *kernel, const TensorView *view, const Tile *tile, WarpRequest *requests, int *n)
{
	for (int i = 0; i < kernel->n_facts; i++) {
		const Fact *fact = &kernel->facts[i];
		if (fact->object != view->object || (fact->worst.active && !covers(view, tile, fact)) || !fact->warps)
			continue;
		if (fact->certainty > CERTAINTY_SYMBOLIC || fact->more_patterns)
			return false;
		for (int p = 0; p < fact->n_patterns; p++) {
			const WarpPattern *pattern = &fact->patterns[p];
			if (*n == MOST_REQUESTS || pattern->floating || !is_within(pattern, view, tile, fact->bytes))
				return false;
			requests[(*n)++] = plain_request(view, tile, fact, pattern);
		}
	}
	return *n > 0;
}

static const char *choice_words(Arena *arena, const TensorView *view, const CuteLayout *better, const CuteChoice *choice)
{
	Buf out = { 0 };
	buf_puts(&out, "with ");
	print_layout(&out, better);
	buf_printf(&out, " every access of '%s' would be free of conflicts", view->var->name);
	if (choice->extra)
		buf_printf(&out, " (+%lld bytes)", (long long)choice->extra);
	else
		buf_puts(&out, " (no extra memory)");
	buf_puts(&out, ": ");
	cute_print_code(&out, better);
	const char *text = arena_strdup(arena, out.s);
	buf_free(&out);
	return text;
}

const CuteLayout *tile_layout(Arena *arena, const TensorView *view, int *bits)
{
	Tile tile;
	if (!tile_read(arena, view, &tile))
		return NULL;
	*bits = tile.bits;
	return tile.layout;
}

/* --- candidates ---------------------------------------------------------------------------------- */

enum { MOST_SWIZZLES = 2 };

static bool is_as_it_is(const Tile *tile, const CuteChoice *choice)
{
	if (choice->pad)
		return false;
	const CuteSwizzle now = tile->layout->is_composed ? cute_bit_swizzle(tile->layout, tile->bits) : (CuteSwizzle){ 0 };
	return choice->swizzle.bits == now.bits &&
	       (!now.bits || (choice->swizzle.base + 3 == now.base && choice->swizzle.shift == now.shift));
}

/* Two swizzles and a padding: not everything can be written everywhere. */
static void take_choices(Arena *arena, const Tile *tile, const CuteChoices *found, TileAdvice *advice)
{
	CuteChoice *out = arena_array(arena, CuteChoice, MOST_SWIZZLES + 1);
	int n_swizzles = 0, n_paddings = 0;
	for (int i = 0; i < found->free.n; i++) {
		const CuteChoice *choice = &found->free.at[i];
		if (!is_as_it_is(tile, choice) && (choice->pad ? n_paddings++ < 1 : n_swizzles++ < MOST_SWIZZLES))
			out[advice->n_choices++] = *choice;
	}
	if (!found->free.n && found->best.wavefronts && !is_as_it_is(tile, &found->best))
		out[advice->n_choices++] = found->best;
	advice->choices = out;
}

const TileAdvice *tile_advice(Arena *arena, const KernelFacts *kernel, const TensorView *view)
{
	Tile tile;
	int n = 0;
	int64_t rows[CUTE_MODES];
	WarpRequest *requests = arena_array(arena, WarpRequest, MOST_REQUESTS);
	TileAdvice *out = arena_new_of(arena, TileAdvice);
	if (!kernel->n_facts || !tile_read(arena, view, &tile))
		return NULL;
	*out = (TileAdvice){ .kernel = kernel, .view = view, .layout = tile.layout, .bits = tile.bits };
	out->why = "not all its accesses are known";
	if (!requests_of(kernel, view, &tile, requests, &n))
		return out;
	const CuteLayout plain = cute_plain(tile.layout);
	const CuteSearch search = { .arch = kernel->facts[0].arch,
				    .requests = requests,
				    .n_requests = n,
				    .bytes = cute_bytes(&plain, tile.bits),
				    .element = (tile.bits + 7) / 8,
				    .rows = rows,
				    .n_rows = cute_rows(arena, tile.layout, tile.bits, rows) };
	const CuteChoices found = cute_search(arena, &search);
	const CuteLayout *better = found.free.n ? cute_chosen(arena, tile.layout, tile.bits, &found.free.at[0]) : NULL;
	out->text = better ? choice_words(arena, view, better, &found.free.at[0]) : NULL;
	out->why = "no other layout is cheaper";
	take_choices(arena, &tile, &found, out);
	return out;
}

/* `todo`: what to do, instead of doing it. */
static const char *words_of_choice(Arena *arena, const TileAdvice *advice, const CuteChoice *choice, bool todo)
{
	const CuteLayout *to = cute_chosen(arena, advice->layout, advice->bits, choice);
	const char *name = advice->view->var->name;
	Buf out = { 0 };
	if (!to)
		return NULL;
	if (choice->pad) {
		buf_printf(&out, "%s the strides of '%s' to ", todo ? "pad" : "padding", name);
		print_strides(&out, to);
	} else if (to->is_composed) {
		const CuteSwizzle s = to->swizzle;
		buf_printf(&out, "%s the layout of '%s' with Swizzle<%d,%d,%d>", todo ? "swizzle" : "swizzling", name, s.bits, s.base,
			   s.shift);
	} else {
		buf_printf(&out, "%s the swizzle from the layout of '%s'", todo ? "take" : "taking", name);
	}
	const char *text = arena_strdup(arena, out.s);
	buf_free(&out);
	return text;
}

const char *choice_text(Arena *arena, const TileAdvice *advice, const CuteChoice *choice)
{
	return words_of_choice(arena, advice, choice, false);
}

const char *tile_todo(Arena *arena, const TileAdvice *advice)
{
	const char *todo = advice->n_choices ? words_of_choice(arena, advice, &advice->choices[0], true) : NULL;
	if (!todo)
		return NULL;
	return arena_printf(arena, "%s (%s)%s", todo, choice_price(arena, &advice->choices[0]),
			    advice->text ? ": no conflicts are left" : "");
}

const char *choice_price(Arena *arena, const CuteChoice *choice)
{
	return choice->extra ? arena_printf(arena, "+%lld bytes", (long long)choice->extra) : "no extra memory";
}
