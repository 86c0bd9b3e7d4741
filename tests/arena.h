/* The arena of a test: made before it, freed behind it. */
#ifndef SMEMLINT_TESTS_ARENA_H
#define SMEMLINT_TESTS_ARENA_H

#include "base/arena.h"

static Arena *arena;

static inline int set_up(void **state)
{
	(void)state;
	arena = arena_new();
	return 0;
}

static inline int tear_down(void **state)
{
	(void)state;
	arena_free(arena);
	return 0;
}

#endif
