#include "base/vec.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

void *vec_grow(Arena *arena, void *at, int *cap, int n, size_t item_size)
{
	size_t room = *cap < 8 ? 8 : (size_t)*cap * 2;
	/* A count that no int holds: let the arena report that there is no such memory. */
	bool too_many = room > INT_MAX || room > SIZE_MAX / item_size;
	void *grown = arena_alloc(arena, too_many ? SIZE_MAX : room * item_size);
	if (n)
		memcpy(grown, at, (size_t)n * item_size);
	*cap = (int)room;
	return grown;
}
