#include "verify/ways/way.h"

#include <string.h>

static const struct Row {
	const char *name;
	const char *(*obstacle)(Arena *arena, const VerifyTask *task);
	WayEnd (*measure)(Arena *arena, const VerifyTask *task, Measured *out, Buf *why);
} ways[] = {
#define WAY(name) { #name, way_##name##_obstacle, way_##name##_measure },
#include "verify/ways/ways.def"
#undef WAY
};

const char *way_name(WayId way)
{
	return ways[way].name;
}

WayId way_find(const char *name)
{
	int i = 0;
	while (i < WAY_COUNT && strcmp(ways[i].name, name) != 0)
		i++;
	return (WayId)i;
}

/* True: nothing else is to be tried. */
static bool take(Arena *arena, const VerifyTask *task, int way, WayChoice *choice, Measured *out, Buf *why)
{
	const char *obstacle = ways[way].obstacle(arena, task);
	WayEnd end = WAY_IMPOSSIBLE;
	Buf said = { 0 };
	*out = (Measured){ .by = ways[way].name };
	if (!obstacle) {
		end = ways[way].measure(arena, task, out, &said);
		obstacle = said.n ? arena_strdup(arena, said.s) : "it failed";
	}
	buf_free(&said);
	choice->chosen = end == WAY_MEASURED;
	if (end == WAY_MEASURED)
		return true;
	choice->why_not = obstacle;
	buf_printf(why, "%s%s: %s", why->n ? "\n" : "", ways[way].name, obstacle);
	return end == WAY_FAILED;
}

bool ways_measure(Arena *arena, const VerifyTask *task, WayId with, WayChoice *choices, Measured *out, Buf *why)
{
	memset(choices, 0, sizeof *choices * WAY_COUNT);
	for (int i = 0; i < WAY_COUNT; i++)
		if ((with == WAY_COUNT || with == (WayId)i) && take(arena, task, i, &choices[i], out, why))
			return choices[i].chosen;
	return false;
}
