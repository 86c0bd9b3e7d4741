#include "base/buf.h"
#include "base/json.h"
#include "lsp/accesses.h"
#include "lsp/encode.h"
#include "report/maps/drawing.h"
#include "rules/words.h"

static const char *title_of(Arena *arena, const Fact *fact)
{
	const Func *kernel = fact->launch->kernel;
	return arena_printf(arena, "line %d: %s in %s, block %s, warp %d", fact->range.begin.line, access_words(arena, fact),
			    kernel ? kernel->name : "?", block_words(arena, fact->launch), fact->worst.warp);
}

/* One half of a drawing as a separate SVG, so that an editor can stack them. */
static void add_svg(json_t *svgs, const SvgMap *pair, int half)
{
	Buf svg = { 0 };
	const SvgMap one = { .title = pair->title, .name[0] = pair->name[half], .parts[0] = pair->parts[half] };
	if (!one.name[0])
		return;
	bankmap_svg(&svg, &one, 1);
	json_array_append_new(svgs, json_text(svg.s));
	buf_free(&svg);
}

/* The costliest warp: with the current layout, then with each layout found. */
static json_t *map(View *view, const Access *access)
{
	const Fact *fact = access->facts.at[0];
	const Advice *advice = fact_ways(fact) > 1 ? advice_about(&view->analysis->diags, fact) : NULL;
	const char *title = title_of(view->arena, fact);
	const SvgMap now = drawing_of(view->arena, title, fact, &fact->worst, NULL);
	json_t *svgs = json_array();
	add_svg(svgs, &now, 0);
	for (int i = 0; advice && i < advice->n_layouts; i++) {
		const SvgMap pair = drawing_of(view->arena, title, fact, &fact->worst, &advice->layouts[i]);
		add_svg(svgs, &pair, 1);
	}
	return json_pack("{s:o, s:o, s:o}", "range", view_range(view, access->range), "title", json_text(title), "svgs", svgs);
}

json_t *encode_maps(View *view)
{
	json_t *list = json_array();
	const Accesses all = accesses_of(view);
	for (int i = 0; i < all.n; i++)
		if (all.at[i].facts.at[0]->worst.active)
			json_array_append_new(list, map(view, &all.at[i]));
	return list;
}
