#include "report/maps/drawing.h"

static void add_panel(Arena *arena, SvgMap *map, int panel, const char *name, const Fact *fact, const WarpPattern *pattern)
{
	map->name[panel] = name;
	const WarpRequest request = passes_request(pattern, fact->op, fact->bytes);
	vec_push(arena, &map->parts[panel], passes_of(fact->arch, &request));
}

SvgMap drawing_of(Arena *arena, const char *title, const Fact *fact, const WarpPattern *pattern, const Layout *layout)
{
	SvgMap map = { .title = title };
	if (!pattern)
		return map;
	WarpPattern moved;
	add_panel(arena, &map, 0, fact->certainty == CERTAINTY_DATA ? "at worst" : "now", fact, pattern);
	if (!layout || !advice_moves(layout, fact, pattern, &moved))
		return map;
	add_panel(arena, &map, 1, arena_printf(arena, "after %s", layout->text), fact, &moved);
	return map;
}
