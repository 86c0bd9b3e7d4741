#include "report/maps/drawing.h"

static void add_panel(Arena *arena, SvgMap *map, int panel, const char *name, const Fact *fact, const MovedAccess *access)
{
	map->name[panel] = name;
	for (int i = 0; i < access->n; i++) {
		const WarpRequest request = passes_request(&access->at[i], fact->op, access->bytes);
		vec_push(arena, &map->parts[panel], passes_of(fact->arch, &request));
	}
}

SvgMap drawing_of(Arena *arena, const char *title, const Fact *fact, const WarpPattern *pattern, const Layout *layout)
{
	SvgMap map = { .title = title };
	if (!pattern)
		return map;
	MovedAccess access = { .n = 1, .bytes = fact->bytes, .at = { *pattern } };
	add_panel(arena, &map, 0, fact->certainty == CERTAINTY_DATA ? "at worst" : "now", fact, &access);
	if (!layout || !advice_moves(layout, fact, pattern, &access))
		return map;
	const char *parts = access.n == 1 ? "" : arena_printf(arena, " (%d accesses, which nvcc merges only now)", access.n);
	add_panel(arena, &map, 1, arena_printf(arena, "after %s%s", layout->text, parts), fact, &access);
	return map;
}
