#include "ir/bytes/bytes.h"

#include "ir/bytes/live_bytes.h"
#include "ir/bytes/used_bytes.h"

void bytes_find(Arena *arena, Unit *unit)
{
	used_bytes_find(arena, unit);
	live_bytes_find(arena, unit);
}
