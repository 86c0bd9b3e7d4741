#include "base/vec.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

void *vec_grow(Arena *arena, void *at, int *cap, int n, size_t item_size)
{
	size_t room = *cap < 8 ? 8 : (size_t)*cap * 2;
	/* If the count exceeds an int, the arena reports that memory is exhausted. */
	bool too_many = room > INT_MAX || room > SIZE_MAX / item_size;
	void *grown = arena_alloc_raw(arena, too_many ? SIZE_MAX : room * item_size);
	if (n)
		memcpy(grown, at, (size_t)n * item_size);
	*cap = (int)room;
	return grown;
}
