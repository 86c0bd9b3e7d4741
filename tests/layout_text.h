/* Layouts of CuTe by their text, in the arena of a test. */
#ifndef SMEMLINT_TESTS_LAYOUT_TEXT_H
#define SMEMLINT_TESTS_LAYOUT_TEXT_H

#include "arena.h"
#include "cute/read.h"

static inline CuteLayout layout_of(const char *text)
{
	CuteLayout layout;
	CuteError error;

	if (!cute_read(arena, text, &layout, &error))
		fail_msg("%s: %zu: %s", text, error.at, error.text);
	return layout;
}

#endif
