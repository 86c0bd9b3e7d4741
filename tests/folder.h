/* The folder of a program's tests: made before the first one, removed behind the last. */
#ifndef SMEMLINT_TESTS_FOLDER_H
#define SMEMLINT_TESTS_FOLDER_H

#include "base/arena.h"
#include "files.h"

static char folder[] = TEST_FOLDER;

static inline int set_up(void **state)
{
	(void)state;
	make_folder(folder);
	return 0;
}

static inline int tear_down(void **state)
{
	(void)state;
	remove_folder(folder);
	return 0;
}

static inline const char *in_folder(Arena *arena, const char *name)
{
	return arena_printf(arena, "%s/%s", folder, name);
}

/* Makes a file in it; returns its path. */
static inline const char *put(Arena *arena, const char *name, const char *text)
{
	make_file(folder, name, text);
	return in_folder(arena, name);
}

#endif
